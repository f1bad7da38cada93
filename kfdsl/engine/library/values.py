"""Bundles, lists, wants and groups: what is more than one number lies in scratch memory and is passed by its place.

In:   places of values.      Out:  places of new ones, taken from the machine's scratch arena.
Nothing that lies there is changed once it is made. A bundle is a row of counts, one for each token; the others begin with how
many entries they have.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import NO_ROOM, Numbers, Words, bits, copy, fault, wrapping_add, wrapping_multiply
from kfdsl.engine.library.machine import NOT_THERE, TOO_LARGE, TOO_MANY, State, counts_of, machine

LARGEST = (1 << 63) - 1
SMALLEST = -LARGEST - 1
NO_NUMBER = SMALLEST  # what stands for no number where there may be none


# ---- steps and numbers


def charge(steps: int, line: int) -> None:
    left = machine()
    left.steps -= steps
    if left.steps < 0:
        fault(TOO_MANY, line)


def checked_add(one: int, other: int, line: int) -> int:
    found = wrapping_add(one, other)
    if ((one ^ found) & (other ^ found)) < 0 or found == SMALLEST:
        fault(TOO_LARGE, line)
    return found


def checked_multiply(one: int, other: int, line: int) -> int:
    if one == 0 or other == 0:
        return 0
    found = wrapping_multiply(one, other)
    if found == SMALLEST or found // other != one or found % other != 0:
        fault(TOO_LARGE, line)
    return found


def still_there(value: int, none: int, line: int) -> int:
    """A value that was there when it was last asked for."""
    if value == none:
        fault(NOT_THERE, line)
    return value


# ---- bundles


def new_bundle() -> Words:
    return machine().scratch.words(machine().tokens)


def bundle_plus(one: Words, other: Words) -> Words:
    found = new_bundle()
    for token in range(machine().tokens):
        found[token] = one[token] + other[token]
    return found


def add_to_bundle(bundle: Words, more: Words) -> None:
    """Add to a bundle that nobody else knows of yet."""
    for token in range(machine().tokens):
        bundle[token] += more[token]


def bundle_only(bundle: Words, mask: int) -> Words:
    found = new_bundle()
    for token in bits(mask):
        found[token] = bundle[token]
    return found


def bundle_of_one(token: int, count: int) -> Words:
    found = new_bundle()
    found[token] = count
    return found


def bundle_size(bundle: Words) -> int:
    found = 0
    for token in range(machine().tokens):
        found += bundle[token]
    return found


def bundle_kinds(bundle: Words) -> int:
    found = 0
    for token in range(machine().tokens):
        if bundle[token]:
            found |= 1 << token
    return found


def bundle_same(one: Words, other: Words) -> bool:
    for token in range(machine().tokens):
        if one[token] != other[token]:
            return False
    return True


def bundle_enough(bundle: Words, wanted: Words) -> bool:
    for token in range(machine().tokens):
        if bundle[token] < wanted[token]:
            return False
    return True


def bundle_kept(bundle: Words) -> Words:
    """A copy, for what lies in a state and may change."""
    found = new_bundle()
    copy(found, bundle, machine().tokens)
    return found


def places_total(g: State, places: Numbers) -> Words:
    """What lies in several places together."""
    found = new_bundle()
    for i in range(places[0]):
        counts = counts_of(g, places[1 + i])
        for token in range(machine().tokens):
            found[token] += counts[token]
    return found


# ---- lists


def begin_list() -> int:
    """Begin a list whose length is not known yet; others may be begun and ended before it is ended."""
    return machine().growing.top


def add_item(item: int) -> None:
    growing = machine().growing
    if growing.top == growing.end:
        fault(NO_ROOM, 0)
    Numbers(growing.top)[0] = item
    growing.top += 1


def end_list(start: int) -> Numbers:
    growing = machine().growing
    count = growing.top - start
    found = new_list(count)
    found[0] = count
    copy(found.tail(1), Numbers(start), count)
    growing.top = start
    return found


def end_set(start: int) -> Numbers:
    """The same, each item once, where it came first."""
    growing = machine().growing
    found = new_list(growing.top - start)
    for at in range(start, growing.top):
        item = Numbers(at)[0]
        if not list_has(found, item):
            found[0] += 1
            found[found[0]] = item
    growing.top = start
    return found


def new_list(most: int) -> Numbers:
    """Room for a list that is filled one by one."""
    return machine().scratch.numbers(1 + most)


def list_has(items: Numbers, item: int) -> bool:
    for i in range(items[0]):
        if items[1 + i] == item:
            return True
    return False


def list_plus(one: Numbers, other: Numbers) -> Numbers:
    found = new_list(one[0] + other[0])
    found[0] = one[0] + other[0]
    copy(found.tail(1), one.tail(1), one[0])
    copy(found.tail(1 + one[0]), other.tail(1), other[0])
    return found


def list_first(items: Numbers, count: int) -> Numbers:
    found = new_list(items[0])
    found[0] = min(items[0], max(count, 0))
    copy(found.tail(1), items.tail(1), found[0])
    return found


def new_row(count: int) -> Numbers:
    """Room for values that are passed together."""
    return machine().scratch.numbers(count)


def copy_numbers(to: Numbers, start: Numbers, count: int) -> None:
    copy(to, start, count)


def in_their_order(asked: Numbers, answers: Numbers, seat: int, answer: int) -> Numbers:
    """Answers by those who were asked, with one more, in the order in which they were asked."""
    found = new_list(2 * asked[0])
    for i in range(asked[0]):
        who = asked[1 + i]
        for j in range(answers[0]):
            if answers[1 + 2 * j] == who:
                found[1 + 2 * found[0]] = who
                found[2 + 2 * found[0]] = answers[2 + 2 * j]
                found[0] += 1
        if who == seat:
            found[1 + 2 * found[0]] = who
            found[2 + 2 * found[0]] = answer
            found[0] += 1
    return found


def first_missing(asked: Numbers, answers: Numbers) -> int:
    """The first who was asked and has not answered."""
    for i in range(asked[0]):
        if not has_answered(answers, asked[1 + i]):
            return asked[1 + i]
    return -1


def has_answered(answers: Numbers, seat: int) -> bool:
    for i in range(answers[0]):
        if answers[1 + 2 * i] == seat:
            return True
    return False


def how_many_missing(asked: Numbers, answers: Numbers) -> int:
    return asked[0] - answers[0]


def all_in(asked: Numbers, answers: Numbers) -> bool:
    """Whether everybody has answered."""
    return answers[0] == asked[0]


MOST_NUMBERS = 1000


def numbers_up_to(last: int, line: int) -> Numbers:
    """All numbers from one up to another."""
    if last > MOST_NUMBERS:
        fault(TOO_MANY, line)
    found = new_list(max(last, 0))
    found[0] = max(last, 0)
    for i in range(found[0]):
        found[1 + i] = i + 1
    return found


def touches(area: Numbers, card: int) -> bool:
    """Whether a corner of an area is one of a card."""
    for i in range(area[0]):
        if area[1 + i] // 6 == card:
            return True
    return False


def add_source(g: State, whole: int, place: int, mask: int) -> None:
    """Where a group may come from, if anything of some sorts lies there."""
    have = bundle_kept(counts_of(g, place)) if mask == -1 else bundle_only(counts_of(g, place), mask)
    if bundle_kinds(have):
        add_item(whole)
        add_item(place)
        add_item(have.at)


def end_sources(start: int) -> Numbers:
    """A list of sources: it says how many there are, three numbers each."""
    found = end_list(start)
    found[0] = found[0] // 3
    return found


# ---- wants: how many, of which tokens, whether they must differ


def want_of(bundle: Words) -> Numbers:
    found = machine().scratch.numbers(1 + 3 * machine().tokens)
    for token in range(machine().tokens):
        if bundle[token]:
            entry = found.tail(1 + 3 * found[0])
            entry[0] = bundle[token]
            entry[1] = 1 << token
            found[0] += 1
    return found


def want_plus(one: Numbers, other: Numbers) -> Numbers:
    found = machine().scratch.numbers(1 + 3 * (one[0] + other[0]))
    found[0] = one[0] + other[0]
    copy(found.tail(1), one.tail(1), 3 * one[0])
    copy(found.tail(1 + 3 * one[0]), other.tail(1), 3 * other[0])
    return found


def want_only(want: Numbers, mask: int) -> Numbers:
    """The holes of a want that only some tokens fill."""
    found = machine().scratch.numbers(1 + 3 * want[0])
    for i in range(want[0]):
        entry = want.tail(1 + 3 * i)
        if entry[1] & ~mask == 0:
            copy(found.tail(1 + 3 * found[0]), entry, 3)
            found[0] += 1
    return found


def want_kinds(want: Numbers) -> int:
    """The tokens that holes ask for by name."""
    found = 0
    for i in range(want[0]):
        mask = want[2 + 3 * i]
        if want[1 + 3 * i] and mask & (mask - 1) == 0:
            found |= mask
    return found


def want_size(want: Numbers) -> int:
    found = 0
    for i in range(want[0]):
        found += want[1 + 3 * i]
    return found


# ---- groups: from which place, and the place of what was taken there


def group_bundle(group: Numbers) -> Words:
    found = new_bundle()
    for i in range(group[0]):
        part = Words(group[2 + 2 * i])
        for token in range(machine().tokens):
            found[token] += part[token]
    return found


def group_size(group: Numbers) -> int:
    found = 0
    for i in range(group[0]):
        found += bundle_size(Words(group[2 + 2 * i]))
    return found


def group_only(group: Numbers, mask: int) -> Numbers:
    found = machine().scratch.numbers(1 + 2 * group[0])
    for i in range(group[0]):
        part = bundle_only(Words(group[2 + 2 * i]), mask)
        if bundle_kinds(part):
            found[1 + 2 * found[0]] = group[1 + 2 * i]
            found[2 + 2 * found[0]] = part.at
            found[0] += 1
    return found


def group_takes_from(group: Numbers, place: int) -> bool:
    for i in range(group[0]):
        if group[1 + 2 * i] == place:
            return True
    return False

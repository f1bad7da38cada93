"""Lists: a number of entries, then the entries, each a number or the place of something.

In:   places of lists, items one after the other.      Out:  places of new lists, taken from the machine's scratch arena.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import NO_ROOM, Numbers, copy, fault
from kfdsl.engine.library.machine import CORNERS, TOO_FAR, State, counts_of, machine
from kfdsl.engine.library.values import bundle_has, bundle_kept, bundle_only, charge


def begin_list() -> int:
    """Begin a list whose length is not known yet; others may be begun and ended before it is ended."""
    return machine().growing.top


def add_item(item: int) -> None:
    top = machine().growing.top
    if top == machine().growing.end:
        fault(NO_ROOM, 0)
    Numbers(top)[0] = item
    machine().growing.top = top + 1


def end_list(start: int) -> Numbers:
    growing = machine().growing
    count = growing.top - start
    found = new_list(count)
    found[0] = count
    copy(found.tail(1), Numbers(start), count)
    growing.top = start
    return found


def end_set(start: int, line: int) -> Numbers:
    """The same, each item once, where it came first."""
    growing = machine().growing
    found = new_list(growing.top - start)
    for at in range(start, growing.top):
        item = Numbers(at)[0]
        charge(found[0] >> 1, line)
        if not list_has(found, item):
            found[0] += 1
            found[found[0]] = item
    growing.top = start
    return found


def is_full(start: int, most: int) -> bool:
    """Whether a list that is begun has so many different items that no more are wanted (0: all are)."""
    end = machine().growing.top
    if most == 0 or end - start < most:
        return False
    found = 0
    for at in range(start, end):
        found += int(not is_among(start, at, Numbers(at)[0]))
    return found >= most


def is_among(start: int, end: int, item: int) -> bool:
    for at in range(start, end):
        if Numbers(at)[0] == item:
            return True
    return False


def new_list(most: int) -> Numbers:
    """Room for a list that is filled one by one; behind what it has lies anything."""
    found = Numbers(machine().scratch.reserve(1 + most), 1 + most)
    found[0] = 0
    return found


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


def list_beyond(items: Numbers, count: int) -> Numbers:
    """All but so many from the front."""
    found = new_list(items[0])
    gone = min(items[0], max(count, 0))
    found[0] = items[0] - gone
    copy(found.tail(1), items.tail(1 + gone), found[0])
    return found


def list_item(items: Numbers, number: int, none: int) -> int:
    """The item with a number, counted from one."""
    return items[number] if 0 < number <= items[0] else none


def list_position(items: Numbers, item: int, none: int) -> int:
    """The number of the first item that is the same."""
    for i in range(items[0]):
        if items[1 + i] == item:
            return i + 1
    return none


def end_sorted(start: int, line: int) -> Numbers:
    """The list that was grown of pairs, a rank and an item: items in the order of ranks; those that tie stay as they came."""
    growing = machine().growing
    count = (growing.top - start) >> 1
    charge(count << 4, line)
    found = new_list(count)
    found[0] = count
    with machine().scratch.held():
        order = new_row(count)
        for i in range(count):
            order[i] = i
        put_in_order(order, Numbers(start), count)
        for i in range(count):
            found[1 + i] = Numbers(start)[2 * order[i] + 1]
    growing.top = start
    return found


def put_in_order(order: Numbers, pairs: Numbers, count: int) -> None:
    """Numbers of pairs by their ranks, and of those that tie by themselves: so nothing ties, and long strides do no harm."""
    stride = 1
    while stride * 9 < count:
        stride = stride * 3 + 1
    while stride > 0:
        for i in range(stride, count):
            item = order[i]
            rank = pairs[2 * item]
            at = i
            while at >= stride and comes_before(rank, item, pairs[2 * order[at - stride]], order[at - stride]):
                order[at] = order[at - stride]
                at -= stride
            order[at] = item
        stride //= 3


def comes_before(rank: int, item: int, other_rank: int, other: int) -> bool:
    return rank < other_rank or (rank == other_rank and item < other)


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


def counted_up_to(last: int, line: int) -> int:
    """How many numbers there are from one up to another."""
    if last > MOST_NUMBERS:
        machine().wanted = last
        fault(TOO_FAR, line)
    return max(last, 0)


def numbers_up_to(last: int, line: int) -> Numbers:
    """All numbers from one up to another."""
    count = counted_up_to(last, line)
    found = new_list(count)
    found[0] = count
    for i in range(found[0]):
        found[1 + i] = i + 1
    return found


def touches(area: Numbers, card: int) -> bool:
    """Whether a corner of an area is one of a card."""
    for i in range(area[0]):
        if area[1 + i] // CORNERS == card:
            return True
    return False


def add_source(g: State, whole: int, place: int, mask: int) -> None:
    """Where a group may come from, if anything of some sorts lies there."""
    there = counts_of(g, place)
    if bundle_has(there, mask):
        have = bundle_kept(there) if mask == -1 else bundle_only(there, mask)
        add_item(whole)
        add_item(place)
        add_item(have.at)


def end_sources(start: int) -> Numbers:
    """A list of sources: it says how many there are, three numbers each."""
    found = end_list(start)
    found[0] = found[0] // 3
    return found

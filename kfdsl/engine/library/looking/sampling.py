"""A few of the many answers that could be given, spread over all that is offered.

In:   the beginning of an answer, how many are wanted, dice.      Out:  whole answers, behind one another on the list that grows.
Wholes explode, so they are not listed: what is wanted is shared out over the options of a part, and each option shares out what
it got over the options of the next. Of groups, those of one sort and few pieces come first.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, copy, copy_record
from kfdsl.engine.library.chance import below_in
from kfdsl.engine.library.choices.choosing import FREE, Choosing, is_listed, is_whole, options_of, take
from kfdsl.engine.library.choices.chosen import Search
from kfdsl.engine.library.choices.classes import grow_to
from kfdsl.engine.library.choices.domains import Domain
from kfdsl.engine.library.choices.search import domain_at, group_extends, is_group
from kfdsl.engine.library.choices.sizes import make_ready, size_from
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import machine

MOST_SORTS = 3  # that a group is put together from on purpose
TRIES = 4  # groups looked at for each that is wanted
BITS = 20  # for each of several numbers that are kept as one
LOW = (1 << BITS) - 1


class Beginning(Record, width=8):
    """An answer as far as it is known: its parts as codes, and the beginning that it goes on from."""

    choosing: Choosing
    codes: Numbers  # as a list: which of the options an item is, otherwise the option itself
    before: Beginning


def beginning(choosing: Choosing) -> Beginning:
    """Nothing is chosen yet."""
    found = machine().scratch.one(Beginning)
    found.choosing = choosing
    found.codes = new_list(0)
    return found


def goes_on(start: Beginning, option: int, code: int) -> Beginning:
    """The same with one part more."""
    found = machine().scratch.one(Beginning)
    found.choosing = twin(start.choosing)
    found.codes = longer(start.codes, 1)
    found.codes[found.codes[0]] = code
    found.before = start
    take(found.choosing, option)
    return found


def longer(codes: Numbers, more: int) -> Numbers:
    """The same codes, with room for more behind them."""
    found = new_list(codes[0] + more)
    copy(found, codes, 1 + codes[0])
    found[0] = codes[0] + more
    return found


def twin(choosing: Choosing) -> Choosing:
    """Another one that has come as far, and shares nothing that changes."""
    scratch = machine().scratch
    found = scratch.one(Choosing)
    copy_record(found, choosing)
    if choosing.search.at != 0:
        search = scratch.one(Search)
        copy_record(search, choosing.search)
        size = search.outer + search.width + 1
        search.row = scratch.numbers(size)
        copy(search.row, choosing.search.row, size)
        found.search = search
    if choosing.domain.at != 0:
        found.counts = scratch.numbers(choosing.domain.count)
        copy(found.counts, choosing.counts, choosing.domain.count)
    return found


def sample(start: Beginning, wanted: int, dice: Numbers) -> None:
    """Add at most so many wholes that begin in some way to the list that grows, each once; at least one."""
    if is_whole(start.choosing):
        add_item(start.at)
        return
    first = begin_list()
    add_groups(start, wanted, dice)
    if machine().growing.top > first:
        return
    options = codes_and_options(start.choosing)
    count = options[0]
    if count > wanted:
        some(options, wanted, dice)
        count = wanted
    for at in range(count):
        share = (wanted - (machine().growing.top - first)) // (count - at)
        option = Numbers(options[1 + at])
        sample(goes_on(start, option[0], option[1]), max(share, 1), dice)


def codes_and_options(choosing: Choosing) -> Numbers:
    """The options of the next part, as a list of places of an option and of its code."""
    options = options_of(choosing, -1)
    listed = is_listed(choosing)
    found = new_list(options[0])
    found[0] = options[0]
    for i in range(options[0]):
        pair = machine().scratch.numbers(2)
        pair[0] = options[1 + i]
        pair[1] = i if listed and options[1 + i] < FREE else options[1 + i]
        found[1 + i] = pair.at
    return found


def some(items: Numbers, count: int, dice: Numbers) -> None:
    """Let so many of the items of a list come first, in any order."""
    for at in range(min(count, items[0] - 1)):
        other = at + below_in(dice, items[0] - at)
        kept = items[1 + at]
        items[1 + at] = items[1 + other]
        items[1 + other] = kept


# ---- the group that an action ends with


def add_groups(start: Beginning, wanted: int, dice: Numbers) -> None:
    """Add answers whose last part is a group, the plainest first."""
    choosing = start.choosing
    search = choosing.search
    if search.at == 0 or search.action < 0 or choosing.fixed > 0 or choosing.values != search.width - 1:
        return
    if not is_group(search, choosing.values):
        return
    domain = domain_at(search, choosing.values)
    make_ready(search, domain)
    left = TRIES * wanted
    found = 0
    for sorts in range(1, MOST_SORTS + 1):
        chosen = combinations(domain.count, sorts)
        some(chosen, chosen[0], dice)
        for i in range(chosen[0]):
            counts = smallest(search, domain, chosen[1 + i], sorts)
            if counts.at != 0:
                if is_reachable(search, choosing.values, domain, counts):
                    add_item(with_group(start, domain, counts).at)
                    found += 1
                left -= 1
                if found == wanted or left == 0:
                    return


def combinations(count: int, size: int) -> Numbers:
    """All ways to pick so many of some numbers from 0 on, in order, as a list."""
    start = begin_list()
    for i in range(count):
        if size == 1:
            add_item(i)
        else:
            for j in range(i + 1, count):
                if size == 2:
                    add_item(i << BITS | j)
                else:
                    for k in range(j + 1, count):
                        add_item(i << 2 * BITS | j << BITS | k)
    return end_list(start)


def smallest(search: Search, domain: Domain, chosen: int, sorts: int) -> Numbers:
    """The smallest row of counts that takes just some parts and has an allowed size; none if there is none."""
    low = 0
    high = 0
    for i in range(sorts):
        part = domain.parts[chosen >> i * BITS & LOW]
        low += part.weight
        high += part.weight * part.most
    size = size_from(search, domain, low)
    if size > high:
        return Numbers(0)
    counts = machine().scratch.numbers(domain.count)
    for i in range(sorts):
        counts[chosen >> i * BITS & LOW] = 1
    grow_to(domain, counts, 0, size)
    return counts


def is_reachable(search: Search, at: int, domain: Domain, counts: Numbers) -> bool:
    with machine().scratch.held():
        return group_extends(search, at, domain, counts)


def with_group(start: Beginning, domain: Domain, counts: Numbers) -> Beginning:
    found = machine().scratch.one(Beginning)
    found.choosing = twin(start.choosing)
    found.codes = longer(start.codes, domain.count)
    found.before = start
    for i in range(domain.count):
        found.codes[1 + start.codes[0] + i] = counts[i]
        take(found.choosing, counts[i])
    return found


# ---- how an answer begins


def head(whole: Beginning, length: int) -> Beginning:
    """So many first parts of an answer, or all of it."""
    found = whole
    while found.before.at != 0 and found.codes[0] > length:
        found = found.before
    for i in range(found.codes[0], min(length, whole.codes[0])):  # parts of a group, which are their own codes
        found = goes_on(found, whole.codes[1 + i], whole.codes[1 + i])
    return found


def begins_alike(one: Beginning, other: Beginning, length: int) -> bool:
    """Whether two answers have the same first parts."""
    count = min(one.codes[0], length)
    if count != min(other.codes[0], length):
        return False
    for i in range(count):
        if one.codes[1 + i] != other.codes[1 + i]:
            return False
    return True

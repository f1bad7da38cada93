"""All ways to fill every hole of a want: loose pieces exactly, wholes as long as each fills a hole.

In:   a want, sources, who pays for which purpose.      Out:  a list of groups, each once, in a fixed order.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words, copy
from kfdsl.engine.library.choices.plans import stands_for
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.values import bundle_size, charge
from kfdsl.engine.library.wants import want_size

ROW = 4


class Cover(Record, width=8):
    """What is known while holes are filled."""

    sources: Numbers
    holes: int  # how many,
    masks: Numbers  # what fills each,
    entries: Numbers  # which entry of the want it is of,
    differ: Numbers  # and whether it must differ from others of that
    used: Numbers  # for each hole so far: source * tokens + token
    taken: Numbers  # by source and token: how many are used
    stands: Numbers  # by token: whose holes it may fill
    line: int
    any_will_do: bool  # it is only asked whether there is one


def covers(g: State, want: Numbers, sources: Numbers, purpose: int, who: int, line: int) -> Numbers:
    """All covers, as a list of groups."""
    start = begin_list()
    if want_size(want) <= sources_size(sources):
        fill(prepared(g, want, sources, purpose, who, line), start)
    return in_order(end_list(start))


def is_covered(g: State, want: Numbers, sources: Numbers, purpose: int, who: int, line: int) -> bool:
    """Whether there is any cover."""
    return some_cover(g, want, sources, purpose, who, line).at != 0


def some_cover(g: State, want: Numbers, sources: Numbers, purpose: int, who: int, line: int) -> Cover:
    """A cover, whichever comes first; none (0) if there is none."""
    if want_size(want) <= sources_size(sources):
        cover = prepared(g, want, sources, purpose, who, line)
        cover.any_will_do = True
        if fill(cover, 0):
            return cover
    return Cover(0)


def sources_size(sources: Numbers) -> int:
    """How many pieces there are in all."""
    found = 0
    for number in range(sources[0]):
        found += bundle_size(Words(sources[3 + 3 * number]))
    return found


def prepared(g: State, want: Numbers, sources: Numbers, purpose: int, who: int, line: int) -> Cover:
    scratch = machine().scratch
    tokens = machine().tokens
    found = scratch.one(Cover)
    found.sources = sources
    found.line = line
    size = want_size(want)
    found.masks = scratch.numbers(size)
    found.entries = scratch.numbers(size)
    found.differ = scratch.numbers(size)
    found.used = scratch.numbers(size)
    found.taken = scratch.numbers(sources[0] * tokens)
    found.stands = scratch.numbers(tokens)
    for token in range(tokens):
        found.stands[token] = stands_for(g, purpose, who, token)
    for entry in range(want[0]):
        for _ in range(want[1 + 3 * entry]):
            found.masks[found.holes] = want[2 + 3 * entry]
            found.entries[found.holes] = entry
            found.differ[found.holes] = want[3 + 3 * entry]
            found.holes += 1
    return found


def fill(cover: Cover, start: int) -> bool:
    """Fill hole after hole; what is found goes to the list that begins at a place. Equal pieces are tried in one order only.

    Whether enough is found.
    """
    at = 0
    piece = 0
    charge(ROW, cover.line)
    while True:
        if at == cover.holes:
            if cover.any_will_do:
                return True
            add_new(gathered(cover), start)
        elif fill_one(cover, at, piece):
            at += 1
            charge(ROW + at, cover.line)
            piece = least_for(cover, at) if at < cover.holes else 0
            continue
        at -= 1
        if at < 0:
            return False
        piece = cover.used[at] + 1
        cover.taken[piece - 1] -= 1
    return False


def fill_one(cover: Cover, at: int, least: int) -> bool:
    """Fill a hole with the first piece that fits, from one on."""
    tokens = machine().tokens
    for piece in range(least, cover.sources[0] * tokens):
        token = piece % tokens
        have = Words(cover.sources[3 + 3 * (piece // tokens)])
        if have[token] > cover.taken[piece] and fits(cover, at, token):
            cover.used[at] = piece
            cover.taken[piece] += 1
            return True
    return False


def least_for(cover: Cover, at: int) -> int:
    """Holes of one entry that need not differ are all alike: their pieces come in order."""
    if at > 0 and cover.entries[at - 1] == cover.entries[at] and not cover.differ[at]:
        return cover.used[at - 1]
    return 0


def fits(cover: Cover, at: int, token: int) -> bool:
    """Whether a token may fill a hole, given those that are filled."""
    mask = cover.masks[at]
    if mask >> token & 1 == 0 and mask & cover.stands[token] == 0:
        return False
    if cover.differ[at]:
        tokens = machine().tokens
        for i in range(at):
            if cover.entries[i] == cover.entries[at] and cover.used[i] % tokens == token:
                return False
    return True


def gathered(cover: Cover) -> Numbers:
    """The group of what is used; of a place that several sources name, all together."""
    tokens = machine().tokens
    sources = cover.sources
    found = machine().scratch.numbers(1 + 2 * sources[0])
    for number in range(sources[0]):
        part = machine().scratch.words(tokens)
        taken = False
        for token in range(tokens):
            if cover.taken[number * tokens + token]:
                taken = True
                part[token] = cover.taken[number * tokens + token]
        if taken:
            if sources[1 + 3 * number]:
                copy(part, Words(sources[3 + 3 * number]), tokens)
            add_to_group(found, sources[2 + 3 * number], part)
    return found


def add_to_group(group: Numbers, place: int, part: Words) -> None:
    for i in range(group[0]):
        if group[1 + 2 * i] == place:
            there = Words(group[2 + 2 * i])
            for token in range(machine().tokens):
                there[token] += part[token]
            return
    group[1 + 2 * group[0]] = place
    group[2 + 2 * group[0]] = part.at
    group[0] += 1


def add_new(group: Numbers, start: int) -> None:
    """Add a group to a list unless it is there."""
    growing = machine().growing
    for at in range(start, growing.top):
        if compared(Numbers(Numbers(at)[0]), group) == 0:
            return
    add_item(group.at)


def compared(one: Numbers, other: Numbers) -> int:
    """Which of two groups comes first (-1: the first): by places, and in each by more of the first token; a shorter one first."""
    for i in range(min(one[0], other[0])):
        if one[1 + 2 * i] != other[1 + 2 * i]:
            return -1 if one[1 + 2 * i] < other[1 + 2 * i] else 1
        mine = Words(one[2 + 2 * i])
        theirs = Words(other[2 + 2 * i])
        for token in range(machine().tokens):
            if mine[token] != theirs[token]:
                return -1 if mine[token] > theirs[token] else 1
    if one[0] == other[0]:
        return 0
    return -1 if one[0] < other[0] else 1


def in_order(groups: Numbers) -> Numbers:
    """The same groups, in order."""
    for i in range(2, groups[0] + 1):
        group = groups[i]
        at = i - 1
        while at > 0 and compared(Numbers(groups[at]), Numbers(group)) > 0:
            groups[at + 1] = groups[at]
            at -= 1
        groups[at + 1] = group
    return groups

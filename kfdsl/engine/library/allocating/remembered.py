"""Totals of allocations that were found before, by all that they depend on: whoever looks ahead meets the same ones again and again.

In:   a state, a player, sources of pieces, stand-ins, a purpose.      Out:  the total and the steps that it took to find, if it is known.
What is found is the same whether it was known or not, and so is what it costs. Once there is no more room all is forgotten.
"""

from __future__ import annotations

from typing import Annotated

from kfdsl.engine.flat.memory import Numbers, Record, Words, clear, copy, wrapping_multiply
from kfdsl.engine.library.chance import mixed
from kfdsl.engine.library.machine import Tally, machine

SLOTS = 1 << 10
ROOM = 1 << 18  # numbers for all of it
FACTOR = 0x9E3779B97F4A7C15 - (1 << 64)


class Known(Record, width=8):
    """An allocation; what it depends on lies behind it."""

    mark: int  # of what it depends on
    size: int  # of that, in numbers
    total: int
    steps: int


class Remembered(Record, width=8):
    top: int  # where the next goes; 0 at first
    slots: Annotated[Numbers, SLOTS]  # places of what is known, by its mark


def remembered() -> Remembered:
    return Remembered(machine().remembered)


def key_of(tallies: Numbers, sources: Numbers, stands: Numbers, purpose: int) -> Numbers:
    """All that an allocation depends on, as a list."""
    tokens = machine().tokens
    each = 1 + (tokens + 1) // 2
    size = 1 + tokens + sources[0] * each
    for i in range(tallies[0]):
        size += Tally(tallies[1 + i]).size
    found = machine().scratch.numbers(1 + size)
    found[0] = size
    found[1] = purpose
    copy(found.tail(2), stands, tokens)
    at = 2 + tokens
    for number in range(sources[0]):
        found[at] = sources[2 + 3 * number]
        copy(Words((found.at + at + 1) * 2), Words(sources[3 + 3 * number]), tokens)
        at += each
    for i in range(tallies[0]):
        tally = Tally(tallies[1 + i])
        copy(found.tail(at), Numbers(tally.at), tally.size)
        at += tally.size
    return found


def mark_of(key: Numbers) -> int:
    """A number that is hardly ever the same for different lists."""
    part = key[0] // 4
    one = key[0]
    two = part
    three = 0
    four = 0
    for i in range(part):  # four at a time: none waits for the others
        one = wrapping_multiply(one ^ key[1 + i], FACTOR)
        two = wrapping_multiply(two ^ key[1 + part + i], FACTOR)
        three = wrapping_multiply(three ^ key[1 + 2 * part + i], FACTOR)
        four = wrapping_multiply(four ^ key[1 + 3 * part + i], FACTOR)
    for i in range(4 * part, key[0]):
        one = wrapping_multiply(one ^ key[1 + i], FACTOR)
    return mixed(one ^ mixed(two ^ mixed(three ^ mixed(four))))


def recall(key: Numbers, mark: int) -> Known:
    """What is known of a key; none if nothing is."""
    known = Known(remembered().slots[mark & SLOTS - 1])
    if known.at == 0 or known.mark != mark or known.size != key[0]:
        return Known(0)
    kept = Numbers(known.at + Known.record_size())
    for i in range(key[0]):
        if kept[i] != key[1 + i]:
            return Known(0)
    return known


def remember(key: Numbers, mark: int, total: int, steps: int) -> Known:
    """Keep what was found, if there is room for it."""
    size = Known.record_size() + key[0]
    about = remembered()
    first = about.at + Remembered.record_size()
    end = about.at + ROOM
    is_kept = first + size <= end
    if about.top == 0 or about.top + size > end:
        clear(about.slots, SLOTS)
        about.top = first
    known = Known(about.top) if is_kept else machine().scratch.one(Known)
    known.mark = mark
    known.size = key[0]
    known.total = total
    known.steps = steps
    if is_kept:
        about.top += size
        copy(Numbers(known.at + Known.record_size()), key.tail(1), key[0])
        about.slots[mark & SLOTS - 1] = known.at
    return known

"""By how much what is there falls short of a want that nothing covers.

In:   a want, sources, who pays for which purpose.      Out:  the least that would have to be taken off the want, as a want.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, copy
from kfdsl.engine.library.choices.covers import is_covered
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.wants import want_size

MOST_LESS = 200  # smaller wants that are tried


class Shortfall(Record, width=8):
    """What is known while smaller wants are tried."""

    g: State
    want: Numbers
    off: Numbers  # how much is taken off each hole
    sources: Numbers
    purpose: int
    who: int
    line: int
    tried: int


def shortfall(g: State, want: Numbers, sources: Numbers, purpose: int, who: int, line: int) -> Numbers:
    """What is lacking; nothing if no smaller want that was tried can be covered either."""
    short = machine().scratch.one(Shortfall)
    short.g = g
    short.want = want
    short.off = machine().scratch.numbers(want[0])
    short.sources = sources
    short.purpose = purpose
    short.who = who
    short.line = line
    for much in range(1, want_size(want) + 1):
        if is_enough(short, 0, much):
            return taken_off(short)
    return machine().scratch.numbers(1)


def is_enough(short: Shortfall, at: int, much: int) -> bool:
    """Whether taking so much off the holes from one on lets the rest be covered; the first ways to do so come first."""
    if short.tried >= MOST_LESS:
        return False
    if at == short.want[0]:
        if much:
            return False
        short.tried += 1
        return leaves_enough(short)
    for off in range(min(short.want[1 + 3 * at], much) + 1):
        short.off[at] = off
        if is_enough(short, at + 1, much - off):
            return True
    return False


def taken_off(short: Shortfall) -> Numbers:
    found = machine().scratch.numbers(1 + 3 * short.want[0])
    for i in range(short.want[0]):
        if short.off[i]:
            found[1 + 3 * found[0]] = short.off[i]
            found[2 + 3 * found[0]] = short.want[2 + 3 * i]
            found[3 + 3 * found[0]] = short.want[3 + 3 * i]
            found[0] += 1
    return found


def leaves_enough(short: Shortfall) -> bool:
    """Whether anything covers what is left of the want."""
    with machine().scratch.held():
        less = machine().scratch.numbers(1 + 3 * short.want[0])
        copy(less, short.want, 1 + 3 * short.want[0])
        for i in range(short.want[0]):
            less[1 + 3 * i] -= short.off[i]
        return is_covered(short.g, less, short.sources, short.purpose, short.who, short.line)

"""Whether two values are the same, also where each is the place of something.

In:   two values, and their form: how they are held, and in the bits above that the form of what a list holds.      Out:  a truth.
"""

from __future__ import annotations

from enum import IntEnum

from kfdsl.engine.flat.memory import Numbers, Words
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import bundle_same, charge


class Held(IntEnum):
    """How a value is held."""

    ALONE = 0  # as a number
    BUNDLE = 1
    WANT = 2
    AREA = 3
    GROUP = 4
    LIST = 5


BITS = 3  # of a form
LOW = (1 << BITS) - 1


def is_same(one: int, other: int, form: int) -> bool:
    if one == other:
        return True
    sort = form & LOW
    if sort == Held.ALONE or one == 0 or other == 0:
        return False
    if sort == Held.BUNDLE:
        return bundle_same(Words(one), Words(other))
    mine = Numbers(one)
    theirs = Numbers(other)
    if mine[0] != theirs[0]:
        return False
    width = 3 if sort == Held.WANT else 2 if sort == Held.GROUP else 1
    for i in range(width * mine[0]):
        within = form >> BITS if sort == Held.LIST else Held.BUNDLE if sort == Held.GROUP and i & 1 != 0 else Held.ALONE
        if not is_same(mine[1 + i], theirs[1 + i], within):
            return False
    return True


def has_same(items: Numbers, item: int, form: int) -> bool:
    """Whether a list holds a value."""
    for i in range(items[0]):
        if is_same(items[1 + i], item, form):
            return True
    return False


def same_position(items: Numbers, item: int, form: int, none: int) -> int:
    """The number of the first item of a list that is the same, counted from one."""
    for i in range(items[0]):
        if is_same(items[1 + i], item, form):
            return i + 1
    return none


def end_set_of(start: int, form: int, line: int) -> Numbers:
    """What was added to the list that grows, each once, where it came first."""
    growing = machine().growing
    found = new_list(growing.top - start)
    for at in range(start, growing.top):
        item = Numbers(at)[0]
        charge(found[0], line)
        if not has_same(found, item, form):
            found[0] += 1
            found[found[0]] = item
    growing.top = start
    return found

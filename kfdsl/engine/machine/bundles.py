"""Bundles, groups and sets as Python has them.

In:   counts by token, parts of groups, masks.      Out:  the same put together or taken apart.
"""

from __future__ import annotations

from operator import add

Bundle = tuple[int, ...]
Group = tuple[tuple[int, Bundle], ...]  # what was picked up, and from which cell
Source = tuple[bool, int, Bundle]  # whole, cell, what lies there
Want = tuple[tuple[int, int, bool], ...]  # how many, of which tokens, and whether they differ


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set, in order."""
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


def plus(one: Bundle, other: Bundle) -> Bundle:
    """Two bundles together."""
    return tuple(map(add, one, other))


def bundle_of(group: Group, zero: Bundle) -> Bundle:
    """A group without the memory of where its parts lie."""
    found = zero
    for _, part in group:
        found = plus(found, part)
    return found

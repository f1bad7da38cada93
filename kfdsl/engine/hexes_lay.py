"""Where a card may be laid on a plane, and how rotated.

In:   a plane, the labels of its cards, the edges of a new card, which labels may meet.      Out:  hexes with rotations.
A new card touches at least one card, and each side it shares must fit. An empty plane offers nothing: the first card of
a plane has no choice, it is laid by a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import eq
from typing import TypeAlias

from kfdsl.engine.hexes import Hex, Labels, Plane, around, label_facing, opposite

Fits: TypeAlias = Callable[[int, int], bool]  # the label of the new or smaller card, the label it meets
Placement: TypeAlias = tuple[int, int, int]  # q, r, rotation

same: Fits = eq


def by_table(pairs: Collection[tuple[int, int]]) -> Fits:
    """Labels fit if the table names the pair, in either order."""
    both = frozenset(pairs) | {(b, a) for a, b in pairs}
    return lambda mine, met: (mine, met) in both


def rotations(edges: Sequence[int], *, unlike: bool = False) -> tuple[int, ...]:
    """All six rotations, or, if asked, one of each set that shows the same labels."""
    if not unlike:
        return tuple(range(6))
    seen = [tuple(label_facing(edges, rotation, side) for side in range(6)) for rotation in range(6)]
    return tuple(rotation for rotation in range(6) if seen.index(seen[rotation]) == rotation)


def placements(plane: Plane, labels: Labels, edges: Sequence[int], fits: Fits = same, *,
               unlike: bool = False) -> tuple[Placement, ...]:
    """Every way to lay a card so that it touches a card and all sides it shares fit, by hex, then rotation."""
    ways = rotations(edges, unlike=unlike)
    met = _met(plane, labels)
    return tuple((*hex_, rotation) for hex_ in sorted(met) for rotation in ways
                 if all(fits(label_facing(edges, rotation, side), label) for side, label in met[hex_]))


def _met(plane: Plane, labels: Labels) -> dict[Hex, list[tuple[int, int]]]:
    """For each empty hex beside a card: the directions in which it meets labels."""
    full = {(q, r) for q, r, _, _ in plane}
    met: dict[Hex, list[tuple[int, int]]] = {}
    for q, r, card, rotation in plane:
        for direction, hex_ in enumerate(around((q, r))):
            if hex_ not in full:
                found = (opposite(direction), label_facing(labels[card], rotation, direction))
                met.setdefault(hex_, []).append(found)
    return met

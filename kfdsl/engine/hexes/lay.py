"""Where a card may be laid on a plane, and how rotated.

In:   a plane, the labels of its cards, the edges of a new card, which labels may meet.      Out:  hexes with rotations.
A new card touches at least one card, and each side it shares must fit. An empty plane offers nothing: the first card of
a plane has no choice, it is laid by a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import eq
from typing import TypeAlias

from kfdsl.engine.hexes.grid import Hex, Labels, Plane, around, label_facing, opposite

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
    seen = [_shown(edges, rotation) for rotation in range(6)]
    return tuple(rotation for rotation in range(6) if seen.index(seen[rotation]) == rotation)


def placements(
    plane: Plane, labels: Labels, edges: Sequence[int], fits: Fits = same, *, unlike: bool = False
) -> tuple[Placement, ...]:
    """Every way to lay a card so that it touches a card and all sides it shares fit, by hex, then rotation."""
    ways = [(rotation, _shown(edges, rotation)) for rotation in rotations(edges, unlike=unlike)]
    return tuple(
        (*hex_, rotation)
        for hex_, met in sorted(_met(plane, labels).items())
        for rotation, shown in ways
        if all(fits(shown[side], label) for side, label in met)
    )


def _shown(edges: Sequence[int], rotation: int) -> tuple[int, ...]:
    """The labels of a rotated card by direction."""
    return tuple(label_facing(edges, rotation, direction) for direction in range(6))


def _met(plane: Plane, labels: Labels) -> dict[Hex, list[tuple[int, int]]]:
    """For each empty hex beside a card: the directions in which it meets labels."""
    full = {(q, r) for q, r, _, _ in plane}
    met: dict[Hex, list[tuple[int, int]]] = {}
    for q, r, card, rotation in plane:
        edges = labels[card]
        for direction, hex_ in enumerate(around((q, r))):
            if hex_ not in full:
                met.setdefault(hex_, []).append((opposite(direction), label_facing(edges, rotation, direction)))
    return met

"""Hexes that touch, cards laid on them, and what stands on the sides where two cards meet.

In:   a plane, and the six edge labels of each card.      Out:  coordinates, neighbours, labels, shared sides.
Hexes have a flat top. Edges and directions count clockwise from the bottom: 0..5 = S, SW, NW, N, NE, SE. Coordinates
are axial: q grows to the right, r downwards. A card's edges stand in its own frame; laid with rotation n, its edge e
faces direction e + n. What a label means is not known here: labels are numbers that are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

Hex: TypeAlias = tuple[int, int]
Laid: TypeAlias = tuple[int, int, int, int]  # q, r, card, rotation
Plane: TypeAlias = tuple[Laid, ...]  # by coordinates, so that equal planes are equal values
Side: TypeAlias = tuple[int, int, int, int]  # a card, its edge, another card, its edge; the smaller card first

STEPS: tuple[Hex, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
DIRECTIONS = {step: direction for direction, step in enumerate(STEPS)}


class Labels(Protocol):
    """Six edge labels for a card: any mapping or sequence from cards serves."""

    def __getitem__(self, card: int, /) -> Sequence[int]: ...


def opposite(direction: int) -> int:
    """The direction that looks back."""
    return (direction + 3) % 6


def beside(hex_: Hex, direction: int) -> Hex:
    """The next hex in a direction."""
    dq, dr = STEPS[direction]
    return hex_[0] + dq, hex_[1] + dr


def direction(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The direction from a hex to one that touches it; None if it does not."""
    return DIRECTIONS.get((other[0] - one[0], other[1] - one[1]))


@lru_cache(maxsize=4096)
def around(hex_: Hex) -> tuple[Hex, ...]:
    """The six next hexes, clockwise from the bottom."""
    q, r = hex_
    return tuple([(q + dq, r + dr) for dq, dr in STEPS])


def facing(edge: int, rotation: int) -> int:
    """The direction in which a card's edge looks."""
    return (edge + rotation) % 6


def edge_facing(direction: int, rotation: int) -> int:
    """The card's edge that looks in a direction."""
    return (direction - rotation) % 6


def label_facing(edges: Sequence[int], rotation: int, direction: int) -> int:
    """The label that a rotated card shows in a direction."""
    return edges[edge_facing(direction, rotation)]


def plane_of(laid: Iterable[Laid]) -> Plane:
    """The plane of some laid cards, the same one in whatever order they come."""
    plane = tuple(sorted(laid))
    assert len({(q, r) for q, r, _, _ in plane}) == len({card for _, _, card, _ in plane}) == len(plane)
    return plane


def find(plane: Plane, card: int) -> Laid | None:
    """Where a card lies and how it is rotated."""
    return next((laid for laid in plane if laid[2] == card), None)


def neighbours(plane: Plane, card: int) -> tuple[int, ...]:
    """The cards that touch a card, in the order of cards."""
    if (laid := find(plane, card)) is None:
        return ()
    near = around(laid[:2])
    return tuple(sorted(other for q, r, other, _ in plane if (q, r) in near))


def sides(plane: Plane) -> tuple[Side, ...]:
    """Every side that two cards share, each once, by its first card, then by its second."""
    laid = {(q, r): (card, rotation) for q, r, card, rotation in plane}
    found: list[Side] = []
    for q, r, card, rotation in plane:
        for direction, (dq, dr) in enumerate(STEPS[:3]):  # the others are the same sides, seen from the neighbour
            if (met := laid.get((q + dq, r + dr))) is not None:
                other, spin = met
                here, there = (direction - rotation) % 6, (direction + 3 - spin) % 6
                found.append((card, here, other, there) if card < other else (other, there, card, here))
    return tuple(sorted(found, key=lambda side: (side[0], side[2])))


def shared(plane: Plane, a: int, b: int) -> tuple[int, int] | None:
    """The edges of two cards on the side they share: a's edge, b's edge."""
    one, other = find(plane, a), find(plane, b)
    if one is None or other is None:
        return None
    direction = DIRECTIONS.get((other[0] - one[0], other[1] - one[1]))
    if direction is None:
        return None
    return edge_facing(direction, one[3]), edge_facing(opposite(direction), other[3])


def joined(plane: Plane, labels: Labels, a: int, b: int, label: int) -> bool:
    """Whether two cards share a side that carries a label on both of its sides."""
    edges = shared(plane, a, b)
    return edges is not None and labels[a][edges[0]] == label == labels[b][edges[1]]


def rotations(edges: Sequence[int], *, unlike: bool = False) -> tuple[int, ...]:
    """All six rotations, or, if asked, one of each set that shows the same labels."""
    if not unlike:
        return tuple(range(6))
    seen = [tuple(label_facing(edges, rotation, direction) for direction in range(6)) for rotation in range(6)]
    return tuple(rotation for rotation in range(6) if seen.index(seen[rotation]) == rotation)

"""Hexes that touch, and what a card shows in each direction.

In:   coordinates, edge labels and rotations.      Out:  neighbours, labels.
Hexes have a flat top. Edges and directions count clockwise from the bottom: 0..5 = S, SW, NW, N, NE, SE. Coordinates
are axial: q grows to the right, r downwards. A card's edges stand in its own frame; laid with rotation n, its edge e
faces direction e + n.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]

STEPS: tuple[Hex, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))


@lru_cache(maxsize=4096)
def around(hex_: Hex) -> tuple[Hex, ...]:
    """The six next hexes, clockwise from the bottom."""
    q, r = hex_
    return tuple([(q + dq, r + dr) for dq, dr in STEPS])


def label_facing(edges: Sequence[int], rotation: int, direction: int) -> int:
    """The label that a rotated card shows in a direction."""
    return edges[(direction - rotation) % 6]

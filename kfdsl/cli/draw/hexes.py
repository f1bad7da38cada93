"""Hexes that touch.

In:   coordinates.      Out:  neighbours.
Hexes have a flat top. Coordinates are axial: q grows to the right, r downwards.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Hex: TypeAlias = tuple[int, int]

STEPS: tuple[Hex, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))


@lru_cache(maxsize=4096)
def around(hex_: Hex) -> tuple[Hex, ...]:
    """The six next hexes, clockwise from the bottom."""
    q, r = hex_
    return tuple([(q + dq, r + dr) for dq, dr in STEPS])

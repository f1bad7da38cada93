"""A spot of a plane as one number: the hex it is, and how a card is turned there.

In:   coordinates and a turn.      Out:  a number; spots in order are numbers in order.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import inline
from kfdsl.program.numbers import FARTHEST

TURNS = 8
COLUMN = 2 * FARTHEST  # from a hex to the next one to the right
SPOTS = COLUMN * COLUMN * TURNS


@inline
def hex_of(spot: int) -> int:
    """The hex alone, as a number."""
    return spot // TURNS


@inline
def packed(q: int, r: int, rotated: int) -> int:
    return ((q + FARTHEST) * (2 * FARTHEST) + r + FARTHEST) * TURNS + rotated


@inline
def column(spot: int) -> int:
    return spot // (TURNS * 2 * FARTHEST) - FARTHEST


@inline
def row(spot: int) -> int:
    return spot // TURNS % (2 * FARTHEST) - FARTHEST


@inline
def rotation(spot: int) -> int:
    return spot % TURNS


def unpacked(spot: int) -> tuple[int, int, int]:
    """For whoever reads it in Python."""
    return column(spot), row(spot), rotation(spot)

"""What is drawn at a spot of a plane, whatever its shape.

In:   nothing; data only.      Out:  Stroke and Figure.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """How an edge is drawn: lying, rising to the right, falling to the right, standing."""

    lying: str
    rising: str
    falling: str
    standing: str = "|"
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A title, a line below it, strokes by direction from the bottom clockwise."""

    title: str
    below: str
    strokes: tuple[Stroke, ...]
    style: str = ""
    sign: str = ""  # behind the title, and never cut
    marks: tuple[str, ...] = ()  # at corners, each clockwise behind the stroke of its number

"""Areas of a plane: what edges with certain labels keep apart.

In:   a plane, labels, and which labels bound.      Out:  areas, each as its corners, which are pairs (card, corner).
A card has six corners in its own frame; corner c lies between edge c and edge c + 1, so edge e runs from corner e - 1
to corner e, clockwise. A bounding label is a line from the middle of its edge to the middle of the card, where all such
lines meet. So the two corners of an edge are one area unless its label bounds. Where two cards meet, nothing parts them
but those lines: each end of the side joins the corner here with the corner there. Seen from the neighbour the side runs
backwards: corner e here touches corner f - 1 there, and corner e - 1 touches corner f.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TypeAlias

from kfdsl.engine.hexes import Labels, Plane, sides

Corner: TypeAlias = tuple[int, int]  # card, corner in the card's own frame
Area: TypeAlias = tuple[Corner, ...]  # in order, so that the first corner is the same everywhere


def areas(plane: Plane, labels: Labels, bounding: Collection[int]) -> tuple[Area, ...]:
    """All areas, by their first corner."""
    near: dict[Corner, list[Corner]] = {(laid[2], corner): [] for laid in plane for corner in range(6)}
    for a, b in _touching(plane, labels, bounding):
        near[a].append(b)
        near[b].append(a)
    found: list[Area] = []
    seen: set[Corner] = set()
    for first in sorted(near):
        if first not in seen:
            area = _flood(near, first)
            seen |= area
            found.append(tuple(sorted(area)))
    return tuple(found)


def area_of(found: Collection[Area], corner: Corner) -> Area:
    """The area that a corner of a laid card belongs to."""
    return next(area for area in found if corner in area)


def touching(found: Collection[Area], card: int) -> tuple[Area, ...]:
    """The areas that have a corner of a card."""
    return tuple(area for area in found if any(owner == card for owner, _ in area))


def across(found: Collection[Area], labels: Labels, area: Area, label: int) -> tuple[Area, ...]:
    """The areas on the other side of one edge that carries the label, in order, the area itself never among them."""
    inside = set(area)
    beyond = {other for corner in area for other in _over(labels, corner, label)} - inside
    return tuple(other for other in found if not beyond.isdisjoint(other))


def _touching(plane: Plane, labels: Labels, bounding: Collection[int]) -> Iterator[tuple[Corner, Corner]]:
    for _, _, card, _ in plane:
        for edge, label in enumerate(labels[card]):
            if label not in bounding:
                yield (card, (edge - 1) % 6), (card, edge)
    for a, i, b, j in sides(plane):
        yield (a, i), (b, (j - 1) % 6)
        yield (a, (i - 1) % 6), (b, j)


def _flood(near: dict[Corner, list[Corner]], first: Corner) -> set[Corner]:
    area, queue = {first}, [first]
    for corner in queue:  # grows while it is read
        fresh = [other for other in near[corner] if other not in area]
        area.update(fresh)
        queue += fresh
    return area


def _over(labels: Labels, corner: Corner, label: int) -> Iterator[Corner]:
    """The other corners of the two edges at a corner, if the edge carries the label."""
    card, at = corner
    after = (at + 1) % 6
    if labels[card][at] == label:
        yield card, (at - 1) % 6
    if labels[card][after] == label:
        yield card, after

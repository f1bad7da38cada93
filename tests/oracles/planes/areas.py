"""Areas of a plane: what edges with certain labels keep apart.

In:   a plane, labels, and which labels bound.      Out:  areas, each as its corners, which are pairs (card, corner).
A card has six corners in its own frame; corner c lies between edge c and edge c + 1, so edge e runs from corner e - 1
to corner e, clockwise. A bounding label is a line from the middle of its edge to the middle of the card, where all such
lines meet. So the two corners of an edge are one area unless its label bounds. Where two cards meet, nothing parts them
but those lines: each end of the side joins the corner here with the corner there. Seen from the neighbour the side runs
backwards: corner e here touches corner f - 1 there, and corner e - 1 touches corner f.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from tests.oracles.planes.grid import Labels, Plane, sides

Corner: TypeAlias = tuple[int, int]  # card, corner in the card's own frame
Area: TypeAlias = tuple[Corner, ...]  # in order, so that the first corner is the same everywhere


def areas(plane: Plane, labels: Labels, bounding: Collection[int]) -> tuple[Area, ...]:
    """All areas, by their first corner."""
    near: list[list[int]] = [[] for _ in range(6 * len(plane))]  # a corner as one number: in order, and quick
    cards = sorted(laid[2] for laid in plane)
    for a, b in _bonds(plane, labels, bounding, {card: 6 * rank for rank, card in enumerate(cards)}):
        near[a].append(b)
        near[b].append(a)
    found: list[Area] = []
    seen: set[int] = set()
    for first in range(len(near)):
        if first not in seen:
            area = _flood(near, first)
            seen |= area
            found.append(tuple((cards[number // 6], number % 6) for number in sorted(area)))
    return tuple(found)


def across(found: Collection[Area], labels: Labels, area: Area, label: int) -> tuple[Area, ...]:
    """The areas on the other side of one edge that carries the label, in order, the area itself never among them."""
    inside = set(area)
    beyond = {other for corner in area for other in _over(labels, corner, label)} - inside
    return tuple(other for other in found if not beyond.isdisjoint(other))


def _bonds(plane: Plane, labels: Labels, bounding: Collection[int], base: dict[int, int]) -> Iterator[tuple[int, int]]:
    """The pairs of corners that are one area, each corner as the base of its card plus its number."""
    for card, start in base.items():
        for edge, label in enumerate(labels[card]):
            if label not in bounding:
                yield start + (edge - 1) % 6, start + edge
    for a, i, b, j in sides(plane):
        yield base[a] + i, base[b] + (j - 1) % 6
        yield base[a] + (i - 1) % 6, base[b] + j


def _flood(near: Sequence[Sequence[int]], first: int) -> set[int]:
    area, queue = {first}, [first]
    for corner in queue:  # grows while it is read
        fresh = [other for other in near[corner] if other not in area]
        area.update(fresh)
        queue += fresh
    return area


def _over(labels: Labels, corner: Corner, label: int) -> Iterator[Corner]:
    """The other corners of the two edges at a corner, if the edge carries the label; none of a card of another plane."""
    card, at = corner
    if labels[card] is None:
        return
    after = (at + 1) % 6
    if labels[card][at] == label:
        yield card, (at - 1) % 6
    if labels[card][after] == label:
        yield card, after

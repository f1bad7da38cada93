"""Hexes as rules ask about them: a plane is a cell of cards, and each card has a cell that says where it lies.

In:   cells, the table of spots, the labels of each plane, and the plane's cell.      Out:  what the word asks for.
Cards of a plane that lie nowhere yet are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from kfdsl.engine.machine.bundles import bits
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.words.state import State
from kfdsl.text.source import Span
from tests.oracles.planes import grid
from tests.oracles.planes.areas import Area
from tests.oracles.planes.areas import across as over
from tests.oracles.planes.areas import areas as all_areas
from tests.oracles.planes.reach import chains, links
from tests.oracles.planes.reach import reach as reached
from tests.oracles.planes.walk import LINK, walked

WORDS = (
    "spots",
    "beside",
    "edge_to",
    "edge_from",
    "laid",
    "neighbours",
    "side",
    "joined",
    "reach",
    "chain",
    "loop",
    "loop_through",
    "walk",
    "walk_from",
    "areas",
    "across",
)
Cells = list[Any]
Spots = tuple[int, ...]  # by card, the cell of its spot
LabelsOf = dict[int, tuple[Any, ...]]  # by the cell of a plane, by card: its six labels, or None if it never lies there
Spot = tuple[int, int, int]
_Known = tuple[grid.Plane, dict[grid.Hex, int]]  # a plane, and the card at each hex

MOST_PLANES = 4096  # that are remembered: rules ask about one plane again and again before it changes
_PLANES: dict[tuple[Any, ...], _Known] = {}


def plane(s: Cells, at: Spots, cell: int) -> grid.Plane:
    """The laid cards of a plane."""
    return _known(s, at, cell)[0]


def _known(s: Cells, at: Spots, cell: int) -> _Known:
    cards = s[cell]
    key = (cards, tuple([s[at[card]] if at[card] >= 0 else None for card in cards]))
    found = _PLANES.get(key)
    if found is None:
        laid = grid.plane_of((*spot[:2], card, spot[2]) for card, spot in zip(*key, strict=True) if spot is not None)
        if len(_PLANES) >= MOST_PLANES:
            _PLANES.clear()
        found = _PLANES[key] = (laid, {(q, r): card for q, r, card, _ in laid})
    return found


def spots(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int) -> tuple[Spot, ...]:
    """Empty hexes beside a card, in every rotation that looks different."""
    edges = labels[cell][card]
    if edges is None:
        return ()  # of the cards of a trait, some may never lie here
    laid = plane(s, at, cell)
    ways = _ways(edges)
    full = {(q, r) for q, r, _, _ in laid}
    free = {hex_ for q, r, _, _ in laid for hex_ in grid.around((q, r))} - full if laid else {(0, 0)}
    return tuple((q, r, way) for q, r in sorted(free) for way in ways)


@lru_cache(maxsize=4096)
def _ways(edges: tuple[int, ...]) -> tuple[int, ...]:
    return grid.rotations(edges, unlike=True)


def beside(s: Cells, at: Spots, labels: LabelsOf, cell: int, spot: Spot) -> tuple[int, ...]:
    """The cards around a spot."""
    at_hex = _known(s, at, cell)[1]
    return tuple(sorted([at_hex[near] for near in grid.around(spot[:2]) if near in at_hex]))


def edge_to(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int, spot: Spot, other: int) -> int | None:
    """The label that a card would show to another that lies beside the spot."""
    edges = labels[cell][card] if cell in labels else None
    there = s[at[other]] if edges is not None else None
    way = None if there is None else grid.direction(spot, there)
    return None if way is None or edges is None else edges[grid.edge_facing(way, spot[2])]


def edge_from(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int, spot: Spot) -> int | None:
    """The label that a laid card shows to a spot beside it."""
    there = s[at[card]] if cell in labels else None
    way = None if there is None else grid.direction(there, spot)
    return None if there is None or way is None else labels[cell][card][grid.edge_facing(way, there[2])]


def laid(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int) -> bool:
    """Whether a card is on a plane and has a spot there."""
    return cell in labels and s[at[card]] is not None


def neighbours(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int) -> tuple[int, ...]:
    """The cards that touch a card."""
    return grid.neighbours(plane(s, at, cell), card) if cell in labels else ()


def side(s: Cells, at: Spots, labels: LabelsOf, cell: int, one: int, other: int) -> int | None:
    """The label that a card shows to one that touches it."""
    edges = grid.shared(plane(s, at, cell), one, other) if cell in labels else None
    return None if edges is None else labels[cell][one][edges[0]]


def joined(s: Cells, at: Spots, labels: LabelsOf, cell: int, one: int, other: int, label: int) -> bool:
    """Whether two cards share a side that carries a label on both sides."""
    return cell in labels and grid.joined(plane(s, at, cell), labels[cell], one, other, label)


def reach(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int, label: int) -> tuple[int, ...]:
    """A card and those that hang together with it over a label."""
    if cell not in labels:
        return ()
    return tuple(other for other, _ in reached(links(plane(s, at, cell), labels[cell], label), card))


def chain(s: Cells, at: Spots, labels: LabelsOf, cell: int, card: int, label: int) -> tuple[int, ...]:
    """The longest straight line from a card."""
    return max(chains(plane(s, at, cell), labels[cell], card, label), key=len, default=()) if cell in labels else ()


def areas(s: Cells, at: Spots, labels: LabelsOf, cell: int, bounding: int) -> tuple[Area, ...]:
    """The areas that labels keep apart."""
    return all_areas(plane(s, at, cell), labels[cell], bits(bounding))


def across(s: Cells, at: Spots, labels: LabelsOf, cell: int, area: Area, bounding: int, label: int) -> tuple[Area, ...]:
    """The areas on the other side of one edge."""
    return over(areas(s, at, labels, cell, bounding), labels[cell], area, label)


def loop(g: State, span: Span, at: Spots, labels: LabelsOf, cell: int, label: int) -> tuple[int, ...]:
    """The cards of the longest closed walk."""
    return _walked(g, span, links(plane(g.cells, at, cell), labels[cell], label), closed=True)


def loop_through(
    g: State, span: Span, at: Spots, labels: LabelsOf, cell: int, card: int, label: int
) -> tuple[int, ...]:
    """The cards of the longest closed walk that comes by a card."""
    if cell not in labels:
        return ()
    return _walked(g, span, links(plane(g.cells, at, cell), labels[cell], label), closed=True, through=card)


def walk(g: State, span: Span, at: Spots, labels: LabelsOf, cell: int, label: int) -> tuple[int, ...]:
    """The cards of the longest walk."""
    return _walked(g, span, links(plane(g.cells, at, cell), labels[cell], label), closed=False)


def walk_from(g: State, span: Span, at: Spots, labels: LabelsOf, cell: int, card: int, label: int) -> tuple[int, ...]:
    """The cards of the longest walk from a card: of the longest that comes by one which hangs on that card alone."""
    if cell not in labels:
        return ()
    over = links(plane(g.cells, at, cell), labels[cell], label)
    if not any(card in pair for pair in over):
        g.meter.charge(LINK * len(over), span)
        return ()
    before = len(labels[cell])
    found = _walked(g, span, [*over, (card, before)], closed=False, through=before, free=1)
    return tuple(each for each in found if each != before)


def _walked(
    g: State, span: Span, over: Iterable[tuple[int, int]], *, closed: bool, through: int | None = None, free: int = 0
) -> tuple[int, ...]:
    """A walk, and what it costs, as much where it was known; links that are not of the plane cost nothing by themselves."""
    try:
        cards, steps = walked(over, closed=closed, through=through)
    except TooMany:
        g.meter.ran_out(span)
    g.meter.charge(steps - free * LINK, span)
    return cards

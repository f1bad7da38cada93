"""Words about planes in flat form: the library does the work.

In:   a core Prim about a plane.      Out:  a call.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.analysis.measures.step_costs import SEARCHES
from kfdsl.engine.flat.form import Const, Expr, Get
from kfdsl.engine.library.machine import NOWHERE
from kfdsl.engine.library.planes.areas import across, areas
from kfdsl.engine.library.planes.free_spots import spots
from kfdsl.engine.library.planes.grid import EDGES
from kfdsl.engine.library.planes.reach import chain, reach
from kfdsl.engine.library.planes.touching import beside, edge_from, edge_to, joined, laid, neighbours, side
from kfdsl.engine.library.planes.walk import loop, loop_through, walk, walk_from
from kfdsl.engine.lower.expr.places import card_field, looked_up, place
from kfdsl.engine.lower.held import NO_PLACE, is_place
from kfdsl.engine.lower.writer import STATE, Book, Writer
from kfdsl.program import core

PLANE_WORDS: dict[str, Callable[..., object]] = {
    each.__name__: each
    for each in (
        spots,
        beside,
        edge_to,
        edge_from,
        laid,
        neighbours,
        side,
        joined,
        reach,
        chain,
        loop,
        loop_through,
        walk,
        walk_from,
        areas,
        across,
    )
}


def on_plane(w: Writer, expr: core.Prim) -> Expr:
    """A word about hexes, given the plane's tray and the labels of its cards."""
    planes = [arg for arg in expr.args if isinstance(arg, core.PlaceAt)]
    args = [w.named(w.value(arg)) for arg in expr.args if not isinstance(arg, core.PlaceAt) or arg not in planes]
    if planes:
        tray = place(w, planes[0])
        labels: Expr = Const(_labels(w.book, w.numbering.places[planes[0].place].edged))
    else:
        about = 2 if expr.word == "edge_to" else 0  # the card that is already on the plane
        tray = w.named(card_field(w, args[about], "tray"))
        labels = looked_up(w.book.tables.words(labels_of_trays(w.book)), tray)
    line = [Const(w.book.line(expr.span))] if expr.word in SEARCHES else []
    call = w.room if is_place(expr.type) else w.call
    return call(PLANE_WORDS[expr.word], Get(STATE), tray, labels, *args, *line)


def labels_of_trays(book: Book) -> list[int]:
    """For each tray where the labels of its cards lie, in words; nowhere for what is no plane."""
    planes = book.layout.layout.planes
    return [_labels(book, planes[cell]) if cell in planes else NO_PLACE for cell in book.layout.trays]


def _labels(book: Book, edges: str) -> int:
    """Six labels for each card."""
    rows = book.printed[edges]
    return book.tables.words([label for row in rows for label in (row or (NOWHERE,) * EDGES)])

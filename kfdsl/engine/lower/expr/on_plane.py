"""Words about planes in flat form: the library does the work.

In:   a core Prim about a plane.      Out:  a call.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.analysis.measures.step_costs import SEARCHES
from kfdsl.engine.flat.form import Const, Expr, Get
from kfdsl.engine.library.planes.areas import across, areas
from kfdsl.engine.library.planes.free_spots import spots
from kfdsl.engine.library.planes.lines import around, card_at, past, spot_of, straight
from kfdsl.engine.library.planes.reach import chain, reach, reach_among
from kfdsl.engine.library.planes.spots import packed
from kfdsl.engine.library.planes.touching import beside, edge_from, edge_to, joined, laid, neighbours, side
from kfdsl.engine.library.planes.walks.walk import loop, loop_through, walk, walk_from
from kfdsl.engine.lower.expr.places import card_field, looked_up, place
from kfdsl.engine.lower.for_library.boards import board_words
from kfdsl.engine.lower.held import NO_PLACE, is_place
from kfdsl.engine.lower.writer import STATE, Book, Writer
from kfdsl.program import core
from kfdsl.program.boards import board_of
from kfdsl.program.words import LYING

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
        reach_among,
        chain,
        loop,
        loop_through,
        walk,
        walk_from,
        areas,
        across,
        spot_of,
        card_at,
        around,
        past,
    )
} | {"line": straight}
CHARGED = SEARCHES | {"line"}


def on_plane(w: Writer, expr: core.Prim) -> Expr:
    """A word about planes, given the plane's tray and its Board."""
    plane = None if expr.word in LYING else next(arg for arg in expr.args if isinstance(arg, core.PlaceAt))
    if plane is not None and expr.word == "all_spots":
        return Const(w.book.tables.listed(_spots(w.numbering.places[plane.place])))
    args = [w.named(w.value(arg)) for arg in expr.args if arg is not plane]
    if plane is not None:
        tray = place(w, plane)
        board: Expr = Const(board_words(w.book, w.numbering.places[plane.place]))
    else:
        tray = w.named(card_field(w, args[LYING[expr.word]], "tray"))
        board = looked_up(w.book.tables.words(boards_of_trays(w.book)), tray)
    line = [Const(w.book.line(expr.span))] if expr.word in CHARGED else []
    call = w.room if is_place(expr.type) else w.call
    return call(PLANE_WORDS[expr.word], Get(STATE), tray, board, *args, *line)


def boards_of_trays(book: Book) -> list[int]:
    """For each tray where its Board lies, in words; nowhere for what is no plane."""
    planes = book.layout.layout.planes
    return [board_words(book, planes[cell]) if cell in planes else NO_PLACE for cell in book.layout.trays]


def _spots(plane: core.PlaceDef) -> list[int]:
    assert plane.board is not None
    return [packed(across, down, 0) for across, down in board_of(plane.board).cells]

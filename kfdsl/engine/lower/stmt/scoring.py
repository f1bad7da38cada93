"""Points and scorers in flat form.

In:   core.Score, ScoreSets, ScoreLeft.      Out:  statements.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Const, Do, Expr, Get, Store
from kfdsl.engine.library.machine import Tally
from kfdsl.engine.library.sheet import add_line, begin_tally
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.places import place
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core
from kfdsl.program.types import WANT

NO_SPARE = -1


def score(w: Writer, stmt: core.Score) -> None:
    """Points on the sheet."""
    points = w.named(w.value(stmt.value))
    to, reason = w.named(w.value(stmt.to)), w.value(stmt.reason)
    line = Const(w.book.line(stmt.span))
    w.put(Do(w.call(add_line, Get(STATE), to, points, is_card(stmt.reason), reason, line)))


def is_card(reason: core.Expr) -> Expr:
    return Const(int(reason.type.head == "card"))


def tally(w: Writer, stmt: core.ScoreSets | core.ScoreLeft) -> None:
    """A scorer that comes into force, with its values as they are now."""
    cells = w.named(places_of(w, stmt.within) if stmt.within is not None else Const(w.book.tables.listed(())))
    sets = isinstance(stmt, core.ScoreSets)
    names = (stmt.ledger,) if isinstance(stmt, core.ScoreLeft) else stmt.ledgers
    ledgers = sum(1 << w.numbering.program.ledgers.index(name) for name in names)
    values: dict[str, Expr] = {
        "player": w.named(w.value(stmt.to)),
        "sets": Const(int(sets)),
        "value": w.named(w.value(stmt.value)),
        "roles": Const(1),
        "spare": Const(NO_SPARE),
        "ledgers": Const(ledgers),
        "is_card": is_card(stmt.reason),
        "reason": w.named(w.value(stmt.reason)),
    }
    if isinstance(stmt, core.ScoreLeft):
        want: Expr = Const(w.held(((1, w.numbering.mask(stmt.name), False),), WANT))
    else:
        want = w.named(w.value(stmt.want, WANT))
        values |= {
            "once": Const(int(stmt.once)),
            "alike": Const(int(stmt.alike)),
            "spare": Const(NO_SPARE if stmt.spare is None else stmt.spare),
            "roles": Const(int(stmt.roles)),
            "unfilled": Const(0) if stmt.unfilled is None else w.named(w.value(stmt.unfilled)),
        }
    made = w.let(w.call(begin_tally, Get(STATE), want, cells, Const(w.book.line(stmt.span))))
    for name, field in Tally.record_fields().items():
        if name not in ("size", "line", "holes", "cells"):
            w.put(Store(8, Get(made), field.at, values.get(name, Const(0))))


def places_of(w: Writer, places: core.Expr) -> Expr:
    """All cells of a place or a sum of places, as a list: six a card of an area, otherwise one."""
    start = loops.begun(w)
    add_places(w, places)
    return loops.ended(w, start)


def add_places(w: Writer, places: core.Expr) -> None:
    match places:
        case core.PlaceAt() if w.numbering.places[places.place].per_corner:
            loops.each_corner(w, places, lambda cell: loops.add(w, cell))
        case core.PlaceAt():
            loops.add(w, place(w, places))
        case core.Prim(args=(one, other)):
            add_places(w, one)
            add_places(w, other)
        case core.Fold():
            loops.nested(
                w, places, lambda: add_places(w, places.value), w.book.facts.costs.weight(places.where, places.value)
            )
        case _:
            raise AssertionError(places)

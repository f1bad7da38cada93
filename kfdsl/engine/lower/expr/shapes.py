"""Shapes in flat form: where a group may come from.

In:   core shapes.      Out:  functions that answer sources, three numbers each: whether it is taken whole, which place, what lies there.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Call, Const, Do, Expr, Get, Return
from kfdsl.engine.library.lists import add_source, end_sources
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.expression import writer
from kfdsl.engine.lower.expr.places import place
from kfdsl.engine.lower.writer import STATE, Book, Writer
from kfdsl.program import core, made_names
from kfdsl.program.types import BOOL


def call_shape(w: Writer, name: str, args: tuple[core.Expr, ...]) -> Expr:
    """The sources that a shape gives."""
    shape = w.numbering.shapes[name]
    values = [w.named(w.value(arg, type_)) for arg, (_, type_) in zip(args, shape.params, strict=True)]
    w.takes_room = True
    return Call(made_names.shape(name), (Get(STATE), *values))


def shape_function(book: Book, shape: core.ShapeDef) -> None:
    w = writer(book, made_names.shape(shape.name), [name for name, _ in shape.params])
    w.charge(book.facts.costs.entry("shape", shape.name), shape.span)
    start = loops.begun(w)
    for clause in shape.clauses:
        _clause(w, shape, clause)
    w.put(Return(loops.ended(w, start, end_sources)))
    w.finish(keeps_room=True)


def _clause(w: Writer, shape: core.ShapeDef, clause: core.ClauseDef) -> None:
    place_at = clause.place
    assert isinstance(place_at, core.PlaceAt)
    mask = w.numbering.mask(clause.only) if clause.only else -1

    def take_from(where: Expr) -> None:
        w.takes_room = True
        w.put(Do(w.call(add_source, Get(STATE), Const(int(clause.whole)), where, Const(mask))))

    def take() -> None:
        if w.numbering.places[place_at.place].per_corner:
            loops.each_corner(w, place_at, take_from)
        else:
            take_from(place(w, place_at))

    fold = core.Fold(
        word="list",
        value=place_at,
        binders=clause.binders,
        where=clause.where,
        otherwise=None,
        type=BOOL,
        span=shape.span,
    )
    loops.nested(w, fold, take, w.book.facts.costs.weight(clause.where, place_at))

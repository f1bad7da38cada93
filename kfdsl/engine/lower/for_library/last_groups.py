"""What is known of the group that an action ends with, in flat form: tests of its size, and which of its sources the deed looks at.

In:   core actions.      Out:  tests in terms of a size, and functions of a row and a place.
"""

from __future__ import annotations

from kfdsl.analysis.group_classes import size_only
from kfdsl.analysis.places_looked_at import Looked, places_looked_at
from kfdsl.engine.flat.form import Binary, Both, Const, Expr, Get, If, Load, Return, Set
from kfdsl.engine.flat.read.expression import sum_of
from kfdsl.engine.lower.expr.expression import writer
from kfdsl.engine.lower.expr.places import cell_table, in_row, looked_up
from kfdsl.engine.lower.writer import Book, Writer
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions
from kfdsl.program.made_names import local

ROW = "row"


def sized_needs(action: core.ActionDef) -> list[core.Expr | None]:
    """The needs on the last parameter, if that is a group: each as a test of its size, or None."""
    if not action.params or action.params[-1].type.head != "group":
        return []
    last = action.params[-1].name
    return [size_only(need.test, last) for need in action.needs if need.depth == len(action.params)]


def is_shared(action: core.ActionDef) -> bool:
    """Whether an action ends with a group that may be the same whatever was chosen before it."""
    if not action.params or action.params[-1].type.head != "group":
        return False
    before = {param.name for param in action.params[:-1]}
    parts = (part for arg in action.params[-1].args for part in expressions(arg))
    return not any(isinstance(part, core.Local) and part.name in before for part in parts)


def looked_at(book: Book, action: core.ActionDef) -> list[Looked] | None:
    """Of the places that the last group of an action may come from, those that its deed looks at; None if it is not known."""
    if action.name not in book.facts.play.by_kinds or None in sized_needs(action):
        return None
    places = book.numbering.places
    clauses = book.numbering.shapes[action.params[-1].shape].clauses
    sources = {clause.place.place for clause in clauses if isinstance(clause.place, core.PlaceAt)}
    looked = places_looked_at(action, book.facts.calls)
    if looked is None or any(places[name].per_corner for name in sources):
        return None
    return sorted((each for each in looked if each[0] in sources), key=str)


def near_places(book: Book, number: int, known: list[str], looked: list[Looked]) -> str:
    """Whether a place is one of those."""
    w = writer(book, f"near_{number}", [])
    from_row(w, known)
    for name, args in looked:
        w.put(If(_may_be(w, name, args), (Return(Const(1)),), ()))
    w.put(Return(Const(0)))
    w.finish(keeps_room=False, extra=(ROW, "place"))
    return w.name


def _may_be(w: Writer, name: str, args: tuple[str | None, ...]) -> Expr:
    """Whether a place is one that belongs to certain parameters, or to anything where there is none."""
    definition, layout = w.numbering.places[name], w.book.layout
    cells = layout.layout.tables[made_names.place_cells(name)]
    rest = list(args)
    card = rest.pop(0) if definition.owner else None
    step = layout.tokens
    row = step * layout.layout.width(definition.per)
    if definition.owner and card is None:
        own = [layout.places[cell] for cell in cells if cell >= 0]
        end = max(own, default=0) + row
        return _between(Const(min(own, default=end)), Const(end))
    base: Expr = (
        Const(layout.places[cells])
        if card is None
        else looked_up(cell_table(w, cells, layout.places), Get(local(card)))
    )
    if None not in rest:
        known: list[Expr] = [Get(local(each)) for each in rest if each is not None]
        return Binary("==", Get("place"), in_row(w, base, definition.per, known, step))
    base = w.named(base)
    return _between(base, sum_of(base, Const(row)))


def _between(first: Expr, end: Expr) -> Expr:
    return Both(Binary("<=", first, Get("place")), Binary("<", Get("place"), end))


def from_row(w: Writer, names: list[str]) -> None:
    for at, name in enumerate(names):
        w.put(Set(local(name), Load(8, Get(ROW), at)))

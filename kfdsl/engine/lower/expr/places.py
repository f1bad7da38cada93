"""Places, variables and what is printed, in flat form.

In:   core expressions that say where something lies.      Out:  how far behind the state it is, or where in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kfdsl.engine.flat.form import Const, Expr, Get, Load
from kfdsl.engine.flat.read.expression import place_of, sum_of
from kfdsl.engine.flat.read.sorts import times
from kfdsl.engine.library.machine import Card
from kfdsl.engine.lower.held import none_of
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core, made_names


def looked_up(table: int, at: Expr, width: int = 4) -> Expr:
    """An entry of a table that never changes."""
    base, far = place_of(sum_of(at, Const(table)))
    return Load(width, base, far)


def cell_table(w: Writer, cells: Any, where: dict[int, int]) -> int:
    """For each card where its cell lies, as a table; -1 for cards that have none."""
    return w.book.tables.words([where[cell] if cell >= 0 else -1 for cell in cells])


def place(w: Writer, expr: core.PlaceAt) -> Expr:
    """Where a place of tokens is, in words behind the state; of a place of cards, the number of its tray."""
    definition = w.numbering.places[expr.place]
    layout = w.book.layout
    where, step = (layout.trays, 1) if definition.content else (layout.places, layout.tokens)
    cells = layout.layout.tables[made_names.place_cells(expr.place)]
    args = [w.value(arg) for arg in expr.args]
    found = looked_up(cell_table(w, cells, where), args.pop(0)) if definition.owner else Const(where[cells])
    return in_row(w, found, definition.per, args, step)


def in_row(w: Writer, first: Expr, per: tuple[str, ...], args: list[Expr], step: int) -> Expr:
    """Where something is, of which there is one per player or value: behind the first of them."""
    for at, arg in enumerate(args):
        first = sum_of(first, times(arg, step * w.book.layout.layout.width(per[at + 1 :])))
    return first


def counts_at(w: Writer, where: Expr) -> Expr:
    """The counts of a place of tokens, in memory."""
    return sum_of(w.words, where)


def card_field(w: Writer, card: Expr, name: str) -> Load:
    """A field of where a card lies."""
    at = w.book.layout.cards_at + Card.record_fields()[name].at
    base, far = place_of(sum_of(w.words, sum_of(times(card, Card.record_size()), Const(at))))
    return Load(4, base, far)


def var(w: Writer, name: str, args: Sequence[core.Expr]) -> Load:
    """A variable."""
    definition = w.numbering.vars[name]
    cells, where = w.book.layout.layout.tables[made_names.var_cells(name)], w.book.layout.vars
    if not args:
        return Load(8, Get(STATE), where[cells])
    found = [w.value(arg) for arg in args]
    first = looked_up(cell_table(w, cells, where), found.pop(0)) if definition.owner else Const(where[cells])
    base, far = place_of(sum_of(Get(STATE), in_row(w, first, definition.per, found, 1)))
    return Load(8, base, far)


def printed(w: Writer, expr: core.FieldOf) -> Expr:
    """What is printed on a card, on the face that shows or on a given one."""
    field = w.numbering.fields[expr.field]
    rows = w.book.printed[expr.field]
    card = w.value(expr.card)
    if not field.faced:
        return looked_up(w.book.tables.numbers([w.held(each, field.type) for each in rows]), card, 8)
    most = max((len(row) for row in rows), default=1) or 1
    none = none_of(field.type)
    flat = [w.held(each, field.type) for row in rows for each in (*row, *[None] * (most - len(row)))]
    table = w.book.tables.numbers([none if each is None else each for each in flat])
    card = w.named(card)
    if expr.face:
        faces = [names.index(expr.face) if expr.face in names else 0 for names in w.book.faces]
        face = looked_up(w.book.tables.words(faces), card)
    else:
        face = card_field(w, card, "face")
    return looked_up(table, sum_of(times(card, most), face), 8)

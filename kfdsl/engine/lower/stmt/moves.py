"""Moving pieces in flat form: tokens, groups, cards.

In:   core.Move.      Out:  statements.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Const, Do, Expr, Get, Load, Store
from kfdsl.engine.flat.read.expression import place_of
from kfdsl.engine.library.chance import draw
from kfdsl.engine.library.machine import NOWHERE, touch_card
from kfdsl.engine.library.moves import gather, move_every, move_exactly, move_group, move_some, move_up_to
from kfdsl.engine.library.told.telling import tell_card, tell_every, tell_exactly, tell_group, tell_some, tell_up_to
from kfdsl.engine.library.trays import move_card
from kfdsl.engine.library.values import bundle_kinds
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.places import card_field, looked_up, place
from kfdsl.engine.lower.telling import refuse
from kfdsl.engine.lower.writer import STATE, Writer
from kfdsl.program import core, made_names
from kfdsl.program.types import BUNDLE, WANT


def move(w: Writer, stmt: core.Move) -> None:
    """Pieces from places to a place."""
    assert isinstance(stmt.target, core.PlaceAt)
    target = w.named(target_of(w, stmt.target))
    match stmt.source:
        case None:
            assert stmt.what is not None
            if stmt.what.type.head == "group":
                group = w.named(w.value(stmt.what))
                w.attempt(w.call(move_group, Get(STATE), group, target))
                w.did(Load(8, *place_of(group)))
                w.tell(tell_group, group, target, span=stmt.span)
            else:
                one_card(w, stmt, w.value(stmt.what), target)
        case core.Expr() if stmt.source.type.head == "list":
            cards(w, stmt, target)
        case core.PlaceAt(place=name) if w.numbering.places[name].per_corner:
            cells = w.named(loops.corners(w, stmt.source))
            w.put(Do(w.call(gather, Get(STATE), cells)))
            tokens(w, stmt, w.named(looked_up(1, cells, 8)), target)
        case core.PlacesWith():
            rows = w.book.layout.layout.tables[made_names.trait_cells(stmt.source.trait)]
            where = [w.book.tables.listed([w.book.layout.places[cell] for cell in cells]) for cells in rows]
            listed = w.named(looked_up(w.book.tables.words(where), w.value(stmt.source.card)))
            loops.listed(w, listed, lambda source: tokens(w, stmt, source, target), 0, stmt.source)
        case core.PlaceAt():
            tokens(w, stmt, w.named(place(w, stmt.source)), target)
        case _:
            raise AssertionError(stmt)


def target_of(w: Writer, target: core.PlaceAt) -> Expr:
    """Where pieces go; in an area, to its first corner that has such a place."""
    if w.numbering.places[target.place].per_corner:
        return loops.first_corner(w, target)
    return place(w, target)


def tokens(w: Writer, stmt: core.Move, source: Expr, target: Expr) -> None:
    """Tokens from one place to another."""
    line = Const(w.book.line(stmt.span))
    if stmt.strength == "every":
        mask = w.numbering.mask(stmt.only) if stmt.only else (1 << w.book.layout.tokens) - 1
        w.tell(tell_every, Get(STATE), source, target, Const(mask), span=stmt.span)
        w.did(w.named(w.call(move_every, Get(STATE), source, target, Const(mask))))
        return
    assert stmt.what is not None
    if stmt.at_random:
        up_to = Const(int(stmt.strength == "up_to"))
        want, spends = w.value(stmt.what, WANT), Const(int(w.is_price))
        # in a trial chance ends it, if anything is drawn at all: who comes further has drawn nothing, and done nothing
        w.attempt(w.call(draw, Get(STATE), source, target, want, up_to, line, spends))
    elif stmt.strength == "up_to":
        bundle = w.named(w.value(stmt.what, BUNDLE))
        w.tell(tell_up_to, Get(STATE), source, target, bundle, span=stmt.span)
        w.did(w.named(w.call(move_up_to, Get(STATE), source, target, bundle)))
    else:
        exactly(w, stmt, stmt.what, source, target)


def exactly(w: Writer, stmt: core.Move, what: core.Expr, source: Expr, target: Expr) -> None:
    """All of a bundle; of one token, which is most often what is moved, without making a bundle of it."""
    match what:
        case core.Const(value=((int(count), str(token), _),)) if what.type == BUNDLE:
            one: tuple[Expr, Expr] = (Const(w.numbering.tokens[token]), Const(count))
        case core.Prim(word="amount", args=(token_expr,)):
            one = (w.named(w.value(token_expr)), Const(int(what.data)))
        case _:
            bundle = w.named(w.value(what, BUNDLE))
            w.tell(tell_exactly, Get(STATE), source, target, bundle, span=stmt.span)
            w.did(w.call(bundle_kinds, bundle))  # before it is moved: it may be all that lies there
            w.attempt(w.call(move_exactly, Get(STATE), source, target, bundle))
            return
    w.tell(tell_some, Get(STATE), source, target, *one, span=stmt.span)
    w.attempt(w.call(move_some, Get(STATE), source, target, *one))
    w.did(None if one[1] != Const(0) else Const(0))


def cards(w: Writer, stmt: core.Move, target: Expr) -> None:
    """All cards of a list, or those of a kind."""
    assert stmt.source is not None
    weight = w.book.facts.costs.weight(stmt)
    items = loops.kept(w, stmt.source, 0)

    def do(card: Expr) -> None:
        if not stmt.only:
            one_card(w, stmt, card, target)
            return
        row = [int(w.numbering.is_a(each, stmt.only)) for each in range(w.book.layout.cards)]
        w.when(looked_up(w.book.tables.words(row), card), lambda: one_card(w, stmt, card, target))

    loops.listed(w, items, do, weight, stmt.source, frees=True)


def one_card(w: Writer, stmt: core.Move, card: Expr, target: Expr) -> None:
    """One card; a slot takes only one."""
    assert isinstance(stmt.target, core.PlaceAt)
    card = w.named(card)
    definition = w.numbering.places[stmt.target.place]
    if definition.single:
        taken = loops.tray_field(w, target, "count")
        words = f"{stmt.target.place.replace('_', ' ')} is taken"
        w.when(taken, lambda: refuse(w, "", (words,), stmt.span))
    w.tell(tell_card, Get(STATE), card, target, span=stmt.span)
    w.put(Do(w.call(move_card, Get(STATE), card, target)))
    take_up(w, card)
    w.did()


def take_up(w: Writer, card: Expr) -> None:
    """A card that was moved has no spot any more, wherever it came from; only `lay` gives it one."""
    if w.numbering.spotted:
        where = card_field(w, card, "spot")
        w.put(Do(w.call(touch_card, Get(STATE), card)))
        w.put(Store(4, where.base, where.offset, Const(NOWHERE)))

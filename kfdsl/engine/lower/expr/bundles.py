"""Bundles, groups and wants in flat form: counts are read one by one where it is known which matter.

In:   core expressions over bundles.      Out:  expressions.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Binary, Call, Const, Expr, IfElse, Load
from kfdsl.engine.flat.read.expression import place_of, sum_of
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.library.lists import list_has
from kfdsl.engine.library.sameness import has_same
from kfdsl.engine.library.values import (
    bundle_enough,
    bundle_kinds,
    bundle_of_one,
    bundle_only,
    bundle_plus,
    bundle_same,
    bundle_size,
    places_part,
    places_total,
)
from kfdsl.engine.library.wants import group_bundle, group_only, group_size, want_kinds, want_only, want_size
from kfdsl.engine.lower.expr.places import card_field, place
from kfdsl.engine.lower.held import form_of, is_place
from kfdsl.engine.lower.writer import Writer
from kfdsl.program import core
from kfdsl.program.types import Type


def bundle(w: Writer, expr: core.Expr) -> Expr:
    """A bundle, also of a group."""
    found = w.value(expr)
    return w.room(group_bundle, found) if expr.type.head == "group" else found


def counts(w: Writer, expr: core.Expr) -> tuple[Expr, tuple[int, ...] | None]:
    """A bundle, and which of its counts matter (None: all)."""
    if isinstance(expr, core.Prim) and expr.word == "only" and expr.type.head == "bundle":
        mine = w.numbering.token_traits.get(expr.data, ())
        if not (isinstance(expr.args[0], core.Prim) and expr.args[0].word == "only"):
            whole = bundle(w, expr.args[0])
            return w.named(_narrower(w, whole, Const(sum(1 << token for token in mine))) or whole), mine
        found, narrower = counts(w, expr.args[0])
        return found, mine if narrower is None else tuple(i for i in mine if i in narrower)
    return w.named(bundle(w, expr)), None


def _narrower(w: Writer, whole: Expr, mask: Expr) -> Expr | None:
    """What lies in several places together, of some tokens only: the others are not added up; None if it is anything else."""
    match whole:
        case Call(function, (state, places)) if function == flat_name(places_total):
            return w.room(places_part, state, places, mask)
    return None


def count(row: Expr, token: Expr) -> Expr:
    """How many of one token are in a bundle."""
    return Load(4, *place_of(sum_of(row, token)))


def size_of(w: Writer, expr: core.Expr) -> Expr:
    """How many."""
    match expr.type.head:
        case "bundle":
            row, which = counts(w, expr)
            if which is None:
                return w.call(bundle_size, row)
            found: Expr = Const(0)
            for token in which:
                one = count(row, Const(token))
                found = one if found == Const(0) else Binary("+", found, one)
            return found
        case "group":
            return w.call(group_size, w.value(expr))
        case "want":
            return w.call(want_size, w.value(expr))
    raise AssertionError(expr.type)


def kinds_in(w: Writer, expr: core.Expr) -> Expr:
    """Which tokens occur, as bits."""
    if expr.type.head == "want":
        return w.call(want_kinds, w.value(expr))
    row, which = counts(w, expr)
    if which is None:
        return w.call(bundle_kinds, row)
    found: Expr = Const(0)
    for token in which:
        one = IfElse(count(row, Const(token)), Const(1 << token), Const(0))
        found = one if found == Const(0) else Binary("|", found, one)
    return found


def has_test(w: Writer, expr: core.Prim) -> Expr:
    """Whether something is among others."""
    whole = expr.args[0]
    if expr.data:
        inner = core.Prim(word="only", args=(whole,), data=expr.data, type=Type("bundle"), span=expr.span)
        return Binary(">", size_of(w, inner), Const(0))
    if whole.type.head in ("bundle", "group") and expr.args[1].type.head in ("bundle", "group"):
        return w.call(bundle_enough, w.named(bundle(w, whole)), bundle(w, expr.args[1]))
    if whole.type.head in ("bundle", "group"):
        row = w.named(bundle(w, whole))
        return Binary(">", count(row, w.value(expr.args[1])), Const(0))
    return contains(w, whole, expr.args[1])


def contains(w: Writer, whole: core.Expr, item: core.Expr) -> Expr:
    """Membership of a list or set."""
    if whole.type.head == "set":
        members = w.named(w.value(whole))
        return Binary("&", Binary(">>", members, w.value(item)), Const(1))
    if isinstance(whole, core.PlaceAt):  # a card lies in one tray, and knows which
        return Binary("==", card_field(w, w.value(item), "tray"), place(w, whole))
    listed = w.named(w.value(whole))
    if whole.type.inner is not None and is_place(whole.type.inner):
        inner = whole.type.inner
        return w.call(has_same, listed, w.value(item, inner), Const(form_of(inner)))
    return w.call(list_has, listed, w.value(item))


def only_part(w: Writer, expr: core.Prim) -> Expr:
    """The part of a bundle, group or want that is of a token or trait."""
    return part(w, expr.type, w.value(expr.args[0]), Const(w.numbering.mask(expr.data)))


def part(w: Writer, type_: Type, whole: Expr, mask: Expr) -> Expr:
    """The part that is of some tokens."""
    narrower = _narrower(w, whole, mask)
    if narrower is not None:
        return narrower
    function = {"group": group_only, "want": want_only}.get(type_.head, bundle_only)
    return w.room(function, whole, mask)


def same_bundle(w: Writer, one: core.Expr, other: core.Expr) -> Expr:
    first = w.named(bundle(w, one))
    return w.call(bundle_same, first, bundle(w, other))


def both_bundles(w: Writer, expr: core.Prim) -> Expr:
    first = w.named(bundle(w, expr.args[0]))
    return w.room(bundle_plus, first, bundle(w, expr.args[1]), Const(w.book.line(expr.span)))


def amount(w: Writer, token: core.Expr, how_many: int) -> Expr:
    return w.room(bundle_of_one, w.value(token), Const(how_many))

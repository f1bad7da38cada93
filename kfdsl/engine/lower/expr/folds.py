"""`sum`, `most`, `least`, `common`, `union`, `list`, `any`, `all` over items in flat form.

In:   core Folds.      Out:  one value made of one for each item.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kfdsl.engine.flat.form import Binary, Const, Do, Either, Expr, Get, If, Set, Unary
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.values import add_to_bundle, checked_add, new_bundle
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.bundles import bundle
from kfdsl.engine.lower.held import is_place, none_of
from kfdsl.engine.lower.writer import Writer
from kfdsl.program import core
from kfdsl.program.types import Type


def folded(w: Writer, word: str, folds: tuple[core.Fold, ...], otherwise: core.Expr | None, type_: Type) -> Expr:
    """One value made of one for each item of one or several loops."""
    if word == "list":
        start = w.let(w.call(begin_list))
        for fold in folds:
            loops.nested(w, fold, partial(_add, w, fold, type_.inner), _charged(w, fold), not _makes_places(type_))
        return w.named(w.room(end_list, Get(start)))
    if type_.head == "bundle":
        total = w.let(w.room(new_bundle))
        for fold in folds:
            loops.nested(w, fold, partial(_add_bundle, w, fold, total), _charged(w, fold), frees=True)
        return Get(total)
    found = w.let(Const({"common": -1, "all": 1, "most": none_of(type_), "least": none_of(type_)}.get(word, 0)))
    is_checked = word == "sum" and w.book.facts.ranges.may_leave_sum(folds, w.known)
    some = w.let(Const(0)) if word in ("most", "least") else ""
    for fold in folds:
        loops.nested(w, fold, _taking(w, word, fold, found, some, is_checked), _charged(w, fold), not is_place(type_))
    if otherwise is not None:
        nothing = Binary("==", Get(found), Const(-1)) if word == "common" else Unary("not", Get(some))
        w.when(nothing, lambda: w.put(Set(found, w.value(otherwise, type_))))
    return Get(found)


def _makes_places(type_: Type) -> bool:
    return type_.inner is not None and is_place(type_.inner)


def _charged(w: Writer, fold: core.Fold) -> int:
    return w.book.facts.costs.weight(fold.where, fold.value)


def _add(w: Writer, fold: core.Fold, wanted: Type | None) -> None:
    w.put(Do(w.call(add_item, w.value(fold.value, wanted))))


def _add_bundle(w: Writer, fold: core.Fold, total: str) -> None:
    w.put(Do(w.call(add_to_bundle, Get(total), bundle(w, fold.value), Const(w.book.line(fold.span)))))


def _taking(w: Writer, word: str, fold: core.Fold, found: str, some: str, is_checked: bool) -> Callable[[], None]:
    """What is done with the value of one item."""

    def take() -> None:
        value = w.value(fold.value)
        match word:
            case "sum" if is_checked:
                w.put(Set(found, w.call(checked_add, Get(found), value, Const(w.book.line(fold.span)))))
            case "sum":
                w.put(Set(found, Binary("+", Get(found), value)))
            case "union":
                w.put(Set(found, Binary("|", Get(found), value)))
            case "common":
                w.put(Set(found, Binary("&", Get(found), value)))
            case "any":
                w.put(If(value, (Set(found, Const(1)),), ()))
            case "all":
                w.put(If(Unary("not", value), (Set(found, Const(0)),), ()))
            case "most" | "least":
                value = w.named(value)
                better = Either(Unary("not", Get(some)), Binary(">" if word == "most" else "<", value, Get(found)))
                w.put(If(better, (Set(found, value), Set(some, Const(1))), ()))
            case _:
                raise AssertionError(word)

    return take

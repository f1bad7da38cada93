"""`any`, `no`, `all`, `only`, `first` in flat form.

In:   a core Pick.      Out:  an expression, behind the loop that found it.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Binary, Break, Const, Do, Either, Expr, Get, If, IfElse, Set, Stmt, Unary
from kfdsl.engine.library.lists import add_item, begin_list, end_list, end_sorted
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.bundles import part
from kfdsl.engine.lower.held import none_of
from kfdsl.engine.lower.writer import Writer
from kfdsl.program import core


def pick(w: Writer, expr: core.Pick) -> Expr:
    w.bind(expr.name, expr.items)
    frees = not loops.holds_places(expr.items)
    charged = w.book.facts.costs.weight(expr.where, expr.ranking)
    if expr.word == "sorted":
        return _sorted(w, expr, charged, frees)
    if expr.word == "all":
        return _all_best(w, expr, charged, frees) if expr.ranking is not None else _all(w, expr, charged, frees)
    if expr.ranking is not None:
        return _ranked(w, expr, charged, frees)
    if expr.word == "only":
        return _only(w, expr, charged, frees)
    return _found(w, expr, charged, frees)


def _found(w: Writer, expr: core.Pick, charged: int, frees: bool) -> Expr:
    """The first that fits, or whether there is any."""
    is_test = expr.word in ("any", "no")
    nothing = Const(int(expr.word == "no")) if is_test else Const(none_of(expr.type))
    found = w.let(nothing)
    one_loop = loops.is_one_loop(expr.items)

    def take(item: Expr) -> None:
        value = Const(int(expr.word == "any")) if is_test else item
        leave: tuple[Stmt, ...] = (Break(),) if one_loop else ()
        taken = (Set(found, value), *leave)
        if one_loop:
            for statement in taken:
                w.put(statement)
        else:  # several loops one after the other: what comes later does not count
            w.put(If(Binary("==", Get(found), nothing), taken, ()))

    loops.each(w, expr.items, lambda item: loops.where(w, expr.name, item, expr.where, take), charged, frees)
    return Get(found)


def _only(w: Writer, expr: core.Pick, charged: int, frees: bool) -> Expr:
    """The one that fits, if there is no other."""
    found, many = w.let(Const(none_of(expr.type))), w.let(Const(0))

    def take(item: Expr) -> None:
        w.put(Set(found, item))
        w.put(Set(many, Binary("+", Get(many), Const(1))))

    loops.each(w, expr.items, lambda item: loops.where(w, expr.name, item, expr.where, take), charged, frees)
    return IfElse(Binary("==", Get(many), Const(1)), Get(found), Const(none_of(expr.type)))


def _ranked(w: Writer, expr: core.Pick, charged: int, frees: bool) -> Expr:
    """The one with the most or least of something."""
    assert expr.ranking is not None
    ranking = expr.ranking
    found, best, tied, any_ = (w.let(Const(start)) for start in (none_of(expr.type), 0, 0, 0))

    def take(item: Expr) -> None:
        value = w.named(w.value(ranking))
        better = Either(Unary("not", Get(any_)), Binary("<" if expr.least else ">", value, Get(best)))
        first = (Set(found, item), Set(best, value), Set(tied, Const(0)), Set(any_, Const(1)))
        w.put(If(better, first, (If(Binary("==", value, Get(best)), (Set(tied, Const(1)),), ()),)))

    loops.each(w, expr.items, lambda item: loops.where(w, expr.name, item, expr.where, take), charged, frees)
    return IfElse(Get(tied), Const(none_of(expr.type)), Get(found)) if expr.word == "only" else Get(found)


def _all_best(w: Writer, expr: core.Pick, charged: int, frees: bool) -> Expr:
    """All that share the most or least of something."""
    assert expr.ranking is not None
    ranking = expr.ranking
    best, any_ = w.let(Const(0)), w.let(Const(0))

    def look(_: Expr) -> None:
        value = w.named(w.value(ranking))
        better = Either(Unary("not", Get(any_)), Binary("<" if expr.least else ">", value, Get(best)))
        w.put(If(better, (Set(best, value), Set(any_, Const(1))), ()))

    loops.each(w, expr.items, lambda item: loops.where(w, expr.name, item, expr.where, look), charged, frees)
    start = w.let(w.call(begin_list)) if expr.type.head == "list" else w.let(Const(0))

    def take(item: Expr) -> None:
        same = Binary("==", w.value(ranking), Get(best))
        w.when(same, lambda: _gather(w, expr, start, item))

    loops.each(w, expr.items, lambda item: loops.where(w, expr.name, item, expr.where, take), charged, frees)
    return w.named(w.room(end_list, Get(start))) if expr.type.head == "list" else Get(start)


def _sorted(w: Writer, expr: core.Pick, charged: int, frees: bool) -> Expr:
    """Those for which a condition holds, the least first."""
    assert expr.ranking is not None
    ranking = expr.ranking
    start = w.let(w.call(begin_list))

    def take(item: Expr) -> None:
        rank = w.named(w.value(ranking))
        w.put(Do(w.call(add_item, rank)))
        w.put(Do(w.call(add_item, item)))

    loops.each(w, expr.items, lambda item: loops.where(w, expr.name, item, expr.where, take), charged, frees)
    return w.named(w.room(end_sorted, Get(start), Const(w.book.line(expr.span))))


def _gather(w: Writer, expr: core.Pick, found: str, item: Expr) -> None:
    if expr.type.head == "list":
        w.put(Do(w.call(add_item, item)))
    else:
        w.put(Set(found, Binary("|", Get(found), Binary("<<", Const(1), item))))


def _all(w: Writer, expr: core.Pick, charged: int, frees: bool) -> Expr:
    """Those for which a condition holds."""
    if expr.type.head == "list":
        return loops.kept(w, expr, charged)
    whole = w.named(w.value(expr.items))
    found = w.let(Const(0))
    loops.each(
        w,
        expr.items,
        lambda item: loops.where(w, expr.name, item, expr.where, lambda i: _gather(w, expr, found, i)),
        charged,
        frees,
    )
    return Get(found) if expr.type.head == "set" else part(w, expr.type, whole, Get(found))

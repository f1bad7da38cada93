"""Core expressions in flat form.

In:   core nodes.      Out:  expressions, with statements before them where they need any.
Where an expression stands behind `and` or in a branch, those statements go into that branch, so nothing is read that the rule
would not read.
"""

from __future__ import annotations

from kfdsl.engine.flat.form import Binary, Call, Const, Expr, Get, If, IfElse, Return, Set
from kfdsl.engine.library.choices.idle import idle_effect
from kfdsl.engine.library.choices.trials import possible_effect
from kfdsl.engine.library.values import places_total, still_a, still_there
from kfdsl.engine.library.wants import group_bundle, want_of
from kfdsl.engine.lower.expr import loops
from kfdsl.engine.lower.expr.folds import folded
from kfdsl.engine.lower.expr.picks import pick
from kfdsl.engine.lower.expr.places import counts_at, looked_up, place, printed, var
from kfdsl.engine.lower.expr.words import is_a, word
from kfdsl.engine.lower.held import is_place, none_of
from kfdsl.engine.lower.writer import STATE, Book, Writer
from kfdsl.program import core, made_names
from kfdsl.program.numbering import is_converted
from kfdsl.program.types import Type


def writer(book: Book, name: str, params: list[str]) -> Writer:
    """A function that is not written yet."""
    return Writer(book, expression, name, params)


def expression(w: Writer, expr: core.Expr, wanted: Type | None = None) -> Expr:
    """An expression, of the type that is wanted."""
    if isinstance(expr, core.Const) and expr.type.head == "bundle" and wanted is not None and wanted.head == "want":
        counts = w.numbering.literal(expr.value, expr.type)
        return Const(w.held([(count, 1 << token, False) for token, count in enumerate(counts) if count], wanted))
    found = _plain(w, expr)
    if expr.declared is not None and not isinstance(expr, core.Local):
        found = _still(w, found, expr, expr.declared)
    return found if wanted is None else _converted(w, found, expr.type, wanted)


def _still(w: Writer, found: Expr, expr: core.Expr, declared: Type) -> Expr:
    """Something of which a condition said more than its type: what is done in between may have changed it. Locals never change."""
    line = Const(w.book.line(expr.span))
    if declared.head == "maybe" and expr.type.head != "maybe":
        found = w.call(still_there, found, Const(none_of(expr.type)), line)
        declared = declared.inner or declared
    if expr.type.head == "card" and expr.type.name != declared.name:
        card = w.named(found)
        found = w.call(still_a, card, is_a(w, card, expr.type.name), line)
    return found


def _plain(w: Writer, expr: core.Expr) -> Expr:
    match expr:
        case core.Const():
            return Const(w.held(w.numbering.literal(expr.value, expr.type), expr.type))
        case core.Local():
            return Get(made_names.local(expr.name))
        case core.PlaceAt() if expr.type.head == "list":
            return loops.kept(w, expr, 0)
        case core.PlaceAt() if w.numbering.places[expr.place].per_corner:
            return w.room(places_total, Get(STATE), loops.corners(w, expr))
        case core.PlaceAt():
            return counts_at(w, place(w, expr))
        case core.PlacesWith():
            rows = w.book.layout.layout.tables[made_names.trait_cells(expr.trait)]
            where = [w.book.tables.listed([w.book.layout.places[cell] for cell in cells]) for cells in rows]
            return w.room(places_total, Get(STATE), looked_up(w.book.tables.words(where), w.value(expr.card)))
        case core.VarOf():
            return var(w, expr.var, expr.args)
        case core.FieldOf():
            return printed(w, expr)
        case core.Ask():
            return _asked(w, expr)
        case core.Prim():
            return word(w, expr)
        case core.IfElse():
            return _one_of_two(w, expr)
        case core.LetIn():
            w.bind(expr.name, expr.value)
            w.put(Set(made_names.local(expr.name), w.value(expr.value)))
            return w.value(expr.body)
        case core.Pick():
            return pick(w, expr)
        case core.Trial():
            rule = w.named(printed(w, expr.effect))
            by, at = w.named(w.value(expr.by)), w.named(w.value(expr.at))
            function = possible_effect if expr.word == "possible" else idle_effect
            return w.call(function, Get(STATE), rule, by, at, Const(w.book.line(expr.span)))
        case core.Fold():
            return folded(w, expr.word, (expr,), expr.otherwise, expr.type)
    raise AssertionError(expr)


def _asked(w: Writer, expr: core.Ask) -> Expr:
    query = w.numbering.queries[expr.query]
    body = w.book.inliner.inlined(expr)
    if body is not None:
        return w.value(body, query.result)
    args = [w.named(w.value(arg, type_)) for arg, (_, type_) in zip(expr.args, query.params, strict=True)]
    w.takes_room |= is_place(query.result)
    return Call(made_names.query(expr.query), (Get(STATE), *args))


def _one_of_two(w: Writer, expr: core.IfElse) -> Expr:
    test = w.value(expr.test)
    with w.block() as yes:
        w.reached("answer", expr.then.span)
        then = w.value(expr.then, expr.type)
    with w.block() as no:
        w.reached("answer", expr.other.span)
        other = w.value(expr.other, expr.type)
    if not yes and not no:
        return IfElse(test, then, other)
    name = w.fresh()
    w.put(If(test, (*yes, Set(name, then)), (*no, Set(name, other))))
    return Get(name)


def _converted(w: Writer, found: Expr, given: Type, wanted: Type) -> Expr:
    """A bundle serves as a want, a group as a bundle, alone or inside others."""
    if not is_converted(given, wanted):
        if given.head == "none":
            return Const(none_of(wanted))
        return found
    if wanted.head == "maybe" and wanted.inner is not None:
        if given.head != "maybe" or given.inner is None:
            return _converted(w, found, given, wanted.inner)
        value = w.named(found)
        with w.block() as there:
            inner = _converted(w, value, given.inner, wanted.inner)
        name = w.let(value)
        w.put(If(Binary("!=", value, Const(none_of(given))), (*there, Set(name, inner)), ()))
        return Get(name)
    if wanted.head == "list" and given.inner is not None and wanted.inner is not None:
        return loops.converted(w, found, given.inner, wanted.inner, _converted)
    bundle = w.room(group_bundle, found) if given.head == "group" else found
    return w.room(want_of, bundle) if wanted.head == "want" else bundle


def give_back(w: Writer, expr: core.Expr, wanted: Type) -> None:
    """End a function with a value."""
    if isinstance(expr, core.IfElse):
        then, other = expr.then, expr.other

        def answer(one: core.Expr) -> None:
            w.reached("answer", one.span)
            give_back(w, one, wanted)

        w.when(w.value(expr.test), lambda: answer(then), lambda: answer(other))
    else:
        w.put(Return(w.value(expr, wanted)))

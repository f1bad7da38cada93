"""Collections: sets, lists that are looked up, picks and folds.

In:   `{a, b}`, `[a, b]`, `[0, 2] at n`, `all k in kilns where …`, `sum of e for x in xs`.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.program import core, types
from kfdsl.program.types import BOOL, BUNDLE, NUMBER, TOKEN, UNKNOWN, Type, fits, joint
from kfdsl.text.source import Span


def element_type(context: Context, items: core.Expr) -> Type:
    """What a collection is of."""
    if items.type.head in ("list", "set") and items.type.inner:
        return items.type.inner
    if items.type.head in ("bundle", "group"):
        return TOKEN
    if items.type.head != "unknown":
        context.wrong(
            "wrong-type",
            f"{items.type} is not a collection",
            items.span,
            f"{items.type}",
            "use a list, a set or a bundle",
        )
    return UNKNOWN


def set_expr(context: Context, node: nodes.SetOf, scope: Scope, wanted: Type | None) -> core.Expr:
    """`{a, b}`"""
    items = tuple(context.expr(item, scope) for item in node.items)
    inner = wanted.inner if wanted and wanted.head == "set" and wanted.inner else types.NONE
    if items:
        found = _of_one_type(context, items, "set")
        if found is None:
            return context.unknown(node.span)
        inner = found
        if inner.head not in ("token", "player", "card", "value", "unknown"):
            return context.wrong(
                "wrong-type",
                f"there are no sets of {inner}",
                node.span,
                f"{inner}",
                "sets hold tokens, players, cards or values",
            )
    return core.Prim(word="set", args=items, type=types.set_of(inner), span=node.span)


def list_expr(context: Context, node: nodes.ListOf, scope: Scope, wanted: Type | None) -> core.Expr:
    """`[a, b]`"""
    inner = wanted.inner if wanted and wanted.head == "list" and wanted.inner else types.NONE
    items = tuple(context.expr(item, scope) for item in node.items)
    if items:
        found = _of_one_type(context, items, "list")
        if found is None:
            return context.unknown(node.span)
        if inner.head == "none" or not fits(found, inner, context.names.lineage):
            inner = found
    return core.Prim(word="items", args=items, type=types.list_of(inner), span=node.span)


def lookup_expr(context: Context, node: nodes.Lookup, scope: Scope) -> core.Expr:
    """`[0, 2, 4] at n`"""
    items = tuple(context.expr(item, scope) for item in node.items)
    index = context.expr(node.index, scope, NUMBER)
    inner = _of_one_type(context, items, "list")
    if inner is None:
        return context.unknown(node.span)
    written = _written_number(index)
    if written is not None and written not in range(len(items)):
        return context.wrong(
            "outside-list",
            f"this list has no item {written}",
            index.span,
            f"its items are counted from 0 to {len(items) - 1}",
            "write a number within it; one that is found out in the game may lie beyond it",
        )
    listed = core.Prim(word="items", args=items, type=types.list_of(inner), span=node.span)
    return core.Prim(word="at", args=(listed, index), type=inner, span=node.span)


def _written_number(expr: core.Expr) -> int | None:
    """A number that does not depend on the game."""
    match expr:
        case core.Const(value=int() as number):
            return number
        case core.Prim(word="negative", args=(core.Const(value=int() as number),)):
            return -number
        case _:
            return None


def _of_one_type(context: Context, items: Sequence[core.Expr], what: str) -> Type | None:
    """What all items are, in the widest sense; none if they are of several types."""
    inner = items[0].type
    for item in items[1:]:
        wide = joint(inner, item.type, context.names.lineage)
        if wide is None:
            context.wrong(
                "wrong-type",
                f"a {what} holds values of one type, not {inner} and {item.type}",
                item.span,
                f"{item.type}",
                f"write only values of type {inner}",
            )
            return None
        inner = wide
    return inner


def pick_expr(context: Context, node: nodes.Pick, scope: Scope) -> core.Expr:
    """`any`, `no`, `all`, `the only`, `the first`"""
    items = context.expr(node.items, scope)
    check_free(context, node.name, scope, node.span)
    inner = scope.bind(node.name, element_type(context, items))
    where = context.test(node.where, inner) if node.where else None
    if where is not None:
        inner = inner.knowing(facts(where, True))
    ranking = context.expr(node.ranking, inner, NUMBER) if node.ranking else None
    element = inner.facts.get(("Local", node.name), inner.locals[node.name])
    result = BOOL if node.word in ("any", "no") else types.maybe(element)
    if node.word == "all":
        result = (
            items.type if items.type.head in ("bundle", "group", "unknown") else Type(items.type.head, inner=element)
        )
        if ranking is not None and items.type.head in ("bundle", "group"):
            result = types.set_of(TOKEN)  # which tokens they are; how many of them was not the question
    if node.word == "sorted":
        result = types.list_of(element) if items.type != UNKNOWN else UNKNOWN
    return core.Pick(
        word=node.word,
        name=node.name,
        items=items,
        where=where,
        ranking=ranking,
        least=node.least,
        type=result,
        span=node.span,
    )


def fold_expr(context: Context, node: nodes.Fold, scope: Scope) -> core.Expr:
    """`sum of e for x in xs where c otherwise d`"""
    return folded(
        context, node.word, node.value, ((node.name, node.items),), node.where, node.otherwise, scope, node.span
    )


def folded(
    context: Context,
    word: str,
    value: nodes.Expr,
    binders: Sequence[tuple[str, nodes.Expr]],
    where: nodes.Expr | None,
    otherwise: nodes.Expr | None,
    scope: Scope,
    span: Span,
) -> core.Expr:
    """One value made of one for each item."""
    inner = scope
    bound: list[tuple[str, core.Expr]] = []
    for name, items in binders:
        checked = context.expr(items, inner)
        check_free(context, name, inner, span)
        inner = inner.bind(name, element_type(context, checked))
        bound.append((name, checked))
    test = context.test(where, inner) if where else None
    if test is not None:
        inner = inner.knowing(facts(test, True))
    made = context.expr(value, inner)
    result = fold_type(context, word, made, span)
    default = context.expr(otherwise, scope, result) if otherwise else None
    if default is None and word in ("most", "least", "common") and result.head != "unknown":
        return context.wrong(
            "no-default",
            f"`{word} of` nothing has no value",
            span,
            "what if there is none?",
            "end it with `otherwise …`",
        )
    return core.Fold(word=word, value=made, binders=tuple(bound), where=test, otherwise=default, type=result, span=span)


def fold_type(context: Context, word: str, made: core.Expr, span: Span) -> Type:
    """What a fold gives."""
    head = made.type.head
    if head == "unknown":
        return UNKNOWN
    if word == "list":
        return types.list_of(made.type)
    good = {
        "sum": ("number", "bundle"),
        "most": ("number",),
        "least": ("number",),
        "common": ("set",),
        "union": ("set",),
    }[word]
    if head not in good:
        context.wrong(
            "wrong-type",
            f"`{word} of` takes {' or '.join(f'{each}s' for each in good)}, not {made.type}",
            made.span,
            f"{made.type}",
            f"write a {' or a '.join(good)} for each item",
        )
        return UNKNOWN
    return made.type if head != "group" else BUNDLE

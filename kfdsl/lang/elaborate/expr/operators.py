"""Operators.

In:   `a + b`, `x is there`, `clay in shelf`, `if a then b else c`, `let n = e in n * n`.      Out:  core.Expr.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import card_sort, check_free, trait_name
from kfdsl.lang.elaborate.expr.options import check_choices
from kfdsl.lang.elaborate.expr.words import apply_word
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.program import core, made_names, types
from kfdsl.program.types import BOOL, BUNDLE, TOKEN, WANT, Type, joint
from kfdsl.program.words import OPERATORS
from kfdsl.text.source import Span

Entries = tuple[tuple[int, str, bool], ...]


def operator_expr(context: Context, node: nodes.Op, scope: Scope) -> core.Expr:
    """`a + b`, `x is there`, `clay in shelf`"""
    if node.op in ("and", "or"):
        one = context.test(node.args[0], scope)
        other = context.test(node.args[1], scope.knowing(facts(one, node.op == "and")))
        return core.Prim(word=node.op, args=(one, other), type=BOOL, span=node.span)
    if node.op in ("is", "is not"):
        return is_expr(context, node, scope)
    if node.op in ("in", "not in"):
        found = in_expr(context, node, scope)
        return (
            found
            if node.op == "in"
            else apply_word(context, "not", OPERATORS["not"].rows, (found,), node.span, "not true")
        )
    if node.op == "has":
        trait = trait_name(context, node.args[1], scope)
        left = context.expr(node.args[0], scope)
        if trait is not None and left.type.head in ("bundle", "group"):
            return core.Prim(word="has", args=(left,), data=trait, type=BOOL, span=node.span)
        sort = card_sort(context, node.args[1], scope)
        if sort is not None and _is_of_cards(left):
            return _of_sort(context, left, sort, "any", node.span)
        right = context.expr(node.args[1], scope)
        return apply_word(context, "has", OPERATORS["has"].rows, (left, right), node.span, OPERATORS["has"].example)
    args = tuple(context.expr(arg, scope) for arg in node.args)
    if node.op == "+" and all(isinstance(arg, core.Const) and arg.type.head in ("bundle", "want") for arg in args):
        entries = tuple(
            entry for arg in args if isinstance(arg, core.Const) and isinstance(arg.value, tuple) for entry in arg.value
        )
        head = BUNDLE if all(arg.type == BUNDLE for arg in args) else WANT
        return core.Const(value=_merged(entries), type=head, span=node.span)
    if node.op in ("=", "!="):
        check_choices(context, args)
    if node.op in ("/", "mod") and isinstance(args[1], core.Const) and args[1].value == 0:
        return context.wrong(
            "by-zero",
            "nothing can be divided by zero",
            args[1].span,
            "this is zero",
            "write another number; one that is found out in the game and may be zero is asked first: `if n = 0 then 0 else 7 / n`",
        )
    return apply_word(context, node.op, OPERATORS[node.op].rows, args, node.span, OPERATORS[node.op].example)


def is_expr(context: Context, node: nodes.Op, scope: Scope) -> core.Expr:
    """`is there`, `is none`, `is empty`, `is kiln`, or the same."""
    found = _is_expr(context, node, scope)
    if node.op == "is" or found.type.head == "unknown":
        return found
    return core.Prim(word="not", args=(found,), type=BOOL, span=node.span)


def _is_expr(context: Context, node: nodes.Op, scope: Scope) -> core.Expr:
    left, right = node.args
    base = context.expr(left, scope)
    right = context.simple(right, scope, "kind", "trait")
    word = right.name if isinstance(right, nodes.Name) and scope.type_of(right) is None else ""
    if base.type.head == "unknown":
        return base
    if word in ("there", "none"):
        if base.type.head not in ("maybe", "none", "effect"):
            return context.wrong(
                "never-none", f"`{base.span.words}` is always there", node.span, f"{base.type}", "leave this out"
            )
        return core.Prim(word=word, args=(base,), type=BOOL, span=node.span)
    if word == "empty":
        if base.type.head not in ("list", "set", "bundle", "group", "want"):
            return context.wrong(
                "wrong-type",
                f"{base.type} is never empty",
                node.span,
                f"{base.type}",
                "only lists, sets, bundles and groups can be empty",
            )
        return core.Prim(word="empty", args=(base,), type=BOOL, span=node.span)
    sort = card_sort(context, right, scope) if base.type.head == "card" else None
    if sort is not None:
        if not set(context.names.kinds_of(sort)) & set(context.names.kinds_of(base.type.name)):
            return context.wrong(
                "never", f"no {base.type} is ever `{sort}`", node.span, "this can never hold", "leave it out"
            )
        return core.Prim(word="kind", args=(base,), data=sort, type=BOOL, span=node.span)
    other = context.expr(right, scope)
    check_choices(context, (base, other))
    found = apply_word(context, "=", OPERATORS["="].rows, (base, other), node.span, OPERATORS["is"].example)
    return found


def in_expr(context: Context, node: nodes.Op, scope: Scope) -> core.Expr:
    """`clay in shelf` picks; `k in kilns` asks."""
    left, right = node.args
    whole = context.expr(right, scope)
    if whole.type.head in ("bundle", "group", "want"):
        trait = trait_name(context, left, scope)
        if trait is not None:
            return core.Prim(word="only", args=(whole,), data=trait, type=whole.type, span=node.span)
        token = context.expr(left, scope, TOKEN)
        return core.Prim(word="only_token", args=(whole, token), type=whole.type, span=node.span)
    sort = card_sort(context, left, scope)
    if sort is not None and _is_of_cards(whole):
        return _of_sort(context, whole, sort, "all", node.span)
    item = context.expr(left, scope)
    return apply_word(context, "in", OPERATORS["in"].rows, (item, whole), node.span, OPERATORS["in"].example)


def _is_of_cards(expr: core.Expr) -> bool:
    return expr.type.head == "list" and expr.type.inner is not None and expr.type.inner.head == "card"


def _of_sort(context: Context, whole: core.Expr, sort: str, word: str, span: Span) -> core.Expr:
    """`kiln in row`, `row has kiln`: what of a list of cards is of a sort, and whether anything is."""
    assert whole.type.inner is not None
    if not set(context.names.kinds_of(sort)) & set(context.names.kinds_of(whole.type.inner.name)):
        return context.wrong(
            "never", f"no {whole.type.inner} is ever `{sort}`", span, "this can never hold", "leave it out"
        )
    card = core.Local(name=made_names.EACH, type=whole.type.inner, span=span)
    test = core.Prim(word="kind", args=(card,), data=sort, type=BOOL, span=span)
    narrow = sort if sort in context.names.kinds_of(whole.type.inner.name) else whole.type.inner.name
    type_ = BOOL if word == "any" else types.list_of(types.card(narrow))
    return core.Pick(
        word=word, name=made_names.EACH, items=whole, where=test, ranking=None, least=False, type=type_, span=span
    )


def if_else_expr(context: Context, node: nodes.IfElse, scope: Scope) -> core.Expr:
    """`if a then b else c`"""
    test = context.test(node.test, scope)
    then = context.expr(node.then, scope.knowing(facts(test, True)))
    other = context.expr(node.other, scope.knowing(facts(test, False)))
    wide = joint(then.type, other.type, context.names.lineage)
    if wide is None:
        return context.wrong(
            "wrong-type",
            f"the two sides are {then.type} and {other.type}",
            node.span,
            "they must be of one type",
            f"write something of type {then.type} behind `else`",
        )
    return core.IfElse(test=test, then=then, other=other, type=wide, span=node.span)


def let_expr(context: Context, node: nodes.LetIn, scope: Scope, wanted: Type | None) -> core.Expr:
    """`let n = e in n * n`"""
    value = context.expr(node.value, scope)
    check_free(context, node.name, scope, node.span)
    body = context.expr(node.body, scope.bind(node.name, value.type), wanted)
    return core.LetIn(name=node.name, value=value, body=body, type=body.type, span=node.span)


def _merged(entries: Entries) -> Entries:
    counts: dict[tuple[str, bool], int] = {}
    for count, name, different in entries:
        counts[name, different] = counts.get((name, different), 0) + count
    return tuple((count, name, different) for (name, different), count in counts.items())

"""Expressions, from tree to nodes.

In:   a Branch.      Out:  nodes.Expr; also types, guards, binders and texts, which stand in many constructs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.tree import Context, branches, child, rest, tokens
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.source import Span

_OPERATORS = {
    "or_": "or",
    "and_": "and",
    "not_": "not",
    "equals": "=",
    "is_": "is",
    "is_not": "is not",
    "in_": "in",
    "not_in": "not in",
    "has": "has",
    "meets": "meets",
    "plus_": "+",
    "minus": "-",
    "but": "but",
    "product_of": "*",
    "quotient": "/",
    "remainder": "mod",
    "negative": "negative",
}


def expr(context: Context, tree: Branch) -> nodes.Expr:
    """Anything that has a value."""
    if tree.data in _OPERATORS:
        return _op(context, tree, _OPERATORS[tree.data])
    return _EXPRS[tree.data](context, tree)


def _op(context: Context, tree: Branch, op: str) -> nodes.Expr:
    return nodes.Op(op=op, args=tuple(expr(context, each) for each in branches(tree)), span=context.span(tree))


def _in_brackets(context: Context, tree: Branch) -> nodes.Expr:
    return expr(context, branches(tree)[0])


def _number(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Number(value=context.number(cast(LarkToken, tree.children[0])), span=context.span(tree))


def _text(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Text(value=str(tree.children[0])[1:-1], span=context.span(tree))


def _name(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Name(name=tokens(tree)[0], span=context.span(tree))


def _copy(context: Context, tree: Branch) -> nodes.Expr:
    thing, _, number = tokens(tree)[0].partition("#")
    return nodes.Copy(thing=thing, number=int(number[:9]), span=context.span(tree))


def _qualified(context: Context, tree: Branch) -> nodes.Expr:
    """`kiln.heat`, in one word of the grammar."""
    first, _, second = tokens(tree)[0].partition(".")
    whole = context.span(tree)
    base = nodes.Name(name=first, span=Span(whole.source, whole.start, whole.start + len(first)))
    return nodes.Dot(base=base, name=second, span=whole)


def _amount_of(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Amount(
        count=context.number(cast(LarkToken, tree.children[0])), name=tokens(tree)[1], span=context.span(tree)
    )


def _different(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Amount(
        count=context.number(cast(LarkToken, tree.children[0])),
        name=tokens(tree)[1],
        different=True,
        span=context.span(tree),
    )


def _computed(context: Context, tree: Branch, different: bool = False) -> nodes.Expr:
    return nodes.Counted(
        count=_count(context, branches(tree)[0]), name=tokens(tree)[0], different=different, span=context.span(tree)
    )


def _count(context: Context, tree: Branch) -> nodes.Expr:
    """How many, in front of a noun."""
    match tree.data:
        case "counted_name":
            return _name(context, tree)
        case "counted_pair":
            return _qualified(context, tree)
        case "counted_dot":
            return _dot(context, tree)
        case "counted_dot_call":
            return _dot_call(context, tree)
        case "counted_call":
            return _call_of(context, tree)
        case _:
            return _in_brackets(context, tree)


def _call_of(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Call(name=tokens(tree)[0], args=args(context, tree), span=context.span(tree))


def _dot(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Dot(base=expr(context, branches(tree)[0]), name=tokens(tree)[0], span=context.span(tree))


def _qualified_call(context: Context, tree: Branch) -> nodes.Expr:
    """`kiln.debt(ann)`, in one word of the grammar."""
    first, _, second = tokens(tree)[0].partition(".")
    whole = context.span(tree)
    base = nodes.Name(name=first, span=Span(whole.source, whole.start, whole.start + len(first)))
    return nodes.DotCall(base=base, name=second, args=args(context, tree), span=whole)


def _dot_call(context: Context, tree: Branch) -> nodes.Expr:
    base, _ = branches(tree)
    return nodes.DotCall(
        base=expr(context, base), name=tokens(tree)[0], args=args(context, tree), span=context.span(tree)
    )


def _set_of(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.SetOf(items=args(context, tree), span=context.span(tree))


def _list_of(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.ListOf(items=args(context, tree), span=context.span(tree))


def _lookup(context: Context, tree: Branch) -> nodes.Expr:
    index = branches(tree)[-1]
    return nodes.Lookup(items=args(context, tree), index=expr(context, index), span=context.span(tree))


def _if_else(context: Context, tree: Branch) -> nodes.Expr:
    test, then, other = (expr(context, each) for each in branches(tree))
    return nodes.IfElse(test=test, then=then, other=other, span=context.span(tree))


def _let_in(context: Context, tree: Branch) -> nodes.Expr:
    value, body = (expr(context, each) for each in branches(tree))
    return nodes.LetIn(name=tokens(tree)[0], value=value, body=body, span=context.span(tree))


def _compare(context: Context, tree: Branch) -> nodes.Expr:
    return _op(context, tree, tokens(tree)[0])


def _shows(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Shows(card=expr(context, branches(tree)[0]), face=tokens(tree)[0], span=context.span(tree))


def _before(context: Context, tree: Branch) -> nodes.Expr:
    return nodes.Before(expr=expr(context, branches(tree)[0]), span=context.span(tree))


def _the(context: Context, tree: Branch) -> nodes.Expr:
    which = child(tree, "which")
    assert which is not None
    return _pick(context, tree, which.words[0])


def _folded(context: Context, tree: Branch) -> nodes.Expr:
    fold, value = rest(tree, "binder", "guard", "otherwise")
    ((name, items),) = binders(context, tree)
    return nodes.Fold(
        word=fold.words[0],
        value=expr(context, value),
        name=name,
        items=items,
        where=guard(context, tree),
        otherwise=expr_in(context, tree, "otherwise"),
        span=context.span(tree),
    )


def _trial(context: Context, tree: Branch, word: str) -> nodes.Expr:
    effect = rest(tree, "by", "at")[0]
    return nodes.Trial(
        word=word,
        effect=expr(context, effect),
        by=expr_in(context, tree, "by"),
        at=expr_in(context, tree, "at"),
        span=context.span(tree),
    )


def _pick(context: Context, tree: Branch, word: str) -> nodes.Expr:
    items = rest(tree, "which", "most", "least", "sorted", "guard")[0]
    return nodes.Pick(
        word="sorted" if child(tree, "sorted") is not None else word,
        name=tokens(tree)[0],
        items=expr(context, items),
        where=guard(context, tree),
        ranking=expr_in(context, tree, "most") or expr_in(context, tree, "least") or expr_in(context, tree, "sorted"),
        least=child(tree, "least") is not None,
        span=context.span(tree),
    )


_EXPRS: dict[str, Callable[[Context, Branch], nodes.Expr]] = {
    "atom": _in_brackets,
    "number": _number,
    "text": _text,
    "name": _name,
    "copy": _copy,
    "qualified": _qualified,
    "amount_of": _amount_of,
    "different": _different,
    "computed": _computed,
    "computed_different": partial(_computed, different=True),
    "call_of": _call_of,
    "dot": _dot,
    "dot_call": _dot_call,
    "qualified_call": _qualified_call,
    "set_of": _set_of,
    "list_of": _list_of,
    "lookup": _lookup,
    "if_else": _if_else,
    "let_in": _let_in,
    "compare": _compare,
    "shows": _shows,
    "before": _before,
    "idle": partial(_trial, word="idle"),
    "possible": partial(_trial, word="possible"),
    "any_": partial(_pick, word="any"),
    "no": partial(_pick, word="no"),
    "all_": partial(_pick, word="all"),
    "the": _the,
    "folded": _folded,
}


# ---- parts of many constructs


def type_of(context: Context, tree: Branch) -> nodes.TypeNode:
    """`list of kiln`"""
    if tree.data == "type_name":
        return nodes.TypeNode(head=tokens(tree)[0], span=context.span(tree))
    head = {"type_maybe": "maybe", "type_list": "list", "type_set": "set"}[tree.data]
    return nodes.TypeNode(head=head, inner=type_of(context, branches(tree)[0]), span=context.span(tree))


def guard(context: Context, tree: Branch) -> nodes.Expr | None:
    """`where c`"""
    return expr_in(context, tree, "guard")


def binders(context: Context, tree: Branch) -> tuple[tuple[str, nodes.Expr], ...]:
    """`for x in xs for y in ys`"""
    return tuple(
        (tokens(each)[0], expr(context, branches(each)[0])) for each in branches(tree) if each.data == "binder"
    )


def args(context: Context, tree: Branch) -> tuple[nodes.Expr, ...]:
    """`a, b`"""
    found = child(tree, "args")
    return tuple(expr(context, each) for each in branches(found)) if found else ()


def message(context: Context, tree: Branch) -> nodes.Text | None:
    """`else "…"`"""
    found = child(tree, "message")
    if not found:
        return None
    token = cast(LarkToken, found.children[0])
    return nodes.Text(value=str(token)[1:-1], span=context.span(token))


def expr_in(context: Context, tree: Branch, rule: str) -> nodes.Expr | None:
    """What stands behind an optional word: `by p`, `where c`, `otherwise 3`."""
    found = child(tree, rule)
    return expr(context, branches(found)[0]) if found else None

"""What players are asked, from tree to nodes.

In:   a Branch.      Out:  nodes.Choose and nodes.Ask.
"""

from __future__ import annotations

import dataclasses
from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import args, expr, expr_in, guard, type_of
from kfdsl.lang.syntax.build.tree import Context, branches, child, rest, tokens
from kfdsl.lang.syntax.parse import Branch


def choose(context: Context, tree: Branch, once: bool, again: bool) -> nodes.Stmt:
    settings = child(tree, "settings")
    found = (
        tuple((tokens(part)[0], expr(context, branches(part)[0])) for part in branches(settings)) if settings else ()
    )
    return nodes.Choose(
        menu=tokens(tree)[0],
        args=args(context, tree),
        once=once,
        again=again,
        settings=found,
        span=context.span(tree),
    )


def ask_in(context: Context, tree: Branch) -> nodes.Stmt:
    type_, items = rest(tree, "asker", "guard")
    return _ask(context, tree, type=type_of(context, type_), items=expr(context, items))


def ask_shape(context: Context, tree: Branch) -> nodes.Stmt:
    return _ask(
        context, tree, shape=nodes.Call(name=tokens(tree)[1], args=args(context, tree), span=context.span(tree))
    )


def ask_cover(context: Context, tree: Branch) -> nodes.Stmt:
    (want,) = rest(tree, "asker", "args")
    _, purpose, shape = tokens(tree)
    return _ask(
        context,
        tree,
        want=expr(context, want),
        purpose=purpose,
        shape=nodes.Call(name=shape, args=args(context, tree), span=context.span(tree)),
    )


def ask_some(context: Context, tree: Branch) -> nodes.Stmt:
    how_many, items = rest(tree, "asker", "guard")
    numbers = [context.number(cast(LarkToken, each)) for each in how_many.children] or [0]
    number = numbers[0]
    many = {
        "any_number": (0, None),
        "at_least": (number, None),
        "at_most": (0, number),
        "between": (number, numbers[-1]),
        "exactly": (number, number),
    }[how_many.data]
    return dataclasses.replace(_ask(context, tree, items=expr(context, items)), many=many)


def _ask(
    context: Context,
    tree: Branch,
    *,
    type: nodes.TypeNode | None = None,
    items: nodes.Expr | None = None,
    shape: nodes.Call | None = None,
    want: nodes.Expr | None = None,
    purpose: str = "",
) -> nodes.Ask:
    return nodes.Ask(
        asker=expr_in(context, tree, "asker"),
        name=tokens(tree)[0],
        type=type,
        items=items,
        where=guard(context, tree),
        shape=shape,
        want=want,
        purpose=purpose,
        span=context.span(tree),
    )

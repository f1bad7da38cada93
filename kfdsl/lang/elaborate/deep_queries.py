"""Queries that ask themselves: as often as they say.

In:   a query with its body.      Out:  the query that others ask, and one that counts down how deep it may still stand in itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TypeVar, cast

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions
from kfdsl.program.types import BOOL, NUMBER

DEEPEST = 100
T = TypeVar("T")


def counted_down(context: Context, node: nodes.Query, query: core.QueryDef, scope: Scope) -> Iterator[core.QueryDef]:
    """A query as it is, or what it consists of if it asks itself."""
    if not node.deep:
        yield query
        return
    if node.deep > DEEPEST:
        context.report.error(
            "too-deep",
            f"a query stands in itself at most {DEEPEST} times",
            node.span,
            label=f"{node.deep} are wanted here",
            help=f"write `up to {DEEPEST} deep`, or fewer",
        )
        yield query
        return
    if not any(isinstance(part, core.Ask) and part.query == query.name for part in expressions(query.body)):
        context.wrong("never", f"`{query.name}` never asks itself", node.span, "so it is not deep", "leave `up to … deep` out")
    deeper = context.expr(node.deeper, scope, query.result) if node.deeper is not None else None
    inner, span = made_names.inside_itself(query.name), query.span
    left = core.Local(name=made_names.DEEP, type=NUMBER, span=span)
    params = tuple(core.Local(name=name, type=type_, span=span) for name, type_ in query.params)
    start = core.Const(value=node.deep, type=NUMBER, span=span)
    yield dataclasses.replace(query, body=core.Ask(query=inner, args=(*params, start), type=query.result, span=span))
    end = deeper or core.Prim(word="too_deep", args=(), type=query.result, span=span)
    more = core.Prim(word=">", args=(left, core.Const(value=0, type=NUMBER, span=span)), type=BOOL, span=span)
    body = core.IfElse(test=more, then=_one_deeper(query.body, query.name, inner), other=end, type=query.result, span=span)
    yield dataclasses.replace(query, name=inner, params=(*query.params, (made_names.DEEP, NUMBER)), body=body, deep=node.deep)


def _one_deeper(tree: T, name: str, inner: str) -> T:
    """A body in which the query asks what counts down."""
    if isinstance(tree, tuple):
        return cast(T, tuple([_one_deeper(part, name, inner) for part in tree]))
    return cast(T, _asking(tree, name, inner)) if isinstance(tree, core.Expr) else tree


def _asking(tree: core.Expr, name: str, inner: str) -> core.Expr:
    parts = {
        each.name: _one_deeper(getattr(tree, each.name), name, inner)
        for each in dataclasses.fields(tree)
        if each.name not in ("span", "type", "declared")
    }
    if isinstance(tree, core.Ask) and tree.query == name:
        left = core.Local(name=made_names.DEEP, type=NUMBER, span=tree.span)
        one = core.Const(value=1, type=NUMBER, span=tree.span)
        fewer = core.Prim(word="-", args=(left, one), type=NUMBER, span=tree.span)
        parts |= {"query": inner, "args": (*parts["args"], fewer)}
    return dataclasses.replace(tree, **parts)

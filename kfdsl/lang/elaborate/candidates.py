"""Queries that packs widen: all that one of them may be.

In:   a query that answers which one, and what packs say that it `may be`.      Out:  core queries of all of it, for asks to pick from.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.collections import element_type
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.link.model import Entry
from kfdsl.program import core, made_names, types
from kfdsl.program.types import Type

ASKABLE = ("card", "token", "player", "value", "spot", "area", "number")


def candidates_of(context: Context, name: str, entry: Entry[nodes.Query], made: core.QueryDef) -> list[core.QueryDef]:
    """All that a query may be, each once it is asked; none if no pack widens it."""
    parts = context.model.may_be(name)
    if not parts or not can_be_widened(context, entry.node, parts[0][2], made.result):
        return []
    scope = Scope(pack=entry.pack, also=entry.also, locals=dict(made.params))
    one, span = plain(made.result), made.span
    args = tuple(core.Local(name=param, type=type_, span=span) for param, type_ in made.params)
    itself = core.Ask(query=name, args=args, type=made.result, span=span)
    is_there = None if one == made.result else core.Prim(word="there", args=(itself,), type=types.BOOL, span=span)
    known = itself if is_there is None else dataclasses.replace(itself, type=one, declared=made.result)
    folds = [fold(known, (), is_there, one)]
    for pack, also, part in parts:
        folds.append(other(context, part, one, dataclasses.replace(scope, pack=pack, also=also)))
    packs = tuple(dict.fromkeys([entry.pack, *(pack for pack, _, _ in parts)]))
    body = core.Prim(word="join", args=tuple(folds), data="list", type=types.list_of(one), span=span)
    which = dataclasses.replace(
        made, name=made_names.candidates(name), result=types.list_of(one), body=body, packs=packs
    )
    if is_there is None:
        return [which]
    asked = core.Ask(query=which.name, args=args, type=which.result, span=span)
    items = types.list_of(made.result)
    none = core.Const(value=None, type=made.result, span=span)
    or_none = core.IfElse(
        test=core.Prim(word="empty", args=(asked,), type=types.BOOL, span=span),
        then=core.Prim(word="join", args=(fold(none, (), None, made.result),), data="list", type=items, span=span),
        other=asked,
        type=items,
        span=span,
    )
    return [
        which,
        dataclasses.replace(made, name=made_names.candidates_or_none(name), result=items, body=or_none, packs=packs),
    ]


def can_be_widened(context: Context, node: nodes.Query, first: nodes.Contribution, result: Type) -> bool:
    """Whether a query answers which one."""
    if node.joined or plain(result).head not in ASKABLE:
        context.wrong(
            "wrong-join",
            f"`{node.name}` does not answer which one, so it cannot be another",
            first.span,
            f"it gives {result}",
            "write `add …`" if node.joined else "write `when … then …`",
        )
        return False
    return True


def other(context: Context, part: nodes.Contribution, wanted: Type, scope: Scope) -> core.Fold:
    """`may be x for x in xs where c`"""
    assert part.value is not None
    bound: list[tuple[str, core.Expr]] = []
    for name, items in part.binders:
        checked = context.expr(items, scope)
        check_free(context, name, scope, part.span)
        scope = scope.bind(name, element_type(context, checked))
        bound.append((name, checked))
    where = context.test(part.where, scope) if part.where else None
    value = context.expr(part.value, scope.knowing(facts(where, True)) if where is not None else scope, wanted)
    return fold(value, tuple(bound), where, value.type)


def fold(value: core.Expr, binders: tuple[tuple[str, core.Expr], ...], where: core.Expr | None, type_: Type) -> core.Fold:
    """Some items of a list."""
    return core.Fold(
        word="list", value=value, binders=binders, where=where, otherwise=None, type=type_, span=value.span
    )


def plain(type_: Type) -> Type:
    """What something is that may be none."""
    return type_.inner if type_.head == "maybe" and type_.inner is not None else type_

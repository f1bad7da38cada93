"""Changes of what another pack wrote, from tree to nodes.

In:   a Branch.      Out:  nodes.Change.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import expr, expr_in
from kfdsl.lang.syntax.build.pieces import members
from kfdsl.lang.syntax.build.rules import clauses, contribution, needs, over
from kfdsl.lang.syntax.build.statements.deeds import ensure
from kfdsl.lang.syntax.build.statements.stmt import block
from kfdsl.lang.syntax.build.tree import Context, branches, child, names, rest, tokens
from kfdsl.lang.syntax.parse import Branch

_AROUND = ("change_", "step_")


def _when(context: Context, tree: Branch) -> nodes.When:
    test, value = rest(tree, "over")
    return nodes.When(
        query=tokens(tree)[0],
        test=expr(context, test),
        value=expr(context, value),
        over=over(tree),
        span=context.span(tree),
    )


def _joined(context: Context, tree: Branch) -> nodes.Join:
    return nodes.Join(
        query=tokens(tree)[0],
        contributions=tuple(contribution(context, part) for part in branches(tree)),
        span=context.span(tree),
    )


def _action(context: Context, tree: Branch) -> nodes.ActionChange:
    parts = branches(tree)
    return nodes.ActionChange(
        action=tokens(tree)[0],
        needs=needs(context, tree),
        ensures=tuple(ensure(context, part) for part in parts if part.data == "ensure"),
        waives=tuple(
            nodes.Waive(name=tokens(part)[0], test=expr(context, branches(part)[0]), span=context.span(part))
            for part in parts
            if part.data == "waive"
        ),
        around=tuple(_around(context, part, tokens(tree)[0]) for part in parts if part.data.startswith(_AROUND)),
        span=context.span(tree),
    )


def _around(context: Context, tree: Branch, changed: str) -> nodes.EffectChange:
    """`before paid when c { … } over pack`"""
    steps = tokens(tree)
    return nodes.EffectChange(
        effect=changed,
        step=steps[0] if steps else "",
        word=tree.data.removeprefix("change_").removeprefix("step_"),
        when=expr_in(context, tree, "only_when"),
        body=block(context, child(tree, "block")),
        over=over(tree),
        span=context.span(tree),
    )


def _effect(context: Context, tree: Branch) -> nodes.EffectChange:
    return dataclasses.replace(_around(context, branches(tree)[0], tokens(tree)[0]), span=context.span(tree))


def _members(context: Context, tree: Branch, *, is_kind: bool) -> nodes.MemberChange:
    return nodes.MemberChange(
        owner=tokens(tree)[0], is_kind=is_kind, members=members(context, tree), span=context.span(tree)
    )


def _token(context: Context, tree: Branch) -> nodes.TokenChange:
    return nodes.TokenChange(token=tokens(tree)[0], traits=names(child(tree, "is_list")), span=context.span(tree))


def _place(context: Context, tree: Branch) -> nodes.HoldsChange:
    return nodes.HoldsChange(place=tokens(tree)[0], holds=expr(context, branches(tree)[0]), span=context.span(tree))


def _values(context: Context, tree: Branch) -> nodes.ValuesChange:
    return nodes.ValuesChange(values=tokens(tree)[0], names=names(child(tree, "names")), span=context.span(tree))


def _shape(context: Context, tree: Branch) -> nodes.ShapeChange:
    return nodes.ShapeChange(shape=tokens(tree)[0], clauses=clauses(context, tree), span=context.span(tree))


CHANGES: dict[str, Callable[[Context, Branch], nodes.Change]] = {
    "extend_when": _when,
    "extend_joined": _joined,
    "extend_action": _action,
    "extend_effect": _effect,
    "extend_flow": _effect,
    "extend_kind": partial(_members, is_kind=True),
    "extend_trait": partial(_members, is_kind=False),
    "extend_token": _token,
    "extend_place": _place,
    "extend_values": _values,
    "extend_shape": _shape,
}

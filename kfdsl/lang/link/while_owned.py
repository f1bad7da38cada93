"""Small rewritings of nodes: a name for an expression, a condition onto a change.

In:   nodes.      Out:  nodes.
`while owned { … }` on a face is nothing but its changes under the condition that somebody has the card and it shows that
face; inside, `owner` is that player and `this` the card.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TypeVar, cast

from kfdsl.lang import nodes
from kfdsl.program import made_names
from kfdsl.text.source import Span

T = TypeVar("T")


def lifted_changes(change: nodes.Lasting, thing: nodes.Thing, face: str) -> Iterator[nodes.Lasting]:
    """What is said while a thing is owned, once for each card of it."""
    if not thing.copies:
        yield add_condition(rename_owner(change, thing.name), thing.name, face)
    for number in range(1, thing.copies + 1):
        card = made_names.copy(thing.name, number)
        yield add_condition(rename_owner(_numbered(change, number), card), card, face)


def _numbered(change: nodes.Lasting, number: int) -> nodes.Lasting:
    """The same with needs of its own."""
    if not isinstance(change, nodes.ActionChange):
        return change
    needs = tuple(dataclasses.replace(need, name=made_names.counted(need.name, number)) for need in change.needs)
    ensures = tuple(dataclasses.replace(each, name=made_names.counted(each.name, number)) for each in change.ensures)
    return dataclasses.replace(change, needs=needs, ensures=ensures)


def rename_owner(change: nodes.Lasting, card: str) -> nodes.Lasting:
    """Put the card for `this` and its owner for `owner`."""
    return _replace(change, card)


def _replace(tree: T, card: str) -> T:
    if isinstance(tree, nodes.Name) and tree.name in ("owner", "this"):
        this = nodes.Name(name=card, declared=True, span=tree.span)
        return cast(T, this if tree.name == "this" else nodes.Call(name="owner", args=(this,), span=tree.span))
    if isinstance(tree, tuple):
        return cast(T, tuple(_replace(part, card) for part in tree))
    if isinstance(tree, nodes.Node):
        parts = {
            each.name: _replace(getattr(tree, each.name), card)
            for each in dataclasses.fields(tree)
            if each.name != "span"
        }
        return cast(T, dataclasses.replace(tree, **parts))
    return tree


def add_condition(change: nodes.Lasting, card: str, face: str) -> nodes.Lasting:
    """The change, in force only while somebody has the card and it shows the face."""
    span = change.span
    this = nodes.Name(name=card, declared=True, span=span)
    test: nodes.Expr = nodes.Op(
        op="is",
        args=(nodes.Call(name="owner", args=(this,), span=span), nodes.Name(name="there", span=span)),
        span=span,
    )
    if face:
        test = nodes.Op(op="and", args=(test, nodes.Shows(card=this, face=face, span=span)), span=span)
    match change:
        case nodes.When():
            return dataclasses.replace(change, test=_and(test, change.test, span))
        case nodes.Join():
            return dataclasses.replace(
                change, contributions=tuple(_onto_contribution(each, test) for each in change.contributions)
            )
        case nodes.ActionChange():
            needs = tuple(dataclasses.replace(need, test=_unless(test, need.test)) for need in change.needs)
            ensures = tuple(dataclasses.replace(ensure, test=_unless(test, ensure.test)) for ensure in change.ensures)
            waives = tuple(dataclasses.replace(waive, test=_and(test, waive.test, span)) for waive in change.waives)
            return dataclasses.replace(
                change,
                needs=needs,
                ensures=ensures,
                waives=waives,
                around=tuple(dataclasses.replace(each, when=_and(test, each.when, span)) for each in change.around),
            )
        case nodes.EffectChange():
            return dataclasses.replace(change, when=_and(test, change.when, span))
        case nodes.On() | nodes.Stands():
            return dataclasses.replace(change, where=_and(test, change.where, span))
        case nodes.ShapeChange():
            clauses = tuple(
                dataclasses.replace(clause, where=_and(test, clause.where, span)) for clause in change.clauses
            )
            return dataclasses.replace(change, clauses=clauses)
        case _:
            return change


def _and(test: nodes.Expr, other: nodes.Expr | None, span: Span) -> nodes.Expr:
    return test if other is None else nodes.Op(op="and", args=(test, other), span=span)


def _unless(test: nodes.Expr, other: nodes.Expr) -> nodes.Expr:
    return nodes.Op(op="or", args=(nodes.Op(op="not", args=(test,), span=other.span), other), span=other.span)


def _onto_contribution(each: nodes.Contribution, test: nodes.Expr) -> nodes.Contribution:
    return dataclasses.replace(each, where=_and(test, each.where, each.span))

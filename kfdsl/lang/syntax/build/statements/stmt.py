"""Statements, from tree to nodes.

In:   a Branch.      Out:  nodes.Stmt. Those with statements inside stand here; the others in deeds, asks and scores.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import expr, guard
from kfdsl.lang.syntax.build.statements import asks, deeds, scores
from kfdsl.lang.syntax.build.tree import Context, branches, child, rest, tokens
from kfdsl.lang.syntax.parse import Branch


def block(context: Context, tree: Branch | None) -> nodes.Block:
    """`{ … }`"""
    assert tree is not None
    return nodes.Block(body=tuple(statement(context, each) for each in branches(tree)), span=context.span(tree))


def statement(context: Context, tree: Branch) -> nodes.Stmt:
    """Anything that is done."""
    return STATEMENTS[tree.data](context, tree)


def _step(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.Step(label=tokens(tree)[0], body=statement(context, branches(tree)[0]), span=context.span(tree))


def _if(context: Context, tree: Branch) -> nodes.Stmt:
    test, then, *other = branches(tree)
    return nodes.If(
        test=expr(context, test),
        then=statement(context, then),
        other=statement(context, other[0]) if other else None,
        span=context.span(tree),
    )


def _for(context: Context, tree: Branch) -> nodes.Stmt:
    items, body = rest(tree, "guard")
    return nodes.For(
        name=tokens(tree)[0],
        items=expr(context, items),
        where=guard(context, tree),
        body=statement(context, body),
        span=context.span(tree),
    )


def _repeat(context: Context, tree: Branch) -> nodes.Stmt:
    body, until = branches(tree)
    return nodes.Repeat(body=statement(context, body), until=expr(context, until), span=context.span(tree))


def _together(context: Context, tree: Branch) -> nodes.Stmt:
    items, asked, body = branches(tree)
    ask = statement(context, asked)
    assert isinstance(ask, nodes.Ask)
    name = tokens(tree)[0]
    if ask.asker is not None:
        context.report.error(
            "wrong-arguments",
            "here everybody is asked for themselves",
            ask.span,
            label="`by` has no place in this ask",
            help=f"leave it out: `{name}` is the one who answers",
        )
    ask = dataclasses.replace(ask, asker=nodes.Name(name=name, span=ask.span))
    return nodes.Together(
        name=name, items=expr(context, items), ask=ask, body=statement(context, body), span=context.span(tree)
    )


def _apart(context: Context, tree: Branch) -> nodes.Stmt:
    items, body = branches(tree)
    return nodes.Apart(
        name=tokens(tree)[0], items=expr(context, items), body=statement(context, body), span=context.span(tree)
    )


def _one_of(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.OneOf(branches=tuple(block(context, each) for each in branches(tree)), span=context.span(tree))


def _do_value(context: Context, tree: Branch) -> nodes.Stmt:
    return block(context, child(tree, "block"))


STATEMENTS: dict[str, Callable[[Context, Branch], nodes.Stmt]] = {
    "block": block,
    "do_value": _do_value,
    "step": _step,
    "if_": _if,
    "for_": _for,
    "repeat": _repeat,
    "together": _together,
    "apart": _apart,
    "one_of": _one_of,
    "move": deeds.move,
    "assign": deeds.assign,
    "let": deeds.let,
    "perform": deeds.perform,
    "call": deeds.call,
    "sentence": deeds.sentence,
    "happens": deeds.happens,
    "shuffle": deeds.shuffle,
    "show": deeds.show,
    "lay": deeds.lay,
    "proceed": deeds.proceed,
    "ensure": deeds.ensure,
    "choose": partial(asks.choose, once=True, again=False),
    "choose_again": partial(asks.choose, once=False, again=True),
    "choose_some": partial(asks.choose, once=True, again=True),
    "ask_in": asks.ask_in,
    "ask_shape": asks.ask_shape,
    "ask_cover": asks.ask_cover,
    "ask_some": asks.ask_some,
    "score": scores.score,
    "score_sets": scores.score_sets,
    "score_left": scores.score_left,
    "settle": scores.settle,
}

"""Declarations of what is done and worked out, from tree to nodes.

In:   a Branch.      Out:  nodes of queries, effects, flows, menus, shapes, actions and answers to moments.
"""

from __future__ import annotations

from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import args, binders, expr, expr_in, guard, message, type_of
from kfdsl.lang.syntax.build.pieces import var
from kfdsl.lang.syntax.build.statements.stmt import block
from kfdsl.lang.syntax.build.tree import Context, branches, child, names, rest, tokens, word_in
from kfdsl.lang.syntax.parse import Branch


def moment(context: Context, tree: Branch) -> nodes.Moment:
    return nodes.Moment(name=tokens(tree)[0], params=params(context, tree), span=context.span(tree))


def params(context: Context, tree: Branch) -> tuple[nodes.Param, ...]:
    """`(a: number, with b: player)`"""
    holder = child(tree, "params") or child(tree, "action_params")
    return tuple(_param(context, each) for each in branches(holder)) if holder else ()


def _param(context: Context, tree: Branch) -> nodes.Param:
    """One parameter, of a rule or of an action."""
    label = child(tree, "preposition")
    parts = rest(tree, "preposition", "guard", "args")
    name, *call = tokens(tree)
    shape = None
    if tree.data == "param_shape":
        shape = nodes.Call(
            name=call[0],
            args=args(context, tree),
            span=context.span(tree.children[-2 if child(tree, "args") else -1]),
        )
    return nodes.Param(
        label=label.words[0] if label else "",
        name=name,
        type=None if shape else type_of(context, parts[0]),
        items=expr(context, parts[1]) if len(parts) > 1 else None,
        where=guard(context, tree),
        shape=shape,
        span=context.span(tree),
    )


def query_plain(context: Context, tree: Branch) -> nodes.Query:
    result, body = rest(tree, "params", "deep")
    deep = child(tree, "deep")
    return nodes.Query(
        name=tokens(tree)[0],
        params=params(context, tree),
        result=type_of(context, result),
        body=expr(context, body),
        joined="",
        contributions=(),
        deep=context.number(cast(LarkToken, deep.children[0])) if deep is not None else 0,
        deeper=expr_in(context, deep, "otherwise") if deep is not None else None,
        span=context.span(tree),
    )


def query_joined(context: Context, tree: Branch) -> nodes.Query:
    result, *parts = rest(tree, "params")
    name, joined = tokens(tree)
    return nodes.Query(
        name=name,
        params=params(context, tree),
        result=type_of(context, result),
        body=None,
        joined=joined,
        contributions=tuple(contribution(context, part) for part in parts),
        span=context.span(tree),
    )


def contribution(context: Context, tree: Branch) -> nodes.Contribution:
    """`add e for x in xs where c`"""
    value = rest(tree, "binder", "guard")
    names = tokens(tree)
    return nodes.Contribution(
        word=tree.data.rstrip("_"),
        value=expr(context, value[0]) if value else None,
        name=names[0] if names else "",
        binders=binders(context, tree),
        where=guard(context, tree),
        span=context.span(tree),
    )


def effect(context: Context, tree: Branch) -> nodes.Effect:
    return nodes.Effect(
        name=tokens(tree)[0],
        params=params(context, tree),
        at=word_in(tree, "at_type"),
        body=block(context, child(tree, "block")),
        is_flow=False,
        is_main=False,
        is_closing=False,
        is_price=child(tree, "price") is not None,
        says=says(context, tree),
        span=context.span(tree),
    )


def says(context: Context, tree: Branch) -> tuple[tuple[str, nodes.Text], ...]:
    """`says en "…" nl "…"`"""
    found = child(tree, "says")
    return texts(context, found) if found is not None else ()


def texts(context: Context, found: Branch) -> tuple[tuple[str, nodes.Text], ...]:
    """Each language with its text."""
    words = [each for each in found.children if isinstance(each, LarkToken)]
    return tuple(
        (str(language), nodes.Text(value=str(text)[1:-1], span=context.span(text)))
        for language, text in zip(words[::2], words[1::2], strict=True)
    )


def flow(context: Context, tree: Branch) -> nodes.Effect:
    return nodes.Effect(
        name=tokens(tree)[0],
        params=(),
        at="",
        body=block(context, child(tree, "block")),
        is_flow=True,
        is_main=child(tree, "main") is not None,
        is_closing=child(tree, "closing") is not None,
        is_price=False,
        span=context.span(tree),
    )


def menu(context: Context, tree: Branch) -> nodes.Menu:
    variables = tuple(var(context, each) for each in branches(tree) if each.data == "var_decl")
    return nodes.Menu(name=tokens(tree)[0], params=params(context, tree), vars=variables, span=context.span(tree))


def shape(context: Context, tree: Branch) -> nodes.Shape:
    return nodes.Shape(
        name=tokens(tree)[0], params=params(context, tree), clauses=clauses(context, tree), span=context.span(tree)
    )


def clauses(context: Context, tree: Branch) -> tuple[nodes.Clause, ...]:
    """What a shape may be made of."""
    return tuple(_clause(context, each) for each in rest(tree, "params"))


def _clause(context: Context, tree: Branch) -> nodes.Clause:
    """`some clay of shelf(p)`"""
    parts = rest(tree, "binder", "guard")
    chosen = tokens(parts[0])[0] if len(parts) > 1 else ""
    return nodes.Clause(
        whole=tree.data == "whole",
        filter=chosen,
        place=expr(context, parts[-1]),
        binders=binders(context, tree),
        where=guard(context, tree),
        span=context.span(tree),
    )


def action(context: Context, tree: Branch) -> nodes.Action:
    name, menu = tokens(tree)
    does = [each for each in branches(tree) if each.data == "do_block"]
    for extra in does[1:]:
        context.report.error(
            "two-deeds",
            "an action has one `do`",
            context.span(extra),
            label="this is another one",
            help="put all that is done into one `do { … }`",
        )
    body = block(context, child(does[0], "block")) if does else nodes.Block(body=(), span=context.span(tree))
    return nodes.Action(
        name=name,
        is_free=child(tree, "free") is not None,
        menu=menu,
        params=params(context, tree),
        needs=needs(context, tree),
        body=body,
        span=context.span(tree),
    )


def needs(context: Context, tree: Branch) -> tuple[nodes.Need, ...]:
    """`need name: c else "…"`"""
    return tuple(
        nodes.Need(
            name=tokens(each)[0],
            test=expr(context, branches(each)[0]),
            message=message(context, each),
            span=context.span(each),
        )
        for each in branches(tree)
        if each.data == "need"
    )


def on(context: Context, tree: Branch) -> nodes.On:
    return nodes.On(
        moment=tokens(tree)[0],
        where=guard(context, tree),
        body=block(context, child(tree, "block")),
        over=over(tree),
        span=context.span(tree),
    )


def over(tree: Branch) -> tuple[str, ...]:
    """`over pack, other_pack`"""
    found = child(tree, "over")
    return names(child(found, "names")) if found else ()

"""Positions and examples, from tree to nodes.

In:   a Branch.      Out:  nodes.Position and nodes.Example.
"""

from __future__ import annotations

from typing import cast

from lark import Token as LarkToken

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import expr
from kfdsl.lang.syntax.build.tree import Context, branches, child, names, rest, strings, tokens
from kfdsl.lang.syntax.parse import Branch


def position(context: Context, tree: Branch) -> nodes.Position:
    return nodes.Position(
        name=tokens(tree)[0],
        players=names(child(tree, "names")),
        givens=tuple(_given(context, each) for each in rest(tree, "names")),
        span=context.span(tree),
    )


def _given(context: Context, tree: Branch) -> nodes.Given:
    """What is so before an example begins."""
    if tree.data == "given_position":
        return nodes.Given(
            target=nodes.Name(name=tokens(tree)[0], span=context.span(tree)),
            values=(),
            face="",
            span=context.span(tree),
        )
    if tree.data == "given_every":
        return nodes.Given(
            target=nodes.Name(name=tokens(tree)[0], span=context.span(tree)),
            values=(expr(context, branches(tree)[0]),),
            face="",
            every=True,
            span=context.span(tree),
        )
    if tree.data == "given_spot":
        target_tree, across, down, *turned = branches(tree)
        numbers = [
            context.number(cast(LarkToken, part.children[0])) * (-1 if part.data == "below_zero" else 1)
            for part in (across, down, *turned)
        ]
        spot = (numbers[0], numbers[1], numbers[2] % 6 if turned else 0)
        return nodes.Given(target=expr(context, target_tree), values=(), face="", spot=spot, span=context.span(tree))
    target, *values = (expr(context, each) for each in branches(tree))
    face = tokens(tree)
    return nodes.Given(target=target, values=tuple(values), face=face[0] if face else "", span=context.span(tree))


def example(context: Context, tree: Branch) -> nodes.Example:
    parts: list[nodes.Given | nodes.Do | nodes.Check] = []
    for part in branches(tree):
        if part.data == "givens":
            parts += [_given(context, each) for each in branches(part)]
        elif part.data == "alone":
            continue
        elif part.data == "when":
            player, text = tokens(part)
            draws = tuple(expr(context, branches(each)[0]) for each in branches(part))
            parts.append(nodes.Do(player=player, text=text.strip('"'), draws=draws, span=context.span(part)))
        else:
            parts += [_check(context, each) for each in branches(part)]
    is_alone = child(tree, "alone") is not None
    return nodes.Example(title=strings(tree)[0], alone=is_alone, parts=tuple(parts), span=context.span(tree))


def _check(context: Context, tree: Branch) -> nodes.Check:
    """What must be so afterwards."""
    words = tokens(tree)
    exprs = rest(tree, "because")
    because = child(tree, "because")
    return nodes.Check(
        word=tree.data.removesuffix("_true"),
        player=words[0] if words else "",
        text=words[1].strip('"') if len(words) > 1 else "",
        expr=expr(context, exprs[0]) if exprs else None,
        because=tuple(tokens(because)) if because else (),
        items=tuple(expr(context, each) for each in exprs[1:]),
        span=context.span(tree),
    )

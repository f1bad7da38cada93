"""Statements without statements inside, from tree to nodes.

In:   a Branch.      Out:  nodes.Stmt of what is moved, set, called, shown, shuffled and told.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import args, expr, expr_in, message
from kfdsl.lang.syntax.build.tree import Context, branches, child, rest, tokens
from kfdsl.lang.syntax.parse import Branch


def move(context: Context, tree: Branch) -> nodes.Stmt:
    amount, target = rest(tree, "source", "at_random")
    inner = [expr(context, part) for part in branches(amount)]
    if amount.data == "part_of":
        inner = [nodes.Op(op="in", args=tuple(inner), span=context.span(amount))]
    strength = "exactly" if amount.data == "part_of" else amount.data
    return nodes.Move(
        strength=strength,
        what=inner[0] if inner else None,
        at_random=child(tree, "at_random") is not None,
        source=expr_in(context, tree, "source"),
        target=expr(context, target),
        span=context.span(tree),
    )


def assign(context: Context, tree: Branch) -> nodes.Stmt:
    target, value = branches(tree)
    return nodes.Assign(target=expr(context, target), value=expr(context, value), span=context.span(tree))


def let(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.Let(name=tokens(tree)[0], value=expr(context, branches(tree)[0]), span=context.span(tree))


def perform(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.Perform(
        effect=expr(context, branches(tree)[0]),
        by=expr_in(context, tree, "by"),
        at=expr_in(context, tree, "at"),
        span=context.span(tree),
    )


def call(context: Context, tree: Branch) -> nodes.Stmt:
    given = args(context, tree)
    return nodes.CallStmt(
        name=tokens(tree)[0],
        args=given,
        labels=("",) * len(given),
        by=expr_in(context, tree, "by"),
        at=expr_in(context, tree, "at"),
        span=context.span(tree),
    )


def sentence(context: Context, tree: Branch) -> nodes.Stmt:
    first, *labelled = branches(tree)
    given, labels = [expr(context, first)], [""]
    around: dict[str, nodes.Expr] = {}
    for part in labelled:
        label, operand = branches(part)
        if label.words[0] in ("by", "at"):
            around[label.words[0]] = expr(context, operand)
        else:
            given.append(expr(context, operand))
            labels.append(label.words[0])
    return nodes.CallStmt(
        name=tokens(tree)[0],
        args=tuple(given),
        labels=tuple(labels),
        by=around.get("by"),
        at=around.get("at"),
        span=context.span(tree),
    )


def happens(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.Happens(name=tokens(tree)[0], args=args(context, tree), span=context.span(tree))


def shuffle(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.Shuffle(place=expr(context, branches(tree)[0]), span=context.span(tree))


def show(context: Context, tree: Branch) -> nodes.Stmt:
    face = tokens(tree)
    return nodes.Show(card=expr(context, branches(tree)[0]), face=face[0] if face else "", span=context.span(tree))


def lay(context: Context, tree: Branch) -> nodes.Stmt:
    card, plane, spot = (expr(context, each) for each in branches(tree))
    return nodes.Lay(card=card, plane=plane, spot=spot, span=context.span(tree))


def proceed(context: Context, tree: Branch) -> nodes.Stmt:
    return nodes.Proceed(span=context.span(tree))


def ensure(context: Context, tree: Branch) -> nodes.Ensure:
    return nodes.Ensure(
        name=tokens(tree)[0],
        test=expr(context, branches(tree)[0]),
        message=message(context, tree),
        span=context.span(tree),
    )

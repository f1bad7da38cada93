"""Copies of a thing of which nobody minds which they are.

In:   `village`, `2 village`, where cards are given or compared.      Out:  one core.Expr for each of them; None if it is something else.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.numbers import MOST_COPIES

ANY_COPY = "any_copy"


def any_copies(context: Context, node: nodes.Expr, scope: Scope) -> tuple[core.Expr, ...] | None:
    """So many copies, each as something that examples know what to do with."""
    if not isinstance(node, nodes.Name | nodes.Amount) or not context.names.copies(node.name):
        return None
    if isinstance(node, nodes.Name) and scope.type_of(node) is not None:
        return None
    context.seen(node.name, scope, node.span)
    copies = context.names.copies(node.name)
    count = node.count if isinstance(node, nodes.Amount) else 1
    if count > copies:
        context.wrong(
            "never",
            f"there are {copies} copies of `{node.name}`",
            node.span,
            "not so many",
            f"write `{copies} {node.name}`",
        )
    one = core.Prim(word=ANY_COPY, args=(), data=node.name, type=types.card(node.name), span=node.span)
    return (one,) * min(count, copies, MOST_COPIES)

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
    node = context.simple(node, scope, "thing")
    if not isinstance(node, nodes.Name | nodes.Amount):
        return None
    if isinstance(node, nodes.Name) and (scope.type_of(node) is not None or node.declared):
        name = node.name if node.declared else ""
    else:
        found = context.model.meanings.find(node.name, scope.pack, scope.also, ("thing", "token", "trait"))
        name = found.name if found else ""
    copies = context.names.copies(name)
    if not copies:
        return None
    context.seen(name, scope, node.span)
    count = node.count if isinstance(node, nodes.Amount) else 1
    if count > copies:
        context.wrong(
            "never",
            f"there are {copies} copies of `{name}`",
            node.span,
            "not so many",
            f"write `{copies} {name}`",
        )
    one = core.Prim(word=ANY_COPY, args=(), data=name, type=types.card(name), span=node.span)
    return (one,) * min(count, copies, MOST_COPIES)

"""Calls: queries, and places that belong to something.

In:   `f(a)`.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import DECLARE, Context
from kfdsl.lang.elaborate.expr.options import option_expr
from kfdsl.lang.elaborate.expr.places import place_expr, var_expr
from kfdsl.lang.elaborate.expr.words import word_expr
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.program.types import BUNDLE, UNKNOWN
from kfdsl.program.words import WORDS
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span


def call_expr(context: Context, node: nodes.Call, scope: Scope) -> core.Expr:
    """`f(a, b)`: a built-in word, a query, a place, or all places of a card that have a trait."""
    if node.name == "option":
        return option_expr(context, node, scope)
    if node.name in WORDS:
        return word_expr(context, node, scope)
    entry = context.model.declared.get(node.name)
    if entry is not None and isinstance(entry.node, nodes.Query):
        if context.model.may_be(node.name) and not scope.seats:  # in an example it is what the query itself says
            nobody_to_ask(context, node, "its answer is read in the midst of something else")
        context.seen(node.name, scope, node.span)
        args = arguments(context, node.name, node.args, entry.node.params, scope, node.span)
        return core.Ask(query=node.name, args=args, type=context.names.type(entry.node.result), span=node.span)
    if entry is not None and isinstance(entry.node, nodes.Var):
        return var_expr(context, entry.node, node.args, scope, node.span)
    member = context.names.places.get(node.name)
    if member is not None:
        return place_expr(context, member, node.args, scope, node.span)
    if entry is not None and isinstance(entry.node, nodes.Trait) and len(node.args) == 1:
        context.seen(node.name, scope, node.span)
        card = context.expr(node.args[0], scope)
        if card.type.head not in ("card", "unknown"):
            return context.wrong(
                "wrong-type",
                f"places that are `{node.name}` belong to cards",
                card.span,
                f"{card.type}",
                "name a card",
            )
        return core.PlacesWith(trait=node.name, card=card, type=BUNDLE, span=node.span)
    known = [
        *WORDS,
        *context.names.places,
        *context.model.names_of(nodes.Query, nodes.Trait, nodes.Var),
    ]
    sort = context.names.sort(node.name)
    label = (
        f"a {sort.__name__.lower()} has no value"
        if sort
        else f"neither `{scope.pack}` nor a pack it requires declares this"
    )
    return context.wrong(
        "unknown-name",
        f"no query or place is called `{node.name}`",
        node.span.word(node.name),
        label,
        (f"write how many lie in a place: `size({node.name} in place)`" if sort is nodes.Token else "")
        or _of_card(context, node)
        or nearest(node.name, known)
        or DECLARE,
    )


def _of_card(context: Context, node: nodes.Call) -> str:
    """How what belongs to cards and is no place is written."""
    found = [table[node.name].node for table in context.names.members.values() if node.name in table]
    if not found or not node.args:
        return ""
    card, *rest = (arg.span.words for arg in node.args)
    brackets = f"({', '.join(rest)})" if rest else ""
    return f"write `{card}.{node.name}{brackets}`"


def nobody_to_ask(context: Context, node: nodes.Call, why: str) -> None:
    """Report a query that a pack widens although it is read where nobody can be asked which."""
    pack, _, part = context.model.may_be(node.name)[0]
    context.report.error(
        "nobody",
        f"`{node.name}` cannot be widened: it is read where nobody can be asked which",
        part.span,
        label=f"`{pack}` says here what else it may be",
        asides=[Aside(span=node.span, label=why)],
        help=f"only `let x = {node.name}(…)` asks, where somebody acts; let that stand there, or write `when … then …`",
    )


def arguments(
    context: Context, name: str, args: Sequence[nodes.Expr], params: Sequence[nodes.Param], scope: Scope, span: Span
) -> tuple[core.Expr, ...]:
    """Arguments in order, each of its parameter's type."""
    if len(args) != len(params):
        form = ", ".join(f"{param.name}: {param.type.head if param.type else ''}" for param in params)
        context.wrong(
            "wrong-arguments",
            f"`{name}` takes {len(params)} argument{'s' * (len(params) != 1)}",
            span,
            f"{len(args)} given",
            f"write `{name}({form})`",
        )
        return tuple(context.unknown(span) for _ in params)
    return tuple(
        context.expr(arg, scope, context.names.type(param.type) if param.type else UNKNOWN)
        for arg, param in zip(args, params, strict=True)
    )

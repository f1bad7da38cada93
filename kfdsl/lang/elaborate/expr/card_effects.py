"""What is said about earlier, and about the effects of cards.

In:   `before heat(kiln)`, `idle kiln.work by me at kiln`.      Out:  core.Expr.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.program.types import BOOL, EFFECT, PLAYER
from kfdsl.text.source import Span


def before_expr(context: Context, node: nodes.Before, scope: Scope) -> core.Expr:
    """`before heat(kiln)`"""
    if not scope.in_deed:
        return context.wrong(
            "no-before",
            "`before` has a meaning only where something has already been done",
            node.span,
            "nothing was done yet",
            "use it in `ensure` and in what waives one",
        )
    inner = context.expr(node.expr, scope)
    return core.Before(expr=inner, type=inner.type, span=node.span)


def trial_expr(context: Context, node: nodes.Trial, scope: Scope) -> core.Expr:
    """`idle kiln.work by me at kiln`"""
    effect, by, at = performance(context, node.effect, node.by, node.at, scope, node.span)
    if effect is None:
        return context.unknown(node.span)
    return core.Trial(word=node.word, effect=effect, by=by, at=at, type=BOOL, span=node.span)


def performance(
    context: Context, effect: nodes.Expr, by: nodes.Expr | None, at: nodes.Expr | None, scope: Scope, span: Span
) -> tuple[core.FieldOf | None, core.Expr, core.Expr]:
    """A card's effect, who carries it out, and at which card."""
    found = context.expr(effect, scope)
    who = context.expr(by or nodes.Name(name="me", span=span), scope, PLAYER)
    if not isinstance(found, core.FieldOf) or found.type != EFFECT:
        if found.type.head != "unknown":
            context.wrong(
                "wrong-type",
                "only an effect that is printed on a card can be performed",
                found.span,
                f"{found.type}",
                "write `perform card.field by player at card`",
            )
        return None, who, context.unknown(span)
    where = context.expr(at, scope) if at else found.card
    return found, who, where

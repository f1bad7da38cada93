"""Scoring: points at once, scorers that consume, and their settling.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.places import amount_expr
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.asks import shape_arguments
from kfdsl.lang.elaborate.stmt.rule_body import nothing
from kfdsl.lang.syntax.keywords import MAIN_LEDGER
from kfdsl.program import core
from kfdsl.program.types import BUNDLE, NUMBER, PLAYER, WANT
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def score_stmt(context: Context, node: nodes.Score, scope: Scope) -> core.Stmt:
    """Points on the sheet."""
    return core.Score(
        value=context.expr(node.value, scope, NUMBER),
        to=context.expr(node.to, scope, PLAYER),
        reason=reason_expr(context, node.reason, scope),
        span=node.span,
    )


def score_sets_stmt(context: Context, node: nodes.ScoreSets, scope: Scope) -> core.Stmt:
    """A scorer that consumes."""
    want = context.expr(node.want, scope, WANT)
    within = within_expr(context, node.within, scope)
    if node.within is not None and within is None:
        return nothing(node.span)
    if (
        node.alike
        and isinstance(want, core.Const)
        and isinstance(want.value, tuple)
        and (len(want.value) != 1 or want.value[0][2])
    ):
        context.wrong(
            "wrong-type",
            "`alike` goes with one trait",
            want.span,
            "which of these is alike?",
            "write `1 trait alike`",
        )
    return core.ScoreSets(
        value=context.expr(node.value, scope, NUMBER),
        want=want,
        within=within,
        once=node.once,
        alike=node.alike,
        spare=node.spare,
        roles=node.roles,
        ledgers=ledgers_named(context, node.ledgers, node.span, scope),
        unfilled=context.expr(node.unfilled, scope, NUMBER) if node.unfilled else None,
        to=context.expr(node.to, scope, PLAYER),
        reason=reason_expr(context, node.reason, scope),
        span=node.span,
    )


def score_left_stmt(context: Context, node: nodes.ScoreLeft, scope: Scope) -> core.Stmt:
    """Points for what is in no set."""
    if node.name in scope.locals:
        context.wrong(
            "wrong-type",
            "what is left is named: a token, or a trait of tokens",
            node.span.word(node.name),
            f"{scope.locals[node.name]}",
            "write a `score` for each token that is meant",
        )
        return nothing(node.span)
    amount_expr(context, nodes.Amount(count=1, name=node.name, span=node.span), scope)
    within = within_expr(context, node.within, scope)
    if node.within is not None and within is None:
        return nothing(node.span)
    if len(node.ledgers) > 1:
        context.wrong(
            "wrong-mark",
            "what is left is left on one ledger",
            node.span.word(node.ledgers[1]),
            "this is another one",
            f"write `on {node.ledgers[0]}`, and score what is left on `{node.ledgers[1]}` by itself",
        )
    return core.ScoreLeft(
        value=context.expr(node.value, scope, NUMBER),
        name=node.name,
        within=within,
        ledger=ledgers_named(context, node.ledgers, node.span, scope)[0],
        to=context.expr(node.to, scope, PLAYER),
        reason=reason_expr(context, node.reason, scope),
        span=node.span,
    )


def settle_stmt(context: Context, node: nodes.Settle, scope: Scope) -> core.Stmt:
    """All scorers in force for a player are settled."""
    ok, args = shape_arguments(context, node.shape, scope)
    if context.names.sort(node.purpose) is not nodes.Purpose:
        context.wrong(
            "unknown-name",
            f"no purpose is called `{node.purpose}`",
            node.span.word(node.purpose, last=True),
            "not a purpose",
            f"declare it: `purpose {node.purpose}`",
        )
        return nothing(node.span)
    context.seen(node.purpose, scope, node.span)
    who = context.expr(node.who, scope, PLAYER)
    return (
        core.Settle(who=who, shape=node.shape.name, args=args, purpose=node.purpose, span=node.span)
        if ok
        else nothing(node.span)
    )


def reason_expr(context: Context, node: nodes.Expr, scope: Scope) -> core.Expr:
    """What points are for."""
    found = context.expr(node, scope)
    if found.type.head not in ("card", "text", "unknown"):
        context.wrong(
            "wrong-type",
            "points are for a card or for a text",
            found.span,
            f"{found.type}",
            'write `for card` or `for "a text"`',
        )
    return found


def within_expr(context: Context, node: nodes.Expr | None, scope: Scope) -> core.Expr | None:
    """The place that a scorer is limited to, or several of them."""
    found = context.expr(node, scope) if node else None
    if found is None or (found.type == BUNDLE and _is_sum_of_places(found)):
        return found
    if found.type.head != "unknown":
        context.wrong(
            "not-a-place",
            "a scorer is limited to a place of tokens",
            found.span,
            f"{found.type}",
            "write a place of tokens, or a sum of such places",
        )
    return None


def ledgers_named(context: Context, names: tuple[str, ...], span: Span, scope: Scope) -> tuple[str, ...]:
    """The ledgers in which pieces are consumed: the main one, which has no declaration, and declared ones."""
    found = []
    for at, name in enumerate(names or (MAIN_LEDGER,)):
        if name in names[:at]:
            context.wrong(
                "wrong-mark",
                f"the ledger `{name}` is named twice",
                span.word(name, last=True),
                "a piece is consumed there once",
                "remove one of them",
            )
        elif name == MAIN_LEDGER:
            found.append("")
        elif context.names.sort(name) is nodes.Ledger:
            context.seen(name, scope, span)
            found.append(name)
        else:
            known = [MAIN_LEDGER, *context.model.names_of(nodes.Ledger)]
            context.wrong(
                "unknown-name",
                f"no ledger is called `{name}`",
                span.word(name, last=True),
                "not a ledger",
                nearest(name, known) or f"declare it: `ledger {name}`",
            )
    return tuple(found) or ("",)


def _is_sum_of_places(expr: core.Expr) -> bool:
    match expr:
        case core.PlaceAt():
            return True
        case core.Prim(word="+", args=args):
            return all(map(_is_sum_of_places, args))
        case core.Fold(word="sum", value=value):
            return _is_sum_of_places(value)
        case _:
            return False

"""Bind and type a statement: which file of the family knows its sort.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt, and the scope for what comes after.
Who acts (`me`) and where (`here`) are handed on as ordinary arguments, so the engine knows neither word.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.card_effects import performance
from kfdsl.lang.elaborate.expr.collections import element_type
from kfdsl.lang.elaborate.expr.faces import surely_faced
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.asks import apart_stmt, ask_stmt, together_stmt
from kfdsl.lang.elaborate.stmt.calls import call_stmt, happens_stmt
from kfdsl.lang.elaborate.stmt.menus import choose_stmt, one_of_stmt
from kfdsl.lang.elaborate.stmt.moves import lay_stmt, move_stmt, shuffle_stmt
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody, nothing
from kfdsl.lang.elaborate.stmt.scores import score_left_stmt, score_sets_stmt, score_stmt, settle_stmt
from kfdsl.lang.elaborate.stmt.settings import assign_stmt, ensure_stmt
from kfdsl.lang.elaborate.stmt.which import asked_instead
from kfdsl.program import core


def block_stmt(rule: RuleBody, node: nodes.Block, scope: Scope) -> core.Block:
    """Statements in order."""
    body: list[core.Stmt] = []
    for part in node.body:
        stmt, scope = statement(rule, part, scope)
        body.append(stmt)
    return core.Block(body=tuple(body), span=node.span)


def statement(rule: RuleBody, node: nodes.Stmt, scope: Scope) -> tuple[core.Stmt, Scope]:
    """One statement, and what is known behind it."""
    match node:
        case nodes.Let() if (ask := asked_instead(rule, node, scope)) is not None:
            check_free(rule.context, node.name, scope, node.span)
            return ask, scope.bind(node.name, ask.type)
        case nodes.Let():
            value = rule.context.expr(node.value, scope)
            check_free(rule.context, node.name, scope, node.span)
            return core.Let(name=node.name, value=value, span=node.span), scope.bind(node.name, value.type)
        case nodes.Ask():
            ask = ask_stmt(rule, node, scope)
            check_free(rule.context, node.name, scope, node.span)
            return ask, scope.bind(node.name, ask.type)
        case _:
            return plain_stmt(rule, node, scope), scope


def plain_stmt(rule: RuleBody, node: nodes.Stmt, scope: Scope) -> core.Stmt:
    """A statement that brings no local."""
    context, span = rule.context, node.span
    match node:
        case nodes.Block():
            return block_stmt(rule, node, scope)
        case nodes.Step():
            return core.Step(label=node.label, body=rule.inner(node.body, scope), span=span)
        case nodes.Move():
            return move_stmt(context, node, scope)
        case nodes.Assign():
            return assign_stmt(context, node, scope)
        case nodes.If():
            test = context.test(node.test, scope)
            then = rule.inner(node.then, scope.knowing(facts(test, True)))
            other = rule.inner(node.other, scope.knowing(facts(test, False))) if node.other else None
            return core.If(test=test, then=then, other=other, span=span)
        case nodes.For():
            items = context.expr(node.items, scope)
            check_free(context, node.name, scope, span)
            inner = scope.bind(node.name, element_type(context, items))
            where = context.test(node.where, inner) if node.where else None
            inner = inner.knowing(facts(where, True)) if where is not None else inner
            return core.For(name=node.name, items=items, where=where, body=rule.inner(node.body, inner), span=span)
        case nodes.Repeat():
            body = rule.inner(node.body, scope)
            return core.Repeat(body=body, until=context.test(node.until, scope), span=span)
        case nodes.Choose():
            return choose_stmt(rule, node, scope)
        case nodes.OneOf():
            return one_of_stmt(rule, node, scope)
        case nodes.Together():
            return together_stmt(rule, node, scope)
        case nodes.Apart():
            return apart_stmt(rule, node, scope)
        case nodes.Perform():
            effect, by, at = performance(context, node.effect, node.by, node.at, scope, span)
            return core.Perform(effect=effect, by=by, at=at, span=span) if effect else nothing(span)
        case nodes.CallStmt():
            return call_stmt(rule, node, scope)
        case nodes.Happens():
            return happens_stmt(context, node, scope)
        case nodes.Shuffle():
            return shuffle_stmt(context, node, scope)
        case nodes.Show():
            card = context.expr(node.card, scope)
            surely_faced(context, card, node.face, span)
            return core.Show(card=card, face=node.face, span=span)
        case nodes.Lay():
            return lay_stmt(context, node, scope)
        case nodes.ScoreSets():
            return score_sets_stmt(context, node, scope)
        case nodes.ScoreLeft():
            return score_left_stmt(context, node, scope)
        case nodes.Settle():
            return settle_stmt(context, node, scope)
        case nodes.Score():
            return score_stmt(context, node, scope)
        case nodes.Proceed():
            if rule.proceed is None:
                context.wrong(
                    "no-proceed",
                    "`proceed` stands only inside `instead`",
                    span,
                    "nothing was replaced here",
                    "write it in `extend effect … instead { … proceed … }`",
                )
                return nothing(span)
            return rule.proceed
        case nodes.Ensure():
            return ensure_stmt(rule, node, scope)
        case _:
            raise AssertionError(node)

"""Questions: items, groups, covers, sealed answers.

In:   nodes.Ask and the like.      Out:  core.AskFor and the like.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.calls import arguments
from kfdsl.lang.elaborate.expr.collections import element_type
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody
from kfdsl.program import core, types
from kfdsl.program.types import GROUP, PLAYER, UNKNOWN, WANT, Type, fits


def ask_stmt(rule: RuleBody, node: nodes.Ask, scope: Scope) -> core.AskFor:
    """Somebody picks something."""
    context, span = rule.context, node.span
    who = context.expr(node.asker or nodes.Name(name="me", span=span), scope, PLAYER)
    items = where = want = None
    args: tuple[core.Expr, ...] = ()
    result: Type = GROUP
    if node.items is not None and node.many is not None:
        items = context.expr(node.items, scope)
        inner = scope.bind(node.name, element_type(context, items))
        where = context.test(node.where, inner) if node.where else None
        known = inner.knowing(facts(where, True)) if where is not None else inner
        result = types.list_of(known.facts.get(("Local", node.name), inner.locals[node.name]))
        least, most = node.many
        if most is not None and least > most:
            context.wrong(
                "never",
                f"nobody can pick {least} or more and {most} or fewer",
                span,
                "no number of items is right",
                f"write `{most} to {least} of`",
            )
    elif node.items is not None and node.type is not None:
        items = context.expr(node.items, scope)
        element = element_type(context, items)
        result = rule.context.names.type(node.type)
        inner = scope.bind(node.name, element)
        where = context.test(node.where, inner) if node.where else None
        known = inner.knowing(facts(where, True)) if where is not None else inner
        narrowed = known.facts.get(("Local", node.name), element)
        if not fits(narrowed, result, rule.context.names.lineage):
            both = narrowed.head == result.head == "card"
            context.wrong(
                "wrong-type",
                f"these are {narrowed}, not {result}",
                items.span,
                f"{items.type}",
                f"add `where {node.name} is {result}`"
                if both
                else f"write `{node.name}: {narrowed}`, or ask for something else",
            )
    elif node.shape is not None:
        shape, args = shape_arguments(rule.context, node.shape, scope)
        result = GROUP if shape else UNKNOWN
        if node.want is not None:
            want = context.expr(node.want, scope, WANT)
            if rule.context.names.sort(node.purpose) is not nodes.Purpose:
                context.nothing_called(nodes.Purpose, node.purpose, span, f"purpose {node.purpose}")
            rule.context.seen(node.purpose, scope, span)
    return core.AskFor(
        label=rule.label(node.name),
        name=node.name,
        who=who,
        items=items,
        where=where,
        shape=node.shape.name if node.shape else "",
        args=args,
        want=want,
        purpose=node.purpose,
        type=result,
        many=node.many,
        span=span,
    )


def shape_arguments(context: Context, call: nodes.Call, scope: Scope) -> tuple[bool, tuple[core.Expr, ...]]:
    """`hand(me)`"""
    entry = context.model.declared.get(call.name)
    if entry is None or not isinstance(entry.node, nodes.Shape):
        context.nothing_called(nodes.Shape, call.name, call.span, f"shape {call.name}(…) {{ … }}")
        return False, ()
    context.seen(call.name, scope, call.span)
    return True, arguments(context, call.name, call.args, entry.node.params, scope, call.span)


def together_stmt(rule: RuleBody, node: nodes.Together, scope: Scope) -> core.Stmt:
    """Everybody answers for themselves, sealed."""
    items = rule.context.expr(node.items, scope, types.list_of(PLAYER))
    check_free(rule.context, node.name, scope, node.span)
    inner = scope.bind(node.name, PLAYER)
    ask = ask_stmt(rule, node.ask, inner)
    check_free(rule.context, node.ask.name, inner, node.ask.span)
    body = rule.inner(node.body, inner.bind(node.ask.name, ask.type))
    return core.Together(label=ask.label, name=node.name, items=items, ask=ask, body=body, span=node.span)


def apart_stmt(rule: RuleBody, node: nodes.Apart, scope: Scope) -> core.Stmt:
    """Everybody acts for themselves, in the open; whether they do is judged when all rules are known."""
    items = rule.context.expr(node.items, scope, types.list_of(PLAYER))
    check_free(rule.context, node.name, scope, node.span)
    body = rule.inner(node.body, scope.bind(node.name, PLAYER))
    return core.Apart(name=node.name, items=items, body=body, span=node.span)

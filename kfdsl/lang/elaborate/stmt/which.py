"""Which one: a `let` that takes the answer of a query asks, if packs widen the query.

In:   `let x = query(…)`.      Out:  core.AskFor, or nothing where it stays a `let`.
A query never asks. So one that is widened is read only where somebody can be asked at once; of one that no pack widens nothing is asked.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.candidates import plain
from kfdsl.lang.elaborate.expr.calls import arguments, nobody_to_ask
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody
from kfdsl.program import core, made_names, types
from kfdsl.program.types import PLAYER


def asked_instead(rule: RuleBody, node: nodes.Let, scope: Scope) -> core.AskFor | None:
    """`let x = query(…)`, if packs widen the query: who acts is asked."""
    call, context = node.value, rule.context
    if not isinstance(call, nodes.Call):
        return None
    entry, parts = context.model.declared.get(call.name), context.model.may_be(call.name)
    if not parts or entry is None or not isinstance(entry.node, nodes.Query):
        return None
    result, span = context.names.type(entry.node.result), call.span
    if not scope.me:
        nobody_to_ask(context, call, "nobody acts here, so nobody can be asked")
    context.seen(call.name, scope, span)
    name = made_names.candidates(call.name) if plain(result) == result else made_names.candidates_or_none(call.name)
    args = arguments(context, call.name, call.args, entry.node.params, scope, span)
    return core.AskFor(
        label=rule.label(node.name),
        name=node.name,
        who=core.Local(name="me", type=PLAYER, span=span),
        items=core.Ask(query=name, args=args, type=types.list_of(result), span=span),
        where=None,
        shape="",
        args=(),
        want=None,
        purpose="",
        type=result,
        span=node.span,
    )

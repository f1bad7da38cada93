"""Calls of effects, flows and moments.

In:   `dig 1 clay from pit`, `happens dusk`.      Out:  core.CallRule, who acts and where as leading arguments.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.calls import arguments
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody, nothing
from kfdsl.program import core
from kfdsl.program.types import PLAYER
from kfdsl.program.words import VERBS
from kfdsl.text.diagnostic import nearest


def call_stmt(rule: RuleBody, node: nodes.CallStmt, scope: Scope) -> core.Stmt:
    """Another effect or flow."""
    entry = rule.context.model.declared.get(node.name)
    if entry is None or not isinstance(entry.node, nodes.Effect):
        known = rule.context.model.names_of(nodes.Effect)
        sort = rule.context.names.sort(node.name)
        hint = (
            f"write `choose {node.name}(…)`"
            if sort is nodes.Menu
            else f"write `happens {node.name}(…)`"
            if sort is nodes.Moment
            else ""
        )
        verbs = [word for word, _, _ in VERBS if word.isalpha()]
        rule.context.wrong(
            "unknown-name",
            f"no effect is called `{node.name}`",
            node.span.word(node.name),
            f"neither `{scope.pack}` nor a pack it requires declares this",
            hint or nearest(node.name, [*known, *verbs]) or f"declare it: `effect {node.name}(…) {{ … }}`",
        )
        return nothing(node.span)
    rule.context.seen(node.name, scope, node.span)
    args = arranged_arguments(rule.context, node, entry.node.params)
    values = arguments(rule.context, node.name, args, entry.node.params, scope, node.span) if args is not None else ()
    return core.CallRule(rule=node.name, args=leading_arguments(rule, node, entry.node, scope) + values, span=node.span)


def arranged_arguments(
    context: Context, node: nodes.CallStmt, params: tuple[nodes.Param, ...]
) -> tuple[nodes.Expr, ...] | None:
    """Arguments in the order of the parameters, by their prepositions."""
    if not any(node.labels):
        return node.args
    order: dict[int, nodes.Expr] = {}
    for label, arg in zip(node.labels, node.args, strict=True):
        at = next((i for i, param in enumerate(params) if i not in order and param.label == label), None)
        if at is None:
            labels = [param.label for param in params if param.label]
            word = f"no `{label}`" if label else "nothing more without a preposition"
            context.wrong(
                "wrong-arguments",
                f"`{node.name}` takes {word}",
                arg.span,
                "not one of its parameters",
                "work out before the token how many: `size(xs) * 1 token`"
                if label == "per"
                else f"it takes {', '.join(f'`{each}`' for each in labels)}"
                if labels
                else f"write `{node.name}(…)` with commas",
            )
            return None
        order[at] = arg
    return tuple(order[i] for i in sorted(order))


def leading_arguments(
    rule: RuleBody, node: nodes.CallStmt, effect: nodes.Effect, scope: Scope
) -> tuple[core.Expr, ...]:
    """Who acts and where, as leading arguments."""
    found: list[core.Expr] = []
    if rule.actors.needed(node.name):
        if node.by is None and not scope.me:
            rule.context.wrong(
                "nobody",
                f"`{node.name}` needs somebody to act",
                node.span,
                "who?",
                f"write `{node.name}(…) by player`",
            )
            found.append(rule.context.unknown(node.span))
        else:
            found.append(rule.context.expr(node.by or nodes.Name(name="me", span=node.span), scope, PLAYER))
    if effect.at:
        found.append(
            rule.context.expr(node.at or nodes.Name(name="here", span=node.span), scope, rule.context.names.card(effect.at))
        )
    return tuple(found)


def happens_stmt(context: Context, node: nodes.Happens, scope: Scope) -> core.Stmt:
    """A moment has come."""
    entry = context.model.declared.get(node.name)
    if entry is None or not isinstance(entry.node, nodes.Moment):
        context.nothing_called(nodes.Moment, node.name, node.span, f"moment {node.name}")
        return nothing(node.span)
    context.seen(node.name, scope, node.span)
    return core.CallRule(
        rule=node.name,
        args=arguments(context, node.name, node.args, entry.node.params, scope, node.span),
        span=node.span,
    )

"""Menus opened, and branches of which one is taken.

In:   `choose work(p)`, `one of { … } or { … }`.      Out:  core.Choose, core.OneOf.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.calls import arguments
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody, nothing
from kfdsl.program import core, made_names
from kfdsl.program.types import PLAYER, Type
from kfdsl.text.diagnostic import nearest


def choose_stmt(rule: RuleBody, node: nodes.Choose, scope: Scope) -> core.Stmt:
    """`choose work(p)`"""
    entry = rule.context.model.declared.get(node.menu)
    if entry is None or not isinstance(entry.node, nodes.Menu):
        rule.context.nothing_called(nodes.Menu, node.menu, node.span, f"menu {node.menu}(me: player)")
        return nothing(node.span)
    rule.context.seen(node.menu, scope, node.span)
    args = arguments(rule.context, node.menu, node.args, entry.node.params, scope, node.span)
    rounds = [
        core.Choose(label=rule.label(node.menu), menu=node.menu, args=args, again=again, span=node.span)
        for again, is_meant in ((False, node.once), (True, node.again))
        if is_meant
    ]
    chosen = rounds[0] if len(rounds) == 1 else core.Block(body=tuple(rounds), span=node.span)
    return with_settings(rule.context, chosen, node, entry.node, scope) if node.settings else chosen


def with_settings(context: Context, chosen: core.Stmt, node: nodes.Choose, menu: nodes.Menu, scope: Scope) -> core.Stmt:
    """The menu's variables get values, and their old ones back afterwards: the menu may be open already."""
    first: list[core.Stmt] = []
    last: list[core.Stmt] = []
    known = {variable.name: variable for variable in menu.vars}
    for name, _ in node.settings:
        if name not in known:
            hint = (
                nearest(name, list(known)) or f"declare it: `menu {menu.name}(me: player) {{ var {name}: number = 0 }}`"
            )
            context.wrong(
                "unknown-name",
                f"`{menu.name}` has no variable `{name}`",
                node.span.word(name),
                "not one of its variables",
                hint,
            )
            continue
        type_ = context.names.type(known[name].type)
        kept = made_names.kept(name)
        first.append(
            core.Let(name=kept, value=core.VarOf(var=name, args=(), type=type_, span=node.span), span=node.span)
        )
        last.append(
            core.SetVar(var=name, args=(), value=core.Local(name=kept, type=type_, span=node.span), span=node.span)
        )
    setting = [
        core.SetVar(
            var=name,
            args=(),
            value=context.expr(value, scope, context.names.type(known[name].type)),
            span=value.span,
        )
        for name, value in node.settings
        if name in known
    ]
    return core.Block(body=(*first, *setting, chosen, *last), span=node.span)


def one_of_stmt(rule: RuleBody, node: nodes.OneOf, scope: Scope) -> core.Stmt:
    """`one of { … } or { … }`: each branch is a rule of its own that is handed all that is known here."""
    who = rule.context.expr(nodes.Name(name="me", span=node.span), scope, PLAYER)
    label = rule.label("one_of")
    outer: list[tuple[str, Type]] = [("me", PLAYER)] if scope.me else []
    outer += [("here", scope.here)] if scope.here else []
    outer += list(scope.locals.items())
    args = tuple(core.Local(name=name, type=type_, span=node.span) for name, type_ in outer)
    branches: list[str] = []
    for number, branch in enumerate(node.branches, 1):
        name = made_names.branch(scope.rule, label, number)
        saved, rule.labels = rule.labels, {}
        body = rule.inner(branch, dataclasses.replace(scope, rule=name))
        rule.labels = saved
        rule.add_rule(name, tuple(outer), body, branch.span)
        branches.append(name)
    return core.OneOf(label=label, who=who, branches=tuple(branches), args=(args,) * len(branches), span=node.span)

"""What packs put before, after and instead of an effect or one of its steps.

In:   a body and its changes.      Out:  the body with them.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.rules.made_rules import MadeRules
from kfdsl.lang.elaborate.rules.order_of_changes import in_order
from kfdsl.lang.elaborate.rules.own_locals import OwnLocals
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.actors import walk
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody
from kfdsl.lang.elaborate.stmt.statement import block_stmt
from kfdsl.lang.link.model import Entry
from kfdsl.program import core
from kfdsl.text.diagnostic import nearest


def with_changed_steps(
    rules: MadeRules, body: core.Stmt, name: str, scope: Scope, stmts: RuleBody, done: set[str]
) -> core.Stmt:
    """The body with what packs put before, after and instead of its steps."""
    match body:
        case core.Block():
            return dataclasses.replace(
                body, body=tuple(with_changed_steps(rules, part, name, scope, stmts, done) for part in body.body)
            )
        case core.Step() if id(body) in rules.finished:
            return body  # it stands in what `proceed` brings
        case core.Step():
            inner = dataclasses.replace(body, body=with_changed_steps(rules, body.body, name, scope, stmts, done))
            changes = [c for c in rules.context.model.changes_in(name) if c.node.step == body.label]
            if not changes or body.label in done:
                rules.finished[id(inner)] = inner
                return inner
            done = done | {body.label}
            for change in in_order(rules.context, changes, "instead", name):
                fresh = rules.body(change.pack, name)
                fresh.proceed = inner.body
                check_proceeds(rules.context, change)
                changed = rules.context.lent(scope, change.pack, change.also)
                replaced = changed_body(rules, change, changed, fresh, inner.body)
                inner = core.Step(
                    label=body.label,
                    body=with_changed_steps(rules, replaced, name, scope, stmts, done),
                    span=change.span,
                )
            rules.finished[id(inner)] = inner
            return with_surroundings(rules, inner, changes, name, scope)
        case core.Repeat() | core.For() | core.Together() | core.Apart():
            return dataclasses.replace(body, body=with_changed_steps(rules, body.body, name, scope, stmts, done))
        case core.OneOf():
            for branch in body.branches:  # rules of their own, which know all that is known here
                rule = rules.rules[branch]
                rules.rules[branch] = dataclasses.replace(
                    rule, body=with_changed_steps(rules, rule.body, name, scope, stmts, done)
                )
            return body
        case core.If():
            other = with_changed_steps(rules, body.other, name, scope, stmts, done) if body.other is not None else None
            return dataclasses.replace(
                body, then=with_changed_steps(rules, body.then, name, scope, stmts, done), other=other
            )
        case _:
            return body


def with_surroundings(
    rules: MadeRules, body: core.Stmt, changes: list[Entry[nodes.EffectChange]], name: str, scope: Scope
) -> core.Stmt:
    """What comes before and after."""
    front, back = (
        in_order(rules.context, [c for c in changes if c.node.word == word], word, name) for word in ("before", "after")
    )
    if not front and not back:
        return body
    parts: list[core.Stmt] = []
    for group in (front, None, back):
        if group is None:
            parts.append(body)
            continue
        made = []
        for change in group:
            stmts = rules.body(change.pack, name)
            changed = rules.context.lent(scope, change.pack, change.also)
            block = changed_body(rules, change, changed, stmts, None)
            made.append((change, block))
            parts.append(with_changed_steps(rules, block, name, scope, stmts, set()))
        rules.side_by_side.append((name, [(change, block, change.node.over) for change, block in made]))
    return core.Block(body=tuple(parts), span=body.span)


def changed_body(
    rules: MadeRules, change: Entry[nodes.EffectChange], scope: Scope, stmts: RuleBody, other: core.Stmt | None
) -> core.Stmt:
    """What a change does, under its condition if it has one."""
    test = rules.context.test(change.node.when, scope) if change.node.when is not None else None
    known = scope.knowing(facts(test, True)) if test is not None else scope
    made: core.Stmt = block_stmt(stmts, change.node.body, known)
    if test is not None:
        made = core.If(test=test, then=made, other=other, span=change.span)
    if not change.node.step and not scope.in_deed:
        return made  # it stands beside all of the rule, whose locals are gone there; a deed is one with what is put beside it
    return OwnLocals(rules.rules, rules.bound[scope.rule], stmts.proceed).apart(made)


def check_proceeds(context: Context, change: Entry[nodes.EffectChange]) -> None:
    """What was replaced happens at most once, whichever way the new block goes."""
    if most_proceeds(change.node.body) > 1:
        context.wrong(
            "no-proceed",
            "`proceed` may come twice here",
            change.span,
            "what was replaced would happen again",
            "let every way through the block say `proceed` at most once",
        )


def check_steps(
    context: Context,
    name: str,
    node: nodes.Effect | nodes.Action,
    changes: list[Entry[nodes.EffectChange]],
) -> None:
    """Report changes at steps that are not there."""
    bodies: list[nodes.Block] = [node.body, *(change.node.body for change in changes)]
    steps = [part.label for body in bodies for part in walk(body) if isinstance(part, nodes.Step)]
    for change in changes:
        if change.node.step and change.node.step not in steps:
            context.wrong(
                "unknown-name",
                f"`{name}` has no step `{change.node.step}`",
                change.span.word(change.node.step),
                "nothing to stand beside",
                nearest(change.node.step, steps)
                or (f"its steps are {', '.join(steps)}" if steps else "it has no steps with names"),
            )
    for label in {label for label in steps if steps.count(label) > 1}:
        context.wrong(
            "declared-twice",
            f"`{name}` has two steps called `{label}`",
            node.span.word(label, last=True),
            "again here",
            "rename one of them",
        )


def most_proceeds(stmt: nodes.Stmt | None) -> int:
    """How often one way through a statement may say `proceed`; a loop counts as more than once."""
    match stmt:
        case nodes.Proceed():
            return 1
        case nodes.Block():
            return sum(most_proceeds(part) for part in stmt.body)
        case nodes.Step():
            return most_proceeds(stmt.body)
        case nodes.If():
            return max(most_proceeds(stmt.then), most_proceeds(stmt.other))
        case nodes.OneOf():
            return max(most_proceeds(branch) for branch in stmt.branches)
        case nodes.For() | nodes.Repeat() | nodes.Together() | nodes.Apart():
            return 2 * most_proceeds(stmt.body)
        case _:
            return 0

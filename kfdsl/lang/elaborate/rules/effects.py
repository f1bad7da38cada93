"""Effects, flows and moments, with what packs change in them.

In:   declarations and their changes.      Out:  core rules.
`before` and `after` stand around; `instead` becomes a rule in front of the one it replaces, which `proceed` calls.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.rules.changes import (
    changed_body,
    check_proceeds,
    check_steps,
    with_changed_steps,
    with_surroundings,
)
from kfdsl.lang.elaborate.rules.made_rules import Change, MadeRules, Params
from kfdsl.lang.elaborate.rules.order_of_changes import in_order
from kfdsl.lang.elaborate.rules.own_locals import bound_in
from kfdsl.lang.elaborate.says import spoken
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.statement import block_stmt
from kfdsl.lang.link.model import Entry
from kfdsl.lang.link.precedence import by_over
from kfdsl.program import core, made_names
from kfdsl.program.types import PLAYER


def add_effect(rules: MadeRules, name: str, entry: Entry[nodes.Effect]) -> None:
    """One effect or flow with its changes."""
    node = entry.node
    nobody = node.is_main or node.is_closing  # nobody acts where a game begins, or where it is reckoned up
    me = rules.actors.needed(name) and not nobody
    here = rules.context.cards_named(node.at, node.span) if node.at else None
    params: Params = (
        (("me", PLAYER),) * me + ((("here", here),) if here else ()) + rules.params(node.params, entry.pack)
    )
    scope = Scope(
        pack=entry.pack,
        also=entry.also,
        locals=dict(rules.params(node.params, entry.pack)),
        me=me,
        here=here,
        rule=name,
    )
    changes = rules.context.model.changes_in(name)
    stmts = rules.body(entry.pack, name)
    written = block_stmt(stmts, node.body, scope)
    rules.bound[name] = set(bound_in(written, rules.rules))
    body: core.Stmt = with_changed_steps(rules, written, name, scope, stmts, set())
    check_steps(rules.context, name, node, changes)
    whole = [change for change in changes if not change.node.step]
    for number, change in enumerate(in_order(rules.context, whole, "instead", name)):
        inner = made_names.replaced(name, number)
        rules.add(inner, entry.pack, params, body, node.span, is_price=node.is_price)
        args = tuple(core.Local(name=each, type=type_, span=change.span) for each, type_ in params)
        changed = rules.context.lent(scope, change.pack, change.also)
        fresh = rules.body(change.pack, name)
        fresh.proceed = core.CallRule(rule=inner, args=args, span=change.span)
        check_proceeds(rules.context, change)
        body = changed_body(rules, change, changed, fresh, fresh.proceed)
    body = with_surroundings(rules, body, whole, name, scope)
    packs = tuple(dict.fromkeys([entry.pack, *(change.pack for change in changes)]))
    context, holes = rules.context, [param.name for param in node.params]
    says = spoken(node.says, name, "parameter", holes, context.model.languages, context.report)
    rules.add(name, entry.pack, params, body, node.span, is_price=node.is_price, packs=packs, says=says)


def add_moment(rules: MadeRules, name: str, entry: Entry[nodes.Moment]) -> None:
    """A moment: lives end, then whatever answers."""
    params = rules.params(entry.node.params, entry.pack)
    members = [
        *rules.context.names.vars.values(),
        *(m for table in rules.context.names.members.values() for m in table.values()),
    ]
    ending = tuple(
        made_names.member(m.owner, m.name) for m in members if isinstance(m.node, nodes.Var) and m.node.until == name
    )
    parts: list[core.Stmt] = []
    answers: list[Change] = []
    ordered = by_over(rules.context.model.answers.get(name, []), lambda each: each.pack, lambda each: each.node.over)
    for answer in ordered:
        lender = Scope(pack=entry.pack, locals=dict(params), rule=name)
        scope = rules.context.lent(lender, answer.pack, answer.also)
        test = rules.context.test(answer.node.where, scope) if answer.node.where else None
        stmts = rules.body(answer.pack, name)
        body: core.Stmt = block_stmt(
            stmts, answer.node.body, scope.knowing(facts(test, True)) if test is not None else scope
        )
        parts.append(core.If(test=test, then=body, other=None, span=answer.span) if test is not None else body)
        answers.append((answer, parts[-1], answer.node.over))
    rules.side_by_side.append((name, answers))
    if ending:
        parts.append(core.Reset(vars=ending, span=entry.span))
    rules.add(
        name,
        entry.pack,
        params,
        core.Block(body=tuple(parts), span=entry.span),
        entry.span,
        packs=tuple(dict.fromkeys([entry.pack, *(a.pack for a in rules.context.model.answers.get(name, []))])),
    )

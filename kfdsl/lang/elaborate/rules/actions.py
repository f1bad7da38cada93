"""Actions: parameters, needs, and what is done.

In:   actions and what packs change in them.      Out:  a core rule and core.ActionDef.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.collections import element_type
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.rules.changes import (
    changed_body,
    check_proceeds,
    check_steps,
    with_changed_steps,
    with_surroundings,
)
from kfdsl.lang.elaborate.rules.made_rules import MadeRules, Params
from kfdsl.lang.elaborate.rules.needs import check_waivers, need_def, waivers
from kfdsl.lang.elaborate.rules.order_of_changes import in_order
from kfdsl.lang.elaborate.rules.own_locals import bound_in
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.asks import shape_arguments
from kfdsl.lang.elaborate.stmt.before import hoist
from kfdsl.lang.elaborate.stmt.statement import block_stmt, plain_stmt
from kfdsl.lang.link.model import Entry
from kfdsl.program import core, types
from kfdsl.program.types import BOOL, GROUP, PLAYER


def add_action(rules: MadeRules, name: str, entry: Entry[nodes.Action]) -> None:
    """One action: parameters, needs, and what it does."""
    node = entry.node
    menu = rules.context.model.declared.get(node.menu)
    if menu is None or not isinstance(menu.node, nodes.Menu):
        rules.context.nothing_called(nodes.Menu, node.menu, node.span, f"menu {node.menu}(me: player)")
        return
    rules.context.seen(node.menu, Scope(pack=entry.pack, also=entry.also), node.span)
    outer = tuple((param.name, rules.context.names.type(param.type)) for param in menu.node.params[1:] if param.type)
    scope = Scope(pack=entry.pack, also=entry.also, locals=dict(outer), me=True, rule=name)
    params, scope = action_params(rules, node, scope)
    order = [param.name for param in params]
    changes = rules.context.model.action_changes.get(name, [])
    check_waivers(rules.context, name, node, changes)
    needs = [need_def(rules.context, name, need, entry.pack, scope, changes, order) for need in node.needs]
    for change in changes:
        inner = rules.context.lent(scope, change.pack, change.also)
        needs += [need_def(rules.context, name, need, change.pack, inner, changes, order) for need in change.node.needs]
    body = deed_stmt(
        rules, name, entry, scope, changes, {param.name for param in params} | {"me", *(each for each, _ in outer)}
    )
    typed: Params = (("me", PLAYER), *outer, *((param.name, param.type) for param in params))
    packs = tuple(dict.fromkeys([entry.pack, *(change.pack for change in changes)]))
    rules.add(name, entry.pack, typed, body, node.span, packs=packs)
    rules.actions.append(
        core.ActionDef(
            name=name,
            pack=entry.pack,
            span=node.span,
            is_free=node.is_free,
            menu=node.menu,
            params=params,
            needs=tuple(needs),
            rule=name,
            packs=packs,
        )
    )


def action_params(rules: MadeRules, node: nodes.Action, scope: Scope) -> tuple[tuple[core.ParamDef, ...], Scope]:
    """Parameters with their domains, each of which may read the ones before it."""
    found: list[core.ParamDef] = []
    for param in node.params:
        check_free(rules.context, param.name, scope, param.span)
        if param.shape is not None:
            ok, args = shape_arguments(rules.context, param.shape, scope)
            made = core.ParamDef(
                name=param.name,
                pack=scope.pack,
                span=param.span,
                label=param.label,
                type=GROUP,
                items=None,
                where=None,
                shape=param.shape.name if ok else "",
                args=args,
            )
            scope = scope.bind(param.name, GROUP)
        else:
            assert param.type is not None and param.items is not None
            type_ = rules.context.names.type(param.type)
            items = rules.context.expr(param.items, scope)
            element = element_type(rules.context, items)
            inner = scope.bind(param.name, element)
            where = rules.context.test(param.where, inner) if param.where else None
            narrowed = (
                inner.knowing(facts(where, True)).facts.get(("Local", param.name), element)
                if where is not None
                else element
            )
            if not types.fits(narrowed, type_, rules.context.names.lineage):
                if narrowed.head == "card" and type_.head == "card":
                    # a narrower type than the collection's is a filter of its own
                    test: core.Expr = core.Prim(
                        word="kind",
                        args=(core.Local(name=param.name, type=element, span=param.span),),
                        data=type_.name,
                        type=BOOL,
                        span=param.span,
                    )
                    where = (
                        test if where is None else core.Prim(word="and", args=(test, where), type=BOOL, span=param.span)
                    )
                else:
                    rules.context.wrong(
                        "wrong-type",
                        f"these are {narrowed}, not {type_}",
                        items.span,
                        f"{items.type}",
                        f"write `{param.name}: {narrowed}`, or offer something else",
                    )
            made = core.ParamDef(
                name=param.name,
                pack=scope.pack,
                span=param.span,
                label=param.label,
                type=type_,
                items=items,
                where=where,
                shape="",
                args=(),
            )
            scope = scope.bind(param.name, type_)
        found.append(made)
    return tuple(found), scope


def deed_stmt(
    rules: MadeRules,
    name: str,
    entry: Entry[nodes.Action],
    scope: Scope,
    changes: list[Entry[nodes.ActionChange]],
    known: set[str],
) -> core.Stmt:
    """What an action does, with its `ensure`s and what packs put around it."""
    inside = dataclasses.replace(scope, in_deed=True)
    rules.waivers[name] = lambda need, at: waivers(rules.context, need, at, changes)
    stmts = rules.body(entry.pack, name)
    written = block_stmt(stmts, entry.node.body, inside)
    rules.bound[name] = set(bound_in(written, rules.rules))
    around = rules.context.model.changes_in(name)
    check_steps(rules.context, name, entry.node, around)
    whole = [change for change in around if not change.node.step]
    deed = with_changed_steps(rules, written, name, inside, stmts, set())
    for change in in_order(rules.context, whole, "instead", name):
        fresh = rules.body(change.pack, name)
        fresh.proceed = deed
        check_proceeds(rules.context, change)
        replaced = changed_body(rules, change, rules.context.lent(inside, change.pack, change.also), fresh, deed)
        deed = with_changed_steps(rules, replaced, name, inside, stmts, set())
    ensures = [
        plain_stmt(stmts, ensure, rules.context.lent(inside, change.pack, change.also))
        for change in changes
        for ensure in change.node.ensures
    ]
    if ensures:
        deed = core.Block(body=(deed, *ensures), span=written.span)
    deed = with_surroundings(rules, deed, whole, name, inside)
    return hoist(core.Block(body=(deed,), span=written.span), known, rules.context)

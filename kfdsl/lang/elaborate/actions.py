"""Shapes, menus and actions, with what packs change in them, and all rules together.

In:   declarations and their changes.      Out:  core rules, shapes, menus and actions.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.effects import EffectLowerer, Params
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.actors import walk
from kfdsl.lang.elaborate.stmt.before import free_locals, hoist
from kfdsl.lang.link.model import Entry
from kfdsl.lang.link.precedence import by_over
from kfdsl.program import core, types
from kfdsl.program.types import AREA, BOOL, GROUP, PLAYER
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span


class RuleLowerer(EffectLowerer):
    """Makes rules of everything that can be done or chosen."""

    def all(self) -> None:
        """Every declaration that does something, sort by sort."""
        for name, effect in self.model.entries(nodes.Effect):
            self.effect(name, effect)
        for name, moment in self.model.entries(nodes.Moment):
            self.moment(name, moment)
        for name, shape in self.model.entries(nodes.Shape):
            self.shape(name, shape)
        for name, action in self.model.entries(nodes.Action):
            self.action(name, action)
            self.offered[action.node.menu] = (*self.offered.get(action.node.menu, ()), name)
        for name, menu in self.model.entries(nodes.Menu):
            self.menu(name, menu)

    # ---- shapes, menus, actions

    def shape(self, name: str, entry: Entry[nodes.Shape]) -> None:
        """What may be picked up at once."""
        params = self.params(entry.node.params, entry.pack)
        clauses = [(entry.pack, entry.also, clause) for clause in entry.node.clauses]
        clauses += [
            (change.pack, change.also, clause)
            for change in self.model.shape_changes.get(name, [])
            for clause in change.node.clauses
        ]
        made = [self.clause(clause, Scope(pack=pack, also=also, locals=dict(params))) for pack, also, clause in clauses]
        self.shapes.append(
            core.ShapeDef(
                name=name, pack=entry.pack, span=entry.span, params=params, clauses=tuple(c for c in made if c)
            )
        )

    def clause(self, node: nodes.Clause, scope: Scope) -> core.ClauseDef | None:
        """`some clay of shelf(p)`"""
        bound: list[tuple[str, core.Expr]] = []
        for name, items in node.binders:
            checked = self.exprs.expr(items, scope)
            self.exprs.free(name, scope, node.span)
            scope = scope.bind(name, self.exprs.element(checked))
            bound.append((name, checked))
        where = self.exprs.test(node.where, scope) if node.where else None
        scope = scope.knowing(facts(where, True)) if where is not None else scope
        place = self.exprs.expr(node.place, scope)
        only = ""
        if node.filter:
            only = self.exprs.trait_name(nodes.Name(name=node.filter, span=node.span), scope) or ""
            if not only:
                tokens = [
                    *self.names.token_traits,
                    *(n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Trait)),
                ]
                self.exprs.wrong(
                    "unknown-name",
                    f"no token or trait of tokens is called `{node.filter}`",
                    node.span.word(node.filter),
                    "some of what?",
                    nearest(node.filter, tokens) or f"declare it: `token {node.filter}`",
                )
        if not isinstance(place, core.PlaceAt) or place.type.head != "bundle":
            if place.type.head != "unknown":
                self.exprs.wrong(
                    "not-a-place",
                    "a shape is made of places of tokens",
                    place.span,
                    f"{place.type}",
                    "write the name of a place of tokens",
                )
            return None
        if node.whole and place.args and place.args[0].type == AREA:
            self.exprs.wrong(
                "wrong-place",
                "an area is not picked up whole",
                place.span,
                "what lies there lies on several corners",
                "write `some of …`",
            )
            return None
        return core.ClauseDef(whole=node.whole, only=only, place=place, binders=tuple(bound), where=where)

    def menu(self, name: str, entry: Entry[nodes.Menu]) -> None:
        """A menu and its actions."""
        params = tuple((param.name, self.names.type(param.type)) for param in entry.node.params if param.type)
        if not params or params[0] != ("me", PLAYER):
            self.exprs.wrong(
                "nobody",
                "the first parameter of a menu is the one who chooses",
                entry.span.word(name),
                "who?",
                f"write `menu {name}(me: player)`",
            )
        self.menus.append(
            core.MenuDef(name=name, pack=entry.pack, span=entry.span, params=params, actions=self.offered.get(name, ()))
        )

    def action(self, name: str, entry: Entry[nodes.Action]) -> None:
        """One action: parameters, needs, and what it does."""
        node = entry.node
        menu = self.model.declared.get(node.menu)
        if menu is None or not isinstance(menu.node, nodes.Menu):
            self.exprs.nothing_called(nodes.Menu, node.menu, node.span, f"menu {node.menu}(me: player)")
            return
        self.exprs.seen(node.menu, Scope(pack=entry.pack, also=entry.also), node.span)
        outer = tuple((param.name, self.names.type(param.type)) for param in menu.node.params[1:] if param.type)
        scope = Scope(pack=entry.pack, also=entry.also, locals=dict(outer), me=True, rule=name)
        params, scope = self.action_params(node, scope)
        order = [param.name for param in params]
        changes = self.model.action_changes.get(name, [])
        self.check_waivers(name, node, changes)
        needs = [self.need(name, need, entry.pack, scope, changes, order) for need in node.needs]
        for change in changes:
            inner = dataclasses.replace(scope, pack=change.pack, also=change.also)
            needs += [self.need(name, need, change.pack, inner, changes, order) for need in change.node.needs]
        body = self.deed(
            name, entry, scope, changes, {param.name for param in params} | {"me", *(each for each, _ in outer)}
        )
        typed: Params = (("me", PLAYER), *outer, *((param.name, param.type) for param in params))
        packs = tuple(dict.fromkeys([entry.pack, *(change.pack for change in changes)]))
        self.add(name, entry.pack, typed, body, node.span, packs=packs)
        self.actions.append(
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

    def action_params(self, node: nodes.Action, scope: Scope) -> tuple[tuple[core.ParamDef, ...], Scope]:
        """Parameters with their domains, each of which may read the ones before it."""
        found: list[core.ParamDef] = []
        for param in node.params:
            self.exprs.free(param.name, scope, param.span)
            if param.shape is not None:
                ok, args = self.stmts(scope.pack).shape(param.shape, scope)
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
                type_ = self.names.type(param.type)
                items = self.exprs.expr(param.items, scope)
                element = self.exprs.element(items)
                inner = scope.bind(param.name, element)
                where = self.exprs.test(param.where, inner) if param.where else None
                narrowed = (
                    inner.knowing(facts(where, True)).facts.get(("Local", param.name), element)
                    if where is not None
                    else element
                )
                if not types.fits(narrowed, type_, self.names.lineage):
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
                            test
                            if where is None
                            else core.Prim(word="and", args=(test, where), type=BOOL, span=param.span)
                        )
                    else:
                        self.exprs.wrong(
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

    def waivers(self, need: str, scope: Scope, changes: list[Entry[nodes.ActionChange]]) -> list[core.Expr]:
        """The conditions under which packs waive a need."""
        return [
            self.exprs.test(waive.test, dataclasses.replace(scope, pack=change.pack, also=change.also))
            for change in changes
            for waive in change.node.waives
            if waive.name == need
        ]

    def need(
        self,
        action: str,
        need: nodes.Need,
        pack: str,
        scope: Scope,
        changes: list[Entry[nodes.ActionChange]],
        order: list[str],
    ) -> core.NeedDef:
        """A need and its waivers."""
        test = self.exprs.test(need.test, scope)
        for waiver in self.waivers(need.name, scope, changes):
            test = core.Prim(word="or", args=(test, waiver), type=BOOL, span=need.span)
        depth = max((order.index(name) + 1 for name in free_locals(test) if name in order), default=0)
        return core.NeedDef(
            name=f"{action}.{need.name}",
            pack=pack,
            span=need.span,
            test=test,
            message=self.exprs.message(need.message, scope),
            depth=depth,
        )

    def deed(
        self,
        name: str,
        entry: Entry[nodes.Action],
        scope: Scope,
        changes: list[Entry[nodes.ActionChange]],
        known: set[str],
    ) -> core.Stmt:
        """What an action does, with its `ensure`s and what packs add."""
        inside = dataclasses.replace(scope, in_deed=True)
        parts: list[core.Stmt] = []
        stmts = self.stmts(entry.pack)
        stmts.waivers = lambda need, at: self.waivers(need, at, changes)

        def at(change: Entry[nodes.ActionChange]) -> Scope:
            return dataclasses.replace(inside, pack=change.pack, also=change.also)

        def around(change: Entry[nodes.ActionChange], beside: nodes.Beside) -> core.Stmt:
            if beside.when is None:
                return stmts.block(beside.body, at(change))
            test = self.exprs.test(beside.when, at(change))
            then = stmts.block(beside.body, at(change).knowing(facts(test, True)))
            return core.If(test=test, then=then, other=None, span=beside.span)

        def blocks(word: str) -> list[core.Stmt]:
            found = [(change, beside) for change in changes for beside in getattr(change.node, word)]
            ordered = by_over(found, lambda each: each[0].pack, lambda each: each[1].over)
            made = [(change, around(change, beside), beside.over) for change, beside in ordered]
            self.side_by_side.append((name, list(made)))
            return [block for _, block, _ in made]

        parts += blocks("before")
        parts.append(stmts.block(entry.node.body, inside))
        for change in changes:
            parts += [stmts.plain(ensure, at(change)) for ensure in change.node.ensures]
        parts += blocks("after")
        return hoist(core.Block(body=tuple(parts), span=entry.node.body.span), known, self.exprs)

    def check_waivers(self, name: str, node: nodes.Action, changes: list[Entry[nodes.ActionChange]]) -> None:
        """Report waivers of needs that are not there, and needs with one name."""
        needs = list(node.needs) + [need for change in changes for need in change.node.needs]
        ensures = [part for part in walk(node.body) if isinstance(part, nodes.Ensure)] + [
            e for change in changes for e in change.node.ensures
        ]
        known: dict[str, Span] = {}
        for need, span in [(part.name, part.span) for part in needs] + [(part.name, part.span) for part in ensures]:
            if need in known:
                self.exprs.report.error(
                    "declared-twice",
                    f"`{name}` has two needs called `{need}`",
                    span.word(need),
                    label="again here",
                    asides=[Aside(span=known[need].word(need), label="first here")],
                    help="rename one of them",
                )
            known[need] = span
        for change in changes:
            for waive in change.node.waives:
                if waive.name not in known:
                    self.exprs.wrong(
                        "unknown-name",
                        f"`{name}` has no need called `{waive.name}`",
                        waive.span.word(waive.name),
                        "nothing to waive",
                        nearest(waive.name, list(known))
                        or (f"its needs are {', '.join(known)}" if known else "it has no needs"),
                    )

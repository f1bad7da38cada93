"""Effects, flows, moments, shapes, menus and actions, with what packs change in them.

In:   declarations and their changes.      Out:  core rules, shapes, menus and actions.
`before` and `after` stand around; `instead` becomes a rule in front of the one it replaces, which `proceed` calls.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping

from kfdsl.lang import nodes
from kfdsl.lang.check_actors import Actors, walk
from kfdsl.lang.check_expr import ExprChecker
from kfdsl.lang.check_stmt import StmtChecker
from kfdsl.lang.footprint import Surveyor
from kfdsl.lang.hoist import free_locals, hoist
from kfdsl.lang.model import Entry
from kfdsl.lang.pointing import at_word
from kfdsl.lang.precedence import by_over
from kfdsl.lang.scope import Scope, facts
from kfdsl.program import core, types
from kfdsl.program.types import BOOL, GROUP, PLAYER, Type
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span

Params = tuple[tuple[str, Type], ...]


class RuleLowerer:
    """Makes rules of everything that can be done."""

    def __init__(self, exprs: ExprChecker, actors: Actors) -> None:
        self.exprs = exprs
        self.names = exprs.names
        self.model = exprs.model
        self.actors = actors
        self.rules: dict[str, core.RuleDef] = {}
        self.shapes: list[core.ShapeDef] = []
        self.menus: list[core.MenuDef] = []
        self.actions: list[core.ActionDef] = []
        self.offered: dict[str, tuple[str, ...]] = {}  # actions by menu
        self.side_by_side: list[tuple[str, list[tuple[Entry[nodes.Node], core.Stmt, str]]]] = []

    def all(self) -> None:
        """Every declaration that does something, in order."""
        for name, entry in self.model.declared.items():
            match entry.node:
                case nodes.Effect():
                    self.effect(name, entry)  # type: ignore[arg-type]
                case nodes.Moment():
                    self.moment(name, entry)  # type: ignore[arg-type]
                case nodes.Shape():
                    self.shape(name, entry)  # type: ignore[arg-type]
                case nodes.Action():
                    self.action(name, entry)  # type: ignore[arg-type]
        for name, entry in self.model.declared.items():
            if isinstance(entry.node, nodes.Action):
                self.offered[entry.node.menu] = (*self.offered.get(entry.node.menu, ()), name)
        for name, entry in self.model.declared.items():
            if isinstance(entry.node, nodes.Menu):
                self.menu(name, entry)  # type: ignore[arg-type]

    def params(self, given: tuple[nodes.Param, ...], pack: str) -> Params:
        """Names and types, none of which hides something."""
        for param in given:
            self.exprs.free(param.name, Scope(pack=pack), param.span)
        return tuple((param.name, self.names.type(param.type)) for param in given if param.type)

    def add(self, name: str, pack: str, params: Params, body: core.Stmt, span: Span, *, is_price: bool = False, packs: tuple[str, ...] = (),
            says: tuple[tuple[str, tuple[str, ...]], ...] = ()) -> None:
        """Take a finished rule."""
        self.rules[name] = core.RuleDef(name=name, pack=pack, span=span, params=params, body=body, is_price=is_price, packs=packs or (pack,), says=says)

    def stmts(self, pack: str) -> StmtChecker:
        """A checker for one rule's statements."""
        return StmtChecker(self.exprs, self.actors, lambda name, params, body, span: self.add(name, pack, params, body, span))

    # ---- effects and flows

    def effect(self, name: str, entry: Entry[nodes.Effect]) -> None:
        """One effect or flow with its changes."""
        node = entry.node
        me = self.actors.needed(name) and not node.is_main  # nobody acts where the game begins
        here = types.card(node.at) if node.at else None
        params: Params = (("me", PLAYER),) * me + ((("here", here),) if here else ()) + self.params(node.params, entry.pack)
        scope = Scope(pack=entry.pack, also=entry.also, locals=dict(self.params(node.params, entry.pack)), me=me, here=here, rule=name)
        changes = self.model.effect_changes.get(name, [])
        stmts = self.stmts(entry.pack)
        body: core.Stmt = self.woven(self.labelled(node.body, scope, stmts), name, scope, stmts, set())
        self.check_steps(name, node, changes)
        whole = [change for change in changes if not change.node.step]
        for number, change in enumerate(self.in_order(whole, "instead", name)):
            inner = f"{name}.{number}"
            self.add(inner, entry.pack, params, body, node.span, is_price=node.is_price)
            args = tuple(core.Local(name=each, type=type_, span=change.span) for each, type_ in params)
            changed = dataclasses.replace(scope, pack=change.pack, also=change.also)
            fresh = self.stmts(change.pack)
            fresh.labels = {}
            fresh.proceed = (inner, args)
            test = self.exprs.test(change.node.when, changed) if change.node.when else None
            known = changed.knowing(facts(test, True)) if test is not None else changed
            body = fresh.block(change.node.body, known)
            if test is not None:
                body = core.If(test=test, then=body, other=core.CallRule(rule=inner, args=args, span=change.span), span=change.span)
        body = self.around(body, whole, name, scope)
        packs = tuple(dict.fromkeys([entry.pack, *(change.pack for change in changes)]))
        self.add(name, entry.pack, params, body, node.span, is_price=node.is_price, packs=packs, says=self.says(node))

    def says(self, node: nodes.Effect) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """How an effect reads, by language, with its parameters as holes."""
        known = {param.name for param in node.params}
        found = []
        for language, text in node.says:
            parts = tuple(part for part in re.split(r"(\{\w+\})", text.value) if part)
            for part in parts:
                if part.startswith("{") and part[1:-1] not in known:
                    self.exprs.wrong("unknown-name", f"`{node.name}` has no parameter `{part[1:-1]}`", text.span, "not one of its parameters",
                                     nearest(part[1:-1], sorted(known)))
            found.append((language, parts))
        return tuple(found)

    def labelled(self, node: nodes.Block, scope: Scope, stmts: StmtChecker) -> core.Block:
        """A body as it was written."""
        return stmts.block(node, scope)

    def woven(self, body: core.Stmt, name: str, scope: Scope, stmts: StmtChecker, done: set[str]) -> core.Stmt:
        """The body with what packs put before, after and instead of its steps."""
        match body:
            case core.Block():
                return dataclasses.replace(body, body=tuple(self.woven(part, name, scope, stmts, done) for part in body.body))
            case core.Step():
                inner = dataclasses.replace(body, body=self.woven(body.body, name, scope, stmts, done))
                changes = [c for c in self.model.effect_changes.get(name, []) if c.node.step == body.label]
                if not changes or body.label in done:
                    return inner
                done = done | {body.label}
                for change in self.in_order(changes, "instead", name):
                    fresh = self.stmts(change.pack)
                    replaced = fresh.block(change.node.body, dataclasses.replace(scope, pack=change.pack, also=change.also))
                    inner = core.Step(label=body.label, body=self.woven(replaced, name, scope, stmts, done), span=change.span)
                return self.around(inner, changes, name, scope)
            case core.Repeat() | core.For() | core.Together():
                return dataclasses.replace(body, body=self.woven(body.body, name, scope, stmts, done))
            case core.If():
                other = self.woven(body.other, name, scope, stmts, done) if body.other is not None else None
                return dataclasses.replace(body, then=self.woven(body.then, name, scope, stmts, done), other=other)
            case _:
                return body

    def around(self, body: core.Stmt, changes: list[Entry[nodes.EffectChange]], name: str, scope: Scope) -> core.Stmt:
        """What comes before and after."""
        front, back = (self.in_order([c for c in changes if c.node.word == word], word, name) for word in ("before", "after"))
        if not front and not back:
            return body
        parts: list[core.Stmt] = []
        for group in (front, None, back):
            if group is None:
                parts.append(body)
                continue
            made = []
            for change in group:
                stmts = self.stmts(change.pack)
                block = stmts.block(change.node.body, dataclasses.replace(scope, pack=change.pack, also=change.also))
                made.append((change, block))
                parts.append(self.woven(block, name, scope, stmts, set()))
            self.side_by_side.append((name, [(change, block, change.node.over) for change, block in made]))
        return core.Block(body=tuple(parts), span=body.span)

    def open_order(self, name: str, one: Entry[nodes.Node], other: Entry[nodes.Node]) -> None:
        """Report two changes at one point whose order matters and is not stated."""
        self.exprs.report.error(
            "open-order", f"two packs change `{name}` at one point, and nothing says which comes first", other.span,
            label=f"this is `{other.pack}`", asides=[Aside(span=one.span, label=f"and this is `{one.pack}`")],
            help=f"write `over {one.pack}` behind this block, or let one pack follow the other in its manifest")

    def check_orders(self, queries: Mapping[str, core.QueryDef]) -> None:
        """Report changes side by side that could notice each other's order; after all rules are made."""
        effects = [rule for rule in self.rules if "." in rule]
        surveyor = Surveyor(self.rules, queries, lambda: effects, self.names.tokens_of, self.names.places_with)
        for name, changes in self.side_by_side:
            for index, (one, body, over) in enumerate(changes):
                for other, against, other_over in changes[index + 1 :]:
                    stated = over == other.pack or other_over == one.pack or self.model.ordered(one.pack, other.pack)
                    if not stated and surveyor.footprint(body).disturbs(surveyor.footprint(against)):
                        self.open_order(name, one, other)

    def in_order(self, changes: list[Entry[nodes.EffectChange]], word: str, name: str) -> list[Entry[nodes.EffectChange]]:
        """Changes of one sort at one point, in an order that the packs state."""
        chosen = [change for change in changes if change.node.word == word]
        for index, one in enumerate(chosen):
            for other in chosen[index + 1 :]:
                stated = one.node.over == other.pack or one.pack in (other.node.over, other.pack)
                if word == "instead" and not stated:
                    self.open_order(name, one, other)
        return by_over(chosen, lambda change: change.pack, lambda change: change.node.over)

    def check_steps(self, name: str, node: nodes.Effect, changes: list[Entry[nodes.EffectChange]]) -> None:
        """Report changes at steps that are not there."""
        bodies: list[nodes.Block] = [node.body, *(change.node.body for change in changes)]
        steps = [part.label for body in bodies for part in walk(body) if isinstance(part, nodes.Step)]
        for change in changes:
            if change.node.step and change.node.step not in steps:
                self.exprs.wrong("unknown-name", f"`{name}` has no step `{change.node.step}`", at_word(change.span, change.node.step),
                                 "nothing to stand beside", nearest(change.node.step, steps) or (f"its steps are {', '.join(steps)}" if steps else "it has no steps with names"))
        for label in {label for label in steps if steps.count(label) > 1}:
            self.exprs.wrong("declared-twice", f"`{name}` has two steps called `{label}`", at_word(node.span, label, last=True), "again here",
                             "rename one of them")

    def moment(self, name: str, entry: Entry[nodes.Moment]) -> None:
        """A moment: lives end, then whatever answers."""
        params = self.params(entry.node.params, entry.pack)
        members = [*self.names.vars.values(), *(m for table in self.names.members.values() for m in table.values())]
        ending = tuple(f"{m.owner}.{m.name}" if m.owner else m.name for m in members if isinstance(m.node, nodes.Var) and m.node.until == name)
        parts: list[core.Stmt] = []
        answers: list[tuple[Entry[nodes.Node], core.Stmt, str]] = []
        for answer in self.model.answers.get(name, []):
            scope = Scope(pack=answer.pack, also=answer.also, locals=dict(params), rule=name)
            test = self.exprs.test(answer.node.where, scope) if answer.node.where else None
            stmts = self.stmts(answer.pack)
            body: core.Stmt = stmts.block(answer.node.body, scope.knowing(facts(test, True)) if test is not None else scope)
            parts.append(core.If(test=test, then=body, other=None, span=answer.span) if test is not None else body)
            answers.append((answer, parts[-1], ""))
        self.side_by_side.append((name, answers))
        if ending:
            parts.append(core.Reset(vars=ending, span=entry.span))
        self.add(name, entry.pack, params, core.Block(body=tuple(parts), span=entry.span), entry.span,
                 packs=tuple(dict.fromkeys([entry.pack, *(a.pack for a in self.model.answers.get(name, []))])))

    # ---- shapes, menus, actions

    def shape(self, name: str, entry: Entry[nodes.Shape]) -> None:
        """What may be picked up at once."""
        params = self.params(entry.node.params, entry.pack)
        clauses = [(entry.pack, entry.also, clause) for clause in entry.node.clauses]
        clauses += [(change.pack, change.also, clause) for change in self.model.shape_changes.get(name, []) for clause in change.node.clauses]
        made = [self.clause(clause, Scope(pack=pack, also=also, locals=dict(params))) for pack, also, clause in clauses]
        self.shapes.append(core.ShapeDef(name=name, pack=entry.pack, span=entry.span, params=params, clauses=tuple(c for c in made if c)))

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
                tokens = [*self.names.token_traits, *(n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Trait))]
                self.exprs.wrong("unknown-name", f"no token or trait of tokens is called `{node.filter}`", at_word(node.span, node.filter),
                                 "some of what?", nearest(node.filter, tokens) or f"declare it: `token {node.filter}`")
        if not isinstance(place, core.PlaceAt) or place.type.head != "bundle":
            if place.type.head != "unknown":
                self.exprs.wrong("not-a-place", "a shape is made of places of tokens", place.span, f"{place.type}", "write the name of a place of tokens")
            return None
        return core.ClauseDef(whole=node.whole, only=only, place=place, binders=tuple(bound), where=where)

    def menu(self, name: str, entry: Entry[nodes.Menu]) -> None:
        """A menu and its actions."""
        params = tuple((param.name, self.names.type(param.type)) for param in entry.node.params if param.type)
        if not params or params[0] != ("me", PLAYER):
            self.exprs.wrong("nobody", "the first parameter of a menu is the one who chooses", at_word(entry.span, name), "who?",
                             f"write `menu {name}(me: player)`")
        self.menus.append(core.MenuDef(name=name, pack=entry.pack, span=entry.span, params=params, actions=self.offered.get(name, ())))

    def action(self, name: str, entry: Entry[nodes.Action]) -> None:
        """One action: parameters, needs, and what it does."""
        node = entry.node
        menu = self.model.declared.get(node.menu)
        if menu is None or not isinstance(menu.node, nodes.Menu):
            known = [n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Menu)]
            self.exprs.wrong("unknown-name", f"no menu is called `{node.menu}`", at_word(node.span, node.menu), "not a menu",
                             nearest(node.menu, known) or f"declare it: `menu {node.menu}(me: player)`")
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
        body = self.deed(name, entry, scope, changes, {param.name for param in params} | {"me", *(each for each, _ in outer)})
        typed: Params = (("me", PLAYER), *outer, *((param.name, param.type) for param in params))
        packs = tuple(dict.fromkeys([entry.pack, *(change.pack for change in changes)]))
        self.add(name, entry.pack, typed, body, node.span, packs=packs)
        self.actions.append(core.ActionDef(name=name, pack=entry.pack, span=node.span, is_free=node.is_free, menu=node.menu, params=params, needs=tuple(needs),
                                           rule=name, packs=packs))

    def action_params(self, node: nodes.Action, scope: Scope) -> tuple[tuple[core.ParamDef, ...], Scope]:
        """Parameters with their domains, each of which may read the ones before it."""
        found: list[core.ParamDef] = []
        for param in node.params:
            self.exprs.free(param.name, scope, param.span)
            if param.shape is not None:
                ok, args = self.stmts(scope.pack).shape(param.shape, scope)
                made = core.ParamDef(name=param.name, pack=scope.pack, span=param.span, label=param.label, type=GROUP, items=None, where=None,
                                     shape=param.shape.name if ok else "", args=args)
                scope = scope.bind(param.name, GROUP)
            else:
                assert param.type is not None and param.items is not None
                type_ = self.names.type(param.type)
                items = self.exprs.expr(param.items, scope)
                element = self.exprs.element(items)
                inner = scope.bind(param.name, element)
                where = self.exprs.test(param.where, inner) if param.where else None
                narrowed = inner.knowing(facts(where, True)).facts.get(("Local", param.name), element) if where is not None else element
                if not types.fits(narrowed, type_, self.names.lineage):
                    if narrowed.head == "card" and type_.head == "card":
                        # a narrower type than the collection's is a filter of its own
                        test: core.Expr = core.Prim(word="kind", args=(core.Local(name=param.name, type=element, span=param.span),),
                                                    data=type_.name, type=BOOL, span=param.span)
                        where = test if where is None else core.Prim(word="and", args=(test, where), type=BOOL, span=param.span)
                    else:
                        self.exprs.wrong("wrong-type", f"these are {narrowed}, not {type_}", items.span, f"{items.type}",
                                         f"write `{param.name}: {narrowed}`, or offer something else")
                made = core.ParamDef(name=param.name, pack=scope.pack, span=param.span, label=param.label, type=type_, items=items, where=where,
                                     shape="", args=())
                scope = scope.bind(param.name, type_)
            found.append(made)
        return tuple(found), scope

    def waivers(self, need: str, scope: Scope, changes: list[Entry[nodes.ActionChange]]) -> list[core.Expr]:
        """The conditions under which packs waive a need."""
        return [self.exprs.test(waive.test, dataclasses.replace(scope, pack=change.pack, also=change.also))
                for change in changes for waive in change.node.waives if waive.name == need]

    def need(self, action: str, need: nodes.Need, pack: str, scope: Scope, changes: list[Entry[nodes.ActionChange]], order: list[str]) -> core.NeedDef:
        """A need and its waivers."""
        test = self.exprs.test(need.test, scope)
        for waiver in self.waivers(need.name, scope, changes):
            test = core.Prim(word="or", args=(test, waiver), type=BOOL, span=need.span)
        depth = max((order.index(name) + 1 for name in free_locals(test) if name in order), default=0)
        return core.NeedDef(name=f"{action}.{need.name}", pack=pack, span=need.span, test=test, message=self.exprs.message(need.message, scope),
                            depth=depth)

    def deed(self, name: str, entry: Entry[nodes.Action], scope: Scope, changes: list[Entry[nodes.ActionChange]], known: set[str]) -> core.Stmt:
        """What an action does, with its `ensure`s and what packs add."""
        inside = dataclasses.replace(scope, in_deed=True)
        parts: list[core.Stmt] = []
        stmts = self.stmts(entry.pack)
        stmts.waivers = lambda need, at: self.waivers(need, at, changes)

        def at(change: Entry[nodes.ActionChange]) -> Scope:
            return dataclasses.replace(inside, pack=change.pack, also=change.also)

        def blocks(word: str) -> list[core.Stmt]:
            made = [(change, stmts.block(block, at(change))) for change in changes for block in getattr(change.node, word)]
            self.side_by_side.append((name, [(change, block, "") for change, block in made]))
            return [block for _, block in made]

        parts += blocks("before")
        parts.append(stmts.block(entry.node.body, inside))
        for change in changes:
            parts += [stmts.plain(ensure, at(change)) for ensure in change.node.ensures]
        parts += blocks("after")
        return hoist(core.Block(body=tuple(parts), span=entry.node.body.span), known, self.exprs)

    def check_waivers(self, name: str, node: nodes.Action, changes: list[Entry[nodes.ActionChange]]) -> None:
        """Report waivers of needs that are not there, and needs with one name."""
        needs = list(node.needs) + [need for change in changes for need in change.node.needs]
        ensures = [part for part in walk(node.body) if isinstance(part, nodes.Ensure)] + [e for change in changes for e in change.node.ensures]
        known: dict[str, Span] = {}
        for need, span in [(part.name, part.span) for part in needs] + [(part.name, part.span) for part in ensures]:
            if need in known:
                self.exprs.report.error("declared-twice", f"`{name}` has two needs called `{need}`", at_word(span, need), label="again here",
                                        asides=[Aside(span=at_word(known[need], need), label="first here")], help="rename one of them")
            known[need] = span
        for change in changes:
            for waive in change.node.waives:
                if waive.name not in known:
                    self.exprs.wrong("unknown-name", f"`{name}` has no need called `{waive.name}`", at_word(waive.span, waive.name), "nothing to waive",
                                     nearest(waive.name, list(known)) or (f"its needs are {', '.join(known)}" if known else "it has no needs"))

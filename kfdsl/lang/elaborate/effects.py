"""Effects, flows and moments, with what packs change in them.

In:   declarations and their changes.      Out:  core rules.
`before` and `after` stand around; `instead` becomes a rule in front of the one it replaces, which `proceed` calls.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from kfdsl.analysis.footprint import Surveyor
from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.check_expr import ExprChecker
from kfdsl.lang.elaborate.says import spoken
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.actors import Actors, walk
from kfdsl.lang.elaborate.stmt.check_stmt import StmtChecker
from kfdsl.lang.link.model import Entry
from kfdsl.lang.link.precedence import by_over
from kfdsl.program import core, types
from kfdsl.program.types import PLAYER, Type
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span

Params = tuple[tuple[str, Type], ...]
Made = tuple[Entry[nodes.Node], core.Stmt, tuple[str, ...]]  # a change, what it does, and which packs it is over


class EffectLowerer:
    """Makes rules of what can be done."""

    def __init__(self, exprs: ExprChecker, actors: Actors) -> None:
        self.exprs = exprs
        self.names = exprs.names
        self.model = exprs.model
        self.actors = actors
        self.rules: dict[str, core.RuleDef] = {}
        self.labels: dict[str, dict[str, int]] = {}  # by rule, how often each was given
        self.finished: dict[int, core.Step] = {}  # steps that have all that packs put beside them
        self.shapes: list[core.ShapeDef] = []
        self.menus: list[core.MenuDef] = []
        self.actions: list[core.ActionDef] = []
        self.offered: dict[str, tuple[str, ...]] = {}  # actions by menu
        self.side_by_side: list[tuple[str, list[Made]]] = []

    def params(self, given: tuple[nodes.Param, ...], pack: str) -> Params:
        """Names and types, none of which hides something."""
        for param in given:
            self.exprs.free(param.name, Scope(pack=pack), param.span)
        return tuple((param.name, self.names.type(param.type)) for param in given if param.type)

    def add(
        self,
        name: str,
        pack: str,
        params: Params,
        body: core.Stmt,
        span: Span,
        *,
        is_price: bool = False,
        packs: tuple[str, ...] = (),
        says: tuple[tuple[str, tuple[str, ...]], ...] = (),
    ) -> None:
        """Take a finished rule."""
        self.rules[name] = core.RuleDef(
            name=name,
            pack=pack,
            span=span,
            params=params,
            body=body,
            is_price=is_price,
            packs=packs or (pack,),
            says=says,
        )

    def stmts(self, pack: str, rule: str = "") -> StmtChecker:
        """A checker for a rule's statements; whoever adds to the rule goes on with its labels."""
        made = StmtChecker(
            self.exprs, self.actors, lambda name, params, body, span: self.add(name, pack, params, body, span)
        )
        if rule:
            made.labels = self.labels.setdefault(rule, {})
        return made

    # ---- effects and flows

    def effect(self, name: str, entry: Entry[nodes.Effect]) -> None:
        """One effect or flow with its changes."""
        node = entry.node
        nobody = node.is_main or node.is_closing  # nobody acts where a game begins, or where it is reckoned up
        me = self.actors.needed(name) and not nobody
        here = types.card(node.at) if node.at else None
        params: Params = (
            (("me", PLAYER),) * me + ((("here", here),) if here else ()) + self.params(node.params, entry.pack)
        )
        scope = Scope(
            pack=entry.pack,
            also=entry.also,
            locals=dict(self.params(node.params, entry.pack)),
            me=me,
            here=here,
            rule=name,
        )
        changes = self.model.effect_changes.get(name, [])
        stmts = self.stmts(entry.pack, name)
        body: core.Stmt = self.woven(self.labelled(node.body, scope, stmts), name, scope, stmts, set())
        self.check_steps(name, node, changes)
        whole = [change for change in changes if not change.node.step]
        for number, change in enumerate(self.in_order(whole, "instead", name)):
            inner = f"{name}.{number}"
            self.add(inner, entry.pack, params, body, node.span, is_price=node.is_price)
            args = tuple(core.Local(name=each, type=type_, span=change.span) for each, type_ in params)
            changed = dataclasses.replace(scope, pack=change.pack, also=change.also)
            fresh = self.stmts(change.pack, name)
            fresh.proceed = core.CallRule(rule=inner, args=args, span=change.span)
            self.check_proceeds(change)
            body = self.only_when(change, changed, fresh, fresh.proceed)
        body = self.around(body, whole, name, scope)
        packs = tuple(dict.fromkeys([entry.pack, *(change.pack for change in changes)]))
        says = spoken(node.says, name, "parameter", [param.name for param in node.params], self.exprs.report)
        self.add(name, entry.pack, params, body, node.span, is_price=node.is_price, packs=packs, says=says)

    def labelled(self, node: nodes.Block, scope: Scope, stmts: StmtChecker) -> core.Block:
        """A body as it was written."""
        return stmts.block(node, scope)

    def woven(self, body: core.Stmt, name: str, scope: Scope, stmts: StmtChecker, done: set[str]) -> core.Stmt:
        """The body with what packs put before, after and instead of its steps."""
        match body:
            case core.Block():
                return dataclasses.replace(
                    body, body=tuple(self.woven(part, name, scope, stmts, done) for part in body.body)
                )
            case core.Step() if id(body) in self.finished:
                return body  # it stands in what `proceed` brings
            case core.Step():
                inner = dataclasses.replace(body, body=self.woven(body.body, name, scope, stmts, done))
                changes = [c for c in self.model.effect_changes.get(name, []) if c.node.step == body.label]
                if not changes or body.label in done:
                    self.finished[id(inner)] = inner
                    return inner
                done = done | {body.label}
                for change in self.in_order(changes, "instead", name):
                    fresh = self.stmts(change.pack, name)
                    fresh.proceed = inner.body
                    self.check_proceeds(change)
                    changed = dataclasses.replace(scope, pack=change.pack, also=change.also)
                    replaced = self.only_when(change, changed, fresh, inner.body)
                    inner = core.Step(
                        label=body.label, body=self.woven(replaced, name, scope, stmts, done), span=change.span
                    )
                self.finished[id(inner)] = inner
                return self.around(inner, changes, name, scope)
            case core.Repeat() | core.For() | core.Together() | core.Apart():
                return dataclasses.replace(body, body=self.woven(body.body, name, scope, stmts, done))
            case core.OneOf():
                for branch in body.branches:  # rules of their own, which know all that is known here
                    rule = self.rules[branch]
                    self.rules[branch] = dataclasses.replace(rule, body=self.woven(rule.body, name, scope, stmts, done))
                return body
            case core.If():
                other = self.woven(body.other, name, scope, stmts, done) if body.other is not None else None
                return dataclasses.replace(body, then=self.woven(body.then, name, scope, stmts, done), other=other)
            case _:
                return body

    def around(self, body: core.Stmt, changes: list[Entry[nodes.EffectChange]], name: str, scope: Scope) -> core.Stmt:
        """What comes before and after."""
        front, back = (
            self.in_order([c for c in changes if c.node.word == word], word, name) for word in ("before", "after")
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
                stmts = self.stmts(change.pack, name)
                changed = dataclasses.replace(scope, pack=change.pack, also=change.also)
                block = self.only_when(change, changed, stmts, None)
                made.append((change, block))
                parts.append(self.woven(block, name, scope, stmts, set()))
            self.side_by_side.append((name, [(change, block, change.node.over) for change, block in made]))
        return core.Block(body=tuple(parts), span=body.span)

    def only_when(
        self, change: Entry[nodes.EffectChange], scope: Scope, stmts: StmtChecker, other: core.Stmt | None
    ) -> core.Stmt:
        """What a change does, under its condition if it has one."""
        if change.node.when is None:
            return stmts.block(change.node.body, scope)
        test = self.exprs.test(change.node.when, scope)
        then = stmts.block(change.node.body, scope.knowing(facts(test, True)))
        return core.If(test=test, then=then, other=other, span=change.span)

    def check_proceeds(self, change: Entry[nodes.EffectChange]) -> None:
        """What was replaced happens at most once, whichever way the new block goes."""
        if most_proceeds(change.node.body) > 1:
            self.exprs.wrong(
                "no-proceed",
                "`proceed` may come twice here",
                change.span,
                "what was replaced would happen again",
                "let every way through the block say `proceed` at most once",
            )

    def open_order(self, name: str, one: Entry[nodes.Node], other: Entry[nodes.Node]) -> None:
        """Report two changes at one point whose order matters and is not stated."""
        self.exprs.report.error(
            "open-order",
            f"two packs change `{name}` at one point, and nothing says which comes first",
            other.span,
            label=f"this is `{other.pack}`",
            asides=[Aside(span=one.span, label=f"and this is `{one.pack}`")],
            help=f"write `over {one.pack}` behind this block, or let one pack follow the other in its manifest",
        )

    def check_orders(self, queries: Mapping[str, core.QueryDef]) -> None:
        """Report changes side by side that could notice each other's order; after all rules are made."""
        effects = [rule for rule in self.rules if "." in rule]
        surveyor = Surveyor(self.rules, queries, lambda: effects, self.names.tokens_of, self.names.places_with)
        for name, changes in self.side_by_side:
            for index, (one, body, over) in enumerate(changes):
                for other, against, other_over in changes[index + 1 :]:
                    stated = other.pack in over or one.pack in other_over or self.model.ordered(one.pack, other.pack)
                    if not stated and surveyor.footprint(body).disturbs(surveyor.footprint(against)):
                        self.open_order(name, one, other)

    def in_order(
        self, changes: list[Entry[nodes.EffectChange]], word: str, name: str
    ) -> list[Entry[nodes.EffectChange]]:
        """Changes of one sort at one point, in an order that the packs state."""
        chosen = [change for change in changes if change.node.word == word]
        for index, one in enumerate(chosen):
            for other in chosen[index + 1 :]:
                stated = other.pack in one.node.over or one.pack in (*other.node.over, other.pack)
                if word == "instead" and not stated:
                    self.open_order(name, one, other)
        return by_over(chosen, lambda change: change.pack, lambda change: change.node.over)

    def check_steps(self, name: str, node: nodes.Effect, changes: list[Entry[nodes.EffectChange]]) -> None:
        """Report changes at steps that are not there."""
        bodies: list[nodes.Block] = [node.body, *(change.node.body for change in changes)]
        steps = [part.label for body in bodies for part in walk(body) if isinstance(part, nodes.Step)]
        for change in changes:
            if change.node.step and change.node.step not in steps:
                self.exprs.wrong(
                    "unknown-name",
                    f"`{name}` has no step `{change.node.step}`",
                    change.span.word(change.node.step),
                    "nothing to stand beside",
                    nearest(change.node.step, steps)
                    or (f"its steps are {', '.join(steps)}" if steps else "it has no steps with names"),
                )
        for label in {label for label in steps if steps.count(label) > 1}:
            self.exprs.wrong(
                "declared-twice",
                f"`{name}` has two steps called `{label}`",
                node.span.word(label, last=True),
                "again here",
                "rename one of them",
            )

    def moment(self, name: str, entry: Entry[nodes.Moment]) -> None:
        """A moment: lives end, then whatever answers."""
        params = self.params(entry.node.params, entry.pack)
        members = [*self.names.vars.values(), *(m for table in self.names.members.values() for m in table.values())]
        ending = tuple(
            f"{m.owner}.{m.name}" if m.owner else m.name
            for m in members
            if isinstance(m.node, nodes.Var) and m.node.until == name
        )
        parts: list[core.Stmt] = []
        answers: list[Made] = []
        ordered = by_over(self.model.answers.get(name, []), lambda each: each.pack, lambda each: each.node.over)
        for answer in ordered:
            scope = Scope(pack=answer.pack, also=answer.also, locals=dict(params), rule=name)
            test = self.exprs.test(answer.node.where, scope) if answer.node.where else None
            stmts = self.stmts(answer.pack, name)
            body: core.Stmt = stmts.block(
                answer.node.body, scope.knowing(facts(test, True)) if test is not None else scope
            )
            parts.append(core.If(test=test, then=body, other=None, span=answer.span) if test is not None else body)
            answers.append((answer, parts[-1], answer.node.over))
        self.side_by_side.append((name, answers))
        if ending:
            parts.append(core.Reset(vars=ending, span=entry.span))
        self.add(
            name,
            entry.pack,
            params,
            core.Block(body=tuple(parts), span=entry.span),
            entry.span,
            packs=tuple(dict.fromkeys([entry.pack, *(a.pack for a in self.model.answers.get(name, []))])),
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

"""Questions: items, groups, covers, menus, branches, sealed answers.

In:   nodes.Ask and the like.      Out:  core.AskFor and the like.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.elaborate.stmt.deeds import Deeds
from kfdsl.program import core, types
from kfdsl.program.types import GROUP, PLAYER, UNKNOWN, WANT, Type, fits
from kfdsl.text.diagnostic import nearest


class Asks(Deeds):
    """Types what asks somebody."""

    def ask(self, node: nodes.Ask, scope: Scope) -> core.AskFor:
        """Somebody picks something."""
        exprs, span = self.exprs, node.span
        who = exprs.expr(node.asker or nodes.Name(name="me", span=span), scope, PLAYER)
        items = where = want = None
        args: tuple[core.Expr, ...] = ()
        result: Type = GROUP
        if node.items is not None and node.many is not None:
            items = exprs.expr(node.items, scope)
            inner = scope.bind(node.name, exprs.element(items))
            where = exprs.test(node.where, inner) if node.where else None
            known = inner.knowing(facts(where, True)) if where is not None else inner
            result = types.list_of(known.facts.get(("Local", node.name), inner.locals[node.name]))
            least, most = node.many
            if most is not None and least > most:
                exprs.wrong(
                    "never",
                    f"nobody can pick {least} or more and {most} or fewer",
                    span,
                    "no number of items is right",
                    f"write `{most} to {least} of`",
                )
        elif node.items is not None and node.type is not None:
            items = exprs.expr(node.items, scope)
            element = exprs.element(items)
            result = self.names.type(node.type)
            inner = scope.bind(node.name, element)
            where = exprs.test(node.where, inner) if node.where else None
            known = inner.knowing(facts(where, True)) if where is not None else inner
            narrowed = known.facts.get(("Local", node.name), element)
            if not fits(narrowed, result, self.names.lineage):
                both = narrowed.head == result.head == "card"
                exprs.wrong(
                    "wrong-type",
                    f"these are {narrowed}, not {result}",
                    items.span,
                    f"{items.type}",
                    f"add `where {node.name} is {result}`"
                    if both
                    else f"write `{node.name}: {narrowed}`, or ask for something else",
                )
        elif node.shape is not None:
            shape, args = self.shape(node.shape, scope)
            result = GROUP if shape else UNKNOWN
            if node.want is not None:
                want = exprs.expr(node.want, scope, WANT)
                if self.names.sort(node.purpose) is not nodes.Purpose:
                    exprs.nothing_called(nodes.Purpose, node.purpose, span, f"purpose {node.purpose}")
                self.exprs.seen(node.purpose, scope, span)
        return core.AskFor(
            label=self.label(node.name),
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

    def shape(self, call: nodes.Call, scope: Scope) -> tuple[bool, tuple[core.Expr, ...]]:
        """`hand(me)`"""
        entry = self.model.declared.get(call.name)
        if entry is None or not isinstance(entry.node, nodes.Shape):
            self.exprs.nothing_called(nodes.Shape, call.name, call.span, f"shape {call.name}(…) {{ … }}")
            return False, ()
        self.exprs.seen(call.name, scope, call.span)
        return True, self.exprs.arguments(call.name, call.args, entry.node.params, scope, call.span)

    def choose(self, node: nodes.Choose, scope: Scope) -> core.Stmt:
        """`choose work(p)`"""
        entry = self.model.declared.get(node.menu)
        if entry is None or not isinstance(entry.node, nodes.Menu):
            self.exprs.nothing_called(nodes.Menu, node.menu, node.span, f"menu {node.menu}(me: player)")
            return self.nothing(node.span)
        self.exprs.seen(node.menu, scope, node.span)
        args = self.exprs.arguments(node.menu, node.args, entry.node.params, scope, node.span)
        rounds = [
            core.Choose(label=self.label(node.menu), menu=node.menu, args=args, again=again, span=node.span)
            for again, is_meant in ((False, node.once), (True, node.again))
            if is_meant
        ]
        chosen = rounds[0] if len(rounds) == 1 else core.Block(body=tuple(rounds), span=node.span)
        return self.with_settings(chosen, node, entry.node, scope) if node.settings else chosen

    def with_settings(self, chosen: core.Stmt, node: nodes.Choose, menu: nodes.Menu, scope: Scope) -> core.Stmt:
        """The menu's variables get values, and their old ones back afterwards: the menu may be open already."""
        first: list[core.Stmt] = []
        last: list[core.Stmt] = []
        known = {variable.name: variable for variable in menu.vars}
        for name, _ in node.settings:
            if name not in known:
                hint = (
                    nearest(name, list(known))
                    or f"declare it: `menu {menu.name}(me: player) {{ var {name}: number = 0 }}`"
                )
                self.exprs.wrong(
                    "unknown-name",
                    f"`{menu.name}` has no variable `{name}`",
                    node.span.word(name),
                    "not one of its variables",
                    hint,
                )
                continue
            type_ = self.names.type(known[name].type)
            kept = f"kept_{name}"
            first.append(
                core.Let(name=kept, value=core.VarOf(var=name, card=None, type=type_, span=node.span), span=node.span)
            )
            last.append(
                core.SetVar(
                    var=name, card=None, value=core.Local(name=kept, type=type_, span=node.span), span=node.span
                )
            )
        setting = [
            core.SetVar(
                var=name,
                card=None,
                value=self.exprs.expr(value, scope, self.names.type(known[name].type)),
                span=value.span,
            )
            for name, value in node.settings
            if name in known
        ]
        return core.Block(body=(*first, *setting, chosen, *last), span=node.span)

    def together(self, node: nodes.Together, scope: Scope) -> core.Stmt:
        """Everybody answers for themselves, sealed."""
        items = self.exprs.expr(node.items, scope, types.list_of(PLAYER))
        self.exprs.free(node.name, scope, node.span)
        inner = scope.bind(node.name, PLAYER)
        ask = self.ask(node.ask, inner)
        self.exprs.free(node.ask.name, inner, node.ask.span)
        body = self.inner(node.body, inner.bind(node.ask.name, ask.type))
        return core.Together(label=ask.label, name=node.name, items=items, ask=ask, body=body, span=node.span)

    def apart(self, node: nodes.Apart, scope: Scope) -> core.Stmt:
        """Everybody acts for themselves, in the open; whether they do is judged when all rules are known."""
        items = self.exprs.expr(node.items, scope, types.list_of(PLAYER))
        self.exprs.free(node.name, scope, node.span)
        body = self.inner(node.body, scope.bind(node.name, PLAYER))
        return core.Apart(name=node.name, items=items, body=body, span=node.span)

    def one_of(self, node: nodes.OneOf, scope: Scope) -> core.Stmt:
        """`one of { … } or { … }`: each branch is a rule of its own that is handed all that is known here."""
        who = self.exprs.expr(nodes.Name(name="me", span=node.span), scope, PLAYER)
        label = self.label("one_of")
        outer: list[tuple[str, Type]] = [("me", PLAYER)] if scope.me else []
        outer += [("here", scope.here)] if scope.here else []
        outer += list(scope.locals.items())
        args = tuple(core.Local(name=name, type=type_, span=node.span) for name, type_ in outer)
        branches: list[str] = []
        for number, branch in enumerate(node.branches, 1):
            name = f"{scope.rule}.{label}.{number}"
            saved, self.labels = self.labels, {}
            body = self.inner(branch, dataclasses.replace(scope, rule=name))
            self.labels = saved
            self.add_rule(name, tuple(outer), body, branch.span)
            branches.append(name)
        return core.OneOf(label=label, who=who, branches=tuple(branches), args=(args,) * len(branches), span=node.span)

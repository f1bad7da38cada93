"""Calls and members: queries, places, fields, variables and slots of cards.

In:   `f(a)` and `card.name`.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.names import DECLARE
from kfdsl.lang.elaborate.expr.words import WordChecker
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.types import (
    BUNDLE,
    UNKNOWN,
)
from kfdsl.program.words import WORDS
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


class CallChecker(WordChecker):
    """Binds calls and members."""

    def call(self, node: nodes.Call, scope: Scope) -> core.Expr:
        """`f(a, b)`: a built-in word, a query, a place, or all places of a card that have a trait."""
        if node.name == "option":
            return self.option(node, scope)
        if node.name in WORDS:
            return self.word(node, scope)
        entry = self.model.declared.get(node.name)
        if entry is not None and isinstance(entry.node, nodes.Query):
            self.seen(node.name, scope, node.span)
            args = self.arguments(node.name, node.args, entry.node.params, scope, node.span)
            return core.Ask(query=node.name, args=args, type=self.names.type(entry.node.result), span=node.span)
        member = self.names.places.get(node.name)
        if member is not None:
            return self.place(member, node.args, scope, node.span)
        if entry is not None and isinstance(entry.node, nodes.Trait) and len(node.args) == 1:
            self.seen(node.name, scope, node.span)
            card = self.expr(node.args[0], scope)
            if card.type.head not in ("card", "unknown"):
                return self.wrong(
                    "wrong-type",
                    f"places that are `{node.name}` belong to cards",
                    card.span,
                    f"{card.type}",
                    "name a card",
                )
            return core.PlacesWith(trait=node.name, card=card, type=BUNDLE, span=node.span)
        known = [
            *WORDS,
            *self.names.places,
            *(n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Query)),
        ]
        sort = self.names.sort(node.name)
        label = (
            f"a {sort.__name__.lower()} has no value"
            if sort
            else f"neither `{scope.pack}` nor a pack it requires declares this"
        )
        return self.wrong(
            "unknown-name",
            f"no query or place is called `{node.name}`",
            node.span.word(node.name),
            label,
            nearest(node.name, known) or DECLARE,
        )

    def arguments(
        self, name: str, args: Sequence[nodes.Expr], params: Sequence[nodes.Param], scope: Scope, span: Span
    ) -> tuple[core.Expr, ...]:
        """Arguments in order, each of its parameter's type."""
        if len(args) != len(params):
            form = ", ".join(f"{param.name}: {param.type.head if param.type else ''}" for param in params)
            self.wrong(
                "wrong-arguments",
                f"`{name}` takes {len(params)} argument{'s' * (len(params) != 1)}",
                span,
                f"{len(args)} given",
                f"write `{name}({form})`",
            )
            return tuple(self.unknown(span) for _ in params)
        return tuple(
            self.expr(arg, scope, self.names.type(param.type) if param.type else UNKNOWN)
            for arg, param in zip(args, params, strict=True)
        )

    def dot(self, node: nodes.Dot, scope: Scope) -> core.Expr:
        """`kiln.heat`, `kiln.lit.heat`"""
        if isinstance(node.base, nodes.Dot):
            inner = self.expr(node.base.base, scope)
            if inner.type.head == "card" and any(
                node.base.name in self.names.faces[kind] for kind in self.names.kinds_of(inner.type.name)
            ):
                return self.member(inner, node.name, node.base.name, scope, node.span)
        base = self.expr(node.base, scope)
        return self.member(base, node.name, "", scope, node.span)

    def member(self, base: core.Expr, name: str, face: str, scope: Scope, span: Span) -> core.Expr:
        """A field, variable or slot of a card."""
        if base.type.head == "unknown":
            return self.unknown(span)
        if base.type.head == "maybe":
            return self.wrong(
                "may-be-none",
                f"`{base.span.words}` may be none",
                base.span,
                f"{base.type}",
                f"first ask `{base.span.words} is there`",
            )
        if base.type.head != "card":
            hint = (
                f"write `{name}({base.span.words})`" if name in WORDS else "write the name of a card before the point"
            )
            return self.wrong("no-member", f"{base.type} has no `.{name}`", span, "only cards have members", hint)
        found = self.names.member(base.type.name, name)
        if found is None:
            holders = [owner for owner, table in self.names.members.items() if name in table]
            table = {key for holder in self.names.lineage[base.type.name] for key in self.names.members.get(holder, {})}
            hint = f"first ask `{base.span.words} is {holders[0]}`" if holders else nearest(name, sorted(table))
            return self.wrong(
                "no-member",
                f"`{base.type.name}` has no `{name}`",
                span.word(name, last=True) if "." not in name else span,
                "not declared for it",
                hint or f"it has {', '.join(sorted(table)) or 'no members'}",
            )
        self.allowed(found.pack, name, scope, span)
        match found.node:
            case nodes.Var(type=type_):
                return core.VarOf(var=f"{found.owner}.{name}", card=base, type=self.names.type(type_), span=span)
            case nodes.FieldDecl(type=type_):
                self.fields_read.add((found.owner, name))
                return core.FieldOf(
                    field=f"{found.owner}.{name}", card=base, face=face, type=self.names.type(type_), span=span
                )
            case nodes.Slot(kind=kind):
                self.model.used.add(name)
                place = core.PlaceAt(place=name, args=(base,), type=types.list_of(types.card(kind)), span=span)
                return core.Prim(word="slot", args=(place,), type=types.maybe(types.card(kind)), span=span)
            case _:
                return self.wrong(
                    "no-member",
                    f"`{name}` is a place",
                    span,
                    "places stand in front of their card",
                    f"write `{name}({base.span.words})`",
                )

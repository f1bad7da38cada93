"""Single words: locals, players, values, and whatever content declares.

In:   a name and a scope.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.context import Complaints
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.types import (
    BOOL,
    BUNDLE,
    PLAYER,
    TOKEN,
    WANT,
    Type,
)
from kfdsl.program.words import WORDS
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

DECLARE = "declare it, or write the name of something that is declared"


class NameChecker(Complaints):
    """Binds names and places."""

    # ---- names

    def seen(self, name: str, scope: Scope, span: Span) -> None:
        """Mark a declaration as used, and report one of a pack that is not required."""
        self.model.used.add(name)
        entry = self.model.declared.get(name)
        self.allowed(entry.pack if entry else scope.pack, name, scope, span)

    def allowed(self, pack: str, name: str, scope: Scope, span: Span) -> None:
        """A pack may use its own names and those of packs it requires or follows."""
        if pack != scope.pack and pack not in self.model.after[scope.pack] | scope.also:
            self.report.error(
                "not-required",
                f"`{name}` belongs to `{pack}`, which `{scope.pack}` does not require",
                span,
                label="used here",
                help=f"add `{pack}` to `requires` in {scope.pack}.pack.json, or write it inside `with {pack} {{ … }}`",
            )

    def name(self, node: nodes.Name, scope: Scope) -> core.Expr:
        """A single word."""
        name, span = node.name, node.span
        if name in scope.locals:
            return core.Local(name=name, type=scope.locals[name], span=span)
        if name in scope.seats:
            return core.Const(value=scope.seats.index(name), type=PLAYER, span=span)
        if name == "me":
            if not scope.me:
                return self.wrong(
                    "nobody",
                    "nobody acts here, so there is no `me`",
                    span,
                    "who?",
                    "name a player, or take one as a parameter",
                )
            return core.Local(name="me", type=PLAYER, span=span)
        if name == "here":
            if scope.here is None:
                return self.wrong(
                    "nowhere",
                    "this rule is not carried out at a card, so there is no `here`",
                    span,
                    "where?",
                    "write `at` and a kind of card behind the effect's parameters",
                )
            return core.Local(name="here", type=scope.here, span=span)
        plain: dict[str, tuple[object, Type]] = {
            "true": (True, BOOL),
            "false": (False, BOOL),
            "none": (None, types.NONE),
        }
        if name in plain:
            value, type_ = plain[name]
            return core.Const(value=value, type=type_, span=span)  # type: ignore[arg-type]
        if name == "players":
            return core.Prim(word="players", args=(), type=types.list_of(PLAYER), span=span)
        if name in self.names.value_type:
            self.model.used.add(self.names.value_type[name])
            return core.Const(value=name, type=types.value(self.names.value_type[name]), span=span)
        return self.declared(node, scope)

    def declared(self, node: nodes.Name, scope: Scope) -> core.Expr:
        """A word that content declares."""
        name, span = node.name, node.span
        entry = self.model.declared.get(name)
        match entry.node if entry else None:
            case nodes.Token():
                self.seen(name, scope, span)
                return core.Const(value=name, type=TOKEN, span=span)
            case nodes.Thing(kind=kind):
                self.seen(name, scope, span)
                if self.names.sort(kind) is not nodes.Kind:
                    return self.unknown(span)  # it was told at the thing
                return core.Const(value=name, type=types.card(kind), span=span)
            case nodes.Var(type=type_):
                self.seen(name, scope, span)
                return core.VarOf(var=name, card=None, type=self.names.type(type_), span=span)
            case nodes.Place():
                return self.place(self.names.places[name], (), scope, span)
            case nodes.Trait() | nodes.Kind():
                return self.wrong(
                    "not-a-value",
                    f"`{name}` is a {type(entry.node).__name__.lower() if entry else ''}, not a value",
                    span,
                    "cannot stand alone",
                    f"write `tokens({name})`, `cards({name})`, or `{name} in …`",
                )
            case nodes.Query():
                return self.wrong(
                    "not-a-value", f"`{name}` is a query", span, "its arguments are missing", f"write `{name}(…)`"
                )
            case None:
                member = self.names.places.get(name)
                if member:
                    return self.wrong(
                        "not-a-value", f"`{name}` belongs to a card", span, "of which card?", f"write `{name}(card)`"
                    )
                known = [
                    *scope.locals,
                    *self.model.declared,
                    *self.names.value_type,
                    "players",
                    *WORDS,
                    *(["me"] if scope.me else []),
                ]
                return self.wrong(
                    "unknown-name",
                    f"nothing is called `{name}`",
                    span,
                    f"neither `{scope.pack}` nor a pack it requires declares this",
                    nearest(name, known) or DECLARE,
                )
            case other:
                hint = {
                    nodes.Moment: f"`happens {name}(…)` makes it come",
                    nodes.Menu: f"`choose {name}(…)` opens it",
                    nodes.Effect: f"`{name}(…)` carries it out, where something is done",
                    nodes.Shape: f"`ask x: {name}(…)` lets somebody pick from it",
                }.get(type(other), "write something that has a value")
                return self.wrong(
                    "not-a-value",
                    f"`{name}` is a {type(other).__name__.lower()}, not a value",
                    span,
                    "cannot stand here",
                    hint,
                )

    def trait_name(self, node: nodes.Expr, scope: Scope) -> str | None:
        """The name of a token or a trait of tokens, where that is what is written."""
        if isinstance(node, nodes.Name) and node.name not in scope.locals:
            sort = self.names.sort(node.name)
            if sort is nodes.Token or (sort is nodes.Trait and self.names.tokens_of(node.name)):
                self.seen(node.name, scope, node.span)
                return node.name
        return None

    def card_sort(self, node: nodes.Expr, scope: Scope) -> str | None:
        """The name of a kind, or of a trait of cards."""
        if isinstance(node, nodes.Name) and node.name not in scope.locals:
            sort = self.names.sort(node.name)
            if sort is nodes.Kind or (
                sort is nodes.Trait and (self.names.kinds_of(node.name) or not self.names.tokens_of(node.name))
            ):
                self.seen(node.name, scope, node.span)
                return node.name
        return None

    def amount(self, node: nodes.Amount, scope: Scope) -> core.Expr:
        """`2 clay`"""
        if scope.locals.get(node.name) == TOKEN and not node.different:
            token = core.Local(name=node.name, type=TOKEN, span=node.span)
            return core.Prim(word="amount", args=(token,), data=str(node.count), type=BUNDLE, span=node.span)
        sort = self.names.sort(node.name)
        if sort not in (nodes.Token, nodes.Trait) or (sort is nodes.Trait and not self.names.tokens_of(node.name)):
            known = [
                *self.names.token_traits,
                *(n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Trait)),
            ]
            return self.wrong(
                "unknown-name",
                f"no token or trait of tokens is called `{node.name}`",
                node.span.word(node.name),
                f"neither `{scope.pack}` nor a pack it requires declares this",
                nearest(node.name, known) or DECLARE,
            )
        self.seen(node.name, scope, node.span)
        exact = sort is nodes.Token and not node.different
        return core.Const(
            value=((node.count, node.name, node.different),), type=BUNDLE if exact else WANT, span=node.span
        )

    def place(self, member: Member, args: Sequence[nodes.Expr], scope: Scope, span: Span) -> core.Expr:
        """What lies in a place: `shelf(me)`, `crate(kiln, me)`."""
        self.model.used.add(member.name)
        self.allowed(member.pack, member.name, scope, span)
        node = member.node
        wanted: list[Type] = [types.card(member.owner)] if member.owner else []
        if isinstance(node, nodes.Place):
            wanted = [types.AREA] if "corner" in node.per else wanted + [PLAYER] * len(node.per)
            content = node.content
        else:
            assert isinstance(node, nodes.Slot)
            content = node.kind
        if len(args) != len(wanted):
            form = f"{member.name}({', '.join(map(str, wanted))})" if wanted else member.name
            return self.wrong(
                "wrong-arguments",
                f"`{member.name}` takes {len(wanted)} argument{'s' * (len(wanted) != 1)}",
                span,
                f"{len(args)} given",
                f"write `{form}`",
            )
        exprs = tuple(self.expr(arg, scope, type_) for arg, type_ in zip(args, wanted, strict=True))
        result = types.list_of(types.card(content)) if content else BUNDLE
        return core.PlaceAt(place=member.name, args=exprs, type=result, span=span)

    def is_plane(self, place: str) -> bool:
        """Whether a place is a plane."""
        node = self.names.places[place].node
        return isinstance(node, nodes.Place) and bool(node.edged)

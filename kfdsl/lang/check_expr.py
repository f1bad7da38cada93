"""Bind and type expressions.

In:   nodes.Expr and a Scope.      Out:  core.Expr, typed; what is wrong is reported and stands as `unknown`.
A value that may be none, or a card known only by a trait, is narrowed by `is there` and `is kiln` before it is used.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from kfdsl.lang import nodes
from kfdsl.lang.names import Member, Names
from kfdsl.lang.pointing import at_word
from kfdsl.lang.reserved import KEYWORDS
from kfdsl.lang.scope import Scope, facts, key
from kfdsl.program import core, types
from kfdsl.program.types import (
    BOOL,
    BUNDLE,
    EFFECT,
    GROUP,
    NUMBER,
    PLAYER,
    TEXT,
    TOKEN,
    UNKNOWN,
    WANT,
    Type,
    fits,
    joint,
)
from kfdsl.program.words import OPERATORS, PLANE_WORDS, WORDS, Row, Word
from kfdsl.text.diagnostic import Aside, Report, nearest
from kfdsl.text.source import Span

Entries = tuple[tuple[int, str, bool], ...]
DECLARE = "declare it, or write the name of something that is declared"


class ExprChecker:
    """Turns expressions as written into typed ones."""

    def __init__(self, names: Names, report: Report, read_hole: Callable[[Span], nodes.Expr | None]) -> None:
        self.names = names
        self.model = names.model
        self.report = report
        self.read_hole = read_hole
        self.fields_read: set[tuple[str, str]] = set()

    # ---- complaints

    def unknown(self, span: Span) -> core.Expr:
        """What stands for something already reported."""
        return core.Const(value=None, type=UNKNOWN, span=span)

    def wrong(self, code: str, message: str, span: Span, label: str = "", help: str = "") -> core.Expr:
        """Report and go on."""
        self.report.error(code, message, span, label=label, help=help)
        return self.unknown(span)

    def want(self, expr: core.Expr, wanted: Type, what: str = "this") -> core.Expr:
        """Report an expression that does not fit where it stands."""
        if fits(expr.type, wanted, self.names.lineage):
            return expr
        hint = ""
        if expr.type.head == "maybe" and expr.type.inner and fits(expr.type.inner, wanted, self.names.lineage):
            hint = f"it may be none: first ask `{expr.span.words} is there`"
        elif expr.type.head == "card" and wanted.head == "card":
            hint = f"first ask `{expr.span.words} is {wanted.name}`"
        elif expr.type == TOKEN and wanted in (BUNDLE, WANT):
            hint = f"say how many: `1 {expr.span.words}`"
        elif expr.type.head == "group" and wanted.head == "want":
            hint = "only amounts that are written out can be wanted"
        return self.wrong("wrong-type", f"{what} is of type {expr.type}, but {wanted} is wanted", expr.span,
                          f"{expr.type}", hint or f"write {_form(wanted)}")

    # ---- entry

    def expr(self, node: nodes.Expr, scope: Scope, wanted: Type | None = None) -> core.Expr:
        """The typed expression, narrowed by what the scope knows."""
        found = self._expr(node, scope, wanted)
        narrowed = scope.facts.get(key(found))
        if narrowed is not None:
            found = dataclasses.replace(found, type=narrowed)
        return found if wanted is None else self.want(found, wanted)

    def test(self, node: nodes.Expr, scope: Scope) -> core.Expr:
        """A condition."""
        return self.expr(node, scope, BOOL)

    def _expr(self, node: nodes.Expr, scope: Scope, wanted: Type | None) -> core.Expr:
        match node:
            case nodes.Number():
                return core.Const(value=node.value, type=NUMBER, span=node.span)
            case nodes.Text():
                return core.Const(value=node.value, type=TEXT, span=node.span)
            case nodes.Name():
                return self.name(node, scope)
            case nodes.Amount():
                return self.amount(node, scope)
            case nodes.Call():
                return self.call(node, scope)
            case nodes.Dot():
                return self.dot(node, scope)
            case nodes.Op():
                return self.op(node, scope)
            case nodes.SetOf():
                return self.set_of(node, scope, wanted)
            case nodes.IfElse():
                return self.if_else(node, scope)
            case nodes.Shows():
                return self.shows(node, scope)
            case nodes.Before():
                return self.before(node, scope)
            case nodes.Trial():
                return self.trial(node, scope)
            case nodes.Pick():
                return self.pick(node, scope)
            case nodes.Fold():
                return self.fold(node, scope)
            case _:
                raise AssertionError(node)

    # ---- names

    def seen(self, name: str, scope: Scope, span: Span) -> None:
        """Mark a declaration as used, and report one of a pack that is not required."""
        self.model.used.add(name)
        entry = self.model.declared.get(name)
        self.allowed(entry.pack if entry else scope.pack, name, scope, span)

    def allowed(self, pack: str, name: str, scope: Scope, span: Span) -> None:
        """A pack may use its own names and those of packs it requires or follows."""
        if pack != scope.pack and pack not in self.model.after[scope.pack] | scope.also:
            self.report.error("not-required", f"`{name}` belongs to `{pack}`, which `{scope.pack}` does not require", span,
                              label="used here", help=f"add `{pack}` to `requires` in {scope.pack}.pack.json, "
                              f"or write it inside `with {pack} {{ … }}`")

    def name(self, node: nodes.Name, scope: Scope) -> core.Expr:
        """A single word."""
        name, span = node.name, node.span
        if name in scope.locals:
            return core.Local(name=name, type=scope.locals[name], span=span)
        if name in scope.seats:
            return core.Const(value=scope.seats.index(name), type=PLAYER, span=span)
        if name == "me":
            if not scope.me:
                return self.wrong("nobody", "nobody acts here, so there is no `me`", span, "who?", "name a player, or take one as a parameter")
            return core.Local(name="me", type=PLAYER, span=span)
        if name == "here":
            if scope.here is None:
                return self.wrong("nowhere", "this rule is not carried out at a card, so there is no `here`", span, "where?",
                                  "write `at kind` behind the effect's parameters")
            return core.Local(name="here", type=scope.here, span=span)
        plain: dict[str, tuple[object, Type]] = {"true": (True, BOOL), "false": (False, BOOL), "none": (None, types.NONE)}
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
                return core.Const(value=name, type=types.card(kind), span=span)
            case nodes.Var(type=type_):
                self.seen(name, scope, span)
                return core.VarOf(var=name, card=None, type=self.names.type(type_), span=span)
            case nodes.Place():
                return self.place(self.names.places[name], (), scope, span)
            case nodes.Trait() | nodes.Kind():
                return self.wrong("not-a-value", f"`{name}` is a {type(entry.node).__name__.lower() if entry else ''}, not a value", span,
                                  "cannot stand alone", f"write `tokens({name})`, `cards({name})`, or `{name} in …`")
            case nodes.Query():
                return self.wrong("not-a-value", f"`{name}` is a query", span, "its arguments are missing", f"write `{name}(…)`")
            case None:
                member = self.names.places.get(name)
                if member:
                    return self.wrong("not-a-value", f"`{name}` belongs to a card", span, "of which card?", f"write `{name}(card)`")
                known = [*scope.locals, *self.model.declared, *self.names.value_type, "players", *WORDS, *(["me"] if scope.me else [])]
                return self.wrong("unknown-name", f"nothing is called `{name}`", span,
                                  f"neither `{scope.pack}` nor a pack it requires declares this", nearest(name, known) or DECLARE)
            case other:
                hint = {nodes.Moment: f"`happens {name}(…)` makes it come", nodes.Menu: f"`choose {name}(…)` opens it",
                        nodes.Effect: f"`{name}(…)` carries it out, where something is done",
                        nodes.Shape: f"`ask x: {name}(…)` lets somebody pick from it"}.get(type(other), "write something that has a value")
                return self.wrong("not-a-value", f"`{name}` is a {type(other).__name__.lower()}, not a value", span, "cannot stand here", hint)

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
            if sort is nodes.Kind or (sort is nodes.Trait and (self.names.kinds_of(node.name) or not self.names.tokens_of(node.name))):
                self.seen(node.name, scope, node.span)
                return node.name
        return None

    def amount(self, node: nodes.Amount, scope: Scope) -> core.Expr:
        """`2 clay`"""
        sort = self.names.sort(node.name)
        if sort not in (nodes.Token, nodes.Trait) or (sort is nodes.Trait and not self.names.tokens_of(node.name)):
            known = [*self.names.token_traits, *(n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Trait))]
            return self.wrong("unknown-name", f"no token or trait of tokens is called `{node.name}`", at_word(node.span, node.name),
                              f"neither `{scope.pack}` nor a pack it requires declares this", nearest(node.name, known) or DECLARE)
        self.seen(node.name, scope, node.span)
        exact = sort is nodes.Token and not node.different
        return core.Const(value=((node.count, node.name, node.different),), type=BUNDLE if exact else WANT, span=node.span)

    # ---- places, members, calls

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
            return self.wrong("wrong-arguments", f"`{member.name}` takes {len(wanted)} argument{'s' * (len(wanted) != 1)}", span,
                              f"{len(args)} given", f"write `{form}`")
        exprs = tuple(self.expr(arg, scope, type_) for arg, type_ in zip(args, wanted, strict=True))
        result = types.list_of(types.card(content)) if content else BUNDLE
        return core.PlaceAt(place=member.name, args=exprs, type=result, span=span)

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
                return self.wrong("wrong-type", f"places that are `{node.name}` belong to cards", card.span, f"{card.type}", "name a card")
            return core.PlacesWith(trait=node.name, card=card, type=BUNDLE, span=node.span)
        known = [*WORDS, *self.names.places, *(n for n, e in self.model.declared.items() if isinstance(e.node, nodes.Query))]
        sort = self.names.sort(node.name)
        label = f"a {sort.__name__.lower()} has no value" if sort else f"neither `{scope.pack}` nor a pack it requires declares this"
        return self.wrong("unknown-name", f"no query or place is called `{node.name}`", at_word(node.span, node.name), label,
                          nearest(node.name, known) or DECLARE)

    def option(self, node: nodes.Call, scope: Scope) -> core.Expr:
        """`option(long_days)`, `option(hollow.long_days)`: what was chosen for a pack when the game began."""
        pack, name = scope.pack, ""
        match node.args:
            case (nodes.Name(name=name),):
                pass
            case (nodes.Dot(base=nodes.Name(name=pack), name=name),):
                self.allowed(pack if pack in self.model.after else scope.pack, pack, scope, node.span)
            case _:
                return self.wrong("wrong-arguments", "`option` takes the name of an option", node.span, "", "write `option(name)` or `option(pack.name)`")
        default = self.names.option(pack, name)
        if default is None:
            known = [key for each in self.model.packs if each.name == pack for key, _ in each.options]
            return self.wrong("unknown-name", f"`{pack}` has no option `{name}`", node.span, "its manifest declares none of that name", nearest(name, known))
        type_ = BOOL if isinstance(default, bool) else TEXT
        return core.VarOf(var=f"option.{pack}.{name}", card=None, type=type_, span=node.span)

    def arguments(self, name: str, args: Sequence[nodes.Expr], params: Sequence[nodes.Param], scope: Scope, span: Span) -> tuple[core.Expr, ...]:
        """Arguments in order, each of its parameter's type."""
        if len(args) != len(params):
            form = ", ".join(f"{param.name}: {param.type.head if param.type else ''}" for param in params)
            self.wrong("wrong-arguments", f"`{name}` takes {len(params)} argument{'s' * (len(params) != 1)}", span, f"{len(args)} given",
                       f"write `{name}({form})`")
            return tuple(self.unknown(span) for _ in params)
        return tuple(self.expr(arg, scope, self.names.type(param.type) if param.type else UNKNOWN)
                     for arg, param in zip(args, params, strict=True))

    def word(self, node: nodes.Call, scope: Scope) -> core.Expr:
        """A built-in function."""
        word = WORDS[node.name]
        first = word.rows[0].takes[0].head if word.rows[0].takes else ""
        if first == "trait" and len(node.args) == 1:
            trait = self.trait_name(node.args[0], scope)
            if trait is None:
                return self.wrong("wrong-type", f"`{node.name}` takes the name of a trait or token", node.span, "", f"write `{word.example}`")
            return core.Prim(word="tokens", args=(), data=trait, type=types.set_of(TOKEN), span=node.span)
        if first == "kind" and len(node.args) == 1:
            kind = self.card_sort(node.args[0], scope)
            if kind is None:
                return self.wrong("wrong-type", f"`{node.name}` takes the name of a kind or trait", node.span, "", f"write `{word.example}`")
            return core.Prim(word="cards", args=(), data=kind, type=types.list_of(types.card(kind)), span=node.span)
        args = tuple(self.expr(arg, scope) for arg in node.args)
        if node.name in PLANE_WORDS:
            return self.on_plane(node, args, word)
        return self.apply(node.name, word.rows, args, node.span, word.example)

    def on_plane(self, node: nodes.Call, args: tuple[core.Expr, ...], word: Word) -> core.Expr:
        """A word about hexes: the plane, or the first card, says which labels and cards it is about."""
        planes = [self.names.places[arg.place] for arg in args if isinstance(arg, core.PlaceAt) and self.is_plane(arg.place)]
        if not planes:
            planes = [plane for arg in args[:1] if arg.type.head == "card" for plane in self.names.planes_of(arg.type.name)]
        if not planes:
            return self.wrong("no-plane", f"`{node.name}` is about cards on a plane", node.span, "none of this lies on one", f"it is used like `{word.example}`")
        for plane in planes:
            assert isinstance(plane.node, nodes.Place)
            field_ = self.names.member(plane.node.content, plane.node.edged)
            if field_ is not None:
                self.fields_read.add((field_.owner, plane.node.edged))
        first = planes[0].node
        assert isinstance(first, nodes.Place)
        made = self.apply(node.name, word.rows, args, node.span, word.example)
        label, laid = self.names.label_type(planes[0]), types.card(first.content)
        for arg, taken in zip(args, word.rows[0].takes, strict=False):
            if (taken.head == "anyvalue" or (taken.inner and taken.inner.head == "anyvalue")) and (arg.type.inner or arg.type) != label and "unknown" not in (arg.type.head, label.head):
                return self.wrong("wrong-type", f"the edges of `{planes[0].name}` carry {label}, not {arg.type}", arg.span, f"{arg.type}")
        return dataclasses.replace(made, type=_on(made.type, label, laid))

    def is_plane(self, place: str) -> bool:
        """Whether a place is a plane."""
        node = self.names.places[place].node
        return isinstance(node, nodes.Place) and bool(node.edged)

    def apply(self, name: str, rows: Sequence[Row], args: tuple[core.Expr, ...], span: Span, example: str) -> core.Expr:
        """A word with its arguments, by the first row that they fit."""
        if any(arg.type.head == "unknown" for arg in args):
            return self.unknown(span)
        for row in rows:
            gives = self.matches(row, args)
            if gives is not None:
                return core.Prim(word=name, args=args, type=gives, span=span)
        shown = " and ".join(str(arg.type) for arg in args)
        hint = f"it is used like `{example}`"
        for arg in args:
            if arg.type.head == "maybe":
                hint = f"`{arg.span.words}` may be none: first ask `{arg.span.words} is there`"
        return self.wrong("wrong-type", f"`{name}` cannot be used with {shown}", span, shown, hint)

    def matches(self, row: Row, args: Sequence[core.Expr]) -> Type | None:
        """What a row gives for these arguments, or None."""
        if len(args) != len(row.takes):
            return None
        bound: dict[str, Type] = {}
        for arg, wanted in zip(args, row.takes, strict=True):
            if not self.unify(arg.type, wanted, bound):
                return None
        return _filled(row.gives, bound)

    def unify(self, given: Type, wanted: Type, bound: dict[str, Type]) -> bool:
        """Whether a type fits a row's, binding its T."""
        if wanted.head == "var":
            if given.head == "maybe":
                return False
            known = bound.get("T")
            wide = given if known is None else joint(known, given, self.names.lineage)
            if wide is None or wide.head == "maybe":
                return False
            bound["T"] = wide
            return True
        if wanted.head == "anycard":
            return given.head == "card"
        if wanted.head == "place":
            return given.head == "bundle"
        if wanted.head == "plane":
            return given.head == "list"
        if wanted.head == "anyvalue":
            if given.head == "value":
                bound["V"] = given
                return True
            return False
        if wanted.head == "maybe" and wanted.inner:
            if given.head == "none":
                return True
            return self.unify(given.inner if given.head == "maybe" and given.inner else given, wanted.inner, bound)
        if wanted.inner is not None:
            return given.head == wanted.head and given.inner is not None and (given.inner.head == "none" or self.unify(given.inner, wanted.inner, bound))
        return fits(given, wanted, self.names.lineage)

    def dot(self, node: nodes.Dot, scope: Scope) -> core.Expr:
        """`kiln.heat`, `kiln.lit.heat`"""
        if isinstance(node.base, nodes.Dot):
            inner = self.expr(node.base.base, scope)
            if inner.type.head == "card" and any(node.base.name in self.names.faces[kind] for kind in self.names.kinds_of(inner.type.name)):
                return self.member(inner, node.name, node.base.name, scope, node.span)
        base = self.expr(node.base, scope)
        return self.member(base, node.name, "", scope, node.span)

    def member(self, base: core.Expr, name: str, face: str, scope: Scope, span: Span) -> core.Expr:
        """A field, variable or slot of a card."""
        if base.type.head == "unknown":
            return self.unknown(span)
        if base.type.head == "maybe":
            return self.wrong("may-be-none", f"`{base.span.words}` may be none", base.span, f"{base.type}",
                              f"first ask `{base.span.words} is there`")
        if base.type.head != "card":
            hint = f"write `{name}({base.span.words})`" if name in WORDS else "write the name of a card before the point"
            return self.wrong("no-member", f"{base.type} has no `.{name}`", span, "only cards have members", hint)
        found = self.names.member(base.type.name, name)
        if found is None:
            holders = [owner for owner, table in self.names.members.items() if name in table]
            table = {key for holder in self.names.lineage[base.type.name] for key in self.names.members.get(holder, {})}
            hint = f"first ask `{base.span.words} is {holders[0]}`" if holders else nearest(name, sorted(table))
            return self.wrong("no-member", f"`{base.type.name}` has no `{name}`", at_word(span, name, last=True) if "." not in name else span,
                              "not declared for it", hint or f"it has {', '.join(sorted(table)) or 'no members'}")
        self.allowed(found.pack, name, scope, span)
        match found.node:
            case nodes.Var(type=type_):
                return core.VarOf(var=f"{found.owner}.{name}", card=base, type=self.names.type(type_), span=span)
            case nodes.FieldDecl(type=type_):
                self.fields_read.add((found.owner, name))
                return core.FieldOf(field=f"{found.owner}.{name}", card=base, face=face, type=self.names.type(type_), span=span)
            case nodes.Slot(kind=kind):
                self.model.used.add(name)
                place = core.PlaceAt(place=name, args=(base,), type=types.list_of(types.card(kind)), span=span)
                return core.Prim(word="slot", args=(place,), type=types.maybe(types.card(kind)), span=span)
            case _:
                return self.wrong("no-member", f"`{name}` is a place", span, "places stand in front of their card", f"write `{name}({base.span.words})`")

    # ---- operators

    def op(self, node: nodes.Op, scope: Scope) -> core.Expr:
        """`a + b`, `x is there`, `clay in shelf`"""
        if node.op in ("and", "or"):
            one = self.test(node.args[0], scope)
            other = self.test(node.args[1], scope.knowing(facts(one, node.op == "and")))
            return core.Prim(word=node.op, args=(one, other), type=BOOL, span=node.span)
        if node.op in ("is", "is not"):
            return self.is_(node, scope)
        if node.op in ("in", "not in"):
            found = self.in_(node, scope)
            return found if node.op == "in" else self.apply("not", OPERATORS["not"].rows, (found,), node.span, "not true")
        if node.op == "has":
            trait = self.trait_name(node.args[1], scope)
            left = self.expr(node.args[0], scope)
            if trait is not None and left.type.head in ("bundle", "group"):
                return core.Prim(word="has", args=(left,), data=trait, type=BOOL, span=node.span)
            right = self.expr(node.args[1], scope)
            return self.apply("has", OPERATORS["has"].rows, (left, right), node.span, OPERATORS["has"].example)
        args = tuple(self.expr(arg, scope) for arg in node.args)
        if node.op == "+" and all(isinstance(arg, core.Const) and arg.type.head in ("bundle", "want") for arg in args):
            entries = tuple(entry for arg in args if isinstance(arg, core.Const) and isinstance(arg.value, tuple) for entry in arg.value)
            head = BUNDLE if all(arg.type == BUNDLE for arg in args) else WANT
            return core.Const(value=_merged(entries), type=head, span=node.span)
        return self.apply(node.op, OPERATORS[node.op].rows, args, node.span, OPERATORS[node.op].example)

    def is_(self, node: nodes.Op, scope: Scope) -> core.Expr:
        """`is there`, `is none`, `is empty`, `is kiln`, or the same."""
        found = self._is(node, scope)
        if node.op == "is" or found.type.head == "unknown":
            return found
        return core.Prim(word="not", args=(found,), type=BOOL, span=node.span)

    def _is(self, node: nodes.Op, scope: Scope) -> core.Expr:
        left, right = node.args
        base = self.expr(left, scope)
        word = right.name if isinstance(right, nodes.Name) and right.name not in scope.locals else ""
        if base.type.head == "unknown":
            return base
        if word in ("there", "none"):
            if base.type.head not in ("maybe", "none", "effect"):
                return self.wrong("never-none", f"`{base.span.words}` is always there", node.span, f"{base.type}", "leave this out")
            return core.Prim(word=word, args=(base,), type=BOOL, span=node.span)
        if word == "empty":
            if base.type.head not in ("list", "set", "bundle", "group", "want"):
                return self.wrong("wrong-type", f"{base.type} is never empty", node.span, f"{base.type}", "only lists, sets, bundles and groups can be empty")
            return core.Prim(word="empty", args=(base,), type=BOOL, span=node.span)
        sort = self.card_sort(right, scope) if base.type.head == "card" else None
        if sort is not None:
            if not set(self.names.kinds_of(sort)) & set(self.names.kinds_of(base.type.name)):
                return self.wrong("never", f"no {base.type} is ever `{sort}`", node.span, "this can never hold", "leave it out")
            return core.Prim(word="kind", args=(base,), data=sort, type=BOOL, span=node.span)
        other = self.expr(right, scope)
        found = self.apply("=", OPERATORS["="].rows, (base, other), node.span, OPERATORS["is"].example)
        return found

    def in_(self, node: nodes.Op, scope: Scope) -> core.Expr:
        """`clay in shelf` picks; `k in kilns` asks."""
        left, right = node.args
        whole = self.expr(right, scope)
        if whole.type.head in ("bundle", "group"):
            trait = self.trait_name(left, scope)
            if trait is not None:
                return core.Prim(word="only", args=(whole,), data=trait, type=whole.type, span=node.span)
            token = self.expr(left, scope, TOKEN)
            return core.Prim(word="only_token", args=(whole, token), type=whole.type, span=node.span)
        item = self.expr(left, scope)
        return self.apply("in", OPERATORS["in"].rows, (item, whole), node.span, OPERATORS["in"].example)

    def set_of(self, node: nodes.SetOf, scope: Scope, wanted: Type | None) -> core.Expr:
        """`{a, b}`"""
        items = tuple(self.expr(item, scope) for item in node.items)
        inner = wanted.inner if wanted and wanted.head == "set" and wanted.inner else types.NONE
        if items:
            inner = items[0].type
            for item in items[1:]:
                wide = joint(inner, item.type, self.names.lineage)
                if wide is None:
                    return self.wrong("wrong-type", f"a set holds values of one type, not {inner} and {item.type}", item.span, f"{item.type}",
                                      f"write only values of type {inner}")
                inner = wide
            if inner.head not in ("token", "player", "card", "value", "unknown"):
                return self.wrong("wrong-type", f"there are no sets of {inner}", node.span, f"{inner}", "sets hold tokens, players, cards or values")
        return core.Prim(word="set", args=items, type=types.set_of(inner), span=node.span)

    def if_else(self, node: nodes.IfElse, scope: Scope) -> core.Expr:
        """`if a then b else c`"""
        test = self.test(node.test, scope)
        then = self.expr(node.then, scope.knowing(facts(test, True)))
        other = self.expr(node.other, scope.knowing(facts(test, False)))
        wide = joint(then.type, other.type, self.names.lineage)
        if wide is None:
            return self.wrong("wrong-type", f"the two sides are {then.type} and {other.type}", node.span, "they must be of one type",
                              f"write something of type {then.type} behind `else`")
        return core.IfElse(test=test, then=then, other=other, type=wide, span=node.span)

    def shows(self, node: nodes.Shows, scope: Scope) -> core.Expr:
        """`kiln shows lit`"""
        card = self.expr(node.card, scope)
        return self.faced(card, node.face, node.span, lambda face: core.Prim(word="shows", args=(card,), data=face, type=BOOL, span=node.span))

    def faced(self, card: core.Expr, face: str, span: Span, make: Callable[[str], core.Expr]) -> core.Expr:
        """Something about a face that the card's kind has."""
        if card.type.head == "unknown":
            return card
        if card.type.head != "card":
            return self.wrong("wrong-type", f"only cards have faces, not {card.type}", card.span, f"{card.type}",
                              f"first ask `{card.span.words} is there`" if card.type.head == "maybe" else "name a card")
        known = [each for kind in self.names.kinds_of(card.type.name) for each in self.names.faces[kind]]
        if face not in known:
            hint = nearest(face, known) or (f"its faces are {', '.join(dict.fromkeys(known))}" if known else "it has no faces")
            return self.wrong("unknown-name", f"`{card.type.name}` has no face `{face}`", at_word(span, face, last=True), "not one of its faces", hint)
        return make(face)

    def before(self, node: nodes.Before, scope: Scope) -> core.Expr:
        """`before heat(kiln)`"""
        if not scope.in_deed:
            return self.wrong("no-before", "`before` has a meaning only where something has already been done", node.span,
                              "nothing was done yet", "use it in `ensure` and in what waives one")
        inner = self.expr(node.expr, scope)
        return core.Before(expr=inner, type=inner.type, span=node.span)

    def trial(self, node: nodes.Trial, scope: Scope) -> core.Expr:
        """`idle kiln.work by me at kiln`"""
        effect, by, at = self.performance(node.effect, node.by, node.at, scope, node.span)
        if effect is None:
            return self.unknown(node.span)
        return core.Trial(word=node.word, effect=effect, by=by, at=at, type=BOOL, span=node.span)

    def performance(self, effect: nodes.Expr, by: nodes.Expr | None, at: nodes.Expr | None, scope: Scope,
                    span: Span) -> tuple[core.FieldOf | None, core.Expr, core.Expr]:
        """A card's effect, who carries it out, and at which card."""
        found = self.expr(effect, scope)
        who = self.expr(by or nodes.Name(name="me", span=span), scope, PLAYER)
        if not isinstance(found, core.FieldOf) or found.type != EFFECT:
            if found.type.head != "unknown":
                self.wrong("wrong-type", "only an effect that is printed on a card can be performed", found.span, f"{found.type}",
                           "write `perform card.field by player at card`")
            return None, who, self.unknown(span)
        where = self.expr(at, scope) if at else found.card
        return found, who, where

    # ---- collections

    def element(self, items: core.Expr) -> Type:
        """What a collection is of."""
        if items.type.head in ("list", "set") and items.type.inner:
            return items.type.inner
        if items.type.head in ("bundle", "group"):
            return TOKEN
        if items.type.head != "unknown":
            self.wrong("wrong-type", f"{items.type} is not a collection", items.span, f"{items.type}", "use a list, a set or a bundle")
        return UNKNOWN

    def free(self, name: str, scope: Scope, span: Span) -> None:
        """A new local must not hide something else."""
        taken = self.model.declared.get(name)
        if name in KEYWORDS:
            self.wrong("reserved-name", f"`{name}` is a word of the language", at_word(span, name), "nothing can be called that", "choose another name")
        elif name in scope.locals or name in ("me", "here", "players") or name in self.names.value_type or name in scope.seats:
            self.wrong("hidden-name", f"`{name}` already means something here", at_word(span, name), "this would hide it", "choose another name")
        elif taken is not None and isinstance(taken.node, nodes.Token | nodes.Thing | nodes.Var | nodes.Place | nodes.Trait | nodes.Kind):
            self.report.error("hidden-name", f"`{name}` is already declared", at_word(span, name), label="this would hide it",
                              help="choose another name", asides=[Aside(span=at_word(taken.span, name), label="declared here")])

    def pick(self, node: nodes.Pick, scope: Scope) -> core.Expr:
        """`any`, `no`, `all`, `the only`, `the first`"""
        items = self.expr(node.items, scope)
        self.free(node.name, scope, node.span)
        inner = scope.bind(node.name, self.element(items))
        where = self.test(node.where, inner) if node.where else None
        if where is not None:
            inner = inner.knowing(facts(where, True))
        ranking = self.expr(node.ranking, inner, NUMBER) if node.ranking else None
        element = inner.facts.get(("Local", node.name), inner.locals[node.name])
        result = BOOL if node.word in ("any", "no") else types.maybe(element)
        if node.word == "all":
            result = items.type if items.type.head in ("bundle", "group", "unknown") else Type(items.type.head, inner=element)
        return core.Pick(word=node.word, name=node.name, items=items, where=where, ranking=ranking, least=node.least, type=result,
                         span=node.span)

    def fold(self, node: nodes.Fold, scope: Scope) -> core.Expr:
        """`sum of e for x in xs where c otherwise d`"""
        return self.folded(node.word, node.value, ((node.name, node.items),), node.where, node.otherwise, scope, node.span)

    def folded(self, word: str, value: nodes.Expr, binders: Sequence[tuple[str, nodes.Expr]], where: nodes.Expr | None,
               otherwise: nodes.Expr | None, scope: Scope, span: Span) -> core.Expr:
        """One value made of one for each item."""
        inner = scope
        bound: list[tuple[str, core.Expr]] = []
        for name, items in binders:
            checked = self.expr(items, inner)
            self.free(name, inner, span)
            inner = inner.bind(name, self.element(checked))
            bound.append((name, checked))
        test = self.test(where, inner) if where else None
        if test is not None:
            inner = inner.knowing(facts(test, True))
        made = self.expr(value, inner)
        result = self.fold_type(word, made, span)
        default = self.expr(otherwise, scope, result) if otherwise else None
        if default is None and word in ("most", "least", "common") and result.head != "unknown":
            return self.wrong("no-default", f"`{word} of` nothing has no value", span, "what if there is none?", "end it with `otherwise …`")
        return core.Fold(word=word, value=made, binders=tuple(bound), where=test, otherwise=default, type=result, span=span)

    def fold_type(self, word: str, made: core.Expr, span: Span) -> Type:
        """What a fold gives."""
        head = made.type.head
        if head == "unknown":
            return UNKNOWN
        if word == "list":
            return types.list_of(made.type)
        good = {"sum": ("number", "bundle"), "most": ("number",), "least": ("number",), "common": ("set",), "union": ("set",)}[word]
        if head not in good:
            self.wrong("wrong-type", f"`{word} of` takes {' or '.join(f'{each}s' for each in good)}, not {made.type}", made.span, f"{made.type}",
                       f"write a {' or a '.join(good)} for each item")
            return UNKNOWN
        return made.type if head != "group" else BUNDLE

    # ---- texts

    def message(self, text: nodes.Text | None, scope: Scope) -> tuple[str | core.Expr, ...]:
        """A text with holes: `"{kiln} is too hot"`."""
        if text is None:
            return ()
        parts: list[str | core.Expr] = []
        rest, at = text.value, text.span.start + 1
        while "{" in rest:
            plain, _, rest = rest.partition("{")
            hole, closed, rest = rest.partition("}")
            at += len(plain) + 1
            span = Span(text.span.source, at, at + len(hole))
            if not closed:
                self.wrong("open-hole", "this hole is not closed", span, "`}` is missing", "write `}` behind the expression")
                return tuple(parts)
            node = self.read_hole(span)
            parts += [plain] * bool(plain) + ([self.expr(node, scope)] if node is not None else [])
            at += len(hole) + 1
        return tuple(parts + [rest] * bool(rest))


def _on(type_: Type, label: Type, laid: Type) -> Type:
    """A type with a plane's own labels and cards put in."""
    if type_.head == "label":
        return label
    if type_.head == "laid":
        return laid
    return Type(type_.head, type_.name, _on(type_.inner, label, laid)) if type_.inner else type_


def _form(wanted: Type) -> str:
    """What something of a type looks like."""
    forms = {"number": "a number, or something that counts: `size(players)`", "bool": "a condition, such as `heat > 3`",
             "player": "a player, such as `me`", "token": "the name of a token", "bundle": "an amount of tokens, such as `2 clay`",
             "want": "an amount, such as `2 clay`", "group": "what somebody picked", "effect": "what is done, such as `dig 1 clay`",
             "text": "a text in quotes"}
    return forms.get(wanted.head, f"something of type {wanted}")


def _filled(gives: Type, bound: dict[str, Type]) -> Type:
    if gives.head == "var":
        return bound.get("T", UNKNOWN)
    if gives.head == "anyvalue":
        return bound["V"]
    if gives.inner is not None:
        return Type(gives.head, gives.name, _filled(gives.inner, bound))
    return gives


def _merged(entries: Entries) -> Entries:
    counts: dict[tuple[str, bool], int] = {}
    for count, name, different in entries:
        counts[name, different] = counts.get((name, different), 0) + count
    return tuple((count, name, different) for (name, different), count in counts.items())


__all__ = ["BOOL", "GROUP", "NUMBER", "ExprChecker"]

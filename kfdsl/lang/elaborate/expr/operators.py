"""Operators, and what is said about cards and effects.

In:   `a + b`, `x is there`, `card shows face`.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.expr.calls import CallChecker
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.program import core, types
from kfdsl.program.types import (
    BOOL,
    BUNDLE,
    EFFECT,
    PLAYER,
    TOKEN,
    WANT,
    Type,
    joint,
)
from kfdsl.program.words import OPERATORS
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

Entries = tuple[tuple[int, str, bool], ...]


class OpChecker(CallChecker):
    """Types operators."""

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
            return (
                found if node.op == "in" else self.apply("not", OPERATORS["not"].rows, (found,), node.span, "not true")
            )
        if node.op == "has":
            trait = self.trait_name(node.args[1], scope)
            left = self.expr(node.args[0], scope)
            if trait is not None and left.type.head in ("bundle", "group"):
                return core.Prim(word="has", args=(left,), data=trait, type=BOOL, span=node.span)
            right = self.expr(node.args[1], scope)
            return self.apply("has", OPERATORS["has"].rows, (left, right), node.span, OPERATORS["has"].example)
        args = tuple(self.expr(arg, scope) for arg in node.args)
        if node.op == "+" and all(isinstance(arg, core.Const) and arg.type.head in ("bundle", "want") for arg in args):
            entries = tuple(
                entry
                for arg in args
                if isinstance(arg, core.Const) and isinstance(arg.value, tuple)
                for entry in arg.value
            )
            head = BUNDLE if all(arg.type == BUNDLE for arg in args) else WANT
            return core.Const(value=_merged(entries), type=head, span=node.span)
        if node.op in ("=", "!="):
            self.check_choices(args)
        return self.apply(node.op, OPERATORS[node.op].rows, args, node.span, OPERATORS[node.op].example)

    def check_choices(self, args: tuple[core.Expr, ...]) -> None:
        """Report a comparison of an option with a text that is none of its choices."""
        one, other = args
        self.check_choice(one, other)
        self.check_choice(other, one)

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
                return self.wrong(
                    "never-none", f"`{base.span.words}` is always there", node.span, f"{base.type}", "leave this out"
                )
            return core.Prim(word=word, args=(base,), type=BOOL, span=node.span)
        if word == "empty":
            if base.type.head not in ("list", "set", "bundle", "group", "want"):
                return self.wrong(
                    "wrong-type",
                    f"{base.type} is never empty",
                    node.span,
                    f"{base.type}",
                    "only lists, sets, bundles and groups can be empty",
                )
            return core.Prim(word="empty", args=(base,), type=BOOL, span=node.span)
        sort = self.card_sort(right, scope) if base.type.head == "card" else None
        if sort is not None:
            if not set(self.names.kinds_of(sort)) & set(self.names.kinds_of(base.type.name)):
                return self.wrong(
                    "never", f"no {base.type} is ever `{sort}`", node.span, "this can never hold", "leave it out"
                )
            return core.Prim(word="kind", args=(base,), data=sort, type=BOOL, span=node.span)
        other = self.expr(right, scope)
        self.check_choices((base, other))
        found = self.apply("=", OPERATORS["="].rows, (base, other), node.span, OPERATORS["is"].example)
        return found

    def in_(self, node: nodes.Op, scope: Scope) -> core.Expr:
        """`clay in shelf` picks; `k in kilns` asks."""
        left, right = node.args
        whole = self.expr(right, scope)
        if whole.type.head in ("bundle", "group", "want"):
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
                    return self.wrong(
                        "wrong-type",
                        f"a set holds values of one type, not {inner} and {item.type}",
                        item.span,
                        f"{item.type}",
                        f"write only values of type {inner}",
                    )
                inner = wide
            if inner.head not in ("token", "player", "card", "value", "unknown"):
                return self.wrong(
                    "wrong-type",
                    f"there are no sets of {inner}",
                    node.span,
                    f"{inner}",
                    "sets hold tokens, players, cards or values",
                )
        return core.Prim(word="set", args=items, type=types.set_of(inner), span=node.span)

    def if_else(self, node: nodes.IfElse, scope: Scope) -> core.Expr:
        """`if a then b else c`"""
        test = self.test(node.test, scope)
        then = self.expr(node.then, scope.knowing(facts(test, True)))
        other = self.expr(node.other, scope.knowing(facts(test, False)))
        wide = joint(then.type, other.type, self.names.lineage)
        if wide is None:
            return self.wrong(
                "wrong-type",
                f"the two sides are {then.type} and {other.type}",
                node.span,
                "they must be of one type",
                f"write something of type {then.type} behind `else`",
            )
        return core.IfElse(test=test, then=then, other=other, type=wide, span=node.span)

    def shows(self, node: nodes.Shows, scope: Scope) -> core.Expr:
        """`kiln shows lit`"""
        card = self.expr(node.card, scope)
        return self.faced(
            card,
            node.face,
            node.span,
            lambda face: core.Prim(word="shows", args=(card,), data=face, type=BOOL, span=node.span),
        )

    def faced(self, card: core.Expr, face: str, span: Span, make: Callable[[str], core.Expr]) -> core.Expr:
        """Something about a face that the card's kind has."""
        if card.type.head == "unknown":
            return card
        if card.type.head != "card":
            return self.wrong(
                "wrong-type",
                f"only cards have faces, not {card.type}",
                card.span,
                f"{card.type}",
                f"first ask `{card.span.words} is there`" if card.type.head == "maybe" else "name a card",
            )
        known = [each for kind in self.names.kinds_of(card.type.name) for each in self.names.faces[kind]]
        if face not in known:
            hint = nearest(face, known) or (
                f"its faces are {', '.join(dict.fromkeys(known))}" if known else "it has no faces"
            )
            return self.wrong(
                "unknown-name",
                f"`{card.type.name}` has no face `{face}`",
                span.word(face, last=True),
                "not one of its faces",
                hint,
            )
        return make(face)

    def before(self, node: nodes.Before, scope: Scope) -> core.Expr:
        """`before heat(kiln)`"""
        if not scope.in_deed:
            return self.wrong(
                "no-before",
                "`before` has a meaning only where something has already been done",
                node.span,
                "nothing was done yet",
                "use it in `ensure` and in what waives one",
            )
        inner = self.expr(node.expr, scope)
        return core.Before(expr=inner, type=inner.type, span=node.span)

    def trial(self, node: nodes.Trial, scope: Scope) -> core.Expr:
        """`idle kiln.work by me at kiln`"""
        effect, by, at = self.performance(node.effect, node.by, node.at, scope, node.span)
        if effect is None:
            return self.unknown(node.span)
        return core.Trial(word=node.word, effect=effect, by=by, at=at, type=BOOL, span=node.span)

    def performance(
        self, effect: nodes.Expr, by: nodes.Expr | None, at: nodes.Expr | None, scope: Scope, span: Span
    ) -> tuple[core.FieldOf | None, core.Expr, core.Expr]:
        """A card's effect, who carries it out, and at which card."""
        found = self.expr(effect, scope)
        who = self.expr(by or nodes.Name(name="me", span=span), scope, PLAYER)
        if not isinstance(found, core.FieldOf) or found.type != EFFECT:
            if found.type.head != "unknown":
                self.wrong(
                    "wrong-type",
                    "only an effect that is printed on a card can be performed",
                    found.span,
                    f"{found.type}",
                    "write `perform card.field by player at card`",
                )
            return None, who, self.unknown(span)
        where = self.expr(at, scope) if at else found.card
        return found, who, where


def _merged(entries: Entries) -> Entries:
    counts: dict[tuple[str, bool], int] = {}
    for count, name, different in entries:
        counts[name, different] = counts.get((name, different), 0) + count
    return tuple((count, name, different) for (name, different), count in counts.items())

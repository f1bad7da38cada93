"""What a condition comes to for one card, by what is printed on it.

In:   a core condition, the local that the card is called by, and the card.      Out:  true, false, or None where the game decides.
Only what never changes counts: kinds, traits, and fields that do not differ from face to face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kfdsl.program import core

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda one, other: one == other,
    "!=": lambda one, other: one != other,
    "<": lambda one, other: one < other,
    "<=": lambda one, other: one <= other,
    ">": lambda one, other: one > other,
    ">=": lambda one, other: one >= other,
}
_OPEN = object()  # a value that the game decides


class Printed:
    """Reads what is printed on the cards of a program."""

    def __init__(self, program: core.Program) -> None:
        self.queries: Mapping[str, core.QueryDef] = {query.name: query for query in program.queries}
        self.traits = {kind.name: frozenset(kind.traits) for kind in program.kinds}

    def is_a(self, card: core.CardDef, name: str) -> bool:
        """Whether a card is of a kind or trait."""
        return name in self.traits[card.kind]

    def why_false(self, test: core.Expr, local: str, card: core.CardDef) -> core.Expr | None:
        """The part of a condition by which it can never hold for a card, if there is one."""
        match test:
            case core.Prim(word="and"):
                return self.why_false(test.args[0], local, card) or self.why_false(test.args[1], local, card)
            case core.Ask():
                query = self.queries[test.query]
                for (param, _), arg in zip(query.params, test.args, strict=True):
                    if isinstance(arg, core.Local) and arg.name == local:
                        return self.why_false(query.body, param, card)
                return None
            case _:
                return test if self.truth(test, local, card) is False else None

    def truth(self, test: core.Expr, local: str, card: core.CardDef) -> bool | None:
        """Whether a condition always or never holds for a card."""
        match test:
            case core.Const(value=bool() as value):
                return value
            case core.Prim(word="not"):
                inner = self.truth(test.args[0], local, card)
                return None if inner is None else not inner
            case core.Prim(word="and" | "or"):
                both = [self.truth(arg, local, card) for arg in test.args]
                decisive = test.word == "or"
                return decisive if decisive in both else None if None in both else not decisive
            case core.Prim(word="kind", args=(core.Local(name=name),)) if name == local:
                return self.is_a(card, test.data)
            case core.Prim(word="empty"):
                value = self._value(test.args[0], local, card)
                return None if value is _OPEN else not value
            case core.Prim(word=word) if word in _COMPARED:
                one, other = (self._value(arg, local, card) for arg in test.args)
                return None if _OPEN in (one, other) else _COMPARED[word](one, other)
            case core.Ask():
                return False if self.why_false(test, local, card) is not None else None
            case _:
                return None

    def _value(self, expr: core.Expr, local: str, card: core.CardDef) -> Any:
        match expr:
            case core.Const(value=int() | str() | tuple() as value):
                return value
            case core.FieldOf(card=core.Local(name=name)) if name == local:
                return self._printed(card, expr)
            case core.Prim(word="size", args=(core.FieldOf() as inner,)):
                counts = self._value(inner, local, card)
                return sum(part[0] for part in counts) if isinstance(counts, tuple) else _OPEN
            case _:
                return _OPEN

    def _printed(self, card: core.CardDef, expr: core.FieldOf) -> Any:
        for field, face, value in card.values:
            if field == expr.field and face == expr.face and isinstance(value, core.Const):
                return value.value
        return _OPEN

"""Typed expressions of the core.

In:   nothing; data only.      Out:  frozen nodes that keep the span they came from, which does not count for equality.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from kfdsl.program.types import Type
from kfdsl.text.source import Span

C = TypeVar("C")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def core(cls: type[C]) -> type[C]:
    """A frozen, slotted, keyword-only dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@core
class Expr:
    """A typed expression."""

    type: Type
    span: Span = field(compare=False, repr=False)
    declared: Type | None = field(default=None, compare=False, repr=False)  # if a condition says more: without it


@core
class Const(Expr):
    """A number, truth, text, nothing; a token, value, card or seat by its id; a bundle or want by its entries."""

    value: int | bool | str | tuple[tuple[int, str, bool], ...] | None


@core
class Local(Expr):
    """A parameter or a `let`."""

    name: str


@core
class PlaceAt(Expr):
    """What lies in a place."""

    place: str
    args: tuple[Expr, ...]


@core
class PlacesWith(Expr):
    """What lies in all places of a card that have a trait, together."""

    trait: str
    card: Expr


@core
class VarOf(Expr):
    """A variable of the game, of a card, or of whatever there is one for."""

    var: str
    args: tuple[Expr, ...]


@core
class FieldOf(Expr):
    """What is printed on a card, on the face that shows or on a given one."""

    field: str
    card: Expr
    face: str


@core
class Ask(Expr):
    """The answer of a query."""

    query: str
    args: tuple[Expr, ...]


@core
class Prim(Expr):
    """A built-in word at work."""

    word: str
    args: tuple[Expr, ...]
    data: str = ""


@core
class IfElse(Expr):
    """One of two values."""

    test: Expr
    then: Expr
    other: Expr


@core
class LetIn(Expr):
    """A value with a name for another one in it."""

    name: str
    value: Expr
    body: Expr


@core
class Pick(Expr):
    """`any`, `no`, `all`, `only`, `first`: something about the items for which a condition holds."""

    word: str
    name: str
    items: Expr
    where: Expr | None
    ranking: Expr | None
    least: bool


@core
class Fold(Expr):
    """`sum`, `most`, `least`, `common`, `union`, `list`: one value made of one for each item."""

    word: str
    value: Expr
    binders: tuple[tuple[str, Expr], ...]
    where: Expr | None
    otherwise: Expr | None


@core
class Before(Expr):
    """As it was before the deed."""

    expr: Expr


@core
class Trial(Expr):
    """Whether an effect of a card could be carried out, or would come to nothing."""

    word: str
    effect: FieldOf
    by: Expr
    at: Expr

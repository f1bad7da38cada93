"""Expressions and types as written.

In:   nothing; data only.      Out:  frozen nodes with spans, which do not take part in equality.
Docstrings show the source form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from kfdsl.text.source import Span

C = TypeVar("C")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def node(cls: type[C]) -> type[C]:
    """A frozen, slotted, keyword-only dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@node
class Node:
    """Anything written somewhere."""

    span: Span = field(compare=False, repr=False)


@node
class Expr(Node):
    """Anything that has a value."""


@node
class Number(Expr):
    """`3`"""

    value: int


@node
class Text(Expr):
    """`"a text with {holes}"`"""

    value: str


@node
class Name(Expr):
    """`leader`"""

    name: str
    declared: bool = False  # what a pack declares is meant, whatever locals are called; nobody writes this


@node
class Copy(Expr):
    """`village#3`"""

    thing: str
    number: int


@node
class Amount(Expr):
    """`2 clay`, `3 different clay`"""

    count: int
    name: str
    different: bool = False


@node
class Call(Expr):
    """`f(a, b)`"""

    name: str
    args: tuple[Expr, ...]


@node
class Dot(Expr):
    """`kiln.heat`"""

    base: Expr
    name: str


@node
class DotCall(Expr):
    """`kiln.debt(ann)`"""

    base: Expr
    name: str
    args: tuple[Expr, ...]


@node
class Op(Expr):
    """`a + b`, `not a`, `x has y`: an operator and what it works on."""

    op: str
    args: tuple[Expr, ...]


@node
class SetOf(Expr):
    """`{a, b}`"""

    items: tuple[Expr, ...]


@node
class Counted(Expr):
    """`n clay`, `(n + 1) different soft`"""

    count: Expr
    name: str
    different: bool = False


@node
class ListOf(Expr):
    """`[a, b]`"""

    items: tuple[Expr, ...]


@node
class Lookup(Expr):
    """`[0, 2, 4] at n`"""

    items: tuple[Expr, ...]
    index: Expr


@node
class IfElse(Expr):
    """`if a then b else c`"""

    test: Expr
    then: Expr
    other: Expr


@node
class LetIn(Expr):
    """`let n = e in n * n`"""

    name: str
    value: Expr
    body: Expr


@node
class Shows(Expr):
    """`kiln shows lit`"""

    card: Expr
    face: str


@node
class Before(Expr):
    """`before heat(kiln)`: as it was before the deed."""

    expr: Expr


@node
class Trial(Expr):
    """`idle kiln.work by me at kiln`, `possible …`"""

    word: str
    effect: Expr
    by: Expr | None
    at: Expr | None


@node
class Pick(Expr):
    """`any x in xs where c`, `no …`, `all …`, `the only x in xs with most e where c`"""

    word: str
    name: str
    items: Expr
    where: Expr | None
    ranking: Expr | None = None
    least: bool = False


@node
class Fold(Expr):
    """`sum of e for x in xs where c otherwise d`"""

    word: str
    value: Expr
    name: str
    items: Expr
    where: Expr | None
    otherwise: Expr | None


@node
class TypeNode(Node):
    """`player?`, `list of kiln`"""

    head: str
    inner: TypeNode | None = None

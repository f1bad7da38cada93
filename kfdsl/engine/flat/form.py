"""The flat form: all that printers know. Functions over whole numbers of 64 bits and one memory.

In:   nothing; data only.      Out:  frozen nodes.
A place in memory is counted in units of the width that is read or written there (1, 2, 4 or 8 bytes). Every function answers
a number. Nothing here knows records or rules; `read/` and what lowers rules made them into numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

ARITHMETIC = ("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>")  # `//` and `%` floor
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
WRAPPING = ("wrapping_add", "wrapping_multiply", "shift_unsigned", "rest_unsigned", "less_unsigned")
UNARY = ("not", "~", "count_bits", "lowest")


@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Get:
    """A parameter or local."""

    name: str


@dataclass(frozen=True, slots=True)
class Tee:
    """A local gets a value, which is the value of this as well."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Load:
    width: int
    base: Expr
    offset: int


@dataclass(frozen=True, slots=True)
class Unary:
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary:
    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Both:
    """The right is looked at only if the left holds."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Either:
    """The right is looked at only if the left does not hold."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class IfElse:
    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    args: tuple[Expr, ...]


Expr: TypeAlias = Const | Get | Tee | Load | Unary | Binary | Both | Either | IfElse | Call


@dataclass(frozen=True, slots=True)
class Set:
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """The value is worked out first, then the place."""

    width: int
    base: Expr
    offset: int
    value: Expr


@dataclass(frozen=True, slots=True)
class If:
    test: Expr
    then: Body
    other: Body


@dataclass(frozen=True, slots=True)
class While:
    test: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class For:
    """A local counts from a start up to but not including an end; both are found once, what the body does to it counts for nothing."""

    name: str
    start: Expr
    end: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class ForEach:
    """A local is each number of a row in turn, read when its turn comes; place and count are found once, and the row lies in memory.

    Another local, if it has a name, counts from a first number on. What the body does to both counts for nothing.
    """

    index: str
    first: int
    item: str
    width: int
    row: Expr
    count: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class Switch:
    value: Expr
    cases: tuple[tuple[tuple[int, ...], Body], ...]
    other: Body


@dataclass(frozen=True, slots=True)
class Return:
    value: Expr


@dataclass(frozen=True, slots=True)
class Break:
    pass


@dataclass(frozen=True, slots=True)
class Continue:
    pass


@dataclass(frozen=True, slots=True)
class Do:
    """For what it does; its value counts for nothing."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Copy:
    width: int
    to: Expr
    start: Expr
    count: Expr


@dataclass(frozen=True, slots=True)
class Clear:
    width: int
    to: Expr
    count: Expr


@dataclass(frozen=True, slots=True)
class Fault:
    """All stops: what went wrong, and where in content."""

    what: Expr
    where: Expr


Stmt: TypeAlias = (
    Set | Store | If | While | For | ForEach | Switch | Return | Break | Continue | Do | Copy | Clear | Fault
)
Body: TypeAlias = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    params: tuple[str, ...]
    body: Body


Module: TypeAlias = dict[str, Function]


_FIELDS: dict[type, tuple[str, ...] | None] = {}  # of nodes, last first; None of other things


def inside(node: object) -> Iterator[object]:
    """A node and all nodes in it, in the order in which they are written."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += reversed(one)
            continue
        if type(one) not in _FIELDS:
            fields = getattr(type(one), "__dataclass_fields__", None)
            _FIELDS[type(one)] = None if fields is None else tuple(reversed(fields))
        names = _FIELDS[type(one)]
        if names is not None:
            yield one
            waiting += [getattr(one, name) for name in names]


def locals_of(function: Function) -> list[str]:
    """All parameters and locals, the parameters first."""
    return list(dict.fromkeys([*function.params, *changed_in(function.body)]))


def changed_in(node: object) -> Iterator[str]:
    """Locals that get a value somewhere in a node, as often as one is written."""
    for each in inside(node):
        match each:
            case Set(name, _) | Tee(name, _) | For(name, _, _, _):
                yield name
            case ForEach(index, _, item):
                yield from (index, item) if index else (item,)

"""What an expression of the engine's own code is: a number, a truth, or a view of memory.

In:   annotations.      Out:  Sort; every sort is one number in the flat form.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, get_args, get_origin

from kfdsl.engine.flat.form import Binary, Const, Expr
from kfdsl.engine.flat.memory import Field, Record, Rows, Words


@dataclass(frozen=True, slots=True)
class RowsOf:
    item: type[Record]


@dataclass(frozen=True, slots=True)
class ClassOf:
    """A record class itself, as `arena.rows(Slot, n)` is given one."""

    item: type[Record]


Sort: TypeAlias = type[int] | type[bool] | type[Record] | type[Words] | RowsOf | ClassOf | None


@dataclass(frozen=True, slots=True)
class Typed:
    expr: Expr
    sort: Sort


class NotFlat(Exception):
    """Code that the flat form has no place for, and where it stands."""


def sort_of(hint: Any) -> Sort:
    """The sort that an annotation says."""
    if get_origin(hint) is Rows:
        return RowsOf(get_args(hint)[0])
    if hint is type(None) or hint is None:
        return None
    if isinstance(hint, type) and issubclass(hint, int | Record | Words):
        return bool if hint is bool else int if issubclass(hint, int) else hint
    raise NotFlat(f"{hint} is no number and no view")


def is_number(sort: Sort) -> bool:
    return sort is int or sort is bool


def same(one: Sort, other: Sort) -> bool:
    """Whether a value of one sort may stand where another is expected."""
    return one == other or (is_number(one) and is_number(other))


def width_of(sort: Sort) -> int:
    """The width in which places of a view are counted."""
    if isinstance(sort, RowsOf):
        return sort.item.WIDTH
    assert isinstance(sort, type) and issubclass(sort, Record | Words), sort
    return sort.WIDTH


def field_sort(field: Field) -> Sort:
    """The sort of what a field holds, or of what lies inside."""
    return RowsOf(field.item) if field.type is Rows else sort_of(field.type)


def plus(expr: Expr, more: int) -> Expr:
    """A place so much further on."""
    match expr:
        case Const(value):
            return Const(value + more)
        case Binary("+", inner, Const(value)):
            return plus(inner, value + more)
    return Binary("+", expr, Const(more)) if more else expr


def times(expr: Expr, factor: int) -> Expr:
    match expr:
        case Const(value):
            return Const(value * factor)
        case Binary("+", inner, Const(value)):
            return plus(times(inner, factor), value * factor)
    if factor in (0, 1):
        return expr if factor else Const(0)
    if factor & factor - 1 == 0:
        return Binary("<<", expr, Const(factor.bit_length() - 1))
    return Binary("*", expr, Const(factor))


def in_units_of(place: Expr, width: int, other: int) -> Expr:
    """A place that is counted in one width, counted in another; what lies inside begins where both can count."""
    if width >= other:
        return times(place, width // other)
    shift = (other // width).bit_length() - 1
    match place:
        case Const(value):
            return Const(value >> shift)
        case Binary("+", base, Const(value)):  # both are multiples: records begin where the widest number could
            return plus(Binary(">>", base, Const(shift)), value >> shift)
    return Binary(">>", place, Const(shift))

"""Positions that differ in one thing, of which it is said that nobody looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kfdsl.analysis.effects import ALL, FACES, KINDS, SIZE, Effect, Summary
from kfdsl.engine.machine.layout import Cell
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State


def other_positions(
    table: Table, state: State, summary: Summary, seats: Mapping[str, int], cells: Iterable[int]
) -> Iterator[tuple[State, str]]:
    """Positions with something changed that is not said to be read, or only what lies there where it is read how many,
    or only how many where it is read which.

    Of a place per player, cells of those who are not named are not read either; `seats` are the players among the arguments.
    """
    for at in cells:
        cell = table.layout.cells[at]
        name = FACES if cell.sort == "face" else cell.name
        reads = [each for each in summary if each.what == name and _may_be_of(each, cell, seats)]
        for value in _values(table, cell, state.cells[at], reads):
            other = state.copy()
            other.cells[at] = value
            yield other, cell.name


def _may_be_of(read: Effect, cell: Cell, seats: Mapping[str, int]) -> bool:
    is_named = cell.sort in ("tokens", "cards") and cell.player is not None and read.whose <= seats.keys()
    return not is_named or cell.player in {seats[name] for name in read.whose}


def _values(table: Table, cell: Cell, value: Any, reads: list[Effect]) -> list[Any]:
    """Other things that a cell might hold."""
    views = {read.view for read in reads if read.tokens is None}
    if ALL in views or views > {KINDS}:
        return []
    match cell.sort:
        case "tokens":
            named = frozenset[str]().union(*(read.tokens or () for read in reads))
            free = [at for token, at in table.numbering.tokens.items() if token not in named]
            if SIZE in views:
                return _exchanged(value, free)
            return [_with(value, at, 1) for at in free if value[at]] if views else _more_or_none(value, free)
        case _ if views:
            return []
        case "cards":
            return [value[::-1]] if len(value) > 1 else []
        case "face" if cell.card is not None:
            return [face for face in range(len(table.numbering.faces(cell.card))) if face != value]
        case "var":
            return _of_type(table, cell.name, value)
        case _:
            return []


def _more_or_none(value: tuple[int, ...], free: list[int]) -> list[Any]:
    return [_with(value, at, 1) for at in free] + [_with(value, at, -value[at]) for at in free if value[at]]


def _exchanged(value: tuple[int, ...], free: list[int]) -> list[Any]:
    """One more of a token, and one less of another."""
    pairs = [(one, other) for one in free for other in free if one != other and value[other]]
    return [_with(_with(value, one, 1), other, -1) for one, other in pairs]


def _of_type(table: Table, var: str, value: Any) -> list[Any]:
    type_ = table.numbering.vars[var].type
    match type_.head:
        case "number":
            return [value + 1, value - 5]
        case "bool":
            return [not value]
        case "player":
            return [seat for seat in range(table.layout.players) if seat != value]
        case "value":
            return [each for each in range(len(table.numbering.value_names[type_.name])) if each != value]
        case _:
            return []


def _with(value: tuple[int, ...], at: int, more: int) -> tuple[int, ...]:
    return (*value[:at], value[at] + more, *value[at + 1 :])

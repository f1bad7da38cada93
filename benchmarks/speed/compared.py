"""The same work by the engine, printed as Python and as WebAssembly, and by hand, in turn.

In:   ways to do something.      Out:  Lines: microseconds of each, and how many times as long the engine takes as what is written by hand.
Time of this process alone is counted, and medians of the rounds' ratios are told, so that a busy machine does not matter much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time
from types import SimpleNamespace

from benchmarks.convert import hand_rules, load
from kfdsl.engine.flat.wasm.native import available
from kfdsl.engine.rules.table import Table

PYTHON, NATIVE = "Python", "WebAssembly"
Work = Callable[[], int]  # does something, and says how many times
Ready = Callable[[], Work]  # what is made ready for a round is not timed


@dataclass(frozen=True)
class Sides:
    """Who is compared: tables of the engine by how it is printed, and the rules by hand."""

    tables: Mapping[str, Table]
    hand: SimpleNamespace

    def by_printer(self, ready: Callable[[Table], Ready]) -> dict[str, Ready]:
        """The same work for each."""
        return {printer: ready(table) for printer, table in self.tables.items()}


@dataclass(frozen=True)
class Line:
    """One comparison."""

    name: str
    took: Mapping[str, float]  # microseconds, by printer
    by_hand: float
    ratios: Mapping[str, tuple[float, float, float]]  # median, least and most, by printer


def printers() -> tuple[str, ...]:
    """Those there are."""
    return (PYTHON, NATIVE) if available() else (PYTHON,)


def all_sides(seats: Sequence[int]) -> dict[int, Sides]:
    """Everybody, by how many play."""
    found: dict[int, dict[str, Table]] = {players: {} for players in seats}
    for printer in printers():
        rules = load()
        for players in seats:
            found[players][printer] = _at_work(rules.table(players), printer)
    return {players: Sides(tables, hand_rules(tables[PYTHON])) for players, tables in found.items()}


def _at_work(table: Table, printer: str) -> Table:
    if printer == NATIVE:
        table.compile_now()
    else:
        table.go_on_in_python()
    return table


def timed(work: Work) -> float:
    """Microseconds for one."""
    begin = process_time()
    count = work()
    return (process_time() - begin) / count * 1e6


def compared(name: str, ready: Mapping[str, Ready], hand: Ready, rounds: int) -> Line:
    """All in turn."""
    for each in (*ready.values(), hand):
        each()()  # what is made at the first call is none of it
    rows = [({printer: timed(each()) for printer, each in ready.items()}, timed(hand())) for _ in range(rounds)]
    return Line(
        name,
        {printer: median(took[printer] for took, _ in rows) for printer in ready},
        median(other for _, other in rows),
        {printer: _spread([took[printer] / other for took, other in rows]) for printer in ready},
    )


def _spread(values: Sequence[float]) -> tuple[float, float, float]:
    return median(values), min(values), max(values)

"""One part of a problem, written once and solved for any settled items that it may have.

In:   a Sheet, a Part, which settled items.      Out:  the best value, and the first of all solutions that have it.
The order among equals is part of the goal: one point of value outweighs all keys, a key all that come behind it. So it
costs no search of its own, and equal ways do not have to be told apart one by one.
"""

from __future__ import annotations

from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.score.allocate.linear.branch_and_bound import Point, search, settle
from kfdsl.engine.score.allocate.linear.columns import Written, add_batch, add_lefts, begin, bind
from kfdsl.engine.score.allocate.linear.company import add_companies
from kfdsl.engine.score.allocate.linear.must import least_fills
from kfdsl.engine.score.allocate.linear.parts import Part
from kfdsl.engine.score.allocate.linear.sheet import Sheet
from kfdsl.engine.score.allocate.linear.simplex import Linear

COLUMN = 1000  # steps for writing what a scorer may be filled with

Given = frozenset[int]


class Solver:
    """A part and what is known about it; see the module."""

    def __init__(self, sheet: Sheet, part: Part, meter: Meter) -> None:
        self.sheet = sheet
        self.items = frozenset(sheet.stances[number][0] for number in part.stances)
        self.meter = meter
        self.written = _write(sheet, part, meter)
        self._goal, self._unit, self._dip = _ranked(self.written)
        self._root: Linear | None = None
        self._found: dict[Given, Point] = {}

    def best(self, given: Given) -> int:
        """The best value."""
        model = self.written.model
        ends = zip(model.goal, model.low, model.high, strict=True)
        value = self.best_of(given, model.constant + sum(min(worth * low, worth * high) for worth, low, high in ends))
        assert value is not None, "what has to be filled can be filled"
        return value

    def best_of(self, given: Given, least: int) -> int | None:
        """The best value, if it is at least so much."""
        model = self.written.model
        if given not in self._found:
            point = search(model, self._relaxed(given), (least - model.constant) * self._unit - self._dip)
            if point is None:
                return None
            self._found[given] = point
        value = model.constant + sum(worth * count for worth, count in zip(model.goal, self.first(given), strict=True))
        return value if value >= least else None

    def first(self, given: Given) -> Point:
        """The first solution of the best value, after that was asked for."""
        return self._found[given]

    def _relaxed(self, given: Given) -> Linear:
        """The relaxation without the settled items that are not given, from the one with all of them."""
        model = self.written.model
        if self._root is None:
            self._root = Linear(self._goal, model.low, model.high, model.lines, self.meter)
            settle(model, self._root, None)
        linear = self._root.copy()
        for number, column in self.written.stances.items():
            if self.sheet.stances[number][0] not in given:
                linear.drop_high(column, 0)
        return linear


def _write(sheet: Sheet, part: Part, meter: Meter) -> Written:
    written, scorers = begin(sheet, part), sheet.problem.scorers
    for scorer in part.scorers:
        for want in range(len(scorers[scorer].wants)):
            meter.charge(COLUMN)
            add_batch(written, sheet, scorer, want, sheet.holes(scorer, want))
    if sheet.hosts:
        for card in sorted({card for scorer in part.scorers if (card := scorers[scorer].card) is not None}):
            add_companies(written, sheet, [scorer for scorer in part.scorers if scorers[scorer].card == card], meter)
    least = least_fills(sheet, part, meter)
    for scorer in part.scorers:
        bind(written, sheet, scorer, least.get(scorer, 0))
    add_lefts(written, sheet, part)
    if written.companies:
        written.keys.append((-1, tuple(written.companies)))
    written.model.ahead = set(written.companies)
    written.model.seal()
    return written


def _ranked(written: Written) -> tuple[list[int], int, int]:
    """A goal in which keys decide among equal values; what a point of value is in it, and how much keys may cost."""
    model = written.model
    goal, unit, dip = [0] * len(model.goal), 1, 0
    for sign, columns in reversed(written.keys):
        most = sum(model.high[v] for v in columns)
        for v in columns:
            goal[v] += sign * unit
        dip += unit * most if sign < 0 else 0
        unit *= 1 + most
    return [part + worth * unit for part, worth in zip(goal, model.goal, strict=True)], unit, dip

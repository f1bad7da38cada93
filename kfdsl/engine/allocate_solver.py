"""One part of a problem, written once and solved for any settled items that it may have.

In:   a Sheet, a Part, which settled items.      Out:  a value; on demand the first of all solutions of that value.
"""

from __future__ import annotations

from kfdsl.engine.allocate_columns import Written, add_batch, add_lefts, begin, bind, least_fills
from kfdsl.engine.allocate_company import add_companies
from kfdsl.engine.allocate_linear import Linear
from kfdsl.engine.allocate_parts import Part, Sheet
from kfdsl.engine.allocate_search import Point, search, settle

Given = frozenset[int]


class Solver:
    """A part and what is known about it; see the module."""

    def __init__(self, sheet: Sheet, part: Part) -> None:
        self.sheet = sheet
        self.items = frozenset(sheet.stances[number][0] for number in part.stances)
        self.written = _write(sheet, part)
        self._found: dict[Given, Point] = {}
        self._root: Linear | None = None

    def best(self, given: Given) -> int:
        """The best value."""
        model = self.written.model
        lowest = sum(min(worth * low, worth * high) for worth, low, high in zip(model.goal, model.low, model.high, strict=True))
        value = self.best_of(given, lowest + model.constant)
        assert value is not None, "what has to be filled can be filled"
        return value

    def best_of(self, given: Given, least: int) -> int | None:
        """The best value, if it is at least so much."""
        model = self.written.model
        if given not in self._found:
            linear = self._relaxed(given)
            point = search(model, linear, (least - model.constant) * self.written.unit - self.written.dip)
            if point is None:
                return None
            self._found[given] = point
        value = model.constant + sum(worth * count for worth, count in zip(model.goal, self._found[given], strict=True))
        return value if value >= least else None

    def _relaxed(self, given: Given) -> Linear:
        """The relaxation without the settled items that are not given, from the one with all of them."""
        model = self.written.model
        if self._root is None:
            self._root = Linear(self.written.goal, model.low, model.high, model.lines)
            settle(model, self._root, None)
        linear = self._root.copy()
        for number, column in self.written.stances.items():
            if self.sheet.stances[number][0] not in given:
                linear.drop_high(column, 0)
        return linear

    def first(self, given: Given) -> Point:
        """The first solution of the best value."""
        return self._found[given]


def _write(sheet: Sheet, part: Part) -> Written:
    written, scorers = begin(sheet, part), sheet.problem.scorers
    for scorer in part.scorers:
        for want in range(len(scorers[scorer].wants)):
            add_batch(written, sheet, scorer, want, scorers[scorer].value)
    if sheet.hosts:
        for card in sorted({card for scorer in part.scorers if (card := scorers[scorer].card) is not None}):
            add_companies(written, sheet, [scorer for scorer in part.scorers if scorers[scorer].card == card])
    least = least_fills(sheet, part)
    for scorer in part.scorers:
        bind(written, sheet, scorer, least.get(scorer, 0))
    add_lefts(written, sheet, part)
    if written.companies:
        written.keys.append((-1, tuple(written.companies)))
    written.model.first = set(written.companies)
    written.model.seal()
    written.rank()
    return written

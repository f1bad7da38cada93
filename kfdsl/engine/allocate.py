"""The best allocation of items to scorers: exact, and the same one everywhere.

In:   a Problem.      Out:  an Allocation.
Every item serves at most one set in a ledger. The total is the value of all fills, of what is left over, and of scorers that are
never filled. Among equal totals the one wins that fills the first scorer most, by its first want that allows it, then the
second, and so on; then the one with most left over of the highest value, then the one with the fewest hosts in company. Holes
are filled in order, each by the first class that leaves enough for the rest.

How: only how often each scorer is filled is unknown (allocate_columns); whether items suffice is a matter of a few
inequalities, found as they are broken (allocate_model, allocate_flow); the best whole numbers come from branch and bound over an exact
linear relaxation (allocate_linear, allocate_search). What shares no item is solved apart (allocate_parts).
"""

from __future__ import annotations

from itertools import product

from kfdsl.engine.allocate_columns import Written, add_batch, add_lefts, begin, bind, least_fills
from kfdsl.engine.allocate_company import add_companies
from kfdsl.engine.allocate_linear import Linear
from kfdsl.engine.allocate_parts import Part, Sheet, split
from kfdsl.engine.allocate_problem import Allocation, Problem
from kfdsl.engine.allocate_report import report
from kfdsl.engine.allocate_search import Point, first, relax, search

APART = 2  # settled items that are tried in every part; more of them join the parts they could serve
Given = frozenset[int]  # settled items that a part may have


def allocate(problem: Problem) -> Allocation:
    """The best allocation of all items."""
    sheet, parts = split(problem)
    total, ways = _best(sheet, parts)
    points = max((way.points() for way in ways), key=_rank) if len(ways) > 1 else ways[0].points()
    return report(sheet, total, points)


def best_total(problem: Problem) -> int:
    """The total of the best allocation, for those who do not want to see it."""
    return _best(*split(problem))[0]


class Solver:
    """One part, solved for any set of settled items."""

    def __init__(self, sheet: Sheet, part: Part) -> None:
        self.sheet, self.part = sheet, part
        self.items = frozenset(sheet.stances[number][0] for number in part.stances)
        self.written = _write(sheet, part)
        self.found: dict[Given, tuple[int, Point, Linear]] = {}

    def best(self, given: Given, least: int | None = None) -> int | None:
        """The best value, if it is at least that."""
        if given not in self.found:
            model = self.written.model
            linear = relax(model, [column for number, column in self.written.stances.items() if self.sheet.stances[number][0] not in given])
            floor = linear_floor(linear) if least is None else least - model.constant
            best = search(model, linear, floor)
            if best is None:
                return None
            self.found[given] = (*best, linear)
        return self.found[given][0] + self.written.model.constant

    def first(self, given: Given) -> Point:
        value, point, linear = self.found[given]
        return first(self.written.model, linear, value, point, self.written.keys)

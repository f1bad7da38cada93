"""The best whole solution of a model: branch and bound over its linear relaxation.

In:   a Model, its relaxation, a value to reach.      Out:  the columns, or None.
What decides much is branched on first: which of several wants, how often a scorer is filled in all, which hosts are
where. Of the parts the most promising is taken up first, so that a good solution is found early and cuts off the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.score.allocate.linear.model import Model
from kfdsl.engine.score.allocate.linear.simplex import Linear

SUFFICE = 1000  # steps for seeing whether items suffice

Point = list[int]


def search(model: Model, start: Linear, least: int) -> Point | None:
    """The best whole solution, if it is worth at least so much."""
    best: Point | None = None
    found = settle(model, start, least)
    waiting = [(start, found)] if found else []
    while waiting:
        linear, (point, common) = waiting.pop()
        if linear.bound() < least:
            continue
        ways = _ways(model, linear, point, common)
        if not ways:
            best, least = point, linear.bound() + 1
            continue
        below = []
        for way in ways:
            met = settle(model, way, least)
            if met:
                below.append((way, met))
        below.sort(key=lambda one: one[0].bound())  # the most promising is taken up first
        waiting += below
    return best


def settle(model: Model, linear: Linear, least: int | None) -> tuple[Point, int] | None:
    """Solve, adding rows until the items suffice."""
    while linear.solve(least):
        point, common = linear.point()
        linear.meter.charge(SUFFICE)
        line = model.short(point, common)
        if line is None:
            return point, common
        linear.add(line)
    return None


def _ways(model: Model, linear: Linear, point: Point, common: int) -> list[Linear]:
    """Parts of what remains possible, none of which holds this point; no parts if it is a solution."""
    for choice in model.choices:
        if sum(any(point[v] for v in group) for group in choice) > 1:
            return [_only(linear, choice, group) for group in choice]
    if common == 1:
        return []
    _, columns = max((_weight(model, columns, point, common), columns) for columns in model.sums)
    down = sum(point[v] for v in columns) // common
    low, high = linear.copy(), linear.copy()
    if len(columns) > 1:
        low.add((dict.fromkeys(columns, 1), down, False))
        high.add((dict.fromkeys(columns, -1), -down - 1, False))
    else:
        low.drop_high(columns[0], down)
        high.raise_low(columns[0], down + 1)
    return [low, high]


def _weight(model: Model, columns: tuple[int, ...], point: Point, common: int) -> tuple[int, int]:
    """How much it would tell to know the whole number that a sum of columns is."""
    part = sum(point[v] for v in columns) % common
    if not part:
        return 0, 0
    is_ahead = len(columns) > 1 or columns[0] in model.ahead
    return 1 + is_ahead, min(part, common - part) * (1 + abs(model.goal[columns[0]]))


def _only(linear: Linear, choice: Sequence[Sequence[int]], group: Sequence[int]) -> Linear:
    one = linear.copy()
    for other in choice:
        if other is not group:
            for v in other:
                one.drop_high(v, 0)
    return one

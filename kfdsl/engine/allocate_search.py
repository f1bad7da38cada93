"""The best whole solution of a model, and among equals the one that fills the earliest scorers most.

In:   a Model, a value to reach.      Out:  a value and the columns, or None.
Branch and bound over the linear relaxation. The order among equals is settled after the value is known: column by column, is
there a solution of that value with one more? Almost always the bound says no at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.allocate_linear import Linear
from kfdsl.engine.allocate_model import Model

Point = list[int]
Key = tuple[int, tuple[int, ...]]  # 1: as much as possible of these columns, -1: as little


def relax(model: Model, goal: Sequence[int], shut: Sequence[int]) -> Linear:
    """The relaxation of a model with some columns held at zero."""
    high = model.high[:]
    for column in shut:
        high[column] = 0
    return Linear(goal, model.low, high, model.lines)


def search(model: Model, start: Linear, least: int) -> Point | None:
    """The best whole solution, if it is worth at least so much."""
    best: Point | None = None
    found = _settle(model, start, least)
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
            met = _settle(model, way, least)
            if met:
                below.append((way, met))
        below.sort(key=lambda one: one[0].bound())  # the most promising is taken up first
        waiting += below
    return best


def _settle(model: Model, linear: Linear, least: int) -> tuple[Point, int] | None:
    """Solve, adding rows until the items suffice."""
    while linear.solve(least):
        point, common = linear.point()
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
    column = max((v for v, value in enumerate(point) if value % common), key=lambda v: (v in model.first, min(point[v] % common, common - point[v] % common)))
    low, high = linear.copy(), linear.copy()
    low.drop_high(column, point[column] // common)
    high.raise_low(column, point[column] // common + 1)
    return [low, high]


def _only(linear: Linear, choice: Sequence[Sequence[int]], group: Sequence[int]) -> Linear:
    one = linear.copy()
    for other in choice:
        if other is not group:
            for v in other:
                one.drop_high(v, 0)
    return one

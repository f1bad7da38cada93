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


def relax(model: Model, shut: Sequence[int]) -> Linear:
    """The relaxation of a model with some columns held at zero."""
    high = model.high[:]
    for column in shut:
        high[column] = 0
    return Linear(model.goal, model.low, high, model.lines)


def search(model: Model, start: Linear, least: int, is_first_enough: bool = False) -> tuple[int, Point] | None:
    """The best whole solution worth at least that, or the first one found."""
    best: tuple[int, Point] | None = None
    found = _settle(model, start, least)
    waiting = [(start, found)] if found else []
    while waiting:
        linear, (point, common) = waiting.pop()
        if linear.bound() < least:
            continue
        ways = _ways(model, linear, point, common)
        if not ways:
            best = linear.bound(), point
            if is_first_enough:
                return best
            least = best[0] + 1
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
    """Two halves of what remains possible, neither of which holds this point; none if it is a solution."""
    if common != 1:
        column = max((v for v, value in enumerate(point) if value % common), key=lambda v: min(point[v] % common, common - point[v] % common))
        low, high = linear.copy(), linear.copy()
        low.drop_high(column, point[column] // common)
        high.raise_low(column, point[column] // common + 1)
        return [low, high]
    for choice in model.choices:
        taken = [group for group in choice if any(point[v] for v in group)]
        if len(taken) > 1:
            one, others = linear.copy(), linear.copy()
            for group in choice:
                for v in group:
                    (others if group is taken[0] else one).drop_high(v, 0)
            return [one, others]
    return []


def first(model: Model, start: Linear, value: int, point: Point, keys: Sequence[Key]) -> Point:
    """Of all solutions of the best value the one with the largest sums of columns, the earliest key first."""
    for sign, columns in keys:
        have = sum(point[v] for v in columns)
        ends = [start.high[v] if sign > 0 else start.low[v] for v in columns]
        while have != sum(end or 0 for end in ends):
            trial = start.copy()
            _demand(trial, sign, columns, have + sign)
            better = search(model, trial, value, is_first_enough=True)
            if better is None:
                break
            point = better[1]
            have = sum(point[v] for v in columns)
        _demand(start, 1, columns, have)
        _demand(start, -1, columns, have)
        solvable = _settle(model, start, value)
        assert solvable is not None
    return point


def _demand(linear: Linear, sign: int, columns: Sequence[int], least: int) -> None:
    """A sum of columns is at least (or, with the sign turned round, at most) that."""
    if len(columns) > 1:
        linear.add((dict.fromkeys(columns, -sign), -sign * least, False))
    elif sign > 0:
        linear.raise_low(columns[0], least)
    else:
        linear.drop_high(columns[0], least)

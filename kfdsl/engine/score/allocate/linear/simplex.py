"""A linear relaxation, solved exactly in integers by the dual simplex method.

In:   a goal to maximise, bounds of the variables, rows.      Out:  the highest value that no whole solution can exceed.
A variable is held as its distance from one of its bounds, so zero is always allowed for it. Every row is kept
whole-numbered with a factor of its own: no rounding, no tolerance, the same pivots on every machine. Rows are replaced,
never changed in place, so a copy shares them. Bounds may be tightened and rows added at any time; `solve` goes on from
where it stood.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import gcd
from operator import add, sub

from kfdsl.engine.machine.meter import UNLIMITED, Meter

Line = tuple[Mapping[int, int], int, bool]  # factors by variable, what they may sum to at most, or exactly
PATIENCE = 60  # pivots after which the choice of pivots becomes one that cannot cycle


class Linear:
    """A tableau whose reduced costs never become negative; see the module."""

    __slots__ = (
        "basis",
        "columns",
        "crossed",
        "factors",
        "flipped",
        "goal",
        "goal_factor",
        "high",
        "low",
        "meter",
        "rows",
        "size",
    )

    def __init__(
        self,
        goal: Sequence[int],
        low: Sequence[int],
        high: Sequence[int],
        lines: Iterable[Line],
        meter: Meter | None = None,
    ) -> None:
        self.meter = meter or Meter(UNLIMITED)
        self.size = len(goal)
        self.low = list(low)
        self.high: list[int | None] = list(high)
        self.flipped = [worth > 0 for worth in goal]  # held as distance from the upper bound
        self.crossed = any(top < bottom for top, bottom in zip(high, low, strict=True))  # bounds that nothing meets
        self.columns = list(range(self.size))
        start = [high[v] if self.flipped[v] else low[v] for v in range(self.size)]
        self.goal = [abs(worth) for worth in goal]
        self.goal.append(sum(worth * at for worth, at in zip(goal, start, strict=True)))
        self.goal_factor = 1
        self.rows: list[list[int]] = []
        self.factors: list[int] = []
        self.basis: list[int] = []
        for factors, limit, is_exact in lines:
            row = [0] * self.size
            for v, factor in factors.items():
                row[v] = -factor if self.flipped[v] else factor
            row.append(limit - sum(factor * start[v] for v, factor in factors.items()))
            self._append(row, 1, is_exact)

    def copy(self) -> Linear:
        other = Linear.__new__(Linear)
        other.size = self.size
        other.meter = self.meter
        other.crossed = self.crossed
        other.low = self.low[:]
        other.high = self.high[:]
        other.flipped = self.flipped[:]
        other.columns = self.columns[:]
        other.goal = self.goal
        other.goal_factor = self.goal_factor
        other.rows = self.rows[:]
        other.factors = self.factors[:]
        other.basis = self.basis[:]
        return other

    # ---- answers

    def bound(self) -> int:
        """No whole solution within the bounds is worth more."""
        return self.goal[-1] // self.goal_factor

    def point(self) -> tuple[list[int], int]:
        """The values of the variables as numerators, and their common denominator."""
        common = 1
        for row, factor in zip(self.rows, self.factors, strict=True):
            if factor != 1 and row[-1] % factor:
                part = factor // gcd(row[-1], factor)
                common *= part // gcd(part, common)
        found = [0] * self.size
        for v in self.columns:
            if v < self.size:
                found[v] = common * self._edge(v)
        for row, factor, v in zip(self.rows, self.factors, self.basis, strict=True):
            if v < self.size:
                distance = row[-1] * common // factor
                found[v] = common * self._edge(v) + (-distance if self.flipped[v] else distance)
        return found, common

    # ---- changes

    def add(self, line: Line) -> None:
        """One more row, written in what is not in the basis now."""
        factors, limit, is_exact = line
        limit -= sum(factor * self._edge(v) for v, factor in factors.items())
        at = {v: number for number, v in enumerate(self.basis)}
        place = {v: number for number, v in enumerate(self.columns)}
        row = [0] * len(self.columns)
        row.append(0)
        scale = 1
        for v, factor in factors.items():
            signed = -factor if self.flipped[v] else factor
            if v in place:
                row[place[v]] += signed * scale
                continue
            by, other = self.factors[at[v]], self.rows[at[v]]
            common = gcd(by, signed * scale)
            grow, share = by // common, signed * scale // common
            row = [grow * a - share * b for a, b in zip(row, other, strict=True)]
            scale *= grow
        row[-1] += limit * scale
        self._append(row, scale, is_exact)

    def raise_low(self, v: int, low: int) -> None:
        """A higher lower bound."""
        step, high = low - self.low[v], self.high[v]
        self.low[v] = low
        self.crossed = self.crossed or (high is not None and high < low)
        if not self.flipped[v]:
            self._shift(v, step)

    def drop_high(self, v: int, high: int) -> None:
        """A lower upper bound."""
        old = self.high[v]
        assert old is not None
        self.high[v] = high
        self.crossed = self.crossed or high < self.low[v]
        if self.flipped[v]:
            self._shift(v, old - high)

    def solve(self, least: int | None) -> bool:
        """Whether there is a solution that is worth at least so much; stops as soon as none can be."""
        if self.crossed:
            return False
        for count in range(10_000):
            if least is not None and self.goal[-1] < least * self.goal_factor:
                return False
            leaving = self._leaving(count > PATIENCE)
            if leaving < 0:
                return True
            entering = self._entering(self.rows[leaving])
            if entering < 0:
                return False
            self.meter.charge(200 + 4 * len(self.rows) * (4 + self.size))  # a pivot goes through the whole tableau
            self._pivot(leaving, entering)
        raise AssertionError("the simplex method does not end")

    # ---- inside

    def _edge(self, v: int) -> int:
        edge = self.high[v] if self.flipped[v] else self.low[v]
        assert edge is not None
        return edge

    def _append(self, row: list[int], factor: int, is_exact: bool) -> None:
        v = len(self.low)  # the slack of the row
        self.low.append(0)
        self.high.append(0 if is_exact else None)
        self.flipped.append(False)
        self.rows.append(row)
        self.factors.append(factor)
        self.basis.append(v)

    def _shift(self, v: int, step: int) -> None:
        """The bound that a variable is measured from comes nearer by a step."""
        if v in self.columns:
            column = self.columns.index(v)
            for number, row in enumerate(self.rows):
                if row[column]:
                    self.rows[number] = [*row[:-1], row[-1] - row[column] * step]
            if self.goal[column]:
                self.goal = [*self.goal[:-1], self.goal[-1] - self.goal[column] * step]
        else:
            number = self.basis.index(v)
            row = self.rows[number]
            self.rows[number] = [*row[:-1], row[-1] - self.factors[number] * step]

    def _leaving(self, is_patient: bool) -> int:
        """The row furthest outside its bounds, measured from the one it breaks; in long runs the first variable."""
        best, worst, low, high = -1, 0.0, self.low, self.high
        for number, (row, v, factor) in enumerate(zip(self.rows, self.basis, self.factors, strict=True)):
            far = row[-1]
            if far < 0:
                outside = -far / factor
            else:
                top = high[v]
                if top is None or far <= (top - low[v]) * factor:
                    continue
                outside = far / factor - (top - low[v])
            if is_patient:
                outside = 1.0 / (1 + v)
            if outside > worst:
                best, worst = number, outside
        if best >= 0 and self.rows[best][-1] >= 0:
            self._flip(best)
        return best

    def _flip(self, number: int) -> None:
        v, factor = self.basis[number], self.factors[number]
        top = self.high[v]
        assert top is not None
        row = [-a for a in self.rows[number]]
        row[-1] += factor * (top - self.low[v])
        self.rows[number] = row
        self.flipped[v] = not self.flipped[v]

    def _entering(self, row: list[int]) -> int:
        """The column that keeps all reduced costs from turning negative; the first variable among equals."""
        best, cost, by, first, goal, low, high = -1, 0, 1, 0, self.goal, self.low, self.high
        for column, v in enumerate(self.columns):
            a = row[column]
            if a < 0 and high[v] != low[v]:
                less = goal[column] * by + cost * a if best >= 0 else -1  # goal / -a against cost / by
                if less < 0 or (less == 0 and v < first):
                    best, cost, by, first = column, goal[column], -a, v
        return best

    def _pivot(self, leaving: int, entering: int) -> None:
        rows, factors, old = self.rows, self.factors, self.rows[leaving]
        p = -old[entering]
        row = [-a for a in old]
        row[entering] = -factors[leaving]
        for number, other in enumerate(rows):
            if other[entering] and number != leaving:
                rows[number], factors[number] = _eliminate(other, factors[number], row, p, entering)
        if self.goal[entering]:
            self.goal, self.goal_factor = _eliminate(self.goal, self.goal_factor, row, p, entering)
        rows[leaving], factors[leaving] = _reduced(row, p)
        self.basis[leaving], self.columns[entering] = self.columns[entering], self.basis[leaving]


def _eliminate(other: list[int], factor: int, row: list[int], p: int, entering: int) -> tuple[list[int], int]:
    """A row without the variable that enters the basis; the one that leaves takes its column."""
    f = other[entering]
    if p == 1:
        if f == 1:
            new = list(map(sub, other, row))
        elif f == -1:
            new = list(map(add, other, row))
        else:
            new = [a - f * b for a, b in zip(other, row, strict=True)]
        new[entering] -= f
        return new, factor
    common = gcd(p, f)
    grow, share = p // common, f // common
    new = [grow * a - share * b for a, b in zip(other, row, strict=True)]
    new[entering] -= grow * f
    return _reduced(new, factor * grow)


def _reduced(row: list[int], factor: int) -> tuple[list[int], int]:
    common = gcd(factor, *row) if factor != 1 else 1
    return ([a // common for a in row], factor // common) if common != 1 else (row, factor)

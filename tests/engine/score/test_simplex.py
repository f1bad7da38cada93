"""The relaxation bounds every whole solution, and the search finds the best of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from kfdsl.engine.score.allocate.linear.branch_and_bound import search
from kfdsl.engine.score.allocate.linear.flow import Flow, bits
from kfdsl.engine.score.allocate.linear.model import Model
from kfdsl.engine.score.allocate.linear.simplex import Line, Linear

Program = tuple[list[int], list[int], list[int], list[Line]]


def program(seed: int) -> Program:
    """A goal, bounds and rows, small enough to try everything."""
    random = Random(seed)
    size = random.randint(1, 4)
    low = [random.choice([0, 0, 0, 1]) for _ in range(size)]
    high = [bound + random.randint(0, 4) for bound in low]
    lines = [
        (
            {v: random.randint(-3, 5) for v in random.sample(range(size), random.randint(1, size))},
            random.randint(-2, 12),
            random.random() < 0.1,
        )
        for _ in range(random.randint(0, 4))
    ]
    return [random.randint(-3, 7) for _ in range(size)], low, high, lines


def meets(lines: list[Line], point: tuple[int, ...]) -> bool:
    sums = [
        (sum(factor * point[v] for v, factor in factors.items()), limit, is_exact) for factors, limit, is_exact in lines
    ]
    return all(total == limit if is_exact else total <= limit for total, limit, is_exact in sums)


@pytest.mark.parametrize("block", range(4))
def test_the_search_finds_the_best_whole_solution(block: int) -> None:
    for seed in range(250 * block, 250 * block + 250):
        goal, low, high, lines = program(seed)
        points = [
            point
            for point in product(*(range(a, b + 1) for a, b in zip(low, high, strict=True)))
            if meets(lines, point)
        ]
        best = max(
            (sum(worth * count for worth, count in zip(goal, point, strict=True)) for point in points), default=None
        )
        model = Model({})
        model.goal, model.low, model.high, model.lines = goal, low, high, lines
        model.seal()
        found = search(model, Linear(goal, low, high, lines), -100)
        assert (
            None if found is None else sum(worth * count for worth, count in zip(goal, found, strict=True))
        ) == best, f"seed {seed}"
        assert found is None or tuple(found) in points


@pytest.mark.parametrize("block", range(3))
def test_the_relaxation_is_solved_exactly(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        goal, low, high, lines = program(seed)
        linear = Linear(goal, low, high, [])
        for line in lines:  # one after the other, as the search adds them
            if not linear.solve(None):
                break
            linear.add(line)
        best = corner(goal, low, high, lines)
        assert linear.solve(None) == (best is not None), f"seed {seed}"
        if best is not None:
            assert Fraction(linear.goal[-1], linear.goal_factor) == best, f"seed {seed}"
            assert linear.bound() == best.__floor__()


def corner(goal: list[int], low: list[int], high: list[int], lines: list[Line]) -> Fraction | None:
    """The best corner of a region, found by trying all of them."""
    size = len(goal)
    walls = [([int(v == w) for w in range(size)], bound[v]) for v in range(size) for bound in (low, high)]
    walls += [([factors.get(v, 0) for v in range(size)], limit) for factors, limit, _ in lines]
    found = []
    for chosen in combinations(walls, size):
        point = meeting(chosen)
        if point and all(a <= x <= b for a, x, b in zip(low, point, high, strict=True)) and meets(lines, point):  # type: ignore[arg-type]
            found.append(sum(worth * x for worth, x in zip(goal, point, strict=True)))
    return max(found, default=None)


def meeting(walls: tuple[tuple[list[int], int], ...]) -> tuple[Fraction, ...] | None:
    """Where so many walls as there are variables meet, if it is one point."""
    rows = [[Fraction(a) for a in (*factors, limit)] for factors, limit in walls]
    for column in range(len(rows)):
        pivot = next((row for row in rows[column:] if row[column]), None)
        if pivot is None:
            return None
        rows.remove(pivot)
        rows.insert(column, [a / pivot[column] for a in pivot])
        rows = [
            row if row is rows[column] else [a - row[column] * b for a, b in zip(row, rows[column], strict=True)]
            for row in rows
        ]
    return tuple(row[-1] for row in rows)


def test_a_flow_names_the_classes_that_do_not_suffice() -> None:
    for seed in range(500):
        random = Random(seed)
        stock = [random.randint(0, 3) for _ in range(4)]
        demands = [(random.randint(1, 15), random.randint(1, 4)) for _ in range(random.randint(1, 4))]
        flow = Flow([mask for mask, _ in demands], [bits(mask) for mask, _ in demands], stock)
        lacking = next((found for number, (_, amount) in enumerate(demands) if (found := flow.meet(number, amount))), 0)
        broken = [
            u
            for u in range(1, 16)
            if sum(amount for mask, amount in demands if not mask & ~u) > sum(stock[c] for c in bits(u))
        ]
        assert bool(broken) == bool(lacking)
        assert not lacking or lacking in broken

"""Made-up ends of games, against a general solver: 1,000 in the long run, fewer each time."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from benchmarks.allocation import base, everything
from kfdsl.engine.score.allocate.allocate import allocate
from kfdsl.engine.score.allocate.problem import Problem
from tests.laws.allocate_oracles import general, recount

BLOCKS = 50 if os.environ.get("KFDSL_FULL") else 3
START = 1_000_000  # other positions than those of the benchmark


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("kind", [base, everything])
def test_the_best_total_is_that_of_a_general_solver(kind: Callable[[int], Problem], block: int) -> None:
    for seed in range(START + 10 * block, START + 10 * block + 10):
        problem = kind(seed)
        found = allocate(problem)
        assert found.total == general(problem), f"{kind.__name__} {seed}"
        assert recount(problem, found) == found.total, f"{kind.__name__} {seed}"

"""Small random problems, against every way of laying items into holes."""

from __future__ import annotations

import os

import pytest

from kfdsl.engine.score.allocate.allocate import allocate
from tests.laws.allocate_oracles import brute, general, rank, recount
from tests.laws.small_allocations import small


@pytest.mark.parametrize("block", range(10 if os.environ.get("KFDSL_FULL") else 3))
def test_the_best_total_and_the_first_fills_are_those_of_trying_everything(block: int) -> None:
    for seed in range(100 * block, 100 * block + 100):
        problem = small(seed)
        found = allocate(problem)
        assert rank(found) == brute(problem), f"seed {seed}"
        assert recount(problem, found) == found.total, f"seed {seed}"


def test_the_oracles_agree_with_each_other() -> None:
    for seed in range(100):
        assert general(small(seed)) == brute(small(seed))[0], f"seed {seed}"

"""Ends of played games, against a general solver: over 500 positions with all packs in the long run, some each time."""

from __future__ import annotations

import os

import pytest

from benchmarks.played import problems
from kfdsl.engine.score.allocate.allocate import allocate
from tests.laws.allocate_oracles import general, recount
from tests.laws.games_for_laws import some_positions

ALL = ("keyflower", "merchants", "farmers", "keymelequin", "key_celeste", "emporium")
BLOCKS = 40 if os.environ.get("KFDSL_FULL") else 1


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("packs", [("keyflower",), ALL], ids=len)
def test_what_played_games_score_is_what_a_general_solver_finds(packs: tuple[str, ...], block: int) -> None:
    for problem in problems(packs, range(500 + 3 * block, 503 + 3 * block)):
        found = allocate(problem)
        assert found.total == general(problem)
        assert recount(problem, found) == found.total


@pytest.mark.parametrize("packs", [("keyflower",), ALL], ids=len)
def test_the_points_that_are_only_added_up_are_those_of_the_whole_sheet(packs: tuple[str, ...]) -> None:
    for seed in range(BLOCKS):
        for game in some_positions(packs, seed, 12):
            assert game.outlook() == dict(game.scores_if_ended().totals)

"""Words about planes in flat form answer what they answer over cells, and cost as much, in every way in which they run."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from kfdsl.engine.library.machine import TOO_MANY
from kfdsl.engine.lower.expr.on_plane import PLANE_WORDS
from tests.engine.lower.planes import (
    SEARCHES,
    Asked,
    Board,
    InMemory,
    a_board,
    a_rhomb,
    as_today,
    asked_of,
    in_every_way,
    told,
)
from tests.oracles.planes import walk
from tests.oracles.planes import words as today

BY_SPOTS = {"spot_of", "card_at", "around", "line", "past", "reach_among"}  # which `test_boards.py` asks


@pytest.fixture(scope="module")
def ways() -> dict[str, InMemory]:
    return in_every_way()


def test_there_is_a_flat_form_of_every_word_about_planes() -> None:
    assert set(PLANE_WORDS) == set(today.WORDS) | BY_SPOTS


@pytest.mark.parametrize(
    ("names", "boards", "largest"), [(["direct", "printed", "native"], 6, 16), (["printed", "native"], 20, 24)]
)
def test_words_about_planes_answer_and_cost_the_same_in_every_way(
    ways: dict[str, InMemory], names: list[str], boards: int, largest: int
) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    for seed in range(boards):
        random = Random(seed)
        board = a_board(random, random.randrange(largest) if seed else 0, 40 if seed % 2 else largest + 6)
        for name in names:
            ways[name].put(board)
        for asked in asked_of(random, board, 2):
            expected = as_today(board, asked)
            assert {name: ways[name].ask(asked) for name in names} == dict.fromkeys(names, expected), (seed, asked)
            seen[asked.word, bool(expected[0])] += 1
    assert set(seen) == {(word, some) for word in set(PLANE_WORDS) - BY_SPOTS for some in (True, False)}, "boards show too little"


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    walk._walked.cache_clear()


def searches(board: Board, through: int) -> list[Asked]:
    by = [Asked(word, 0, (card, 1)) for card in board.trays[0][:through] for word in ("loop_through", "walk_from")]
    return [Asked("loop", 0, (1,)), Asked("walk", 0, (1,)), *by]


@pytest.mark.parametrize(
    ("names", "width", "height", "linked", "boards", "through"),
    [
        (["direct", "printed", "native"], 4, 4, 0.6, 2, 14),
        (["printed", "native"], 4, 4, 0.6, 12, 3),
        (["native"], 6, 5, 0.55, 10, 18),
        (["native"], 3, 24, 0.65, 2, 3),  # more cards than one number has bits
    ],
)
def test_longest_walks_of_entangled_planes_are_the_same_and_cost_the_same(
    ways: dict[str, InMemory],
    names: list[str],
    width: int,
    height: int,
    linked: float,
    boards: int,
    through: int,
    monkeypatch: Any,
) -> None:
    walk._walked.cache_clear()
    swept: list[int] = []
    heaviest = walk.heaviest
    monkeypatch.setattr(walk, "heaviest", lambda *args: swept.append(1) or heaviest(*args))
    for seed in range(boards):
        board = a_rhomb(Random(seed), width, height, linked)
        for name in names:
            ways[name].put(board)
        for asked in searches(board, through):
            expected = as_today(board, asked)
            assert {name: ways[name].ask(asked) for name in names} == dict.fromkeys(names, expected), (seed, asked)
    assert len(swept) >= boards, "trees alone show the walks"


def test_a_walk_that_costs_more_steps_than_are_left_is_told_with_its_line(ways: dict[str, InMemory]) -> None:
    board = a_rhomb(Random(0), 3, 3, 0.6)
    for way in ways.values():
        way.put(board)
    for asked in searches(board, 1):
        expected, steps = as_today(board, asked)
        for way in ways.values():
            assert way.ask(asked, steps) == (expected, steps)
            with told(TOO_MANY):
                way.ask(asked, steps - 1)


def test_no_walk_costs_more_than_is_set_for_one_however_many_steps_are_left(ways: dict[str, InMemory]) -> None:
    ways["native"].put(a_rhomb(Random(2), 12, 12, 0.6))
    for word in ("loop", "walk"):
        with told(TOO_MANY):
            ways["native"].ask(Asked(word, 0, (1,)))


def test_searches_are_those_that_take_steps() -> None:
    from kfdsl.analysis.measures import step_costs

    assert frozenset(SEARCHES) == step_costs.SEARCHES

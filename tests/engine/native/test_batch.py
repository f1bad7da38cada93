"""Games that go on side by side offer and come to what games offer and come to that are played by themselves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.native.batch import Batch
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.play.game import first_cells
from tests.laws.games_for_laws import CONSTRUCTS, TOP, rules_of, subsets

STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
SETS = [*subsets(), (CONSTRUCTS,), *((path,) for path in STRANGERS[1::3])]
SEEDS = [3, 4]


def named(packs: tuple[str, ...]) -> str:
    return "+".join(Path(pack).name for pack in packs)


def begun(packs: tuple[str, ...]) -> tuple[Batch, list[kfdsl.Game]]:
    rules = rules_of(*packs)
    few, _ = rules.seats
    batch = rules.batch(2, seed=5, players=few)
    return batch, [rules.new_game([f"p{seat + 1}" for seat in range(few)], game.seed) for game in batch.games]


@pytest.mark.parametrize("packs", SETS, ids=named)
def test_what_is_offered_is_the_same_part_by_part(packs: tuple[str, ...]) -> None:
    batch, games = begun(packs)
    rnd = random.Random(1)
    while not batch.over:
        offered = [game.choices() for game in games]
        assert batch.counts == [len(choices) for choices in offered]
        assert batch.seats == [-1 if game.over else game.seat for game in games]
        picks = [rnd.randrange(len(choices)) if choices else 0 for choices in offered]
        for game, choices, pick in zip(games, offered, picks, strict=True):
            if choices:
                game.play(choices[pick])
        batch.step(picks)
    assert all(game.over for game in games)
    assert batch.points() == [tuple(game.totals()) for game in games]


@pytest.mark.parametrize("packs", SETS, ids=named)
def test_a_game_that_is_looked_at_stands_where_it_stands(packs: tuple[str, ...]) -> None:
    batch, games = begun(packs)
    rnd = random.Random(2)
    for number in range(60):
        if batch.over:
            break
        picks = [rnd.randrange(count) if count else 0 for count in batch.counts]
        for game, pick in zip(games, picks, strict=True):
            if not game.over:
                game.play(game.choices()[pick])
        batch.step(picks)
        if number % 7 == 0:
            seen = [batch.game(at) for at in range(len(games))]
            for one, other in zip(seen, games, strict=True):
                assert one.log == other.log
                assert [each.notation for each in one.choices()] == [each.notation for each in other.choices()]


def test_python_plays_them_where_there_is_nothing_quicker() -> None:
    rules = rules_of(STRANGERS[0])
    few, _ = rules.seats
    table = rules.table(few)
    settled = rules.settled({})
    found = []
    for native in (True, False):
        batch = Batch(Player(table, native), first_cells(table, settled), settled, SEEDS)
        rnd = random.Random(3)
        while not batch.over:
            batch.step([rnd.randrange(count) if count else 0 for count in batch.counts])
        found.append(batch.points())
    assert found[0] == found[1]


def test_a_pick_that_is_not_offered_is_refused_and_nothing_goes_on() -> None:
    batch, _ = begun(subsets()[0])
    before = [game.options for game in batch.games]
    with pytest.raises(ValueError, match="1 picks do not fit 2 games"):
        batch.step([0])
    with pytest.raises(ValueError, match=r"game 1 has options from 0 to \d+, not 99"):
        batch.step([0, 99])
    assert [game.options for game in batch.games] == before


def test_two_batches_do_not_disturb_each_other() -> None:
    rules = rules_of(*subsets()[0])
    alone, one, other = (rules.batch(1, seed=9, players=2) for _ in range(3))
    options = {"keyflower.reading": "summary"}
    rules.batch(1, seed=9, players=2, options=options)
    for batches in ((alone,), (one, other)):
        rnd = [random.Random(4) for _ in batches]
        while not batches[0].over:
            for batch, dice in zip(batches, rnd, strict=True):
                batch.step([dice.randrange(count) if count else 0 for count in batch.counts])
    assert alone.points() == one.points() == other.points()

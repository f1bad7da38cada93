"""What holds for every game of every subset of the shipped packs, shown on random ones: pieces, chance, copies, taking back."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter

import pytest

import kfdsl
from kfdsl.record.replay import replay
from tests.laws.games_for_laws import (
    TOP,
    each_subset,
    new_game,
    rules_of,
    snapshot,
    some_positions,
    subsets,
    times,
    walk,
)


@each_subset
def test_tokens_and_cards_are_conserved_and_games_end(packs: tuple[str, ...]) -> None:
    for seed in range(times(1, 8)):
        game = new_game(packs, seed)
        layout = game.table.layout
        tokens = [at for at, cell in enumerate(layout.cells) if cell.sort == "tokens"]
        cards = [at for at, cell in enumerate(layout.cells) if cell.sort == "cards"]
        first = [sum(column) for column in zip(*(layout.first[at] for at in tokens), strict=True)]
        for number, step in enumerate(walk(game, seed)):
            if number % 10:
                continue
            cells = step.state.cells
            assert [sum(column) for column in zip(*(cells[at] for at in tokens), strict=True)] == first
            assert all(min(cells[at]) >= 0 for at in tokens)
            lying = Counter((card, at) for at in cards for card in cells[at])
            assert lying == Counter((card, cells[where]) for card, where in enumerate(layout.tables["WHERE"]))


@each_subset
def test_the_same_seed_and_choices_give_the_same_game(packs: tuple[str, ...]) -> None:
    for seed in range(1, 1 + times(1, 4)):
        one, other = new_game(packs, seed), new_game(packs, seed)
        for _ in walk(one, seed):
            pass
        replay(other, [(line.player, line.notation) for line in one.log])
        assert snapshot(one) == snapshot(other)
        assert one.scores() == other.scores()


def test_a_game_is_the_same_whatever_python_hashes_to() -> None:
    packs = [subsets()[times(0, -1)]]
    code = f"""
import hashlib, json
from kfdsl.engine.flat.print_python import python_text
from tests.laws.games_for_laws import new_game, rules_of, walk
for packs in {packs!r}:
    game = new_game(packs, 5)
    for _ in walk(game, 5): pass
    told = json.dumps(game.save()) + repr(game.scores()) + rules_of(*packs).dump() + python_text(rules_of(*packs).table(2).with_functions.functions)
    print(hashlib.sha256(told.encode()).hexdigest())
"""
    found = {_python(code, PYTHONHASHSEED=seed, KFDSL_CACHE="") for seed in ("1", "2")}
    assert len(found) == 1
    assert len(found.pop().split()) == len(packs)


def _python(code: str, **settings: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=TOP, env=os.environ | settings, capture_output=True, text=True, check=True
    )
    return done.stdout


@each_subset
def test_a_game_goes_on_from_a_save_at_any_choice_as_it_would_have(packs: tuple[str, ...]) -> None:
    rules = rules_of(*packs)
    for seed in range(2, 2 + times(1, 4)):
        for at, game in enumerate(some_positions(packs, seed, times(6, 30))):
            again = rules.resume(game.save())
            assert snapshot(again) == snapshot(game)
            assert again.choices() == game.choices()
            if at < 1:
                for _ in walk(game, at):
                    pass
                for _ in walk(again, at):
                    pass
                assert snapshot(again) == snapshot(game)


@each_subset
def test_clones_are_independent(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 3, times(2, 8)):
        clone = game.clone()
        before, can_undo = snapshot(game), game.can_undo()
        for _ in walk(clone, 2):
            pass
        assert snapshot(game) == before
        assert game.can_undo() == can_undo
        assert type(clone) is kfdsl.Game
        twin = game.clone()
        for each in (game, twin):
            for _ in walk(each, 4):
                pass
        assert snapshot(game) == snapshot(twin)


@each_subset
def test_taking_back_restores_exactly_and_also_in_every_clone(packs: tuple[str, ...]) -> None:
    rnd = random.Random(4)
    taken_back = 0
    for seed in range(times(1, 4)):
        behind: list[dict[str, object]] = []
        game = new_game(packs, seed)
        while not game.over:
            before, seat, chance = snapshot(game), game.seat, game.state.chance
            game.play(rnd.choice(game.choices()))
            if game.can_undo():
                behind.append(before)
                assert game.seat == seat, "another player came between"
                assert game.state.chance == chance, "chance came between"
                one, other = game.clone(), game.clone()
                for each in (one, other):
                    for expected in reversed(behind):
                        each.undo()
                        assert snapshot(each) == expected
                    assert not each.can_undo()
                    each.play(rnd.choice(each.choices()))
                taken_back += 1
            else:
                behind.clear()
                with pytest.raises(kfdsl.IllegalChoice):
                    game.undo()
    assert taken_back

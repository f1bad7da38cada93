"""Games that are played out at once are the games that bots which choose at random play one choice at a time."""

from __future__ import annotations

from functools import cache

import pytest

import kfdsl
from kfdsl.bots.random_bot import at_random
from kfdsl.engine.native.playouts import PlayedOut, Player
from kfdsl.engine.play.game import Game
from tests.engine.native.in_step import PACKS, STRANGERS, named, seats_for
from tests.laws.games_for_laws import CONSTRUCTS, FULL, rules_of, subsets

SEEDS = 12 if FULL else 2
WANTED = (2, 3, 4, 5, 6) if FULL else (4,)


@cache
def player_of(packs: tuple[str, ...], players: int, is_native: bool) -> Player:
    return Player(rules_of(*packs).table(players), is_native)


def one_by_one(packs: tuple[str, ...], players: int, seed: int) -> tuple[PlayedOut, Game]:
    """A game of bots that choose at random, at its end."""
    game = rules_of(*packs).new_game([f"p{seat}" for seat in range(players)], seed)
    game.tells = False
    choices = 0
    while not game.over:
        game.play(at_random(game))
        choices += 1
    return PlayedOut(seed, tuple(game.totals()), choices, len(game.log)), game


@pytest.mark.parametrize("packs", PACKS, ids=named)
def test_a_game_played_out_natively_is_the_same_game_cell_for_cell(packs: tuple[str, ...]) -> None:
    for seats in {seats_for(packs, wanted) for wanted in WANTED}:
        player = player_of(packs, seats, is_native=True)
        for seed in range(SEEDS):
            expected, game = one_by_one(packs, seats, seed)
            assert player.play(seed) == expected, (packs, seats, seed)
            assert list(player.last.cells) == list(game.state.cells), (packs, seats, seed)
            assert player.last.chance == game.state.chance


@pytest.mark.parametrize(("packs", "players"), [(subsets()[0], 2), ((CONSTRUCTS,), 2), ((STRANGERS[0],), 2)])
def test_python_plays_the_same_games_where_there_is_nothing_quicker(packs: tuple[str, ...], players: int) -> None:
    quick, printed = (player_of(packs, players, is_native) for is_native in (True, False))
    for seed in range(SEEDS):
        assert printed.play(seed) == quick.play(seed)


def test_playouts_go_on_from_any_number() -> None:
    rules = rules_of(*subsets()[0])
    games = list(rules.playouts(4, seed=3, players=2))
    assert list(rules.playouts(2, seed=3, players=2, first=2)) == games[2:]
    assert len({game.points for game in games}) > 1


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"count": -1}, "whole numbers from 0 on"),
        ({"count": 1, "players": 9}, "played by"),
        ({"count": 1, "policy": "clever"}, "there is no policy `clever`"),
    ],
)
def test_what_cannot_be_played_out_is_refused(wanted: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        list(kfdsl.load("keyflower").playouts(**wanted))  # type: ignore[arg-type]

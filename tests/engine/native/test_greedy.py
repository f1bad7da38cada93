"""Games by those who look ahead, played out at once, are the games that such bots play one choice at a time."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import kfdsl
from kfdsl.bots import BOTS
from kfdsl.engine.choices.choice import Line
from kfdsl.engine.library.looking.outlook import close, outlook
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.play.followed import Followed
from kfdsl.engine.play.standing import totals
from kfdsl.sim.play import play
from kfdsl.sim.quick import Quick
from tests.laws.games_for_laws import CONSTRUCTS, FULL, TOP, rules_of, subsets

WOODS = str(TOP / "tests" / "bots" / "woods")
STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
QUICK = [path for path in STRANGERS if not path.endswith("reversi")][::5]  # there, looking ahead takes half a second a choice
SMALL = [WOODS, CONSTRUCTS, *(STRANGERS if FULL else QUICK)]
BASE, EVERYTHING = subsets()[0], subsets()[-1]
LARGE = [(BASE, 2), (BASE, 4), (EVERYTHING, 2), (EVERYTHING, 4)]
LINES = 1000 if FULL else 25  # of the log


@cache
def player_of(packs: tuple[str, ...], players: int, native: bool = True) -> Player:
    return Player(rules_of(*packs).table(players), native)


def names(players: int) -> list[str]:
    return [f"p{seat}" for seat in range(players)]


def at_once(player: Player, seed: int, policies: list[str]) -> list[Line]:
    player.play(seed, policies)
    way = player.way()
    assert way is not None
    game = Followed(player.table, names(len(policies)), seed)
    for given in way.answers:
        game.follows(given.seat, given.action, given.values, given.is_free, alone=not given.is_real)
    return game.log


def one_by_one(packs: tuple[str, ...], seed: int, policies: list[str], most: int) -> list[Line]:
    game = rules_of(*packs).new_game(names(len(policies)), seed)
    game.tells = False
    while not game.over and len(game.log) < most:
        game.play(BOTS[policies[game.seat]](game))
    return game.log if game.over else game.log[: game.journal.settled(game.state.at_once)]


def check(packs: tuple[str, ...], seed: int, policies: list[str], most: int) -> None:
    slow = one_by_one(packs, seed, policies, most)
    assert at_once(player_of(packs, len(policies)), seed, policies)[: len(slow)] == slow


@pytest.mark.parametrize("root", SMALL, ids=lambda root: Path(root).name)
def test_small_games_are_the_same_move_by_move(root: str) -> None:
    few, many = rules_of(root).seats
    for players in {few, min(many, 3), min(many, 4)} if FULL else {max(few, min(many, 3))}:
        for seed in range(4 if FULL else 2):
            check((root,), seed, ["greedy"] * players, 4 * LINES)
        check((root,), 5, (["greedy", "random"] * players)[:players], 4 * LINES)


@pytest.mark.parametrize(
    ("packs", "players"), LARGE, ids=lambda each: str(each) if isinstance(each, int) else f"{len(each)} packs"
)
def test_large_games_are_the_same_move_by_move(packs: tuple[str, ...], players: int) -> None:
    check(packs, 1, ["greedy"] * players, LINES)


def test_python_looks_ahead_in_the_same_way_where_there_is_nothing_quicker() -> None:
    few, _ = rules_of(WOODS).seats
    quick, printed = (player_of((WOODS,), few, native) for native in (True, False))
    assert at_once(printed, 3, ["greedy"] * few) == at_once(quick, 3, ["greedy"] * few)


@pytest.mark.parametrize(
    ("packs", "players"), [(BASE, 3), (EVERYTHING, 2), *([(EVERYTHING, 6)] if FULL else []), ((WOODS,), 3)]
)
def test_what_would_be_scored_now_is_the_same_in_sum_and_line_by_line_natively_and_in_python(
    packs: tuple[str, ...], players: int
) -> None:
    game, at = rules_of(*packs).new_game(names(players), 11), 0
    table = game.table
    engines = [table.new_engine(is_native) for is_native in (True, False)]
    game.tells = False
    while not game.over:
        if at % (3 if FULL else 40) == 0:
            sheets = []
            for engine in engines:
                end = game.state.copy()
                engine.fill()
                engine.change(close, end)
                engine.fill()
                points = engine.put_row([0] * players)
                engine.call(outlook, game.state, points)
                assert engine.numbers(points, players) == totals(table, end)
                sheets.append(end.sheet)
            assert sheets[0] == sheets[1]
        game.play(BOTS["random"](game))
        at += 1


@pytest.mark.parametrize("root", [WOODS, STRANGERS[0]], ids=lambda root: Path(root).name)
def test_a_simulation_tells_the_same_whether_games_are_played_at_once_or_not(root: str) -> None:
    rules = rules_of(root)
    few, _ = rules.seats
    player = rules.native_player(few, {})
    assert player is not None
    quick = Quick(player, names(few), {})

    def begin(seed: int) -> kfdsl.Game:
        return rules.new_game(names(few), seed)

    for bots in (["greedy"] * few, ["greedy", "random"][:few]):
        assert play(begin, bots, 7, 1, quick) == play(begin, bots, 7, 1)


def test_playouts_by_those_who_look_ahead_are_those_of_a_simulation() -> None:
    rules = rules_of(WOODS)
    few, _ = rules.seats
    (found,) = rules.playouts(1, seed=7, players=few, policy="greedy")

    def begin(seed: int) -> kfdsl.Game:
        return rules.new_game(names(few), seed)

    simulated = play(begin, ["greedy"] * few, 7, 0)
    assert (simulated.seed, simulated.totals, simulated.answers, simulated.choices) == (
        found.seed,
        found.points,
        found.answers,
        found.choices,
    )

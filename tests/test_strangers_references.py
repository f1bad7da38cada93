"""Games that strangers wrote say what the same games say that were written by hand, without kfdsl."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kfdsl
from tests.strangers_references import commons, guildhall, porters, salvage

STRANGERS = Path(__file__).parent / "strangers"
COINS = {"penny": 1, "groat": 2, "crown": 3}
NAMES = ["Ann", "Ben", "Cleo", "Dora"]


@cache
def rules_of(folder: str) -> kfdsl.Rules:
    """The rules of a stranger's game."""
    return kfdsl.load(STRANGERS / folder)


def answers(game: kfdsl.Game) -> Iterator[tuple[str, kfdsl.Game]]:
    """Every whole answer to what is asked, with the game after it."""
    made = len(game.log)
    for choice in game.choices():
        then = game.clone()
        then.play(choice)
        if len(then.log) > made:
            yield then.log[made].notation, then
        else:
            yield from answers(then)


def count(game: kfdsl.Game, deep: int) -> int:
    """How many ways the game may go for so many choices."""
    if deep == 0 or game.over:
        return 1
    return sum(count(then, deep - 1) for _, then in answers(game))


def row_of(game: kfdsl.Game) -> list[str]:
    return game.view("Ann")["places"]["row"]["cards"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_porters_may_do_what_they_may_by_hand_and_come_to_the_same(players: int) -> None:
    dice = random.Random(players)
    game = rules_of("porters").new_game(NAMES[:players], seed=players)
    known = porters.Porters(players, row_of(game))
    while not game.over:
        assert game.player == NAMES[known.seat]
        offered = dict(answers(game))
        assert set(offered) == known.moves()
        delivering = [move for move in sorted(offered) if move.startswith("deliver")]
        move = dice.choice(delivering or sorted(offered))
        known.play(move)
        game = offered[move]
        assert row_of(game) == known.row
    assert known.over
    assert known.orders != [0] * players, "nobody filled an order"
    scores = game.scores()
    assert list(scores.totals.values()) == known.points
    assert list(scores.places.values()) == known.places()


def test_porters_have_as_many_ways_to_go_as_by_hand() -> None:
    game = rules_of("porters").new_game(NAMES[:2], seed=1)
    known = porters.Porters(2, row_of(game))
    counts = [count(game, deep) for deep in range(4)]
    assert counts == [porters.count(known, deep) for deep in range(4)] == [1, 9, 85, 765]


@pytest.mark.parametrize("seed", range(8))
def test_salvage_goes_round_and_comes_to_what_it_does_by_hand(seed: int) -> None:
    dice = random.Random(seed)
    names = NAMES[: 2 + seed % 3]
    game = rules_of("salvage").new_game(names, seed=seed)
    known = salvage.Salvage([game.view(name)["places"][f"hand({seat})"]["cards"] for seat, name in enumerate(names, 1)])
    while not game.over:
        game.play(dice.choice(game.choices()))
    for line in game.log:
        known.play(line.player, line.notation)
    scores = game.scores()
    assert list(scores.totals.values()) == known.points()
    assert list(scores.places.values()) == known.places()


def test_nobody_can_tell_what_was_bid_in_salvage_before_all_have_bid() -> None:
    game = rules_of("salvage").new_game(NAMES[:3], seed=5)
    seen = set()
    for choice in game.choices():
        then = game.clone()
        then.play(choice)
        seen.add(
            repr((then.view("Ben"), then.log_for("Ben"), then.told("Ben"), [each.notation for each in then.choices()]))
        )
    assert len(game.choices()) > 1
    assert len(seen) == 1


@pytest.mark.parametrize("seed", range(8))
def test_commons_come_to_what_they_do_by_hand(seed: int) -> None:
    dice = random.Random(seed)
    names = NAMES[: 2 + seed % 3]
    game = rules_of("commons").new_game(names, seed=seed)
    known = commons.Commons(len(names), game.view("Ann")["places"]["green"]["cards"][0])
    while not game.over:
        game.play(dice.choice(game.choices()))
    for line in game.log:
        known.play(line.player, line.notation)
    scores = game.scores()
    assert {square: [*spot, turned] for spot, (square, turned) in known.squares.items()} == game.view("Ann")["spots"]
    assert list(scores.totals.values()) == known.totals()
    assert list(scores.places.values()) == known.places()


@pytest.mark.parametrize("seed", range(6))
def test_guildhall_goes_as_it_goes_by_hand_and_worlds_keep_what_was_bought(seed: int) -> None:
    dice = random.Random(seed)
    names = NAMES[: 2 + seed % 3]
    game = rules_of("guildhall").new_game(names, seed=seed)
    known, told, priced = guildhall.Guildhall(len(names)), 0, 0
    while not game.over:
        for line in game.log[told:]:
            known.play(line.player, line.notation)
        told = len(game.log)
        seen = game.view("Ann")
        assert game.player == names[known.asked]
        paid = sum(COINS.get(guildhall.name(card), 0) for card in seen["places"][f"table({known.asked + 1})"]["cards"])
        if seen["asked"]["rule"] == "turn":
            assert seen["variables"]["deeds"] == known.deeds
            assert seen["variables"]["buys"] == known.buys
            assert seen["variables"]["coins"] == known.earned + paid - known.spent >= 0
        choices = game.choices()
        offered = {
            words[-1] for words in (each.notation.split() for each in choices) if words[0] == "buy" and "#" in words[-1]
        }
        if offered:
            coins = known.earned + paid - known.spent
            market = seen["places"]["market"]["cards"]
            assert offered == {card for card in market if guildhall.COST[guildhall.name(card)] <= coins}
            priced += 1
        if dice.random() < 0.1:
            viewer = dice.choice(names)
            for world in range(2):
                assert list(game.redealt(viewer, world).outlook().values()) == known.points()
        deeds = [each for each in choices if guildhall.name(each.notation.split()[-1]) in guildhall.DEEDS]
        going_on = [each for each in choices if each.notation != "stop"]
        game.play(dice.choice(deeds or going_on or choices))
    for line in game.log[told:]:
        known.play(line.player, line.notation)
    assert known.over
    assert priced
    scores = game.scores()
    assert list(scores.totals.values()) == known.points()
    assert list(scores.places.values()) == known.places()

"""Games that are played natively and then followed tell the same of their cards as games that are played choice by choice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import kfdsl
from kfdsl.bots.random_bot import at_random
from kfdsl.engine.native import playouts
from kfdsl.sim.play import play
from kfdsl.sim.quick import Quick
from kfdsl.sim.result import Played
from tests.laws.games_for_laws import CONSTRUCTS, TOP, rules_of, subsets

STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
SETS = [*subsets(), (CONSTRUCTS,), *((path,) for path in STRANGERS[::3])]


def both(
    packs: tuple[str, ...], options: dict[str, bool | str], bots: Callable[[int], list[str]] = lambda n: ["random"] * n
) -> tuple[Quick, Callable[[int, Quick | None], Played]]:
    """Who plays natively, and a way to play a game with or without."""
    rules = rules_of(*packs)
    names = [f"p{seat}" for seat in range(rules.seats[0])]
    settled = rules.settled(options)
    player = rules.native_player(len(names), settled)
    assert player is not None

    def begin(seed: int) -> kfdsl.Game:
        return rules.new_game(names, seed, options)

    return Quick(player, names, settled), lambda number, quick: play(begin, bots(len(names)), 7, number, quick)


@pytest.mark.parametrize("packs", SETS, ids=lambda packs: "+".join(Path(pack).name for pack in packs))
def test_what_is_told_of_a_game_is_the_same(packs: tuple[str, ...]) -> None:
    quick, played = both(packs, {})
    for number in range(2):
        assert played(number, quick) == played(number, None)


@pytest.mark.parametrize("packs", SETS, ids=lambda packs: "+".join(Path(pack).name for pack in packs))
def test_the_log_of_a_game_that_is_followed_is_its_log(packs: tuple[str, ...]) -> None:
    quick, _ = both(packs, {})
    quick.player.play(3)
    way = quick.player.way()
    assert way is not None
    game = rules_of(*packs).new_game(quick.names, 3)
    game.tells = False
    while not game.over:
        game.play(at_random(game))
    followed = quick.followed(3, way).game
    assert followed.log == game.log
    one, other = followed.state, game.state
    assert (one.cells, one.ask, one.frame) == (other.cells, other.ask, other.frame)


def test_options_that_were_settled_hold_and_do_not_stay() -> None:
    options = {"keyflower.loop_from_anywhere": True, "keyflower.reading": "summary"}
    quick, played = both(("keyflower",), options)
    settled = [played(number, quick) for number in range(3)]
    assert settled == [played(number, None) for number in range(3)]
    plain, usual = both(("keyflower",), {})
    assert [usual(number, plain) for number in range(3)] == [usual(number, None) for number in range(3)]


def test_what_there_is_no_room_for_is_played_choice_by_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "KEPT", 1 << 13)
    quick, played = both(("keyflower",), {})
    assert quick.played(7, ("random", "random"), 0) is None
    assert played(0, quick) == played(0, None)


def test_what_cannot_go_on_is_told_as_where_it_is_played_choice_by_choice() -> None:
    rules = kfdsl.load(STRANGERS[0], limits=kfdsl.Limits(steps=400))
    names = [f"p{seat}" for seat in range(rules.seats[0])]
    player = rules.native_player(len(names), rules.settled({}))
    assert player is not None
    told = []
    for quick in (Quick(player, names, rules.settled({})), None):
        with pytest.raises(kfdsl.TooMany) as found:
            play(lambda seed: rules.new_game(names, seed), ["random"] * len(names), 7, 0, quick)
        told.append((str(found.value), found.value.place))
    assert told[0] == told[1]

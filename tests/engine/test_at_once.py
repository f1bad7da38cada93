"""Several act at once: whoever is first, it comes to the same; and the game may be kept, seen and taken back meanwhile."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import kfdsl
from kfdsl.engine.play.redeal import redeal
from kfdsl.record.read_states import read_state
from kfdsl.record.replay import replay
from kfdsl.record.values import Misfit

RULES = kfdsl.load(Path(__file__).parent.parent / "constructs")
NAMES = {2: ["Ann", "Ben"], 3: ["Ann", "Ben", "Cleo"]}


def opened(players: int = 2, seed: int = 1) -> kfdsl.Game:
    """A game in which everybody is to lay out acres, with clay to sow."""
    game = RULES.new_game(NAMES[players], seed=seed)
    for _ in range(players):  # everybody digs two clay, then the acres are parcelled out
        game.play("carry wagon")
        game.play("load")
        game.play("load")
    game.play("parcel")
    for _ in range(players - 1):
        game.play("rest")
    assert game.state.apart is not None
    return game


def told(game: kfdsl.Game) -> dict[str, Any]:
    """All there is to know about a game: its log and its state, as they would be kept."""
    saved = game.save()
    return {part: saved[part] for part in ("log", "settled", "parts", "state")}


def answers(seed: int) -> dict[str, random.Random]:
    """What each player would answer, whatever the others do."""
    return {name: random.Random(f"{seed} {name}") for name in NAMES[3]}


def answer_one(game: kfdsl.Game, name: str, pick: random.Random) -> None:
    """One whole answer of a player."""
    before = [line for line in game.log if game.names[line.player] == name and not line.alone]
    while name in game.to_act and game.state.apart is not None:
        game.play(pick.choice(game.choices(name)), name)
        if len([line for line in game.log if game.names[line.player] == name and not line.alone]) > len(before):
            return


def played(order: random.Random, seed: int, players: int, stop: dict[str, int] | None = None) -> kfdsl.Game:
    """A game in which those who act answer in some order, to the end of it or each so often."""
    game, picks = opened(players), answers(seed)
    count = dict.fromkeys(NAMES[players], 0)
    while game.state.apart is not None:
        ready = [name for name in game.to_act if stop is None or count[name] < stop[name]]
        if not ready:
            break
        name = order.choice(ready)
        count[name] += 1
        answer_one(game, name, picks[name])
    return game


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_any_order_of_answers_gives_the_same_state_and_log(seed: int, players: int) -> None:
    ends = [told(played(random.Random(order), seed, players)) for order in range(6)]
    assert all(end == ends[0] for end in ends)
    log = ends[0]["log"]
    begin = 1 + max(at for at, line in enumerate(log) if line["choice"] == "rest")
    seats = [line["player"] for line in log[begin:]]
    assert seats == sorted(seats) and set(seats) == set(range(1, players + 1)), "the log is by seat"


@pytest.mark.parametrize("seed", range(8))
def test_what_was_answered_so_far_gives_the_same_state_and_log_in_any_order(seed: int) -> None:
    for stop in ({"Ann": 1, "Ben": 2}, {"Ann": 0, "Ben": 3}, {"Ann": 2, "Ben": 1}):
        middles = [told(played(random.Random(order), seed, 2, stop)) for order in range(4)]
        assert all(middle == middles[0] for middle in middles)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_is_kept_in_the_middle_goes_on_to_the_same_end(seed: int) -> None:
    game, picks, again = opened(), answers(seed), answers(seed)
    order = random.Random(seed)
    resumed = opened()
    while game.state.apart is not None:
        name = order.choice(game.to_act)
        answer_one(game, name, picks[name])
        answer_one(resumed, name, again[name])
        resumed = RULES.resume(resumed.save())
        assert told(resumed) == told(game)
        assert resumed.to_act == game.to_act


def test_parts_of_answers_of_several_are_kept() -> None:
    game = opened()
    game.play("(0,1)/0", "Ann")
    game.play(next(choice for choice in game.choices("Ann") if choice.notation == "sow ..."), "Ann")
    game.play("(0,-1)/0", "Ben")
    assert game.choices("Ann")[0].notation == "sow open_acre"
    game.play(next(choice for choice in game.choices("Ben") if choice.notation == "sow ..."), "Ben")
    resumed = RULES.resume(game.save())
    for each in (game, resumed):
        assert each.choices("Ben")[-1].notation == "sow long_acre"
        assert each.choices("Ann")[-1].notation == "sow north_acre"
        assert each.view("Ann")["asked"]["so_far"] == "sow ..."
    assert told(resumed) == told(game)


@pytest.mark.parametrize("seed", range(4))
def test_a_log_plays_again_to_the_same_point_although_it_is_by_seat(seed: int) -> None:
    game, picks, order = opened(3), answers(seed), random.Random(seed)
    while True:
        other = RULES.new_game(NAMES[3], seed=1)
        replay(other, [(line.player, line.notation) for line in game.log])
        assert told(other) == told(game)
        if game.state.apart is None:
            break
        name = order.choice(game.to_act)
        answer_one(game, name, picks[name])


def test_a_save_with_somebody_else_s_rules_is_refused() -> None:
    game = opened()
    positions = kfdsl.record.save._positions(game.table)
    data = positions.write(game.state)
    assert positions.write(read_state(positions, data)) == data
    (other,) = data["apart"]["others"]
    for strange in (
        None,
        {"player": 1, "others": [other | {"player": 1}]},
        {"player": 2, "others": [other | {"player": 1}]},
    ):
        with pytest.raises(Misfit):
            read_state(positions, data | {"apart": strange})


def test_everybody_sees_what_they_are_asked_and_what_others_did() -> None:
    game = opened()
    game.play("(0,1)/0", "Ann")
    assert game.view("Ben")["to_act"] == ["Ann", "Ben"]
    assert game.view("Ann")["asked"] == {"rule": "sow_all", "label": "sowing"}
    assert game.view("Ben")["asked"] == {"rule": "days", "label": "s"}
    assert game.view("Ben")["places"]["estate(1)"] == {"cards": ["open_acre", "north_acre"]}
    game.play("stop", "Ann")
    game.play("open_acre", "Ann")
    assert game.view("Ann")["places"]["pocket(1)"] == {"cards": ["open_acre"]}
    assert game.view("Ben")["places"]["pocket(1)"] == {"hidden": True}


def test_one_may_take_back_until_another_answers() -> None:
    game = opened()
    before = told(game)
    game.play("(0,1)/0", "Ann")
    assert game.can_undo()
    game.undo()
    assert told(game) == before
    game.play("(0,1)/0", "Ann")
    game.play("(0,1)/0", "Ben")
    assert not game.can_undo()


def test_nobody_answers_who_is_done_or_for_somebody_else() -> None:
    game = opened()
    for choice in ("(0,1)/0", "stop", "nothing"):
        game.play(choice, "Ann")
    assert game.to_act == ("Ben",) and game.choices("Ann") == []
    with pytest.raises(kfdsl.IllegalChoice, match="Ann is not asked now"):
        game.play("stop", "Ann")


def test_thinking_in_another_world_disturbs_nobody_s_rules() -> None:
    game = opened()
    for choice in ("(0,1)/0", "stop", "open_acre"):
        game.play(choice, "Ann")
    game.play("(0,1)/0", "Ben")
    world = redeal(game.table, game.state, 1, 5)
    assert world.apart == game.state.apart
    assert sum(len(world.cells[at]) for at, cell in enumerate(game.table.layout.cells) if cell.sort == "cards") == len(
        game.table.program.cards
    )


def test_a_clone_goes_its_own_way() -> None:
    game = opened()
    other = game.clone()
    other.play("(0,1)/0", "Ben")
    assert told(game) == told(opened()) and told(other) != told(game)

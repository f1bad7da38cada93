"""What a game would score if it ended now."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.play.game import Game as EngineGame
from kfdsl.engine.play.score_now import ended, outlook
from kfdsl.engine.rules.table import Table
from kfdsl.program.numbering import Numbering
from tests.packs.roots_for_tests import folder, pack

# Each sort of ask stands in the closing flow; the first choice is known for each.
FARM = """
trait food
token corn is food
token hay  is food
token egg  is food
purpose eating
place barn  of tokens, seen by all, holds 20 corn + 20 hay + 20 egg
place bowl  per player of tokens, seen by owner
place fowls of hen, in order, seen by all
open place lot   of hen, in order, seen by all
kind hen starts in fowls { worth: number; face awake, asleep }
hen red_hen { worth: 2 }
hen old_hen { worth: 5 }
var days: number = 0
shape meal(p: player) { some of bowl(p) }

menu work(me: player)
action gather in work(t: token in {corn, hay}) { do { move up to 2 t from barn to bowl(me) } }
action peck in work { do { move up to 1 food at random from barn to bowl(me) } }
menu bragging(me: player)
action brag in bragging(h: hen in fowls) { do { score h.worth to me for h } }
action keep_still in bragging { }

main flow life {
  repeat { for p in players { choose work(p) }; days := days + 1 } until days >= 2
  done: reckon()
}
"""
PLAIN = """
closing flow reckon { for p in players { score size(bowl(p)) to p for "food"; score 1 to p for "being there" } }
"""
ASKING = """
closing flow reckon {
  each:   for p in players { score size(bowl(p)) to p for "food" }
  item:   for p in players { if fowls is not empty { ask by p h: hen in fowls; score h.worth to p for h } }
  group:  for p in players where bowl(p) is not empty { ask by p g: meal(p); score 10 * size(g) to p for "meal" }
  cover:  for p in players { dine() by p }
  few:    for p in players { if size(fowls) >= 2 { ask by p hs: 2 of fowls; score 1000 * size(hs) to p for "hens" } }
  menu:   for p in players { choose bragging(p) }
  fork:   for p in players { boast() by p }
  sealed: together for p in all q in players where fowls is not empty ask h: hen in fowls { score h.worth to p for h }
}
effect dine() { one of { ask c: cover 2 food for eating from meal(me); score 100 * size(c) to me for "c" } or { } }
effect boast() { one of { score 10000 to me for "first" } or { score 20000 to me for "second" } }
"""
LUCKY = """
closing flow reckon {
  for p in players { move up to 1 food at random from barn to bowl(p) }
  shuffle fowls
  for h in fowls { show h at random }
  for p in players { score size(bowl(p)) to p for "food" }
}
"""


def rules_of(tmp_path: Path, closing: str) -> kfdsl.Rules:
    return kfdsl.load(folder(tmp_path, pack("farm", FARM + closing)))


def snapshot(game: kfdsl.Game) -> object:
    return (
        game.save(),
        game.state.chance,
        game.state.frame,
        list(game.state.cells),
        game.state.sheet,
        list(game.log),
        list(game.events),
        [choice.notation for choice in game.choices()],
        game.can_undo(),
    )


def test_it_tells_what_everybody_would_have_and_leaves_the_game_alone(tmp_path: Path) -> None:
    game = rules_of(tmp_path, PLAIN).new_game(["Ann", "Ben"], seed=1)
    assert game.outlook() == {"Ann": 1, "Ben": 1}
    game.play("gather corn")
    before = snapshot(game)
    assert game.outlook() == {"Ann": 3, "Ben": 1}
    assert game.outlook("Ann") == {"Ann": 3}
    assert snapshot(game) == before
    assert game.scores().totals == {"Ann": 0, "Ben": 0}


def test_whoever_is_asked_answers_with_the_first_choice_that_would_be_offered(tmp_path: Path) -> None:
    game = rules_of(tmp_path, ASKING).new_game(["Ann", "Ben"], seed=1)
    game.play("gather corn")
    before = snapshot(game)
    ann = 2 + 2 + 10 + 200 + 2000 + 2 + 10000 + 2  # food, item, group of one, cover, two hens, menu, fork, sealed
    assert game.outlook() == {"Ann": ann, "Ben": 2 + 2000 + 2 + 10000 + 2}
    assert snapshot(game) == before


def test_first_choices_to_the_end_give_what_was_foretold_once_nothing_but_the_closing_is_left(tmp_path: Path) -> None:
    game = rules_of(tmp_path, ASKING).new_game(["Ann", "Ben"], seed=1)
    for answer in ("gather corn", "gather hay", "gather corn", "gather hay"):
        game.play(answer)
    foretold = game.outlook()
    told = 0
    while not game.over:
        assert game.outlook() == foretold, "points that are on the sheet already count once"
        game.play(game.choices()[0])
        told += 1
    assert told > 5
    assert game.scores().totals == game.outlook() == foretold


def test_chance_in_it_neither_moves_nor_tells_the_chance_of_the_game(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, LUCKY)
    game, other = (rules.new_game(["Ann", "Ben"], seed=7) for _ in range(2))
    while not game.over:
        before = snapshot(game)
        assert game.outlook() == game.outlook()
        assert snapshot(game) == before
        for each in (game, other):
            each.play("peck")
    assert game.save() == other.save()


def test_it_reads_the_world_it_is_given_so_a_player_can_be_thought_for_without_peeking(tmp_path: Path) -> None:
    rules = rules_of(
        tmp_path, 'closing flow reckon { for p in players { score size(corn in bowl(p)) to p for "corn" } }'
    )
    game = rules.new_game(["Ann", "Ben", "Cleo"], seed=7)
    for answer in ("gather corn", "gather corn", "gather hay"):
        game.play(answer)
    worlds = [game.redealt("Ben", number).outlook() for number in range(20)]
    assert {world["Ben"] for world in worlds} == {2}
    assert {world["Ann"] for world in worlds} == {0, 1, 2}, "Ben does not know who has which food"
    assert game.outlook() == {"Ann": 2, "Ben": 2, "Cleo": 0}


def test_a_game_without_a_closing_flow_has_what_is_on_the_sheet(tmp_path: Path) -> None:
    rules = rules_of(tmp_path, 'flow reckon { for p in players { score 3 to p for "food" } }')
    game = rules.new_game(["Ann", "Ben"], seed=1)
    assert game.outlook() == {"Ann": 0, "Ben": 0}


def test_an_ask_that_nobody_could_answer_is_refused_beforehand(tmp_path: Path) -> None:
    with pytest.raises(kfdsl.ContentError, match="may-fail"):
        rules_of(
            tmp_path, "closing flow reckon { for p in players { ask by p h: hen in lot; score h.worth to p for h } }"
        )


def test_somebody_who_does_not_play_is_told(tmp_path: Path) -> None:
    game = rules_of(tmp_path, PLAIN).new_game(["Ann", "Ben"], seed=1)
    with pytest.raises(ValueError, match="nobody here is called `Zoe`"):
        game.outlook("Zoe")


# ---- what cannot end

GREED = """
closing flow reckon { }
flow greed { move 50 corn from barn to barn; days := days }
action hoard in work { do { greed() } }
"""
BROODING = """
closing flow reckon { for p in players { repeat choose pondering(p) or stop } }
menu pondering(me: player)
var thoughts: number = 0
action ponder in pondering { do { thoughts := thoughts + 1 } }
"""


def test_a_closing_flow_that_cannot_be_carried_out_is_told_with_its_line(tmp_path: Path) -> None:
    """Content in which that may happen is refused beforehand, so another flow is made the closing one."""
    program = replace(rules_of(tmp_path, GREED).program, closing="greed")
    table = Table(Numbering(program), 2)
    game = EngineGame(table, ["Ann", "Ben"], 1)
    for door in (outlook, ended):
        with pytest.raises(
            kfdsl.Stuck, match="`greed` cannot be carried out now; use `up to`, or ask whether it"
        ) as told:
            door(table, game.state)
        assert told.value.place.startswith("rules/farm/kiln.kf:30:")
    assert game.totals() == [0, 0]


def test_a_closing_flow_that_asks_for_ever_is_told_with_its_line(tmp_path: Path) -> None:
    game = rules_of(tmp_path, BROODING).new_game(["Ann", "Ben"], seed=1)
    before = snapshot(game)
    for door in (game.outlook, game.scores_if_ended):
        with pytest.raises(
            kfdsl.Endless, match="`reckon` asks for ever if the first choice is always the answer"
        ) as told:
            door()
        assert told.value.place.startswith("rules/farm/kiln.kf:29:")
    assert snapshot(game) == before


# ---- while several act at once

SUPPER = """
flow supper {
  apart for p in players {
    if bowl(p) is not empty { ask by p t: token in bowl(p); move up to 1 t from bowl(p) to plate(p) }
    if bowl(p) is not empty { ask by p t: token in bowl(p); move up to 1 t from bowl(p) to plate(p) }
  }
}
place plate per player of tokens, seen by all
"""
BEFORE_IT = """
action eat in work { do { supper() } }
closing flow reckon {
  for p in players { if fowls is not empty { ask by p h: hen in fowls; score h.worth to p for h } }
  for p in players { score 10 * size(plate(p)) to p for "eaten" }
}
"""
INSIDE_IT = """
closing flow reckon {
  for p in players { score 1 to p for "being there" }
  eaten: supper()
  for p in players { score 10 * size(plate(p)) + size(bowl(p)) to p for "eaten" }
}
"""


def test_where_those_are_who_act_at_once_makes_no_difference_to_a_closing_flow_that_asks(tmp_path: Path) -> None:
    """What they have under way is left where it is: what would be scored follows from what lies where."""
    game = rules_of(tmp_path, SUPPER + BEFORE_IT).new_game(["Ann", "Ben"], seed=1)
    for answer in ("gather corn", "gather hay"):
        game.play(answer)
    alone = game.outlook()
    assert alone == {"Ann": 2, "Ben": 2}
    game.play("gather hay")
    game.play("eat")
    assert game.to_act == ("Ann",), "Ben has one sort of food, so that he is done"
    before = snapshot(game)
    assert game.outlook() == {"Ann": 2, "Ben": 22} == game.scores_if_ended().totals
    assert snapshot(game) == before
    game.play("corn")
    assert game.outlook() == {"Ann": 12, "Ben": 22} == game.scores_if_ended().totals


def test_what_everybody_does_at_once_inside_a_closing_flow_is_finished_by_first_choices(tmp_path: Path) -> None:
    game = rules_of(tmp_path, SUPPER + INSIDE_IT).new_game(["Ann", "Ben", "Cleo"], seed=1)
    for answer in ("gather corn", "gather hay", "gather corn", "gather hay", "gather corn"):
        game.play(answer)
    game.play("gather hay")
    foretold = game.outlook()
    assert game.to_act == game.names
    several = 0
    while not game.over:
        assert game.outlook() == foretold == game.scores_if_ended().totals
        several += len(game.to_act) > 1
        game.play(game.choices(game.to_act[-1])[0])
    assert several > 1
    assert game.scores().totals == foretold

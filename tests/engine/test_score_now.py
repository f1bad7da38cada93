"""What a game would score if it ended now."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
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

"""A free action that asks something itself never takes away all that could be answered beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from tests.record.pottery import write_pack

YARD = """
place yard of log, in order, seen by all
place shed of log, in order, seen by all
kind log starts in yard { }
log oak { }
log elm { }
log ash { }
var tidied: bool = false
menu work(me: player)
action rest in work { do { } }
action burn in work { need some: yard is not empty; do { FIRST; ask l: log in yard; move l to shed } }
free action tidy in work { need once: not tidied; do { tidied := true; TIDY } }
main flow day { for p in players { choose work(p) } }
"""
TIDY = {
    "all at once": 'ask p: player in players; for l in yard { move l to shed }; score 1 to p for "tidy"',
    "as many as wanted": "ask few: up to 3 of yard; for l in few { move l to shed }",
    "as many as said": "ask n: number in numbers(3); for l in first(n, yard) { move l to shed }",
    "one after the other": "for i in numbers(3) { if yard is not empty { one of { ask l: log in yard; move l to shed } or { } } }",
    "by way of a branch": "one of { for l in yard { move l to shed } } or { for l in first(2, yard) { move l to shed } }",
}


def every_way(game: kfdsl.Game) -> int:
    """Play every way to the end; how often something was tidied up while a log was asked for."""
    found = 0
    for notation in {choice.notation for choice in game.choices()}:
        other = game.clone()
        asked = other.view(other.player)["asked"]
        other.play(notation)
        found += notation == "tidy" and asked["rule"] == "burn"
        found += 0 if other.over else every_way(other)
    return found


@pytest.mark.parametrize(
    "first", ["", 'ask p: player in players; score 1 to p for "fire"'], ids=["", "after another ask"]
)
@pytest.mark.parametrize("tidy", TIDY)
def test_whatever_a_free_action_asks_the_question_beside_it_keeps_an_answer(
    tidy: str, first: str, tmp_path: Path
) -> None:
    text = YARD.replace("FIRST", first).replace("do { ;", "do {").replace("TIDY", TIDY[tidy])
    game = kfdsl.load(write_pack(tmp_path, text)).new_game(["Ann", "Ben"], seed=1)
    tidied = every_way(game)
    assert bool(tidied) == (tidy != "all at once")


def test_answers_that_would_leave_nothing_are_not_offered(tmp_path: Path) -> None:
    text = YARD.replace("FIRST;", "").replace("TIDY", TIDY["as many as said"])
    game = kfdsl.load(write_pack(tmp_path, text)).new_game(["Ann"], seed=1)
    beside = game.clone()
    beside.play("burn")
    for each, expected in ((game, ["1", "2", "3"]), (beside, ["1", "2"])):
        each.play("tidy")
        assert [choice.notation for choice in each.choices()] == expected
    assert beside.why_not("3") is not None

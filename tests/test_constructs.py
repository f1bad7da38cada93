"""Each construct of the language on small invented content; the examples stand beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from kfdsl.examples.run import run
from kfdsl.program.core import ExampleDef
from kfdsl.text.render import render

ROOT = Path(__file__).parent / "constructs"
RULES = kfdsl.load(ROOT)


@pytest.mark.parametrize("example", RULES.program.examples, ids=lambda example: f"{example.pack}: {example.name}")
def test_the_example_holds(example: ExampleDef) -> None:
    found = run(RULES.table(len(example.players)), example)
    assert found is None, render([found])


def test_an_option_is_read_by_rules_and_its_default_holds_otherwise() -> None:
    for options, points in (({}, 2), ({"menus.pace": "fast"}, 4)):
        game = RULES.new_game(["Ann", "Ben"], seed=1, options=options)
        game.play("carry wagon")
        cell = game.table.layout.tables["V_points"]
        assert game.state.cells[cell] == points


def test_a_choice_sequence_ends_with_every_option_on() -> None:
    game = RULES.new_game(["Ann", "Ben"], seed=1, options={"menus.long_days": True})
    plays = 0
    while not game.over:
        game.play("rest")
        plays += 1
    assert plays == 12


def test_what_brings_no_points_has_no_line_on_the_sheet() -> None:
    game = RULES.new_game(["Ann", "Ben"], seed=1)
    game.play("brag")
    assert [(line.reason, line.points) for line in game.scores().lines] == [("words", 1)]


def sealed_game() -> kfdsl.Game:
    game = RULES.new_game(["Ann", "Ben"], seed=1)
    game.play("deal")
    game.play("reveal_all")
    return game


def test_sealed_answers_may_come_in_any_order_and_give_the_same_log_and_state() -> None:
    ends = []
    for order in (("Ann", "Ben"), ("Ben", "Ann")):
        game = sealed_game()
        assert game.to_act == ("Ann", "Ben")
        lines = len(game.log)
        for name in order:
            assert len(game.log) == lines, "an answer is in the log before all are in"
            while name in game.to_act and len(game.log) == lines:
                game.play(game.choices(name)[-1], name)
        ends.append(([(line.player, line.notation) for line in game.log], game.state.cells))
    assert ends[0] == ends[1]


def test_a_sealed_answer_is_kept_in_a_save_and_hidden_from_others() -> None:
    game = sealed_game()
    before = game.view("Ben")["places"]
    while "Ann" in game.to_act and len(game.to_act) == 2:
        game.play(game.choices("Ann")[-1], "Ann")
    assert game.view("Ben")["places"] == before
    resumed = RULES.resume(game.save())
    assert resumed.to_act == game.to_act == ("Ben",)
    for each in (game, resumed):
        while each.to_act == ("Ben",) and not each.over and each.question.info.sealed:
            each.play(each.choices()[-1])
    assert resumed.state.cells == game.state.cells

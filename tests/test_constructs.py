"""Each construct of the language on small invented content; the examples stand beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from kfdsl.proof.run import run
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

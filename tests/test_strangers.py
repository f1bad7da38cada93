"""Packs that strangers wrote from the manual alone: each loads, its examples hold, and a game with it comes to its end."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import kfdsl
from kfdsl.examples.run import run
from kfdsl.text.render import render
from tests.shipped_packs import label

STRANGERS = Path(__file__).parent / "strangers"
FOLDERS = sorted(folder.name for folder in STRANGERS.iterdir() if any(folder.glob("*.pack.json")))


@cache
def rules_of(folder: str) -> kfdsl.Rules:
    """The packs of one folder with what they require."""
    return kfdsl.load(STRANGERS / folder)


def packs_in(folder: str) -> set[str]:
    """The names of the packs in a folder."""
    return {manifest.name.removesuffix(".pack.json") for manifest in (STRANGERS / folder).glob("*.pack.json")}


def test_there_are_strangers() -> None:
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_examples_of_a_stranger_hold(folder: str) -> None:
    rules = rules_of(folder)
    examples = [example for example in rules.program.examples if example.pack in packs_in(folder)]
    assert examples, "it has no examples"
    for example in examples:
        found = run(rules.table(len(example.players)), example)
        assert found is None, f"{label(example)}: {render([found])}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_random_game_with_a_stranger_ends(folder: str) -> None:
    dice = random.Random(7)
    rules = rules_of(folder)
    few, many = rules.seats
    players = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"][: min(max(few, 3), many)]
    game = rules.new_game(players, seed=7)
    for _ in range(20_000):
        if game.over:
            break
        game.play(dice.choice(game.choices()))
    assert game.over
    assert set(game.scores().totals) == set(players)


@pytest.mark.parametrize(
    ("folder", "card"),
    [("mirrors", "mirror"), ("mirrors", "still_pond"), ("wayfarer", "wayfarers_inn"), ("ferry", "ferry")],
)
def test_a_card_that_takes_thought_is_at_most_twelve_lines(folder: str, card: str) -> None:
    """The card, and all effects and queries that its pack declares."""
    program, own = rules_of(folder).program, packs_in(folder)
    found = next(each for each in program.cards if each.name == card)
    helpers = [each for each in (*program.rules, *program.queries) if each.pack in own and each.name.isidentifier()]
    assert sum(len(each.span.words.splitlines()) for each in (found, *helpers)) <= 12

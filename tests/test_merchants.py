"""Rules of the Merchants that an example cannot show: what chance brings in many games, and who is offered a swap."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.play.game import IllegalChoice
from kfdsl.examples.run import run
from kfdsl.text.render import render
from tests.packs.roots_for_tests import folder, pack
from tests.shipped_packs import alone

THREE = ("Ann", "Ben", "Cleo")
SIX = (*THREE, "Dirk", "Emma", "Finn")
SEEDS = range(12)


def begun(players: tuple[str, ...], seed: int, variant: str = "mixed") -> kfdsl.Game:
    return alone("merchants").new_game(players=players, seed=seed, options={"merchants.variant": variant})


def place(game: kfdsl.Game, name: str, viewer: str | None = None) -> list[str]:
    return list(game.view(viewer)["places"][name]["cards"])


def test_of_each_name_the_old_boat_or_the_new_one_is_taken_by_chance() -> None:
    """M-SET-2"""
    seen = {name for seed in SEEDS for name in place(begun(SIX, seed), "harbour")}
    old = {"keyflower_boat", "sea_bastion", "sea_breese", "flipper", "ianvincible", "white_wind"}
    new = {"keyflower_2", "sea_bastion_2", "sea_breese_2", "flipper_2", "ianvincible_2", "white_wind_2"}
    assert seen == old | new


def test_only_in_variant_a_the_tiles_of_the_merchants_are_sure_to_come() -> None:
    """M-VAR-1, M-VAR-7, M-SET-9"""
    assert {"assayer" in place(begun(THREE, seed), "auction") for seed in SEEDS} == {True, False}
    assert {"assayer" in place(begun(THREE, seed, variant="merchants"), "auction") for seed in SEEDS} == {True}


def test_in_variant_a_the_base_tiles_among_those_dealt_are_taken_by_chance() -> None:
    """M-VAR-1, M-VAR-EX-1"""
    dealt = []
    for seed in SEEDS:
        game = begun(THREE, seed, variant="merchants")
        hands = [tile for at, name in enumerate(THREE) for tile in place(game, f"winter_hand({at + 1})", name)]
        assert {"artisan", "builder", "muleteer"} < {*hands}
        assert len(hands) == 12
        dealt.append(frozenset(hands))
    assert len({*dealt}) > 1


def with_a_contract() -> tuple[kfdsl.Game, str]:
    """A game after its first turn, in which the start player took a contract that can be swapped; and that player."""
    for seed in SEEDS:
        game = begun(THREE, seed, variant="merchants")
        first = game.player
        worker = next(iter(game.view(first)["places"][f"screen({THREE.index(first) + 1})"]["tokens"]))
        game.play(f"use assayer with 1 {worker}")
        game.play("option 1")
        game.play(next(choice for choice in game.choices() if choice.notation.startswith("contract")))
        if game.player == first:
            assert "swap_late ..." in [choice.notation for choice in game.choices()]
            game.play("end_turn")
            return game, first
    raise AssertionError("no seed offers a contract that can be swapped")


def test_nobody_swaps_in_the_turn_of_somebody_else() -> None:
    """M-CON-16"""
    game, holder = with_a_contract()
    assert game.player != holder
    assert not game.choices(holder)
    assert not [choice for choice in game.choices() if choice.notation.startswith("swap")]
    held = place(game, f"dossier({THREE.index(holder) + 1})", holder)[0]
    for word in ("swap", "swap_late"):
        with pytest.raises(IllegalChoice):
            game.play(f"{word} {held} to saw", holder)


def test_the_marker_may_be_wheat_where_wheat_is_worth_more_than_gold(tmp_path: Path) -> None:
    """M-SCORE-13"""
    text = """
    patch winter_tile corn_exchange { scoring: worth 5 per 1 wheat }
    example "the marker is wheat" {
      given farm_last_day; start_player = ann; village(ann) = home_1, corn_exchange; home_1 lies at (0, 0); corn_exchange lies at (5, 0)
      when ann "pass"
      then the game is over; score_of(ann) = 5
    }
    """
    root = folder(tmp_path, pack("dear_wheat", text, requires={"farmers": "*", "merchants": "*"}))
    rules = kfdsl.load(str(root))
    example = next(each for each in rules.program.examples if each.name == "the marker is wheat")
    found = run(rules.table(3), example)
    assert found is None, render([found])

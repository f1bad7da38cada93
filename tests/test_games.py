"""Recorded games: the same choices lead to the same end. `pytest --bless` records them anew."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import kfdsl
from kfdsl.record.replay import replay

GAMES = Path(__file__).parent / "games"
RECORDED = {
    "base_alone": (["keyflower"], ["Ann", "Ben", "Cleo"], 11),
    "all_packs": (["all"], ["Ann", "Ben", "Cleo", "Dirk"], 12),
    "two_with_the_ghost": (["key_celeste"], ["Ann", "Ben"], 13),
    "farmers_of_two": (["farmers"], ["Ann", "Ben"], 14),
    "merchants_of_five": (["merchants"], ["Ann", "Ben", "Cleo", "Dirk", "Eva"], 15),
    "emporium_of_three": (["emporium"], ["Ann", "Ben", "Cleo"], 16),
    "keymelequin_of_six": (["keymelequin"], ["Ann", "Ben", "Cleo", "Dirk", "Eva", "Finn"], 17),
}


def played(packs: list[str], names: list[str], seed: int) -> dict[str, Any]:
    """A game of chance, as it is recorded."""
    game = kfdsl.load(*packs).new_game(names, seed=seed)
    picks = random.Random(seed)
    while not game.over:
        game.play(picks.choice(game.choices()))
    log = [f"{game.names[line.player]}: {line.notation}" for line in game.log]
    return {"packs": packs, "players": names, "seed": seed, "log": log, "totals": game.scores().totals}


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_game_replays_to_the_same_end(name: str, is_blessing: bool) -> None:
    file = GAMES / f"{name}.json"
    if is_blessing:
        file.write_text(json.dumps(played(*RECORDED[name]), indent=1) + "\n", encoding="utf-8")
    record = json.loads(file.read_text(encoding="utf-8"))
    game = kfdsl.load(*record["packs"]).new_game(record["players"], seed=record["seed"])
    lines = [line.partition(": ") for line in record["log"]]
    replay(game, [(record["players"].index(who), choice) for who, _, choice in lines])
    assert game.over
    assert [f"{game.names[line.player]}: {line.notation}" for line in game.log] == record["log"]
    assert game.scores().totals == record["totals"]

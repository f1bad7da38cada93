"""Planes of an invented game as maps, kept as goldens; `pytest --bless` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

import kfdsl
from kfdsl.cli.draw.overview import Picture
from tests.cli.gardens import gardens
from tests.cli.scripted import session

MAPS = Path(__file__).parent / "maps"
PLAYED = [
    "plant herb_bed",
    "rest",
    "plant rose_bed",
    "(0,1)/0",
    "plant pond",
    "(0,0)/0",
    "dig_in rose_bed with 2 leaf + 1 root",
    "rest",
    "plant lily_bed",
    "(1,0)/0",
    "rest",
    "let_out herb_bed/1",
    "rest",
]
SESSIONS: dict[str, list[str]] = {
    "where_a_bed_may_lie": ["plant", "lily bed", "5", "back", "3", "2", "back", "1", "back", "back", "back"],
    "which_area": ["let out", "x", "1", ""],
    "a_map_and_what_is_on_it": ["map", "map ben", "look rose bed with a very long name", "look garden", "? pond"],
    "ways_to_pay": ["treat", "rose bed with a very long name", "3", "back", "back", "1", "1", ""],
    "pieces_by_number": ["dig in", "herb bed", "0", "back", "7", "2 leaves", "back", "2", "1", ""],
    "why_not": [
        "? dig_in",
        "? dig in rose bed with a very long name",
        "? treat",
        "? plant lily bed",
        "? days",
        "? leaf",
    ],
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(gardens(tmp_path_factory.mktemp("gardens")))


def played(rules: kfdsl.Rules, choices: list[str]) -> kfdsl.Game:
    game = rules.new_game(["ann", "ben"], seed=1)
    for choice in choices:
        game.play(choice)
    return game


def compare(name: str, found: str, is_blessing: bool) -> None:
    golden = MAPS / f"{name}.txt"
    kept = "\n".join(line.rstrip() for line in found.splitlines()) + "\n"
    if is_blessing:
        golden.write_text(kept, encoding="utf-8")
    assert kept == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "height"), [(80, 40), (80, 16), (36, 60)])
def test_the_overview_looks_like_this(
    rules: kfdsl.Rules, width: int, height: int, capsys: pytest.CaptureFixture[str], is_blessing: bool
) -> None:
    game = played(rules, PLAYED)
    Console(width=width, no_color=True).print(Picture(game).of(game, "ann", width, height))
    compare(f"overview_{width}_by_{height}", capsys.readouterr().out, is_blessing)


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_looks_like_this(
    name: str, rules: kfdsl.Rules, tmp_path: Path, capsys: pytest.CaptureFixture[str], is_blessing: bool
) -> None:
    choices = PLAYED[:8] if name == "where_a_bed_may_lie" else PLAYED
    made = session(played(rules, choices), SESSIONS[name], tmp_path)
    made.at_seat = made.game.player
    made.has_seen = (made.game.player, len(made.game.log))
    assert made.play() == 0
    compare(name, capsys.readouterr().out.partition("\nThe game is kept")[0], is_blessing)


def test_every_map_has_a_test() -> None:
    overviews = {"overview_80_by_40", "overview_80_by_16", "overview_36_by_60"}
    assert {path.stem for path in MAPS.iterdir()} == overviews | set(SESSIONS) | {"boards"}  # that one by `test_drawn_boards.py`

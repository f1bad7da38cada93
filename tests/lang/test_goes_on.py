"""A law over random small programs: what the checker lets pass never leaves anybody stuck and never goes round for ever."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.play import game as engine
from tests.cli.kilns import write_pack

PROGRAMS, GAMES, CHOICES = 120, 3, 60
START = """
token clay "clay" "clay"
place pit of tokens, seen by all, holds 4 clay
place shelf per player of tokens, seen by all
place yard of kiln, in order, seen by all
place shed of kiln, in order, seen by all
values Glow cold, warm, hot
kind kiln starts in yard { face unlit, lit { } }
kiln one { }
kiln two { }
kiln three { }
var heat: number = 0
var passes: number = 0
var stage: Glow = cold
var over: bool = false
open effect advance() { let coming = next(stage); if coming is there { stage := coming } else { over := true } }
open effect nothing() { if over { stage := cold; heat := passes; for k in shed { show k lit } } }
"""
TESTS = [
    "heat > 0",
    "heat <= 0",
    "heat < 3",
    "yard is empty",
    "yard is not empty",
    "shelf(ME) has clay",
    "any x in yard where x shows unlit",
    "no x in yard where x shows unlit",
    "over",
    "not over",
    "stage is cold",
]
DEEDS = [
    "heat := heat + 1",
    "heat := heat - 1",
    "heat := 0",
    "passes := passes + 1",
    "passes := 0",
    "over := true",
    "over := not over",
    "move 1 clay from pit to shelf(ME)",
    "move up to 1 clay from pit to shelf(ME)",
    "move all clay from shelf(ME) to pit",
    "for x in first(1, yard) { move x to shed }",
    "for x in first(1, shed) { move x to yard }",
    "for x in yard { show x lit }",
    "stage := warm",
    "advance()",
]
ENDS = [
    "heat > 3",
    "passes >= size(players)",
    "over",
    "yard is empty",
    "heat <= 0 - 3",
    "heat > 2 or over",
    "stage is hot",
]


class Maker:
    """Makes one program."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def some(self, rows: list[str], most: int, who: str) -> str:
        """A few of them."""
        return "; ".join(self.dice.choice(rows).replace("ME", who) for _ in range(self.dice.randint(0, most)))

    def action(self, number: int, menu: str) -> str:
        """An action, perhaps with a parameter and a need."""
        param = self.dice.choice(
            ["", "", "", "(k: kiln in yard)", "(k: kiln in yard where k shows unlit)", "(p: player in players)"]
        )
        test = self.dice.choice(TESTS).replace("ME", "me")
        if param.startswith("(k") and self.dice.random() < 0.5:
            test = "k shows unlit"
        need = f"need n{number}: {test}; " if self.dice.random() < 0.5 else ""
        own = self.dice.choice(["move k to shed; ", "show k lit; "]) if param.startswith("(k") else ""
        return f"action {menu}_{number} in {menu}{param} {{ {need}do {{ {own}{self.some(DEEDS, 2, 'me')} }} }}"

    def part(self, depth: int) -> str:
        """A part of a flow."""
        match self.dice.randrange(8 if depth else 4):
            case 0:
                return f"choose {self.dice.choice(['east', 'west'])}(seat(1))"
            case 1:
                return self.some(DEEDS, 2, "seat(1)") or "heat := 1"
            case 2:
                return f"for p in players {{ choose {self.dice.choice(['east', 'west'])}(p) }}"
            case 3:
                return "repeat choose west(next(seat(1))) or stop"
            case 4:
                test = self.dice.choice(TESTS).replace("ME", "seat(1)")
                return f"if {test} {{ {self.part(depth - 1)} }} else {{ {self.part(depth - 1)} }}"
            case 5:
                test = self.dice.choice(TESTS).replace("ME", "seat(1)")
                return f"if {test} {{ {self.part(depth - 1)} }}"
            case _:
                parts = "; ".join(self.part(depth - 1) for _ in range(self.dice.randint(1, 3)))
                return f"repeat {{ {parts} }} until {self.dice.choice(ENDS)}"

    def text(self) -> str:
        """The whole."""
        actions = [self.action(n, menu) for menu in ("east", "west") for n in range(self.dice.randint(1, 3))]
        flow = "; ".join(self.part(2) for _ in range(self.dice.randint(1, 3)))
        return START + "\n".join(
            ["open menu east(me: player)", "open menu west(me: player)", *actions, f"main flow day {{ {flow} }}"]
        )


def test_what_passes_the_checker_goes_on_in_every_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "MOST_SILENT", 4000)
    monkeypatch.setenv("KFDSL_CACHE", "")
    codes: dict[str, int] = {}
    for seed in range(PROGRAMS):
        text = Maker(seed).text()
        try:
            rules = kfdsl.load(write_pack(tmp_path / str(seed), "hollow", text))
        except kfdsl.ContentError as refused:
            for code in {each.code for each in refused.diagnostics if each.severity == "error"}:
                codes[code] = codes.get(code, 0) + 1
            continue
        codes["fine"] = codes.get("fine", 0) + 1
        for number in range(GAMES):
            play(rules, number, text)
    assert set(codes) <= {"fine", "no-way-out", "endless", "may-fail", "after-chance"}, codes
    assert min(codes["fine"], codes["no-way-out"], codes["endless"]) > PROGRAMS // 20, codes


def play(rules: kfdsl.Rules, seed: int, text: str) -> None:
    dice = random.Random(seed)
    try:
        game = rules.new_game(["Ann", "Ben"], seed)
        for _ in range(CHOICES):
            if game.over:
                return
            game.play(dice.choice(game.choices()))
    except kfdsl.CannotGoOn as mistake:
        pytest.fail(f"{mistake}\n{text}")

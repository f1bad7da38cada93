"""A group that may no longer be all there is never offered, and never moved into the red."""

from __future__ import annotations

from pathlib import Path

import pytest

from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.program.numbering import Numbering
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from kfdsl.text.source import Source

GRAMMAR = (Path(__file__).resolve().parent.parent.parent / "grammar" / "kfdsl.lark").read_text(encoding="utf-8")
YARD = """
token clay
token straw
place pit of tokens, seen by all, holds 9 clay + 9 straw
place cart of tokens, seen by all
place shelf per player of tokens, seen by owner
shape arms(p: player) { some of shelf(p) }
menu work(me: player)
action rest in work { }
action sing in work { }
action haul in work(with load: arms(me)) { do { DEED } }
main flow day {
  for p in players { move up to 2 clay from pit to shelf(p); move up to 1 straw from pit to shelf(p) }
  for p in players { choose work(p) }
}
"""


def offered(deed: str) -> tuple[Game, list[str]]:
    report = Report()
    source = Source("yard.kf", "yard", YARD.replace("DEED", deed))
    program = compile_packs(
        [PackSource(name="yard", version="1.0.0", after=frozenset(), sources=(source,))], GRAMMAR, report
    )
    assert program is not None, render(report.diagnostics)
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)
    question = game.question
    return game, [line for atoms in question.wholes() if (line := game.choice(atoms).notation).startswith("haul")]


@pytest.mark.parametrize(
    "deed",
    [
        "move load to cart",
        "move clay in load to cart; move straw in load to pit",
        "if size(load) > 1 { move load to cart } else { move load to pit }",
        "move up to 9 clay from pit to cart; move load to cart",
    ],
)
def test_a_group_that_is_all_there_can_be_moved(deed: str) -> None:
    game, wholes = offered(deed)
    assert len(wholes) == 3 * 2 - 1
    for notation in wholes:
        played = game.clone()
        played.play(notation)
        assert all(min(cell) >= 0 for cell in played.state.cells if isinstance(cell, tuple) and cell)


@pytest.mark.parametrize(
    ("deed", "left"),
    [
        ("move all from shelf(me) to pit; move load to cart", []),
        ("if true { move load to cart }; move all from shelf(me) to pit; move load to pit", []),
        ("for p in players { move load to cart }", ["haul with 1 clay"]),
        ("if true { move load to cart }; move load to pit", ["haul with 1 clay"]),  # there is another one
        (
            "move up to 1 clay from shelf(me) to pit; move load to cart",
            ["haul with 1 straw", "haul with 1 clay", "haul with 1 clay + 1 straw"],
        ),
    ],
)
def test_what_is_gone_cannot_be_moved_so_it_is_not_offered(deed: str, left: list[str]) -> None:
    assert offered(deed)[1] == left

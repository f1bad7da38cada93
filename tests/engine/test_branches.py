"""What is picked as one of several in a flow may fail, and so is tried: only what can be completed is offered."""

from __future__ import annotations

from pathlib import Path

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
place pit of tokens, seen by all, holds 1 clay
place yard of kiln, in order, seen by all
kind kiln starts in yard { slot top: lid; place fire of tokens, seen by all }
place lids of lid, in order, seen by all
kind lid starts in lids { }
kiln old_kiln { }
kiln tall_kiln { }
lid flat_lid { }
lid tin_lid { }
main flow day {
  for k in first(1, yard) { move up to 1 clay from pit to fire(k) }
  for p in players { rake() by p }
  apart for p in players { look() by p }
}
effect rake() { one of { ask k: kiln in yard; move 1 clay from fire(k) to pit } or { } }
effect look() { ask t: token in tokens(clay); if t is clay { one of { } or { } } }
query bare() -> list of kiln = all k in yard where k.top is none
"""


def game_of(more: str = "") -> Game:
    report = Report()
    source = Source("yard.kf", "yard", YARD + more)
    program = compile_packs(
        [PackSource(name="yard", version="1.0.0", after=frozenset(), sources=(source,))], GRAMMAR, report
    )
    assert program is not None, render(report.diagnostics)
    return Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)


def offered(game: Game) -> list[str]:
    return [choice.notation for choice in game.choices()]


def test_only_answers_that_lead_to_an_end_are_offered_inside_a_branch() -> None:
    game = game_of()
    assert offered(game) == ["option 1", "option 2"]
    game.play("option 1")  # of the kilns only one holds clay, so that one answers itself; then Ben has nothing to rake
    assert [line.notation for line in game.log] == ["option 1", "old_kiln", "option 2", "clay", "clay"]


def test_what_could_be_picked_is_known_to_be_so_behind_the_ask() -> None:
    game = game_of(
        "extend effect rake after "
        "{ for l in first(1, lids) { if bare() is not empty { ask k: kiln in bare(); move l to k.top } } }"
    )
    game.play("option 2")
    game.play("tall_kiln")
    game.play("option 2")
    assert game.state.cells[game.table.layout.tables["P_lids"]] == ()

"""What packs put before, after and instead of rules and their steps is done as often as they say, where they say."""

from __future__ import annotations

import pytest

from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.program.numbering import Numbering
from kfdsl.text.render import render
from tests.lang.loading import load

YARD = """
token clay "clay" "clay"
place pit of tokens, seen by all, holds 9 clay
place shelf per player of tokens, seen by all
open var heat: number = 0
open var days: number = 0
open var said: number = 0
open query all_read() -> number = heat + days + said
menu work(me: player)
action rest in work { do { said := said + 1 } }
moment night
main flow day {
  morning: { woken: heat := heat + 1 }
  choice() by seat(1)
  noon: choose work(seat(1))
  dusk: happens night()
  evening: choose work(next(seat(1)))
}
effect choice() { one of { hot: heat := heat + 10 } or { cold: days := days + 10 } }
"""


def played(changes: str, *choices: str) -> tuple[int, int, int]:
    """What the variables are behind some answers."""
    program, report = load(YARD + changes)
    assert program is not None, render(report.diagnostics)
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)
    for choice in choices:
        game.play(choice)
    heat, days, said = (game.state.cells[game.table.layout.tables[f"V_{name}"]] for name in ("heat", "days", "said"))
    return heat, days, said


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ("", (1, 0)),
        ("extend flow day before morning when heat = 0 { days := days + 1 }", (1, 1)),
        ("extend flow day before morning when heat = 1 { days := days + 1 }", (1, 0)),
        ("extend flow day after morning when heat = 1 { days := days + 1 }", (1, 1)),
        ("extend flow day instead morning when heat = 0 { days := 5 }", (0, 5)),
        ("extend flow day instead morning when heat = 1 { days := 5 }", (1, 0)),
        ("extend flow day instead morning when heat = 0 { days := 5; proceed }", (1, 5)),
        ("extend effect day before when heat = 0 { days := 3 }", (1, 3)),
    ],
)
def test_a_condition_is_read_where_the_block_stands(changes: str, found: tuple[int, int]) -> None:
    assert played(changes)[:2] == found


def test_a_step_inside_what_is_replaced_is_changed_once() -> None:
    changes = "extend flow day instead morning { proceed }  extend flow day before woken { days := days + 1 }"
    assert played(changes)[:2] == (1, 1)
    assert played(changes.replace("morning {", "morning when heat = 0 {"))[:2] == (1, 1)


def test_a_step_inside_a_branch_is_changed() -> None:
    changes = (
        "extend flow choice before hot { days := days + 7 }  extend flow choice after cold when days > 9 { heat := 0 }"
    )
    assert played(changes, "option 1")[:2] == (11, 7)
    assert played(changes, "option 2")[:2] == (0, 10)


def test_what_is_picked_in_a_change_is_not_what_is_picked_in_the_rule() -> None:
    changes = """
    extend effect choice before { one of { said := 100 } or { said := 200 } }
    on night { one_more() by seat(1) }
    on night { one_again() by seat(1) }
    effect one_more() { one of { said := said + 1000 } or { } }
    effect one_again() { one of { said := said + 2000 } or { } }
    """
    assert played(changes, "option 2", "option 1") == (11, 0, 201)
    assert played(changes, "option 1", "option 2", "option 1", "option 2") == (1, 10, 1102)


def test_an_action_may_do_more_under_a_condition() -> None:
    changes = """
    extend action rest { before when heat > 5 { days := days + 50 }; after when said = 1 and me is seat(1) { days := days + 1 } }
    """
    assert played(changes, "option 1")[:3] == (11, 101, 2)
    assert played(changes, "option 2")[:3] == (1, 11, 2)


def test_asks_that_come_with_what_is_replaced_are_told_apart() -> None:
    changes = """
    extend flow day instead noon when heat > 5 { proceed; heat := 0 }
    action pause in work { do { said := said + 50 } }
    """
    program, report = load(YARD + changes)
    assert program is not None, render(report.diagnostics)
    made = Table(Numbering(program), 2).made
    for parts in (made.asks, made.blocks):
        names = [(part.rule, part.label) for part in parts]
        assert len(set(names)) == len(names)
    assert played(changes, "option 1", "pause", "rest") == (0, 0, 51)
    assert played(changes, "option 2", "pause", "rest") == (1, 10, 51)

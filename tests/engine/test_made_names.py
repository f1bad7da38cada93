"""Names that the compiler makes are none that content can spell: whatever an author calls something, it stays what it is."""

from __future__ import annotations

import pytest

from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.lang.link.model import OptionText
from kfdsl.program import made_names
from kfdsl.program.numbering import Numbering
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from kfdsl.text.source import Source
from tests.lang.loading import grammar, pack

START = """
token clay
place pit of tokens, seen by all, holds 9 clay
place shelf per player of tokens, seen by all
open shape hand(p: player) { some of shelf(p) }
open var heat: number = 0
menu work(me: player)
"""
ONE_DAY = "action nap in work { do { heat := 0 } } main flow day { for p in players { move up to 3 clay from pit to shelf(p) } choose work(seat(1)) }"


def game_of(*packs: PackSource | str, tells: bool = True) -> Game:
    report = Report()
    program = compile_packs(
        [pack("hollow", each) if isinstance(each, str) else each for each in packs], grammar(), report
    )
    assert program is not None, render(report.diagnostics)
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)
    game.tells = tells
    return game


def value(game: Game, var: str) -> object:
    return game.state.cells[game.table.layout.tables[made_names.var_cells(var)]]


@pytest.mark.parametrize("tells", [True, False])
@pytest.mark.parametrize(
    "name", ["told_yes", "told_1", "before_1", "t1", "found", "s", "g", "left_1", "answer", "kept_heat"]
)
def test_a_local_keeps_its_value_whatever_it_is_called(name: str, tells: bool) -> None:
    deed = f'let {name} = 7; heat := heat + 1; ensure warm: heat > before heat else "{{before heat}}"; heat := {name}'
    game = game_of(START + ONE_DAY + f"action rest in work {{ do {{ {deed} }} }}", tells=tells)
    game.play("rest")
    assert value(game, "heat") == 7


@pytest.mark.parametrize("name", ["group_size", "x_some_clay", "some_clay_1"])
def test_a_parameter_of_an_action_may_have_any_name(name: str) -> None:
    action = f"""action give in work({name}: token in tokens(clay), with some_clay: hand(me)) {{
      need few: size(some_clay) <= 2
      do {{ move some_clay to pit; if {name} is clay {{ heat := 3 }} }}
    }}"""
    game = game_of(START + ONE_DAY + action)
    assert game.why_not("give clay with 3 clay") is not None
    game.play("give clay with 2 clay")
    assert value(game, "heat") == 3


def test_an_effect_is_not_the_printed_effect_of_a_card_that_it_is_spelled_like() -> None:
    game = game_of(
        START
        + """
        place yard of kiln, in order, seen by all
        kind kiln starts in yard { face cold, hot { work: effect = none } }
        kiln old { cold { work: do { heat := heat + 1 } } hot { work: do { heat := heat + 10 } } }
        effect old_cold_work() { heat := heat + 100 }
        effect old_hot_work() { heat := heat + 1000 }
        main flow day { for k in yard { perform k.work by seat(1) at k  show k hot  perform k.work by seat(1) at k }
          old_cold_work() old_hot_work() }
        """
    )
    assert value(game, "heat") == 1111


def test_options_of_two_packs_are_two_whatever_they_are_called() -> None:
    deep = PackSource(
        name="deep",
        version="1.0.0",
        after=frozenset(),
        sources=(
            Source(
                "a.kf",
                "deep",
                START
                + """
        main flow day { if option(well_dug) { heat := heat + 1 } happens dusk() }
        moment dusk
    """,
            ),
        ),
        options=(OptionText(name="well_dug", default=False, choices=()),),
    )
    deep_well = PackSource(
        name="deep_well",
        version="1.0.0",
        after=frozenset({"deep"}),
        sources=(Source("b.kf", "deep_well", "on dusk { if option(dug) { heat := heat + 10 } }"),),
        options=(OptionText(name="dug", default=True, choices=()),),
    )
    game = game_of(deep, deep_well)
    assert value(game, "heat") == 10


def test_members_of_two_kinds_are_two_whatever_they_are_called() -> None:
    game = game_of(
        START
        + """
        place yard of tower, in order, seen by all
        trait tower
        kind oven is tower starts in yard { b_size: number  var b_warm: number = 1  b_work: effect }
        kind oven_b is tower starts in yard { size_of: number  var warm: number = 2  work: effect  size: number }
        oven low { b_size: 3  b_work: do { heat := heat + 100 } }
        oven_b high { size_of: 1  size: 4  work: do { heat := heat + 1000 } }
        main flow day {
          low.b_warm := 7
          heat := low.b_size * 10 + high.size + high.warm
          perform low.b_work by seat(1) at low
          perform high.work by seat(1) at high
          high.warm := high.size_of
        }
        """
    )
    assert value(game, "heat") == 34 + 2 + 1100


@pytest.mark.parametrize(
    "change",
    [
        "extend flow day before noon { let x = 9; heat := heat + x - 9 }",
        "extend flow day after noon { for x in players { heat := heat + 0 } }",
        "extend flow day instead noon { let x = 9  proceed  heat := heat + x - 9 }",
        "extend flow day before noon { if any x in players where x is seat(1) { heat := heat + 0 } }",
        "extend flow day instead noon { let x = 9  choose work(seat(1))  proceed  heat := heat + x - 9 }",
        "extend flow day before noon { ask by seat(1) x: player in players  if x is seat(1) { heat := heat + 0 } }",
        "extend flow day instead noon { doing() by seat(1) proceed } effect doing() { one of { heat := heat + 0 } or { heat := heat + 0 } }",
    ],
)
@pytest.mark.parametrize("asks", [True, False])
def test_a_local_of_a_change_is_not_the_local_of_the_rule_that_it_changes(change: str, asks: bool) -> None:
    asking = "choose work(seat(1))" if asks else ""
    game = game_of(
        START
        + f"main flow day {{ let x = 5  noon: heat := heat + x  {asking} heat := heat + 10 * x }} "
        + "action rest in work { do { heat := heat + 0 } }"
        + change
    )
    while not game.over:
        game.play(game.choices()[0])
    assert value(game, "heat") == 55


def test_what_is_replaced_goes_on_in_a_branch_with_its_own_locals() -> None:
    game = game_of(
        START
        + "main flow day { go() by seat(1) } effect go() { let x = 5  if me is seat(1) { noon: heat := heat + x } heat := heat + 10 * x }"
        + "extend flow go instead noon { let y = 1  one of { let x = 2  proceed  heat := heat + 100 * x } or { heat := heat + y } }"
    )
    game.play("option 1")
    assert value(game, "heat") == 255


def test_a_kind_may_be_called_option() -> None:
    game = game_of(
        START
        + """place yard of option, in order, seen by all
        kind option starts in yard { var warm: text = "no" }
        option small { }
        main flow day { small.warm := "yes"  if small.warm is "yes" { heat := 4 } }"""
    )
    assert value(game, "heat") == 4


def test_a_query_may_be_called_ties() -> None:
    game = game_of(
        START
        + "query ties(p: player) -> number = size(shelf(p))  ties go to p with most ties(p) "
        + ONE_DAY
        + "action rest in work { do { heat := 1 } }"
    )
    game.play("rest")
    assert game.over

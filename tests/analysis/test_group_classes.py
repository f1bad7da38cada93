"""One group speaks for its class only where the deed looks at which tokens there are; what is offered never depends on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kfdsl.engine.flat.memory import Rows, using
from kfdsl.engine.library.choices.plans import Plan
from kfdsl.engine.library.machine import MACHINE, Machine
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
var loads: number = 0
var last: number = 0
place pit of tokens, seen by all, holds 9 clay + 9 straw
place cart of tokens, seen by all
place barn of tokens, seen by all
place shelf per player of tokens, seen by owner
open effect take(n: number) { last := n }
shape arms(p: player) { some of shelf(p) }
menu work(me: player)
action rest in work { }
action sing in work { }
action haul in work(with load: arms(me)) { do { DEED; loads := loads + 1 } }
main flow day {
  for p in players { move up to 3 clay from pit to shelf(p); move up to 2 straw from pit to shelf(p) }
  for p in players { choose work(p) }
}
"""
BY_KINDS = [
    'move load to cart; ensure pure: not (cart has straw) else "no straw"',
    'move load to cart; ensure mixed: size(kinds(cart)) > 1 else "both"; last := size(load)',
    'if load has straw { move load to barn } else { move load to cart }; ensure first: loads < 1 else "once"',
    # one side looks closer, the other does not
    'if load has straw { move load to barn; ensure few: size(load) < 4 else "few" } else { move load to cart }',
    'if load has clay { move load to barn } else { move load to cart; ensure two: size(cart) > 1 else "two" }',
    "if load has straw { move clay in load to cart; move straw in load to barn } else { move load to cart }",
]
CLOSER = [
    'move load to cart; ensure few: size(cart) < 3 else "few"',
    'last := size(load); move load to cart; ensure few: last < 3 else "few"',
    'move load to cart; move up to 3 clay from cart to barn; ensure few: size(barn) < 2 else "few"',
    'move load to cart; move all clay from cart to barn; move up to 9 clay from barn to pit; ensure few: size(pit) < 15 else "few"',
    'last := size(load); move load to cart; if last > 2 { ensure never: false else "many" }',
    'score size(load) to me for "load"; move load to cart; ensure poor: score_of(me) < 3 else "rich"',
    'let many = size(load); move load to cart; ensure few: many < 3 else "few"',
    'take(size(load)); move load to cart; ensure few: last < 3 else "few"',
    'move load to cart; if size(cart) > 2 { last := 5 }; ensure few: last < 5 else "few"',
    'if size(load) > 2 { ensure never: false else "many" } else { move load to cart }',
    'if load has straw { move load to barn; ensure few: size(load) < 3 else "few" } '
    'else { move load to cart; ensure two: size(cart) > 1 else "two" }',
]


def yard(deed: str) -> Game:
    report = Report()
    source = Source("yard.kf", "yard", YARD.replace("DEED", deed))
    program = compile_packs(
        [PackSource(name="yard", version="1.0.0", after=frozenset(), sources=(source,))], GRAMMAR, report
    )
    assert program is not None, render(report.diagnostics)
    return Game(Table(Numbering(program), 2), ["Ann", "Ben"], 0)


def hauls(game: Game, by_class: bool) -> list[str]:
    game.forget()
    question = game.question
    with using(game.table.engine.memory):
        for plan in Rows(Plan, Machine(MACHINE).plans_at).first(len(game.table.program.actions)):
            if not by_class:
                plan.by_class = plan.by_tokens = plan.is_shared = False
    return [line for atoms in question.wholes() if (line := game.choice(atoms).notation).startswith("haul")]


@pytest.mark.parametrize("deed", BY_KINDS + CLOSER)
def test_what_is_offered_is_what_trying_every_group_finds(deed: str) -> None:
    game = yard(deed)
    found = hauls(game, by_class=True)
    assert found == hauls(game, by_class=False)
    assert 0 < len(found) <= 4 * 3 - 1
    for notation in found:
        game.clone().play(notation)


@pytest.mark.parametrize("deed", BY_KINDS)
def test_deeds_that_look_at_kinds_are_known(deed: str) -> None:
    assert "haul" in yard(deed).table.facts.play.by_kinds


@pytest.mark.parametrize("deed", CLOSER)
def test_deeds_that_look_closer_are_known(deed: str) -> None:
    assert "haul" not in yard(deed).table.facts.play.by_kinds

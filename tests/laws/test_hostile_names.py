"""How things are called does not matter: with every name replaced, the same seed gives the same game."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import kfdsl
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.lang.link.model import OptionText
from kfdsl.program import core
from kfdsl.program.core.walk import expressions, statements
from kfdsl.program.numbering import Numbering
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render
from tests.lang.loading import grammar, pack
from tests.lang.samples import FIRING, YARD
from tests.laws.games_for_laws import CONSTRUCTS, TOP, times
from tests.laws.hostile_names import bare, renamed, renamed_text, renaming

WORLDS = {
    "sample": (),
    "constructs": (CONSTRUCTS,),
    "isles": (str(TOP / "tests" / "strangers" / "isles"),),
    "tricks": (str(TOP / "tests" / "strangers" / "tricks"),),
    "keyflower": ("keyflower",),
}


@cache
def packs_of(world: str) -> tuple[PackSource, ...]:
    if not WORLDS[world]:
        return tuple(bare([pack("yard", YARD), pack("hollow", FIRING, after=("yard",))]))
    found = kfdsl.load(*WORLDS[world]).packs
    before: list[str] = []
    made = []
    for each in found:
        direct = {relation.pack for relation in (*each.manifest.requires, *each.manifest.follows)}
        made.append(
            PackSource(
                name=each.name,
                version=str(each.manifest.version),
                after=frozenset(direct & set(before)),
                sources=each.sources,
                options=tuple(
                    OptionText(name=option.name, default=option.default, choices=option.choices)
                    for option in each.manifest.options
                ),
                requires=frozenset(direct & set(before)),
            )
        )
        before.append(each.name)
    return tuple(bare(made))


def program_of(packs: list[PackSource]) -> core.Program:
    report = Report()
    program = compile_packs(packs, grammar(), report)
    assert program is not None, render(report.diagnostics)
    return program


@cache
def numbers_of(world: str) -> Numbering:
    return Numbering(program_of(list(packs_of(world))))


def start(numbers: Numbering, seed: int, tells: bool) -> Game:
    game = Game(Table(numbers, 2 + seed % 2), ["Ann", "Ben", "Cleo"][: 2 + seed % 2], seed)
    game.tells = tells
    return game


@cache
def locals_of(world: str) -> tuple[str, ...]:
    """The locals of a program, those first that are read most."""
    program = numbers_of(world).program
    bodies = [rule.body for rule in program.rules] + [query.body for query in program.queries]
    tests = [need.test for action in program.actions for need in action.needs]
    found: Counter[str] = Counter()
    for body in (*bodies, *tests):
        parts = statements(body) if isinstance(body, core.Stmt) else (body,)
        found.update(part.name for each in parts for part in expressions(each) if isinstance(part, core.Local))
    return tuple(name for name, _ in found.most_common())


@pytest.mark.parametrize(
    ("world", "sort", "turn"),
    [
        (world, sort, turn)
        for world in WORLDS
        for sort in ("python", "flat")
        for turn in range(times(1, 6) if world == "keyflower" else 5)
    ],
)
def test_a_game_does_not_depend_on_names(world: str, sort: str, turn: int) -> None:
    names = renaming(packs_of(world), locals_of(world), sort, turn)
    other = Numbering(program_of(renamed(packs_of(world), names)))
    played = 0
    for seed in range(turn, turn + 2):
        one, two = start(numbers_of(world), seed, tells=True), start(other, seed, tells=seed % 2 == 0)
        picks = random.Random(seed)
        for _ in range(100):
            if one.over:
                break
            mine, theirs = one.choices(), two.choices()
            assert [renamed_text(choice.notation, names) for choice in mine] == [choice.notation for choice in theirs]
            at = picks.randrange(len(mine))
            one.play(mine[at])
            two.play(theirs[at])
            played += 1
        assert one.over == two.over
        assert [line[:2] for line in one.state.sheet] == [line[:2] for line in two.state.sheet]
    assert played > 10

"""Two packs call their things alike: each means its own, choices say whose, and examples hold however many packs there are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.examples.run import run
from kfdsl.inspect.lookup import named
from kfdsl.lang.compile import PackSource
from kfdsl.program import core
from kfdsl.program.numbering import Numbering
from kfdsl.text.render import render
from tests.lang.loading import load, pack
from tests.lang.samples import YARD

MINE = """
token brick "{0} brick"
values Mood good, bad
var mood: Mood = good
kiln clay_kiln "{0} kiln" {{ glow: {1} }}
query worth(k: kiln) -> number = if k is clay_kiln then {2} else 0
action learn_one in work(k: kiln in yard where k is clay_kiln) {{
  need warm: k.glow is {1}
  do {{ score worth(k) to me for k; mood := bad; move up to 1 brick from vault to table(me) }}
}}
action skip in work {{ }}
place vault of tokens, seen by all, holds 9 brick
position {3} for ann, ben {{ yard = clay_kiln; mood = good }}
example "one is learnt in {3}" {{
  given {3}
  then ann can "learn_one clay_kiln"
  when ann "learn_one clay_kiln"
  then score_of(ann) = {2}; table(ann) = 1 brick; mood is bad
}}
"""
PACKS = {
    "yard": pack("yard", YARD),
    "promos": pack("promos", MINE.format("Promo", "warm", 3, "evening"), after=("yard",)),
    "others": pack("others", MINE.format("Other", "cold", 5, "dawn"), after=("yard",)),
    "third": pack(
        "third",
        """patch kiln promos.clay_kiln { lit { points: 7 } }
extend action promos.learn_one { need few: size(table(me)) < 2 }
extend query others.worth when k is promos.clay_kiln then 1
example "a third pack says whose is meant" {
  given evening; yard = promos.clay_kiln, others.clay_kiln; table(ann) = 2 others.brick
  then promos.clay_kiln.lit.points = 7; others.clay_kiln.lit.points = 0; others.worth(promos.clay_kiln) = 1
  then ann cannot "promos.learn_one promos.clay_kiln" because promos.learn_one.few; ann can "rest"
  then ann can "others.learn_one others.clay_kiln"; promos.mood is promos.good
}""",
        after=("yard", "promos", "others"),
    ),
}


def program(*names: str) -> core.Program:
    made, report = load(*(PACKS[name] for name in names))
    assert made is not None, render(report.diagnostics)
    return made


@pytest.mark.parametrize("names", [("promos",), ("others",), ("promos", "others"), ("others", "promos", "third")], ids="+".join)
def test_examples_hold_in_any_company(names: tuple[str, ...]) -> None:
    made = program("yard", *names)
    table = Table(Numbering(made), 2)
    assert made.examples
    wrong = [each for each in (run(table, example) for example in made.examples) if each is not None]
    assert not wrong, render(wrong)


def test_choices_say_whose_only_where_two_declare_a_name() -> None:
    def texts(*names: str) -> list[tuple[str, str]]:
        game = Game(Table(Numbering(program("yard", *names)), 2), ["Ann", "Ben"], 1)
        return [(choice.notation, choice.text) for choice in game.choices()]

    assert texts("promos") == [("rest", "rest"), ("skip", "skip")]
    assert texts("promos", "others") == [("rest", "rest"), ("promos.skip", "skip"), ("others.skip", "skip")]
    assert sorted(texts("others", "promos")) == sorted(texts("promos", "others"))


def test_a_pack_may_be_written_though_nobody_else_declares_the_name() -> None:
    game = Game(Table(Numbering(program("yard", "promos")), 2), ["Ann", "Ben"], 1)
    game.play("promos.skip")
    assert [line.notation for line in game.log] == ["skip"]


def test_what_is_asked_for_by_a_short_name_is_all_that_is_called_so() -> None:
    made = program("yard", "promos", "others")
    assert [each.name for each in named(made, "clay_kiln")] == ["promos.clay_kiln", "others.clay_kiln"]
    assert [each.pack for each in named(made, "others.clay_kiln")] == ["others"]
    assert [each.name for each in named(made, "yard.old_kiln")] == ["old_kiln"]


def test_a_save_means_the_same_when_it_is_read_again(tmp_path: Path) -> None:
    for name, source in PACKS.items():
        write(tmp_path, name, source)
    rules = kfdsl.load(str(tmp_path))
    game = rules.new_game(["Ann", "Ben"], seed=3)
    for _ in range(3):
        if not game.over:
            game.play(game.choices()[-1])
    again = rules.resume(json.loads(json.dumps(game.save())))
    assert again.log == game.log
    assert [choice.notation for choice in again.choices()] == [choice.notation for choice in game.choices()]


def write(root: Path, name: str, source: PackSource) -> None:
    """A pack as a folder holds it."""
    manifest = {
        "name": name,
        "version": "1.0.0",
        "title": name,
        "languages": ["en"],
        "requires": dict.fromkeys(sorted(source.after), "*"),
    }
    (root / f"{name}.pack.json").write_text(json.dumps(manifest), encoding="utf-8")
    folder = root / "rules" / name
    folder.mkdir(parents=True)
    for each in source.sources:
        (folder / Path(each.name).name).write_text(each.text, encoding="utf-8")

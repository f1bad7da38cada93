"""A pack to begin with, and texts set in order."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path

import pytest

import kfdsl
from kfdsl.lang import nodes
from kfdsl.lang.syntax.build import build
from kfdsl.lang.syntax.format import tidy
from kfdsl.lang.syntax.parse import parse
from kfdsl.packs.shipped import grammar_file
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source
from tests.cli.conftest import Call
from tests.cli.gardens import gardens

TOP = Path(__file__).resolve().parents[2]
TEXTS = sorted([*(TOP / "content").rglob("*.kf"), *(TOP / "tests").rglob("*.kf")])
TEXTS = [path for path in TEXTS if "cases" not in path.parts]

# ---- new


def test_a_new_pack_loads_holds_and_is_played(call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    said = call("new", "frost")
    assert said.code == 0, said
    assert "It loads, and its example holds." in said.out
    assert call("check", "./frost").out == "frost 0.1.0: nothing wrong\n"
    assert call("test", "./frost").out == "1 example, all hold\n"
    assert "points" in call("play", "--packs", "./frost", "--seed", "1").out
    assert call("fmt", "--check", "./frost").out == "All is in order.\n"
    assert call("show", "old_kiln", "--packs", "./frost").code == 0


def test_a_new_pack_may_begin_with_a_copy_of_a_thing(call: Call, tmp_path: Path) -> None:
    game = gardens(tmp_path / "gardens")
    folder = tmp_path / "mine"
    said = call("new", "iris_bed", "--like", "Rose bed with a very long name", "--packs", game, "--in", folder)
    assert said.code == 0, said
    assert f"kfdsl check {game} {folder}\n" in said.out
    rules = kfdsl.load(game, folder)
    card = next(card for card in rules.program.cards if card.name == "iris_bed")
    assert (card.nouns, card.kind, card.pack) == (("Iris bed",), "bed", "iris_bed")
    assert [example.name for example in rules.examples() if example.pack == "iris_bed"] == ["Iris bed is there"]
    assert rules.check_examples() == ()


def test_what_is_there_is_not_written_over(call: Call, tmp_path: Path) -> None:
    (tmp_path / "frost").mkdir()
    (tmp_path / "frost" / "letter.txt").write_text("dear")
    said = call("new", "frost", "--in", tmp_path / "frost")
    assert said.code == 2
    assert [path.name for path in (tmp_path / "frost").iterdir()] == ["letter.txt"]


# ---- fmt


@lru_cache(maxsize=8)
def built(text: str) -> nodes.File:
    report = Report()
    source = Source("a.kf", "a", text)
    tree = parse(source, grammar_file().read_text(encoding="utf-8"), report)
    assert tree is not None
    return build(source, tree, report)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(TOP)))
def test_setting_a_text_in_order_keeps_its_meaning_and_its_comments_and_is_done_once(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    chance = random.Random(path.name)
    muddled = "\n".join(
        " " * chance.randint(0, 9) + line.strip() + " " * chance.randint(0, 2) for line in text.split("\n")
    )
    for given in (text, muddled, text.replace("\n", "\r\n")):
        before = built(given)
        made = tidy(before)
        assert built(made) == before
        assert tidy(built(made)) == made
        words = [line.split() for line in given.splitlines() if line.split()]
        assert [line.split() for line in made.splitlines() if line.split()] == words


def test_lines_are_indented_by_what_they_stand_in() -> None:
    muddled = """


   # about clay
      token clay
  kind kiln starts in yard {
 place fire of tokens, seen by all    # warm
        face cold, lit { work: effect = none }

# a comment before a brace
      }
  place yard of kiln, seen by all
      open query long() -> number =
        1 + 2 +
          3
   kiln old_kiln {
  cold { work: do {
 heat := 1
  if heat > 1 {
   heat := 2
  } else {
 heat := 3
 }
 } }
     lit {
  work: none }
  }
 var heat: number = 0
example "x" {
given y
   then heat = 1;
         heat = 2
}

"""
    assert (
        tidy(built(muddled))
        == """\
# about clay
token clay
kind kiln starts in yard {
  place fire of tokens, seen by all    # warm
  face cold, lit { work: effect = none }

  # a comment before a brace
}
place yard of kiln, seen by all
open query long() -> number =
  1 + 2 +
    3
kiln old_kiln {
  cold { work: do {
    heat := 1
    if heat > 1 {
      heat := 2
    } else {
      heat := 3
    }
  } }
  lit {
    work: none }
}
var heat: number = 0
example "x" {
  given y
  then heat = 1;
        heat = 2
}
"""
    )


def test_files_are_set_in_order_or_only_told(call: Call, tmp_path: Path) -> None:
    game = gardens(tmp_path / "gardens")
    text = game / "rules" / "gardens" / "gardens.kf"
    orderly = text.read_text(encoding="utf-8")
    text.write_text(orderly.replace("\n  ", "\n      "), encoding="utf-8")
    muddled = text.read_text(encoding="utf-8")
    said = call("fmt", "--check", game)
    assert (said.code, said.out) == (1, f"would change {text}\n")
    assert text.read_text(encoding="utf-8") == muddled
    said = call("fmt", game)
    assert (said.code, said.out) == (0, f"changed {text}\n")
    assert call("fmt", "--check", text).code == 0
    assert kfdsl.load(game).program == kfdsl.load(gardens(tmp_path / "again")).program


def test_a_text_with_a_mistake_in_it_is_told_and_left_alone(call: Call, tmp_path: Path) -> None:
    text = tmp_path / "broken.kf"
    text.write_text("   token clay {", encoding="utf-8")
    said = call("fmt", text)
    assert said.code == 1
    assert "error[syntax]" in said.err
    assert text.read_text(encoding="utf-8") == "   token clay {"

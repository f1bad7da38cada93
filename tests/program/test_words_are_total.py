"""Every built-in word answers, whatever stands in its holes: cards that lie nowhere, empty lists, numbers below zero.

All words and operators meet all samples of all types, as far as the checker lets them; each query is asked in a game where one card is laid,
another is on its plane without a spot, and others lie elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import kfdsl
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.program import core
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import Type
from kfdsl.program.words import OPERATORS, WORDS, Word
from tests.lang.loading import load

WORLD = """
values Border road, water
trait fine
trait wide { sides: list of Border }
token clay "clay" "clay" is fine
token straw "straw" "straws"
place pit of tokens, seen by all, holds 3 clay + 2 straw
place shelf per player of tokens, seen by all
kind hex is wide starts in deck { }
place deck of hex, in order, seen by all
plane land per player of wide edged by sides, seen by all
hex laid_hex { sides: road, water, road, water, road, water }
hex loose_hex { sides: road, road, road, road, road, road }
hex far_hex { sides: water, water, water, water, water, water }
kind coin starts in purse { }
place purse of coin, seen by all
coin penny { }
plane grid of coin on squares 2 by 2 with diagonals, seen by all
plane towns of coin on spots { old_town joins new_town by road; new_town; far_town }, seen by all
main flow game {
  begin: { for s in spots(laid_hex, land(seat(1))) { lay laid_hex on land(seat(1)) at s } move loose_hex to land(seat(1)) }
  score 2 to seat(1) for "x"
}
"""
SAMPLES: dict[str, tuple[str, ...]] = {
    "number": ("(0 - 3)", "0", "1", "2", "13", "1000000000", "size(players)"),
    "player": ("seat(1)", "next(seat(1))"),
    "card": ("laid_hex", "loose_hex", "far_hex", "penny"),
    "anycard": ("laid_hex", "loose_hex", "far_hex", "penny"),
    "value": ("road", "water"),
    "anyvalue": ("road", "water"),
    "token": ("clay", "straw"),
    "trait": ("fine", "clay", "wide"),
    "kind": ("hex", "coin", "wide", "fine"),
    "values": ("Border",),
    "bundle": ("pit", "shelf(seat(1))", "2 clay", "pit + 1 straw"),
    "place": ("pit", "shelf(seat(1))"),
    "want": ("2 fine", "1 clay + 1 fine", "pit"),
    "bool": ("true", "false"),
    "text": ('"text"',),
    "plane": ("land(seat(1))", "land(next(seat(1)))", "deck", "grid", "towns"),
    "list": ("players", "deck", "land(seat(1))", "purse", "(all p in players where false)", "numbers(2)"),
    "set": ("tokens(fine)", "{road}", "{road, water}", "kinds(pit)", "kinds(shelf(seat(1)))"),
    "var": ("1", "seat(1)", "road", "laid_hex", "penny", "clay"),
    "maybe": ("none", "seat(1)", "seat(9)", "1", "road", "next(water)", "laid_hex", "owner(penny)"),
    "spot": ("s", "old_town", "spot(9, -9)"),
    "area": ("a",),
    "group": (),
}
MOST = 30  # combinations of samples of one row
WORDED = {"negative": "(-{0})", "not": "(not {0})", "in": "({0} in {1})", "at": "([3, 1, 2] at {1})"}


def written(word: Word, args: tuple[str, ...]) -> str:
    if word.name in WORDS:
        return f"{word.name}({', '.join(args)})"
    return WORDED.get(word.name, f"({{0}} {word.name} {{1}})").format(*args)


def asked() -> Iterator[str]:
    """Every word with every sample, as something that is true or false."""
    for word in (*WORDS.values(), *OPERATORS.values()):
        for row in word.rows:
            samples = [_of(type_) for type_ in row.takes]
            for args in list(product(*samples))[:: max(1, _count(samples) // MOST)]:
                yield _test(written(word, args), args)


def _of(type_: Type) -> tuple[str, ...]:
    return SAMPLES[type_.head]


def _count(samples: list[tuple[str, ...]]) -> int:
    count = 1
    for each in samples:
        count *= len(each)
    return count


def _test(said: str, args: tuple[str, ...]) -> str:
    """Whatever it gives is compared with itself, for each spot and area if it is about one."""
    found = f"{said} = {said}"
    if "s" in args:
        found = f"any s in spots(far_hex, land(seat(1))) where {found}"
    if "a" in args:
        found = f"any a in areas(land(seat(1)), {{road}}) where {found}"
    return found


def test_every_word_answers_whatever_stands_in_its_holes() -> None:
    tests = dict.fromkeys(asked())
    while True:
        lines = list(tests)
        before = WORLD.count("\n")
        text = WORLD + "\n".join(f"open query q{at}() -> bool = {test}" for at, test in enumerate(lines))
        program, report = load(text)
        if program is not None:
            break
        wrong = {
            found.span.source.position(found.span.start)[0]
            for found in report.diagnostics
            if found.span and found.severity == "error"
        }
        assert all(line > before for line in wrong), report.diagnostics[0]
        for line in wrong:
            del tests[lines[line - before - 1]]
    assert len(lines) > 300
    assert {word for word in WORDS if not any(f"{word}(" in line for line in lines)} <= {"option", "takes_from"}
    game = Game(Table(Numbering(program), 2), ["Ann", "Ben"], 1)
    bodies = {query.name: query.body for query in program.queries}
    for at, line in enumerate(lines):
        ask(game, bodies[f"q{at}"], line)


def ask(game: Game, test: core.Expr, line: str) -> None:
    try:
        game.table.fill()
        game.table.evaluate(test, game.state)
    except kfdsl.CannotGoOn as told:
        assert told.span is not None
    except Exception as trouble:
        raise AssertionError(line) from trouble

"""Queries that ask themselves answer what Python's own recursion does, in both printers, and end where they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kfdsl
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.lang.judge.bounds.bounds import bounds
from kfdsl.lang.judge.bounds.sizes import counted
from kfdsl.program.numbering import Numbering
from tests.lang.loading import load
from tests.record.pottery import POTTERY, write_pack

WORLD = """
kind room starts in house { far: number; open: number }
place house of room, in order, seen by all
main flow game { begin: { score 1 to seat(1) for "x" } }
query doors(r: room) -> list of room = all o in house where o.far != r.far and (o.far * r.open + r.far) mod 3 < 2
open query way(r: room, seen: set of room) -> number up to 8 deep =
  1 + (most of way(o, seen + {r}) for o in doors(r) where o not in seen otherwise 0)
open query paired(n: number) -> number up to DEPTH deep otherwise n * 7 = if n < LOW then n else paired(n - ONE) + paired(n - TWO) * 2
"""
numbers = st.integers(1, 5)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=5), numbers, numbers, numbers, numbers)
def test_they_are_as_python_has_them(opens: list[int], depth: int, low: int, one: int, two: int) -> None:
    is_meant(opens, depth, low, one, two, is_native=False)


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=2, max_size=5), numbers, numbers, numbers, numbers)
def test_they_are_natively_too(opens: list[int], depth: int, low: int, one: int, two: int) -> None:
    is_meant(opens, depth, low, one, two, is_native=True)


def is_meant(opens: list[int], depth: int, low: int, one: int, two: int, is_native: bool) -> None:
    text = WORLD
    for word, value in {"DEPTH": depth, "LOW": low, "ONE": one, "TWO": two}.items():
        text = text.replace(word, str(value))
    text += "".join(f"room r{far} {{ far: {far}; open: {each} }}\n" for far, each in enumerate(opens))
    program, report = load(text)
    assert program is not None, [each.message for each in report.diagnostics]
    table = Table(Numbering(program), 2)
    game = Game(table, ["Ann", "Ben"], 1)
    if is_native:
        table.compile_now()

    def way(room: int, seen: frozenset[int]) -> int:
        doors = [o for o in range(len(opens)) if o != room and (o * opens[room] + room) % 3 < 2]
        return 1 + max((way(o, seen | {room}) for o in doors if o not in seen), default=0)

    def paired(n: int, left: int) -> int:
        if left == 0:
            return n * 7
        return n if n < low else paired(n - one, left - 1) + paired(n - two, left - 1) * 2

    for room in range(len(opens)):
        assert table.query(game.state, "way", room, 0) == way(room, frozenset())
    for n in range(-3, 30, 4):
        assert table.query(game.state, "paired", n) == paired(n, depth)


@pytest.mark.parametrize("is_native", [False, True])
def test_what_is_deeper_than_it_says_ends_with_its_line_and_the_game_stands_where_it_stood(is_native: bool, tmp_path: Path) -> None:
    deep = "query down(n: number) -> number up to 9 deep = if n = 0 then 0 else 1 + down(n - 1)\n"
    text = f"{POTTERY}{deep}action sink in stint {{ do {{ rounds := down(rounds * 5 + 8) }} }}\n"
    game = kfdsl.load(write_pack(tmp_path, text)).new_game(["Ann", "Ben"], seed=1)
    if is_native:
        game.table.compile_now()
    game.play("sink")
    before = game.save()
    with pytest.raises(kfdsl.TooMany, match="stands in itself more often") as caught:
        game.play("sink")
    assert caught.value.span is not None and caught.value.span.words.startswith("query down")
    assert game.save() == before


def test_what_they_take_is_never_more_than_is_told() -> None:
    text = WORLD.split("open query paired", maxsplit=1)[0] + "".join(f"room r{far} {{ far: {far}; open: 0 }}\n" for far in range(5))
    program, report = load(text)
    assert program is not None, [each.message for each in report.diagnostics]
    told = bounds(program)
    assert not any("." in name for name in told)
    most = told["way"].number(counted(program, 2))
    table = Table(Numbering(program), 2)
    game = Game(table, ["Ann", "Ben"], 1)
    table.fill()
    before = table.engine.steps_left
    assert table.query(game.state, "way", 0, 0) == 5 and most is not None
    assert 0 < before - table.engine.steps_left <= most

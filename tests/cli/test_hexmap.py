"""Hexes in characters: nothing overlaps, nothing is lost, nothing is too wide, whatever lies there."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from kfdsl.cli.draw.canvas import Canvas, centred, cut, folded
from kfdsl.cli.draw.figure import Figure, Stroke
from kfdsl.cli.draw.hexmap import MARKED, SIZES, Size, _draw, beside_one_another, drawn, picture
from tests.oracles.planes.grid import Hex, around

HEXES = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
FAR_HEXES = st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
TITLES = st.text(max_size=30)


def stroke(sign: str) -> Stroke:
    return Stroke(lying=sign, rising=sign, falling=sign)


def hexagon(title: str = "", below: str = "", signs: str = "######") -> Figure:
    return Figure(title=title, below=below, strokes=tuple(map(stroke, signs)))


def cells(hex_: Hex, size: Size) -> set[tuple[int, int]]:
    """The cells that a hex takes on a sheet that all hexes share."""
    canvas = Canvas()
    q, r = hex_
    _draw(canvas, size.height * r + (size.slant + 1) * q, size.step * q, hexagon("M" * 40, "M" * 40), size)
    return set(canvas.cells)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_hexes_that_touch_do_not_overlap(size: Size) -> None:
    near = [(0, 0), *around((0, 0))]
    for one, other in combinations(near, 2):
        assert cells(one, size).isdisjoint(cells(other, size)), (one, other)


def test_strokes_stand_where_their_edges_are() -> None:
    """Directions count clockwise from the bottom: S, SW, NW, N, NE, SE."""
    lines = [line.plain for line in picture({(0, 0): hexagon("x", "", "012345")}, Size(1, 8))]
    assert lines == [" 333333", "2  x   4", "1      5", " 000000"]
    lines = [line.plain for line in picture({(0, 0): hexagon("x", "y", "012345")}, Size(2, 10))]
    assert lines == ["  333333", " 2      4", "2   x    4", "1   y    5", " 1      5", "  000000"]


def test_hexes_lie_where_their_neighbours_are() -> None:
    """(0,1) lies below, (1,0) to the lower right, (-1,0) to the upper left."""
    hexes = {(0, 0): hexagon("m"), (0, 1): hexagon("s"), (1, 0): hexagon("e"), (-1, 0): hexagon("w")}
    lines = [line.plain for line in picture(hexes, Size(1, 8))]
    at = {title: (row, line.index(title)) for title in "mswe" for row, line in enumerate(lines) if title in line}
    assert at["s"][0] > at["m"][0] and at["s"][1] == at["m"][1]
    assert at["e"][0] > at["m"][0] and at["e"][1] > at["m"][1]
    assert at["w"][0] < at["m"][0] and at["w"][1] < at["m"][1]


def test_marks_stand_in_their_corners() -> None:
    """Mark c stands clockwise behind stroke c, between the bottom and the lower left for the first."""
    marked = Figure(title="x", below="", strokes=tuple(map(stroke, "......")), marks=tuple("abcdef"))
    lines = [line.plain for line in picture({(0, 0): marked}, MARKED[-1])]
    assert lines == ["  ........", " .c      d.", ".b   x    e.", ".          .", " .a      f.", "  ........"]


@settings(max_examples=80, deadline=None)
@given(
    st.dictionaries(HEXES, st.tuples(TITLES, TITLES), max_size=25),
    st.integers(10, 200),
    st.integers(5, 80),
    st.booleans(),
)
def test_drawing_never_fails_and_keeps_to_its_width(
    hexes: dict[Hex, tuple[str, str]], width: int, height: int, is_marked: bool
) -> None:
    marks = (*"12三 \n", "") if is_marked else ("",) * 6
    shapes = {
        hex_: Figure(title=title, below=below, strokes=tuple(map(stroke, "-=~-=~")), marks=marks)
        for hex_, (title, below) in hexes.items()
    }
    least = (MARKED if is_marked and hexes else SIZES)[-1].width
    for line in drawn(shapes, width, height):
        assert cell_len(line.plain) <= max(width, least) or line.plain.startswith(("columns", "apart"))
        assert "\n" not in line.plain


@settings(max_examples=80, deadline=None)
@given(st.sets(HEXES, max_size=25), st.integers(8, 200), st.integers(5, 80))
def test_every_hex_is_drawn_once(hexes: set[Hex], width: int, height: int) -> None:
    names = {hex_: chr(0x4E00 + number) for number, hex_ in enumerate(sorted(hexes))}
    text = "\n".join(line.plain for line in drawn({hex_: hexagon(name) for hex_, name in names.items()}, width, height))
    assert all(text.count(name) == 1 for name in names.values())


@settings(max_examples=20, deadline=None)
@given(st.sets(FAR_HEXES, max_size=6))
def test_hexes_far_apart_take_no_more_room_than_there_are(hexes: set[Hex]) -> None:
    lines = drawn({hex_: hexagon("x") for hex_ in hexes}, 80, 40)
    assert len(lines) <= 14 * len(hexes)


@given(st.lists(TITLES, max_size=20), st.integers(5, 100))
def test_single_hexes_stand_side_by_side(titles: list[str], width: int) -> None:
    lines = beside_one_another([hexagon(title) for title in titles], width)
    assert all(cell_len(line.plain) <= max(width, 12) for line in lines)


@given(st.text(), st.integers(0, 40), st.integers(1, 3))
def test_texts_keep_to_their_cells(text: str, width: int, lines: int) -> None:
    assert cell_len(cut(text, width)) <= width
    assert cell_len(centred(text, width)) == width
    found = folded(text, width, lines)
    assert len(found) <= lines
    assert all(cell_len(line) <= width for line in found)

"""Squares, drawn in characters.

In:   by square, what stands in it and the strokes of its four edges.      Out:  lines no wider than asked, as large as fits.
Every square has an outline of its own, so two that touch with unlike edges show both; its numbers stand above and beside the map. Squares
that are too many for one row are drawn in strips. What strokes mean is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from kfdsl.cli.draw.canvas import Canvas, centred, cut, folded
from kfdsl.cli.draw.figure import Figure

Square = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Size:
    """Rows and columns of a square, with its outline."""

    tall: int
    wide: int


SIZES = (Size(6, 14), Size(5, 12), Size(5, 10), Size(4, 9), Size(4, 7), Size(4, 6))
MARKED = SIZES[:3]  # with room for marks at corners
SINGLE = Size(5, 10)
MARGIN = 4  # for the number of a row


def drawn(squares: Mapping[Square, Figure], width: int, height: int) -> list[Text]:
    """All squares; of a size at which they are no higher than asked, if there is one."""
    if not squares:
        return []
    sizes = MARKED if any(any(each.marks) for each in squares.values()) else SIZES
    columns, rows = ({square[at] for square in squares} for at in (0, 1))
    many, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    wide = [size for size in sizes if many * size.wide + MARGIN <= width]
    size = next((each for each in wide if high * each.tall + 1 <= height), wide[-1] if wide else sizes[-1])
    lines: list[Text] = []
    for strip in _strips(squares, size, width):
        lines += [Text()] if lines else []
        lines += _picture({square: squares[square] for square in strip}, size)
    return lines


def beside_one_another(squares: Sequence[Figure], width: int) -> list[Text]:
    """Single squares in rows, all of one size."""
    many = max(1, (width + 1) // (SINGLE.wide + 1))
    lines: list[Text] = []
    for first in range(0, len(squares), many):
        canvas = Canvas()
        for number, square in enumerate(squares[first : first + many]):
            _draw(canvas, 0, number * (SINGLE.wide + 1), square, SINGLE)
        lines += canvas.lines()
    return lines


def _picture(squares: Mapping[Square, Figure], size: Size) -> list[Text]:
    canvas = Canvas()
    top = min(down for _, down in squares) * size.tall
    for column in {across for across, _ in squares}:
        canvas.put(top - 1, column * size.wide, centred(str(column), size.wide), "dim")
    first = min(across for across, _ in squares) * size.wide - MARGIN
    for row in {down for _, down in squares}:
        canvas.put(row * size.tall + size.tall // 2, first, str(row).rjust(MARGIN - 1), "dim")
    for (across, down), square in squares.items():
        _draw(canvas, down * size.tall, across * size.wide, square, size)
    return canvas.lines()


def _draw(canvas: Canvas, top: int, left: int, square: Figure, size: Size) -> None:
    south, west, north, east = square.strokes
    for row, stroke in ((0, north), (size.tall - 1, south)):
        canvas.put(top + row, left + 1, stroke.lying * (size.wide - 2), stroke.style)
    for row in range(1, size.tall - 1):
        canvas.put(top + row, left, west.standing, west.style)
        canvas.put(top + row, left + size.wide - 1, east.standing, east.style)
    for row, text in enumerate(_rows(square, size), start=1):
        canvas.put(top + row, left + 1, centred(text, size.wide - 2), square.style)
    corners = ((size.tall - 2, 1), (1, 1), (1, size.wide - 2), (size.tall - 2, size.wide - 2))
    for mark, (row, column) in zip(square.marks, corners, strict=False):
        if mark:
            canvas.put(top + row, left + column, mark[:1], "bold")


def _rows(square: Figure, size: Size) -> list[str]:
    """The title in the middle, what lies there below it."""
    inner, wide = size.tall - 2, size.wide - 2
    title = folded(square.title, wide, 1 if inner < 3 and square.below else max(1, inner - 1)) or [""]
    title[-1] = cut(title[-1], wide - len(square.sign)) + square.sign
    rows = [*title, square.below] if square.below else title
    above = max(0, (inner - len(rows)) // 2)
    return ([""] * above + rows)[:inner]


def _strips(squares: Mapping[Square, Figure], size: Size, width: int) -> Iterator[tuple[Square, ...]]:
    """All of them, or columns that are narrow enough together."""
    many = max(1, (width - MARGIN) // size.wide)
    columns = [across for across, _ in squares]
    for start in range(min(columns), max(columns) + 1, many):
        strip = tuple(sorted(square for square in squares if start <= square[0] < start + many))
        if strip:
            yield strip

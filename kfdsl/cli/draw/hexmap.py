"""Hexes with a flat top, drawn in characters.

In:   by hex, what stands in it and the strokes of its six edges.      Out:  lines no wider than asked, as large as fits.
Every hex has an outline of its own, so two that touch with unlike edges show both. Hexes far apart are drawn one group below the
other; a group that is too wide is drawn in strips. What strokes mean is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from kfdsl.cli.draw.canvas import Canvas, centred, cut, folded
from kfdsl.cli.draw.figure import Figure
from kfdsl.cli.draw.hexes import Hex, around


@dataclass(frozen=True, slots=True)
class Size:
    """Rows of a slanting edge, and columns from tip to tip."""

    slant: int
    width: int

    @property
    def height(self) -> int:
        """Rows from one hex to the one below."""
        return 2 * self.slant + 2

    @property
    def step(self) -> int:
        """Columns from one hex to the next on the right; one stays free between them."""
        return self.width - self.slant + 1

    def columns(self, across: int) -> int:
        """How wide so many hexes side by side are."""
        return (across - 1) * self.step + self.width


SIZES = (Size(2, 16), Size(2, 14), Size(2, 12), Size(1, 12), Size(1, 10), Size(1, 8))
MARKED = (Size(2, 16), Size(2, 14), Size(2, 12))  # with room for marks at corners
SINGLE = Size(2, 12)
GAP = 2  # hexes no further apart are drawn together


def drawn(hexes: Mapping[Hex, Figure], width: int, height: int) -> list[Text]:
    """All hexes; of a size at which the highest group is no higher than asked, if there is one."""
    groups = list(_groups(hexes))
    sizes = MARKED if any(any(each.marks) for each in hexes.values()) else SIZES
    size = next((size for size in sizes if all(_fits(group, size, width, height) for group in groups)), None)
    size = size or next((size for size in sizes if all(_fits(group, size, width, None) for group in groups)), sizes[-1])
    lines: list[Text] = []
    for number, group in enumerate(groups):
        for strip in _strips(group, size, width):
            lines += [Text()] if lines else []
            lines += [Text(_about(group, strip), style="dim")] if strip != group or number else []
            lines += picture({hex_: hexes[hex_] for hex_ in strip}, size)
    return lines


def picture(hexes: Mapping[Hex, Figure], size: Size) -> list[Text]:
    """Hexes at one size."""
    canvas = Canvas()
    for (q, r), hexagon in hexes.items():
        _draw(canvas, size.height * r + (size.slant + 1) * q, size.step * q, hexagon, size)
    return canvas.lines()


def beside_one_another(hexagons: Sequence[Figure], width: int) -> list[Text]:
    """Single hexes in rows, all of one size."""
    many = max(1, (width + 1) // (SINGLE.width + 1))
    lines: list[Text] = []
    for first in range(0, len(hexagons), many):
        canvas = Canvas()
        for number, hexagon in enumerate(hexagons[first : first + many]):
            _draw(canvas, 0, number * (SINGLE.width + 1), hexagon, SINGLE)
        lines += canvas.lines()
    return lines


def _draw(canvas: Canvas, top: int, left: int, hexagon: Figure, size: Size) -> None:
    south, south_west, north_west, north, north_east, south_east = hexagon.strokes
    slant, width = size.slant, size.width
    for row, stroke in ((0, north), (2 * slant + 1, south)):
        canvas.put(top + row, left + slant, stroke.lying * (width - 2 * slant), stroke.style)
    for row in range(1, slant + 1):
        low = 2 * slant + 1 - row
        inset = slant - row
        right = left + width - 1 - inset
        canvas.put(top + row, left + inset, north_west.rising, north_west.style)
        canvas.put(top + row, right, north_east.falling, north_east.style)
        canvas.put(top + low, left + inset, south_west.falling, south_west.style)
        canvas.put(top + low, right, south_east.rising, south_east.style)
    _write(canvas, top, left, hexagon, size)


def _write(canvas: Canvas, top: int, left: int, hexagon: Figure, size: Size) -> None:
    slant, width = size.slant, size.width
    margin = 1 if any(hexagon.marks) else 0
    rows = _rows(hexagon, size, margin)
    for row, text in enumerate(rows, start=1):
        inset = max(slant - row, row - slant - 1) + 1 + margin
        canvas.put(top + row, left + inset, centred(text, width - 2 * inset), hexagon.style)
    last = width - 2
    corners = (
        (2 * slant, slant),
        (slant, 1),
        (1, slant),
        (1, last - slant + 1),
        (slant, last),
        (2 * slant, last - slant + 1),
    )
    for mark, (row, column) in zip(hexagon.marks, corners, strict=False):
        canvas.put(top + row, left + column, mark[:1], "bold")


def _rows(hexagon: Figure, size: Size, margin: int) -> list[str]:
    """What stands in each row: the title in the middle, what lies there below it."""
    wide = size.width - 2 - 2 * margin
    most = 1 if size.slant == 1 and hexagon.below else 2
    title = folded(hexagon.title, wide, most) or [""]
    title[-1] = cut(title[-1], wide - len(hexagon.sign)) + hexagon.sign
    above = [] if size.slant == 1 else [""]
    return [*above, *title, hexagon.below, ""][: 2 * size.slant]


# ---- groups and strips


def _groups(hexes: Mapping[Hex, Figure]) -> Iterator[tuple[Hex, ...]]:
    """Hexes that lie near one another, in order."""
    left = dict.fromkeys(sorted(hexes))
    while left:
        queue = [next(iter(left))]
        del left[queue[0]]
        for hex_ in queue:  # grows while it is read
            near = [other for other in _near(hex_) if other in left]
            for other in near:
                del left[other]
            queue += near
        yield tuple(sorted(queue))


def _near(hex_: Hex) -> set[Hex]:
    found = {hex_}
    for _ in range(GAP):
        found |= {other for each in found for other in around(each)}
    return found


def _fits(group: tuple[Hex, ...], size: Size, width: int, height: int | None) -> bool:
    columns = [q for q, _ in group]
    rows = [2 * r + q for q, r in group]  # in halves of a hex
    high = (max(rows) - min(rows) + 2) * (size.slant + 1)
    return size.columns(max(columns) - min(columns) + 1) <= width and (height is None or high <= height)


def _strips(group: tuple[Hex, ...], size: Size, width: int) -> Iterator[tuple[Hex, ...]]:
    """The group, or parts of it that are narrow enough."""
    many = max(1, (width - size.width) // size.step + 1)
    first, last = group[0][0], group[-1][0]
    for start in range(first, last + 1, many):
        strip = tuple(hex_ for hex_ in group if start <= hex_[0] < start + many)
        if strip:
            yield strip


def _about(group: tuple[Hex, ...], strip: tuple[Hex, ...]) -> str:
    if strip == group:
        return f"apart from these, at ({group[0][0]},{group[0][1]}):"
    sides = [word for word, is_so in (("left", strip[0] != group[0]), ("right", strip[-1] != group[-1])) if is_so]
    return f"columns {strip[0][0]} to {strip[-1][0]}, more to the {' and '.join(sides)}:"

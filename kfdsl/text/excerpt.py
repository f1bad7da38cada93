"""One line of a source as a terminal shows it, and where its characters fall.

In:   a line as written and the stretch to point at.
Out:  the line in printable cells, cut around the stretch when long, and the cells that the stretch covers.
Refuses to know what is said about the stretch; see render.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import category, combining, east_asian_width

from kfdsl.text.inert import TAB, shown

WIDEST = 120  # characters of a line that are shown whole
BEFORE = 40  # characters kept before the stretch when a line is cut
CUT = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """A shown line, with the first cell and the number of cells to underline."""

    line: str
    indent: int
    width: int


def excerpt(line: str, start: int, end: int) -> Excerpt:
    """Show a line so that its characters from `start` up to `end` can be underlined."""
    first, last = _window(len(line), start)
    lead = CUT if first else ""
    trail = CUT if last < len(line) else ""
    cells = lead + "".join(map(shown, line[first:last])) + trail
    indent = len(lead) + _cells(line[first:start])
    return Excerpt(line=cells, indent=indent, width=max(1, _cells(line[start : min(end, last)])))


def is_long(line: str) -> bool:
    """Whether a line is cut around what it points at."""
    return len(line) > WIDEST


def _window(length: int, start: int) -> tuple[int, int]:
    if length <= WIDEST:
        return 0, length
    first = max(0, min(start - BEFORE, length - WIDEST))
    return first, first + WIDEST


def _cells(text: str) -> int:
    return sum(map(_width, text))


def _width(char: str) -> int:
    if char == "\t":
        return len(TAB)
    if combining(char) or category(char) in ("Mn", "Me"):
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1

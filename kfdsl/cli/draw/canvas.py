"""A sheet of character cells to draw on.

In:   characters at rows and columns, each with a style.      Out:  lines, as rich texts or plain.
A wide character takes two cells; what has no width or cannot be shown is left out, so that columns stay in line.
"""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

CUT = "…"


class Canvas:
    """Grows to wherever something is put."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write a text from a cell on, over what is there."""
        for char in shown(text):
            width = cell_len(char)
            self.cells[row, column] = (char, style)
            for more in range(1, width):
                self.cells[row, column + more] = ("", style)
            column += width

    def lines(self) -> list[Text]:
        """What was drawn, from the first row and column that hold something."""
        if not self.cells:
            return []
        rows = [row for row, _ in self.cells]
        left = min(column for _, column in self.cells)
        return [self._line(row, left) for row in range(min(rows), max(rows) + 1)]

    def _line(self, row: int, left: int) -> Text:
        found = {column: cell for (at, column), cell in self.cells.items() if at == row}
        line = Text(no_wrap=True, overflow="crop")
        for column in range(left, max(found, default=left - 1) + 1):
            line.append(*found.get(column, (" ", "")))
        line.rstrip()
        return line


def shown(text: str) -> str:
    """A text without what takes no cell or would move the cursor."""
    return "".join(char for char in text if char.isprintable() and cell_len(char) > 0)


def cut(text: str, width: int) -> str:
    """A text that is no wider than a number of cells, with a sign where something was left out."""
    text = shown(text)
    if cell_len(text) <= width:
        return text
    kept = ""
    for char in text:
        if cell_len(kept + char) > width - 1:
            break
        kept += char
    return kept.rstrip() + CUT if width > 0 else ""


def centred(text: str, width: int) -> str:
    """A text in the middle of so many cells; what does not fit is cut."""
    text = cut(text, width)
    room = width - cell_len(text)
    return " " * (room // 2) + text + " " * (room - room // 2)


def folded(text: str, width: int, lines: int) -> list[str]:
    """A title on at most so many lines, broken between words as far as that helps."""
    found: list[str] = []
    for word in shown(text).split():
        joined = f"{found[-1]} {word}" if found else word
        if found and (cell_len(joined) <= width or len(found) == lines):
            found[-1] = joined
        else:
            found.append(word)
    return [cut(line, width) for line in found]

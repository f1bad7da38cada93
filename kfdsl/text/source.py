"""A text with a name, and a stretch of it.

In:   a display name, the pack it belongs to and its characters.
Out:  spans that later stages carry along, and lines and columns for people.
Refuses to know what the text means.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

COMMENT = r"#(?:(?<!\w#)|(?!\d))[^\n]*"  # not the number of a copy: `village#3`
_SKIPPED = rf'"[^"\n]*"|{COMMENT}'


@dataclass(frozen=True)
class Source:
    """One file of content: `rules/hollow/kiln.kf` and what stands in it."""

    name: str
    pack: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which lines begin."""
        return (0, *(at + 1 for at, char in enumerate(self.text) if char == "\n"))

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from one."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a source, from `start` up to but not including `end`."""

    source: Source
    start: int
    end: int

    @property
    def place(self) -> str:
        """`file:line:column`, as editors understand it."""
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"

    @property
    def words(self) -> str:
        """The text that the span covers."""
        return self.source.text[self.start : self.end]

    def is_in(self, other: Span) -> bool:
        """Whether it lies inside another one."""
        return self.source == other.source and other.start <= self.start and self.end <= other.end

    def to(self, other: Span) -> Span:
        """From the start of this one to the end of another."""
        return Span(self.source, self.start, other.end)

    def word(self, word: str, last: bool = False) -> Span:
        """The first (or last) place of a word in it, texts and comments aside; the whole span if it is not there.

        Of a name behind a point, `promos.kiln`, the part in front may have been left out."""
        front, point, name = word.rpartition(".")
        spelled = re.escape(name) if not point else f"(?:{re.escape(front + point)})?{re.escape(name)}"
        pattern = rf"{_SKIPPED}|(?<![\w.])({spelled})(?!\w)"
        found = [each for each in re.finditer(pattern, self.words) if each[1]]
        if not word or not found:
            return self
        at = found[-1 if last else 0]
        return Span(self.source, self.start + at.start(), self.start + at.end())

"""What never changes, written into memory once: what is printed on cards, which cells they have, constants.

In:   rows of numbers.      Out:  Tables: where each row lies; the same row lies there once.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kfdsl.engine.flat.memory import EIGHT, Memory
from kfdsl.engine.library.machine import MACHINE, Machine

FIRST = MACHINE + Machine.record_size()  # in numbers
WORDS = 2


class Tables:
    def __init__(
        self,
        end: int = FIRST,
        words: dict[tuple[int, ...], int] | None = None,
        numbers: dict[tuple[int, ...], int] | None = None,
    ) -> None:
        self.end = end  # in numbers
        self._words = words or {}
        self._numbers = numbers or {}

    @property
    def rows(self) -> tuple[int, dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
        """All that there is, by which the same can be made again."""
        return self.end, self._words, self._numbers

    def words(self, row: Sequence[int]) -> int:
        """Where a row of words lies, in words."""
        key = tuple(row)
        if key not in self._words:
            self._words[key] = self.end * WORDS
            self.end += -(-len(key) // WORDS) or 1
        return self._words[key]

    def numbers(self, row: Sequence[int]) -> int:
        """Where a row of numbers lies, in numbers."""
        key = tuple(row)
        if key not in self._numbers:
            self._numbers[key] = self.end
            self.end += len(key) or 1
        return self._numbers[key]

    def listed(self, row: Sequence[int]) -> int:
        """Where a list lies."""
        return self.numbers((len(row), *row))

    def write(self, memory: Memory, start: int = 0) -> None:
        """Put all rows where they lie, or those from a place on."""
        for width, sort, rows in ((4, "i", self._words), (8, "q", self._numbers)):
            seen, first = memory.seen[width], start * EIGHT // width
            for row, at in rows.items():
                if at >= first:
                    seen[at : at + len(row)] = memoryview(array(sort, row))

"""What no example comes to: statements never carried out, values never the answer, needs that never refuse anything.

In:   marked tables after examples were played with them, and packs.      Out:  Missed, by place; what lies inside something missed is not told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kfdsl.engine.lower.marks import Mark, Sort
from kfdsl.engine.rules.table import Table
from kfdsl.text.source import Span


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many parts of rules there are, and those that no example comes to."""

    parts: int
    missed: tuple[Mark, ...]

    @property
    def reached(self) -> int:
        return self.parts - len(self.missed)

    def outermost(self) -> list[Mark]:
        """Of what is missed only what does not lie inside something missed."""
        found: list[Mark] = []
        around: Span | None = None  # the last statement that was never carried out
        for mark in sorted(self.missed, key=_outside_first):
            if around is not None and mark.span.is_in(around):
                continue
            if mark.sort == "done":
                around = mark.span
            found.append(mark)
        return found


def coverage(tables: Iterable[Table], packs: Collection[str]) -> Coverage:
    """What was come to in any of some tables, of what stands in some packs."""
    reached: dict[tuple[Sort, Span], bool] = {}
    for table in tables:
        for mark, is_reached in zip(table.made.marks, table.reached(), strict=True):
            if mark.span.source.pack in packs:
                key = (mark.sort, mark.span)
                reached[key] = reached.get(key, False) or is_reached
    return Coverage(len(reached), tuple(Mark(*key) for key, is_reached in reached.items() if not is_reached))


def _outside_first(mark: Mark) -> tuple[str, int, int, bool]:
    return mark.span.source.name, mark.span.start, -mark.span.end, mark.sort != "done"

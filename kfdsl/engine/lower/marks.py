"""Which parts of rules were ever come to, for those who ask what examples leave out.

In:   spans, while rules are written in flat form.      Out:  Marks: a number in memory each, which is set when rules come by.
Only rules that are lowered for it have marks; all others pay nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kfdsl.engine.flat.form import Const, Load, Store
from kfdsl.engine.library.allocating.remembered import ROOM
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.text.source import Span

Sort = Literal["done", "answer", "refuses"]  # of a statement, a value, a need
_REMEMBERED = MACHINE + Machine.record_fields()["remembered"].at


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of rules that may be come to."""

    sort: Sort
    span: Span


@dataclass(slots=True)
class Marks:
    """All parts so far, by number."""

    numbers: dict[tuple[str, str, int, int], int] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)

    def reached(self, sort: Sort, span: Span) -> Store:
        """What says that a part was come to; the same part in several places is one."""
        key = (sort, span.source.name, span.start, span.end)
        if key not in self.numbers:
            self.numbers[key] = len(self.marks)
            self.marks.append(Mark(sort, span))
        return Store(8, Load(8, Const(_REMEMBERED), 0), ROOM + self.numbers[key], Const(1))

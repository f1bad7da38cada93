"""The answers of a game that was played natively, as values of rules.

In:   entries as they were kept.      Out:  Given, one for each answer, in the order in which they were given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from kfdsl.engine.library.choices.chosen import ASK, STOP
from kfdsl.engine.library.playing.kept import Entry
from kfdsl.engine.rules.table import Table
from kfdsl.program.types import Type

_HEAD = Entry.record_size()
_AT = {name: field.at for name, field in Entry.record_fields().items()}


@dataclass(frozen=True, slots=True)
class Given:
    """One answer."""

    seat: int
    is_real: bool  # somebody chose it; otherwise there was no other
    is_free: bool  # taken beside what was asked
    action: int  # of the program, or ASK, or STOP
    packed: tuple[int, ...]  # its values
    table: Table

    def values(self, asked: Type | None) -> tuple[Any, ...]:
        """Its values; `asked` is the type of what is asked, where that is no menu."""
        if self.action == STOP:
            return ()
        values = self.table.words.values
        if self.action == ASK:
            return values.unpack(self.packed, (asked or Type("number"),))
        return values.unpack(self.packed, [param.type for param in self.table.program.actions[self.action].params])


def answers(table: Table, entries: bytes | memoryview) -> Iterator[Given]:
    """All that lie one behind the other."""
    numbers, start = memoryview(entries).cast("B").cast("q"), 0
    while start < len(numbers):
        entry = numbers[start : start + _HEAD].tolist()
        size = entry[_AT["size"]]
        yield Given(
            seat=entry[_AT["seat"]],
            is_real=bool(entry[_AT["is_real"]]),
            is_free=bool(entry[_AT["is_free"]]),
            action=entry[_AT["action"]],
            packed=tuple(numbers[start + _HEAD : start + size].tolist()),
            table=table,
        )
        start += size

"""Values as they are packed into frames and answers, read as the rest of the engine knows them.

In:   numbers, and the types of what is packed there.      Out:  values.
The other way round stands in `engine/library/under_way/frames.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from kfdsl.engine.library.hexes.spots import unpacked
from kfdsl.engine.lower.held import none_of, plain
from kfdsl.engine.lower.program import Lowered
from kfdsl.program.types import BUNDLE, Type

CORNERS = 6
_LOW = 0xFFFFFFFF


class PackedValues:
    """Reads values of one program for a number of players."""

    def __init__(self, lowered: Lowered) -> None:
        self.texts = lowered.texts
        self.tokens = lowered.layout.tokens
        self.cells = {place: cell for cell, place in lowered.layout.places.items()}
        self._actions = lowered.layout.layout.numbering.program.actions

    def params(self, action: int) -> tuple[Type, ...]:
        """What the values of an action are."""
        return tuple(param.type for param in self._actions[action].params)

    def read(self, packed: Sequence[int], types: Sequence[Type]) -> tuple[Any, ...]:
        """Values that lie one behind the other."""
        row = iter(packed)
        return tuple(self._next(row, type_) for type_ in types)

    def _next(self, row: Iterator[int], type_: Type) -> Any:
        kind = plain(type_)
        if kind.head == "bundle":
            return self._bundle(row) if next(row) else None
        first = next(row)
        match kind.head:
            case "want" | "area" | "group" | "list":
                return None if first < 0 else self._several(row, kind, first)
        if type_.head == "maybe" and first == none_of(type_):
            return None
        match kind.head:
            case "bool":
                return bool(first)
            case "text":
                return self.texts[first]
            case "spot":
                return unpacked(first)
        return first

    def _several(self, row: Iterator[int], kind: Type, count: int) -> tuple[Any, ...]:
        match kind.head:
            case "want":
                return tuple((next(row), next(row), bool(next(row))) for _ in range(count))
            case "area":
                return tuple(divmod(corner, CORNERS) for corner in islice(row, count))
            case "group":
                return tuple((self.cells[next(row)], self._next(row, BUNDLE)) for _ in range(count))
        inner = kind.inner
        assert inner is not None
        if inner.head == "pair":
            assert inner.inner is not None
            return tuple((next(row), self._next(row, inner.inner)) for _ in range(count))
        return tuple(self._next(row, inner) for _ in range(count))

    def _bundle(self, row: Iterator[int]) -> tuple[int, ...]:
        """Two counts of 32 bits lie in each number."""
        found: list[int] = []
        for both in islice(row, (self.tokens + 1) >> 1):
            found += (both & _LOW, both >> 32)
        return tuple(found[: self.tokens])

"""Values of rules as words hold them, and as Python has them.

In:   numbers, and the types of what they are.      Out:  values, and back.
A value is held as one number, which is the place of something where it takes more room; packed, it lies where it needs nothing
else, as in frames. `engine/library/under_way/frames.py` packs in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from kfdsl.engine.flat.memory import Memory
from kfdsl.engine.library.machine import CORNERS
from kfdsl.engine.library.planes.spots import packed as packed_spot
from kfdsl.engine.library.planes.spots import unpacked as unpacked_spot
from kfdsl.engine.lower.held import none_of, plain
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.program.types import BUNDLE, Type

_LOW = 0xFFFFFFFF
_ALL_SAID = frozenset({"card", "player", "token", "value"})  # of which a number is all there is to know
MOST_SPOTS = 1 << 14  # that are remembered as Python has them
_NEVER_NONE = frozenset({"effect", "set"})  # of which every number means something


class Values:
    """Reads and writes the values of one program for a number of players."""

    def __init__(self, layout: FlatLayout, texts: list[str]) -> None:
        self.tokens = layout.tokens
        self.places = layout.places
        self.cells = {place: cell for cell, place in layout.places.items()}
        self.texts = texts  # more may join them
        self._spots: dict[int, Any] = {}
        self._numbers = {text: number for number, text in enumerate(texts)}

    def text(self, text: str) -> int:
        """The number of a text; one that no rule speaks of gets a number of its own."""
        if len(self._numbers) < len(self.texts):
            self._numbers = {each: number for number, each in enumerate(self.texts)}
        number = self._numbers.setdefault(text, len(self.texts))
        if number == len(self.texts):
            self.texts.append(text)
        return number

    # ---- one number

    def alone(self, number: int, type_: Type) -> Any:
        """What one number means that is no place."""
        kind = plain(type_).head
        if kind not in _NEVER_NONE and number == none_of(type_):
            return None
        match kind:
            case "bool":
                return bool(number)
            case "text":
                return self.texts[number]
            case "spot":
                return unpacked_spot(number)
        return number

    def number(self, value: Any, type_: Type) -> int:
        """The same back."""
        if value is None:
            return none_of(type_)
        match plain(type_).head:
            case "text":
                return self.text(value)
            case "spot":
                return packed_spot(*value)
        return int(value)

    # ---- in memory

    def held(self, memory: Memory, number: int, type_: Type) -> Any:
        """A value that is a number, or lies at a place."""
        kind = plain(type_)
        numbers = memory.seen[8]
        if kind.head not in ("bundle", "want", "area", "group", "list"):
            return self.alone(number, type_)
        if number == 0:
            return None
        if kind.head == "bundle":
            return self.bundle(memory, number)
        count = numbers[number]
        match kind.head:
            case "want":
                row = numbers[number + 1 : number + 1 + 3 * count].tolist()
                return tuple((row[i], row[i + 1], bool(row[i + 2])) for i in range(0, len(row), 3))
            case "area":
                return tuple(divmod(corner, CORNERS) for corner in numbers[number + 1 : number + 1 + count].tolist())
            case "group":
                row = numbers[number + 1 : number + 1 + 2 * count].tolist()
                return tuple((self.cells[row[i]], self.bundle(memory, row[i + 1])) for i in range(0, len(row), 2))
        assert kind.inner is not None
        return tuple(self.held(memory, item, kind.inner) for item in numbers[number + 1 : number + 1 + count].tolist())

    def items(self, memory: Memory, numbers: list[int], type_: Type) -> list[Any]:
        """Many such values, each of which may come again and again."""
        if type_.head in _ALL_SAID:
            return numbers
        if type_.head != "spot":
            return [self.held(memory, number, type_) for number in numbers]
        if len(self._spots) > MOST_SPOTS:
            self._spots.clear()
        spots = self._spots
        for number in numbers:
            if number not in spots:
                spots[number] = self.alone(number, type_)
        return [spots[number] for number in numbers]

    def bundle(self, memory: Memory, place: int) -> tuple[int, ...]:
        """Counts that lie at a place."""
        return tuple(memory.seen[4][place : place + self.tokens].tolist())

    # ---- packed

    def unpack(self, packed: Sequence[int], types: Sequence[Type]) -> tuple[Any, ...]:
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
        return self.alone(first, type_)

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

    def pack(self, value: Any, type_: Type) -> list[int]:
        """A value where it needs nothing else."""
        kind = plain(type_)
        if kind.head == "bundle":
            return [0] if value is None else [1, *self._pairs(value)]
        if kind.head not in ("want", "area", "group", "list"):
            return [self.number(value, type_)]
        if value is None:
            return [-1]
        found = [len(value)]
        for each in value:
            found += self._item(each, kind)
        return found

    def _item(self, item: Any, kind: Type) -> list[int]:
        match kind.head:
            case "want":
                return [item[0], item[1], int(item[2])]
            case "area":
                return [item[0] * CORNERS + item[1]]
            case "group":
                return [self.places[item[0]], *self.pack(item[1], BUNDLE)]
        inner = kind.inner
        assert inner is not None
        if inner.head == "pair":
            assert inner.inner is not None
            return [item[0], *self.pack(item[1], inner.inner)]
        return self.pack(item, inner)

    def _pairs(self, bundle: Sequence[int]) -> list[int]:
        if any(count >> 31 for count in bundle):
            raise OverflowError("counts of pieces have 32 bits")
        counts = [*bundle, 0]
        return [counts[i] | counts[i + 1] << 32 for i in range(0, len(bundle), 2)]

"""What was told while somebody listened: events as the rest of the engine knows them, and obstacles.

In:   an Instance that was listened to.      Out:  Told: events, tuples with cells of the Layout, and what stood in the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from kfdsl.engine.library.machine import MACHINE, NO_TELLING, Machine
from kfdsl.engine.library.told.telling import Said
from kfdsl.engine.library.told.telling import Told as Entry
from kfdsl.engine.lower.lowered import TOLD
from kfdsl.engine.words.instance import Instance
from kfdsl.engine.words.obstacles import Lacking, NoAnswer, NoCover, Obstacle, Refused, UnderWay
from kfdsl.engine.words.state import Event
from kfdsl.program.types import BUNDLE, WANT

_HEAD = Entry.record_size()
_FIELDS = {name: MACHINE + field.at for name, field in Machine.record_fields().items()}
_TELLING, _CUT = _FIELDS["telling"], _FIELDS["is_cut"]
_TOP = _FIELDS["told"] * 2  # of an arena, in words; its end lies behind it
_END = _TOP + 1


class Deed(NamedTuple):
    """Something that happened: what sort of thing (see `Said`), and from which cell to which, where something went."""

    sort: int
    source: int
    target: int


class Told:
    """All that was told, in its order; it is read when somebody asks for it."""

    def __init__(self, reads: _Reading, words: bytes, is_cut: bool, answer: int) -> None:
        self._reads, self._words = reads, words
        self.is_cut = is_cut  # there was no room for all of it
        self.answer = answer  # of what was done meanwhile

    @cached_property
    def events(self) -> list[Event]:
        """What happened."""
        return [
            (*self._reads.deed(sort, numbers, behind), line, spends)
            for sort, numbers, line, spends, behind in _entries(self._words)
            if sort < Said.REFUSED
        ]

    @property
    def deeds(self) -> Iterator[Deed]:
        """The same as far as that matters to those who only ask what went where."""
        places, trays = self._reads.places, self._reads.trays
        for sort, (source, target, _), *_ in _entries(self._words):
            match sort:
                case Said.MOVE | Said.DRAW:
                    yield Deed(sort, places[source], places[target])
                case Said.CARD:
                    yield Deed(sort, trays[source], trays[target])
                case _:
                    yield Deed(sort, -1, -1)

    @cached_property
    def obstacles(self) -> list[Obstacle]:
        """What stood in the way."""
        return [
            self._reads.obstacle(sort, numbers[0], line, behind)
            for sort, numbers, line, _, behind in _entries(self._words)
            if sort >= Said.REFUSED
        ]


class Listener:
    """Listens to what happens in a memory."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.reads = _Reading(instance)

    def listen(self, depth: int = 0) -> None:
        """Have told from now on what is done at a depth of trials: 0 is a game itself."""
        self._begin(depth)

    def hear(self, answer: int = 0) -> Told:
        """What was told since; it is forgotten then, and nobody listens any more. `answer` is what came of it."""
        numbers, words = self.instance.memory.seen[8], self.instance.memory.seen[4]
        start, top, is_cut = words[_END] - TOLD, words[_TOP], bool(numbers[_CUT])
        words_told = bytes(self.instance.memory.bytes[start * 8 : top * 8])
        self._begin(NO_TELLING)
        return Told(self.reads, words_told, is_cut, answer)

    def _begin(self, depth: int) -> None:
        numbers, words = self.instance.memory.seen[8], self.instance.memory.seen[4]
        numbers[_TELLING], words[_TOP], numbers[_CUT] = depth, words[_END] - TOLD, 0


class _Reading:
    def __init__(self, instance: Instance) -> None:
        self.lowered, words = instance.lowered, instance.layout
        layout = words.flat
        self.values = words.values
        self.places = self.values.cells
        self.trays = words.tray_cells
        self.vars = {far: cell for cell, far in layout.vars.items()}
        self.types = {name: var.type for name, var in layout.layout.numbering.vars.items()}

    def deed(self, sort: int, numbers: Sequence[int], behind: Sequence[int]) -> tuple[Any, ...]:
        one, other, what = numbers
        name = Said(sort).name.lower()
        match sort:
            case Said.MOVE | Said.DRAW:
                return name, self.places[one], self.places[other], *self.values.unpack(behind, (BUNDLE,))
            case Said.CARD:
                return name, self.trays[one], self.trays[other], what
            case Said.SET:
                cell = self.vars[one]
                type_ = self.types[self.lowered.layout.layout.cells[cell].name]
                return name, cell, *self.values.unpack((other,), (type_,)), None
            case Said.SHUFFLE:
                return name, self.trays[one], None, None
        return name, one, other, None

    def obstacle(self, sort: int, number: int, line: int, behind: Sequence[int]) -> Obstacle:
        span = self.lowered.spans[line]
        match sort:
            case Said.REFUSED:
                message = self.lowered.messages[number]
                values = iter(self.values.unpack(behind, message.holes))
                parts = (part if isinstance(part, str) else (part, next(values)) for part in message.parts)
                return Refused(span, message.need, tuple(parts))
            case Said.LACKING | Said.LACKING_WANT:
                types = (BUNDLE if sort == Said.LACKING else WANT, BUNDLE)
                return Lacking(span, self.places[number], *self.values.unpack(behind, types))
            case Said.UNDER_WAY:
                return UnderWay(span, self.lowered.layout.layout.numbering.program.rules[number].name)
            case Said.NO_ANSWER:
                return NoAnswer(span, self.lowered.asks[number].menu)
        assert sort == Said.NO_COVER
        return NoCover(span, *self.values.unpack(behind, (WANT,)))


def _entries(words: bytes) -> Iterator[tuple[int, Sequence[int], int, bool, Sequence[int]]]:
    rows, start = memoryview(words).cast("q").tolist(), 0
    while start < len(rows):
        size, sort, *numbers, line, spends = rows[start : start + _HEAD]
        yield sort, numbers, line, bool(spends), rows[start + _HEAD : start + size]
        start += size

"""Rules for a number of players at work: a memory in which one state lies at a time, and the functions that work on it.

In:   Made, rules in flat form, compiled if they are to run natively.      Out:  Instance: states come and go, calls answer numbers.
WebAssembly where there is something to run it, otherwise Python; both work on the same words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from mmap import mmap

from kfdsl.engine.flat.memory import Fault, Memory
from kfdsl.engine.flat.read.sources import flat_name, params_of
from kfdsl.engine.flat.wasm.module import PAGE, wasm_bytes
from kfdsl.engine.flat.wasm.native import Native, compiled
from kfdsl.engine.library import settling
from kfdsl.engine.library.choices.answering import ENDLESS, STUCK
from kfdsl.engine.library.lists import MOST_NUMBERS
from kfdsl.engine.library.looking.outlook import CANNOT_CLOSE, CLOSING_ENDLESS
from kfdsl.engine.library.machine import (
    ANOTHER_KIND,
    BY_ZERO,
    MACHINE,
    MIRRORS,
    NO_CORNER,
    NO_SPOT,
    NOT_THERE,
    SPOT_TOO_FAR,
    TAKEN,
    TOO_DEEP,
    TOO_FAR,
    TOO_LARGE,
    TOO_MANY,
    TOO_MANY_PIECES,
    TOO_MANY_POINTS,
    UNSCRIPTED,
    Line,
    Machine,
)
from kfdsl.engine.library.machine import State as StateWords
from kfdsl.engine.library.playing.entries import ENTRIES
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.machine.cannot_go_on import CannotGoOn, Endless, Stuck, TooLarge, TooMany, Unscripted
from kfdsl.engine.words.layout import StateLayout
from kfdsl.engine.words.state import State
from kfdsl.engine.words.still import StillMemory
from kfdsl.program import made_names
from kfdsl.program.numbers import FARTHEST, LEAST, MOST, MOST_PIECES, MOST_POINTS

PAGES = 256
GROWING = 1 << 16  # numbers for lists that are being made
ROW = 1 << 12  # codes of an answer at most
SCRATCH = 1 << 12  # between a state and what is tried on it
HOST = (flat_name(settling.allocate), len(params_of(settling.allocate)))  # what is called from there
Allocate = Callable[..., int]
_WORDS: dict[int, tuple[type[CannotGoOn], str]] = {
    TOO_LARGE: (TooLarge, f"this number is beyond what numbers can be: they go from {LEAST} to {MOST}"),
    TOO_DEEP: (TooMany, "this query stands in itself more often than it says it may; say what it is then, `otherwise …`"),
    BY_ZERO: (CannotGoOn, "here something is divided by zero"),
    TOO_MANY_PIECES: (TooLarge, f"a bundle has {MOST_PIECES} of one token at most, and here are more"),
    TOO_MANY_POINTS: (TooLarge, f"a line of the sheet has {MOST_POINTS} points at most, and here are {{wanted}}"),
    TOO_FAR: (TooMany, f"`numbers` counts to {MOST_NUMBERS} at most, and {{wanted}} are wanted here"),
    NOT_THERE: (Stuck, "this was there when it was asked for, and is none now"),
    ANOTHER_KIND: (Stuck, "its kind was asked for before, and is another one now"),
    TAKEN: (Stuck, "a card is laid here where another one lies"),
    NO_SPOT: (Stuck, "a card is laid here at a spot that this plane does not have"),
    SPOT_TOO_FAR: (TooMany, f"a spot is less than {FARTHEST} steps from the middle and turned 0 to 5 times, and {{wanted}} are wanted here"),
    NO_CORNER: (Stuck, "no card of this area has this place"),
    UNSCRIPTED: (Unscripted, "chance is wanted here that the script does not cover"),
    ENDLESS: (Endless, "choices were made and made here, and the game is not over"),
    CANNOT_CLOSE: (Stuck, "`{closing}` cannot be carried out now; use `up to`, or ask whether it is possible"),
    CLOSING_ENDLESS: (Endless, "`{closing}` asks for ever if the first choice is always the answer"),
}
_FIELDS = {name: field.at for name, field in Machine.record_fields().items()}
_STEPS = MACHINE + _FIELDS["steps"]
_SCRATCH_TOP = (MACHINE + _FIELDS["scratch"]) * 2  # in words, as its end behind it
_GROWING_TOP = (MACHINE + _FIELDS["growing"]) * 2
_WANTED = MACHINE + _FIELDS["wanted"]
_MIRRORED = MACHINE + _FIELDS["mirrored"]
_LINE_SIZE = Line.record_size()
_STATE = {name: field.at for name, field in StateWords.record_fields().items()}


@dataclass(frozen=True, slots=True)
class Made:
    """Rules for a number of players, ready to be run: all but what a layout knows anyway, so that it can be kept."""

    lowered: Lowered
    code: bytes = b""  # in the machine's own form; none if Python runs the functions

    @property
    def light(self) -> Made:
        """Without functions, which machine code has no need of: they are large, and looked through whenever garbage is collected."""
        return replace(self, lowered=replace(self.lowered, functions={}))


def make(found: Lowered, native: bool) -> Made:
    """Rules compiled, if they are to run natively."""
    if not native:
        return Made(found)
    names = [name for name, _ in entries_of(found)]
    return Made(found, compiled(wasm_bytes(found.module, names, PAGES, [HOST]))).light


def entries_of(found: Lowered) -> list[tuple[str, int]]:
    """What is called from outside, and how many numbers it takes: of the library, and all queries."""
    queries = found.layout.layout.numbering.program.queries
    return [
        *((flat_name(entry), len(params_of(entry))) for entry in ENTRIES),
        *((made_names.query(query.name), 1 + len(query.params)) for query in queries),
    ]


class Instance:
    """One memory with rules in it, and room for a state."""

    def __init__(
        self,
        made: Made,
        layout: StateLayout,
        allocating: Callable[[Instance], Allocate],
        steps: int,
        is_still: bool = False,
    ) -> None:
        """Rules at work; where all is to stay as it is (see `still.py`), Python goes through them."""
        self.layout = layout
        self.lowered = made.lowered
        self.is_native = bool(made.code) and not is_still
        self.steps = steps
        allocate = allocating(self)
        name, width = HOST
        if self.is_native:
            running = Native(made.code, entries_of(made.lowered), [(allocate, width)])
            self.memory, self.names = running.memory, running.functions
        else:
            self.memory = Memory(memoryview(mmap(-1, PAGE * PAGES)))  # zeros; only what is touched takes room
        self.at = self.lowered.prepare(self.memory, GROWING)  # where the state lies
        if not self.is_native:
            from kfdsl.engine.flat.print_python import bind
            from kfdsl.engine.lower.library import LIBRARY

            seen, start = self.memory, self.at * 8
            if is_still:
                seen = self.still = StillMemory(seen.bytes, start + StateWords.record_size() * 8, start + layout.end)
            self.names = bind(made.lowered.functions, seen, {name: allocate}, LIBRARY.printed)
        self.functions = {entry: self.names[flat_name(entry)] for entry in ENTRIES}
        self.row = self.at + layout.flat.size
        self.free = self.row + ROW + SCRATCH
        self._bytes, self._numbers = self.memory.bytes, self.memory.seen[8]
        self._words = self.memory.seen[4]
        self._state: State | None = None  # that lies in memory
        self._there: list[bytes | None] = [None] * -(-layout.end // layout.size)
        self._header = (1 << -(-StateWords.record_size() * 8 // layout.size)) - 1  # stretches of which nobody says that they changed
        self.fill()

    def fill(self) -> None:
        """All steps anew."""
        self._numbers[_STEPS] = self.steps

    def count_anew(self) -> None:
        """Let as many writes go without an effect as may."""
        self.still.kept = 0

    @property
    def steps_left(self) -> int:
        """How many steps there are before the next choice."""
        found: int = self._numbers[_STEPS]
        return found

    def clear(self) -> None:
        """Give scratch memory back."""
        words = self._words
        words[_SCRATCH_TOP], words[_SCRATCH_TOP + 1] = self.free, PAGE * PAGES // 8
        words[_GROWING_TOP] = self.lowered.tables.end

    # ---- states

    def number(self, at: int) -> int:
        """A number of the state that lies in memory."""
        found: int = self._numbers[self.at + at]
        return found

    def load(self, state: State) -> None:
        """Have a state in memory."""
        if self._state is state and state._edited is None and not state.is_ahead:
            return
        if state._edited is not None or self._state is not state:
            self.keep()
        state.settle()
        numbers, at = self._numbers, self.at
        fresh, there, size = numbers[at + _STATE["fresh"]], self._there, self.layout.size
        start = at * 8
        for number, stretch in enumerate(state.stretches):
            if there[number] is not stretch:
                far = start + number * size
                self._bytes[far : far + len(stretch)] = stretch
                there[number] = stretch
                fresh |= 1 << number
        flat = self.layout.flat
        for far, words in ((flat.sheet_at, state.lines), (flat.tallies_at, state.tallied), (flat.frames_at, state.frames)):
            if words:
                begin = (at + far) * 8
                self._bytes[begin : begin + len(words)] = words
        numbers[at + _STATE["fresh"]] = fresh
        numbers[at + _STATE["dirty"]] = 0
        numbers[at + _STATE["trial"]] = state.trial
        self._state, state.is_ahead = state, False

    def keep(self) -> None:
        """Give the state what the engine came to."""
        state = self._state
        if state is None or state.owner is None:
            return
        state.owner = None
        numbers, at, size = self._numbers, self.at, self.layout.size
        dirty, there = numbers[at + _STATE["dirty"]] | self._header, self._there
        start, end = at * 8, at * 8 + self.layout.end
        left = dirty & (1 << len(there)) - 1
        while left:
            number = (left & -left).bit_length() - 1
            left &= left - 1
            far = start + number * size
            there[number] = bytes(self._bytes[far : min(far + size, end)])
        flat = self.layout.flat
        ends = (
            (flat.sheet_at, numbers[at + _STATE["lines"]] * _LINE_SIZE),
            (flat.tallies_at, numbers[at + _STATE["tallies"]]),
            (flat.frames_at, numbers[at + _STATE["top"]] - flat.frames_at),
        )
        lines, tallied, frames = [
            bytes(self._bytes[(at + far) * 8 : (at + far + count) * 8]) if count else b"" for far, count in ends
        ]
        numbers[at + _STATE["dirty"]] = 0
        state.took(tuple(there), lines, tallied, frames)  # type: ignore[arg-type]

    # ---- calls

    def call(self, function: Callable[..., object], state: State, *args: int) -> int:
        """One of the entries, on a state that it does not change; what stops it is told with its line of content."""
        self.load(state)
        self.clear()
        try:
            return self.functions[function](self.at, *args)
        except Fault as told:
            raise self.told(told) from None

    def call_named(self, names: Mapping[str, Callable[..., int]], name: str, state: State, *args: int) -> int:
        """The same of a function that was made of rules."""
        self.load(state)
        self.clear()
        try:
            return names[name](self.at, *args)
        except Fault as told:
            raise self.told(told) from None

    def change(self, function: Callable[..., object], state: State, *args: int) -> int:
        """The same of one that changes the state; what it was before is kept, in case that is broken off."""
        self.load(state)
        self.keep()
        self.clear()
        state.runs(self)
        try:
            return self.functions[function](self.at, *args)
        except Fault as told:
            raise self.told(told) from None

    def change_beside(self, function: Callable[..., object], playout: int, state: State, *args: int) -> int:
        """The same of one that goes by how far a game has come, which lies elsewhere in memory."""
        self.load(state)
        self.clear()
        state.runs(self)
        try:
            return self.functions[function](playout, self.at, *args)
        except Fault as told:
            raise self.told(told) from None

    def told(self, told: Fault) -> CannotGoOn:
        """What is said of what stopped a call."""
        spans = self.lowered.spans
        span = spans[told.where] if 0 <= told.where < len(spans) else None
        if told.what == TOO_MANY:
            what = f"this is too much to work out: there are {self.steps} steps between two choices, and they ran out here"
            return TooMany(what, span)
        if told.what == STUCK:
            asked = [ask.unanswerable for ask in self.lowered.asks if ask.line == told.where]
            return Stuck(asked[0] if asked else "this cannot be carried out now", span)
        sort, words = _WORDS.get(told.what, (TooMany, "this takes more room than there is"))
        closing = self.lowered.layout.layout.numbering.program.closing
        return sort(words.format(closing=closing, wanted=self._numbers[_WANTED]), span)

    def put_row(self, row: Sequence[int]) -> int:
        """A row of codes in memory; where it lies."""
        assert len(row) < ROW
        self._numbers[self.row] = len(row)
        for far, code in enumerate(row, self.row + 1):
            self._numbers[far] = code
        return self.row

    def listed(self, place: int) -> list[int]:
        """The numbers of a list."""
        found: list[int] = self._numbers[place + 1 : place + 1 + self._numbers[place]].tolist()
        return found

    def number_at(self, name: str) -> int:
        """What the machine knows by a name."""
        found: int = self._numbers[MACHINE + _FIELDS[name]]
        return found

    def row_at(self, place: int, head: int) -> list[int]:
        """A row that says in its second and third number how many numbers lie behind its head, and twice how many behind those."""
        numbers = self._numbers
        found: list[int] = numbers[place : place + head + numbers[place + 1] + 2 * numbers[place + 2]].tolist()
        return found

    def numbers(self, place: int, count: int) -> list[int]:
        """Numbers in a row."""
        found: list[int] = self._numbers[place : place + count].tolist()
        return found

    def drop(self) -> None:
        """Let go of the state in memory, whatever became of it: it is as it was kept last."""
        if self._state is not None:
            self._state.owner = self._state.asked = self._state.parts = None
        self._state = None

    def forget(self) -> None:
        """Let no state lie in memory, for whoever uses it otherwise."""
        self.keep()
        self._state = None
        self._there = [None] * len(self._there)
        for depth in range(MIRRORS):
            self._numbers[_MIRRORED + depth] = 0

"""Rules for a number of players in flat form, at work: WebAssembly where there is something to run it, otherwise Python.

In:   a Table.      Out:  Made, which can be kept, and of it Instance: a memory, and the functions that work on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from mmap import mmap

from kfdsl.engine.flat.memory import Fault, Memory, using
from kfdsl.engine.flat.print_python import bind
from kfdsl.engine.flat.read.sources import flat_name, params_of
from kfdsl.engine.flat.wasm.module import PAGE, wasm_bytes
from kfdsl.engine.flat.wasm.native import Native, available, compiled
from kfdsl.engine.library import settling
from kfdsl.engine.library.machine import (
    MACHINE,
    MIRRORS,
    NO_CORNER,
    NOT_THERE,
    TAKEN,
    TOO_LARGE,
    TOO_MANY,
    TOO_MANY_POINTS,
    Machine,
)
from kfdsl.engine.library.playout import ENDLESS, STUCK, play
from kfdsl.engine.library.stepping import go_on, step
from kfdsl.engine.lower.library import LIBRARY
from kfdsl.engine.lower.program import Lowered, lowered
from kfdsl.engine.machine.cannot_go_on import CannotGoOn, Endless, Stuck, TooLarge, TooMany
from kfdsl.engine.native.allocation import allocating
from kfdsl.engine.rules.table import Table

PAGES = 256
GROWING = 1 << 16  # numbers for lists that are being made
SCRATCH = 1 << 12  # between a state and what is tried on it
ENTRIES: tuple[Callable[..., object], ...] = (play, go_on, step)
_HOST = (flat_name(settling.allocate), len(params_of(settling.allocate)))  # what is called from there
_WORDS: dict[int, tuple[type[CannotGoOn], str]] = {
    TOO_MANY: (TooMany, "this is too much to work out between two choices"),
    TOO_LARGE: (TooLarge, "this number is beyond what numbers can be"),
    TOO_MANY_POINTS: (TooLarge, "these are more points than a line of the sheet has"),
    NOT_THERE: (Stuck, "this was there when it was asked for, and is none now"),
    TAKEN: (Stuck, "a card is laid here where another one lies"),
    NO_CORNER: (Stuck, "no card of this area has this place"),
    STUCK: (Stuck, "something is asked here, and nothing can be answered; give it a way out"),
    ENDLESS: (Endless, "choices were made and made here, and the game is not over"),
}


@dataclass(frozen=True, slots=True)
class Made:
    """Rules for a number of players, ready to be run: all but what a table knows anyway, so that it can be kept."""

    lowered: Lowered
    code: bytes = b""  # in the machine's own form; none if Python runs the functions

    @property
    def light(self) -> Made:
        """Without functions, which machine code has no need of: they are large, and looked through whenever garbage is collected."""
        return replace(self, lowered=replace(self.lowered, functions={}))


def make(table: Table, native: bool) -> Made:
    """Rules in flat form, and compiled if they are to run natively."""
    found = lowered(table.code.facts, table.layout)
    if not native:
        return Made(found)
    names = [flat_name(entry) for entry in ENTRIES]
    return Made(found, compiled(wasm_bytes(found.module, names, PAGES, [_HOST]))).light


class Instance:
    """One memory with rules in it, and room for states."""

    def __init__(self, table: Table, native: bool | None = None, made: Made | None = None) -> None:
        self.table = table
        made = made or make(table, available() if native is None else native)
        self.is_native = bool(made.code)
        allocate = allocating(made.lowered, table, lambda: self.memory)
        name, width = _HOST
        self.memory: Memory
        self.functions: dict[str, Callable[..., int]]
        if self.is_native:
            entries = [(flat_name(entry), len(params_of(entry))) for entry in ENTRIES]
            running = Native(made.code, entries, [(allocate, width)])
            self.memory, self.functions = running.memory, running.functions
        else:
            self.memory = Memory(memoryview(mmap(-1, PAGE * PAGES)))  # zeros; only what is touched takes room
        self.room = made.lowered.prepare(self.memory, GROWING)  # where states may lie
        if not self.is_native:
            self.functions = bind(made.lowered.functions, self.memory, {name: allocate}, LIBRARY.printed)
        self.lowered = made.light.lowered

    def call(self, function: Callable[..., object], *args: int) -> int:
        """One of the entries; what stops it is told with its line of content."""
        try:
            return self.functions[flat_name(function)](*args)
        except Fault as told:
            sort, words = _WORDS.get(told.what, (TooMany, "this takes more room than there is"))
            spans = self.lowered.spans
            raise sort(words, spans[told.where] if 0 <= told.where < len(spans) else None) from None

    def clear(self, end: int) -> None:
        """Give all scratch memory behind a place back, and forget what was tried on."""
        with using(self.memory):
            machine = Machine(MACHINE)
            machine.scratch.top, machine.scratch.end = end, PAGE * PAGES // 8
            machine.growing.top = self.lowered.tables.end
            for depth in range(MIRRORS):
                machine.mirrored[depth] = 0

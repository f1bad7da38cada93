"""A program in flat form, for a number of players, as data.

In:   nothing; data only.      Out:  Lowered: functions, tables, and what of the library they call. `program.py` makes it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kfdsl.engine.flat.form import Module
from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.library.allocating.remembered import ROOM
from kfdsl.engine.library.machine import MACHINE, MIRRORS, NO_TELLING, Machine
from kfdsl.engine.lower.cut.waits import AskInfo, Block
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.marks import Mark
from kfdsl.engine.lower.messages import Message
from kfdsl.engine.lower.tables import Tables
from kfdsl.text.source import Span

TOLD = 1 << 16  # numbers for what is told,
SCRIPT = 1 << 14  # and for what is said of chance


@dataclass(frozen=True, slots=True)
class Lowered:
    functions: Module  # of rules
    layout: FlatLayout
    tables: Tables
    spans: list[Span]  # the lines of content, by number
    texts: list[str]  # by number,
    messages: list[Message]  # and what is told where a need does not hold
    blocks: list[Block]
    asks: list[AskInfo]
    where: dict[str, int]  # where tables lie, by the field of the machine that says so
    library: tuple[str, ...] = ()  # what of the library is called
    marks: list[Mark] = field(default_factory=list)  # what may be come to, where somebody asks

    @property
    def module(self) -> Module:
        """Rules, and all of the library that they need."""
        from kfdsl.engine.lower.library import LIBRARY

        return self.functions | LIBRARY.needed(self.library)

    def prepare(self, memory: Memory, growing: int) -> int:
        """Write into memory what never changes; answers where states may begin, in numbers."""
        self.tables.write(memory)
        layout = self.layout
        with using(memory):
            machine = Machine(MACHINE)
            machine.tokens, machine.cards, machine.seats = layout.tokens, layout.cards, layout.layout.players
            machine.cards_at, machine.trays_at, machine.counts_at = layout.cards_at, layout.trays_at, layout.counts_at
            machine.sheet_at, machine.tallies_at = layout.sheet_at, layout.tallies_at
            machine.whereabouts_at = layout.whereabouts_at
            machine.frames_at, machine.size = layout.frames_at, layout.size
            machine.every = (1 << layout.tokens) - 1
            for name, place in self.where.items():
                setattr(machine, name, place)
            machine.under_way, machine.again = len(self.blocks), len(self.blocks) + 1
            machine.written = self.tables.end
            machine.growing.top, machine.growing.end = self.tables.end, self.tables.end + growing
            machine.told.top, machine.told.end = machine.growing.end, machine.growing.end + TOLD
            machine.telling = NO_TELLING
            machine.stretch, machine.mirrors = layout.stretch, machine.told.end + SCRIPT
            machine.remembered = machine.mirrors + MIRRORS * layout.size
            return machine.remembered + ROOM + len(self.marks)

"""A game at one moment, as plain data.

In:   nothing; data only.      Out:  State, whose copy shares everything that did not change.
`cells` holds one immutable value for each place, variable and face: counts of tokens as a tuple, cards as a tuple, or a plain
value. Frames are immutable too: (block, locals, the frame below). So a copy is one list copy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from kfdsl.engine.machine.meter import UNLIMITED, Meter

Bundle: TypeAlias = tuple[int, ...]
Group: TypeAlias = tuple[tuple[int, Bundle], ...]  # what was picked up, and from which cell
Frame: TypeAlias = "tuple[int, tuple[Any, ...], Frame] | None"
Event: TypeAlias = tuple[Any, ...]


class Part(NamedTuple):
    """How far one of several has come who act at once: what is asked (-1 before the first question), and the rules under way."""

    seat: int
    ask: int
    frame: Frame


class Apart(NamedTuple):
    """Several act at once: the frame below all of them, whose rules are on top now, and how far the others have come."""

    tail: Frame
    seat: int
    others: tuple[Part, ...]


class Impossible(Exception):
    """Something could not be carried out; raised by the quiet form of rules, each time anew: one that is kept keeps all frames."""


class Settled(Exception):
    """A trial came to chance: whatever follows is sure to succeed."""


class Refused(Impossible):
    """Something could not be carried out; raised by the telling form, with the need and its words."""

    def __init__(self, need: str, words: str, line: int) -> None:
        super().__init__(words)
        self.need = need
        self.words = words
        self.line = line


class UnderWay(Impossible):
    """An effect of a card would be performed inside itself."""

    def __init__(self, effect: str) -> None:
        super().__init__(effect)
        self.effect = effect


class Lacking(Impossible):
    """Pieces were not there; raised by the telling form, with the line, the cell, what was wanted of it and what it had."""

    def __init__(self, line: int, cell: int, wanted: tuple[Any, ...], there: Bundle) -> None:
        super().__init__()
        self.line = line
        self.cell = cell
        self.wanted = wanted  # a bundle, or a want
        self.there = there


@dataclass(frozen=True, slots=True)
class ComesFirst:
    """A script of chance: a card lies first when its place is shuffled."""

    card: int


@dataclass(frozen=True, slots=True)
class Turned:
    """A script of chance: a card, by the cell of its face, is turned to this face."""

    cell: int
    face: int


Scripted = Bundle | ComesFirst | Turned


class State:
    """Cells, chance, the rules under way, and what is asked."""

    __slots__ = (
        "apart",
        "ask",
        "cells",
        "chance",
        "events",
        "fine",
        "frame",
        "is_summary",
        "meter",
        "script",
        "sheet",
        "tallies",
        "trial",
    )

    def __init__(self, cells: list[Any], chance: int) -> None:
        self.cells = cells
        self.chance = chance
        self.frame: Frame = None
        self.ask = -1
        self.apart: Apart | None = None
        self.sheet: tuple[
            tuple[int, int, Any, int, str], ...
        ] = ()  # player, points, reason, line (-1: not known), what was allocated
        self.tallies: tuple[tuple[Any, ...], ...] = ()  # scorers in force (see settle)
        self.events: list[Event] | None = None
        self.script: list[Scripted] | None = None
        self.meter = Meter(UNLIMITED)  # a game puts its own
        self.trial = False
        self.is_summary = False  # the sheet is only added up: nobody asks which pieces were counted by what
        self.fine = False  # a trial looked closer at a group than at which tokens it has

    def copy(self) -> State:
        """An independent state; nothing done to one shows in the other."""
        other = State.__new__(State)
        other.cells = self.cells[:]
        other.chance = self.chance
        other.frame = self.frame
        other.ask = self.ask
        other.apart = self.apart
        other.sheet = self.sheet
        other.tallies = self.tallies
        other.events = None
        other.meter = self.meter
        other.script = None if self.script is None else self.script[:]
        other.trial = self.trial
        other.fine = self.fine
        other.is_summary = self.is_summary
        return other

    def is_where(self, other: State) -> bool:
        """Whether all pieces lie as in another state, and the same is asked in the same rules."""
        return self.ask == other.ask and self.cells == other.cells and self.frame == other.frame

    def scratch(self) -> State:
        """A copy to try something on, with nothing under way."""
        other = State.__new__(State)
        other.cells = self.cells[:]
        other.chance = self.chance
        other.frame = None
        other.ask = -1
        other.apart = None
        other.sheet = self.sheet
        other.tallies = self.tallies
        other.events = None
        other.meter = self.meter
        other.script = None if self.script is None else self.script[:]
        other.trial = True
        other.fine = False
        other.is_summary = self.is_summary
        return other

"""The log of a game: every whole answer, in the order in which they count, and the positions they led to.

In:   lines as answers are given.      Out:  the log; that of those who act at once is by seat, whoever was first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kfdsl.engine.choices.choice import Line
from kfdsl.engine.machine.state import Apart, Frame, State


@dataclass(slots=True)
class Point:
    """The position behind so many lines of the log, by which a later game with other rules can tell where it parts ways.

    `told` is what changed since the point before, once a save has written it.
    """

    lines: int
    state: State
    told: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer that is in while others are still asked, and behind how many lines of the log it was given."""

    player: int
    notation: str
    behind: int


@dataclass(frozen=True, slots=True)
class Start:
    """Where the log begins to count, if not at the set-up: the position behind so many lines was taken over as it was."""

    lines: int
    state: State


@dataclass(slots=True)
class Log:
    """Lines, and from which on they are by seat: since the frame below those who act at once was left."""

    lines: list[Line] = field(default_factory=list)
    tail: Frame = None
    before: int = 0
    trail: list[Point] = field(default_factory=list)
    start: Start | None = None
    sealed: tuple[Sealed, ...] = ()

    def write(self, lines: list[Line], apart: Apart | None) -> None:
        """Take lines, where they belong."""
        if apart is None:
            self.lines += lines
            return
        before = self.settled(apart)
        self.tail, self.before = apart.tail, before
        self.lines[before:] = sorted([*self.lines[before:], *lines], key=lambda line: line.player)

    def mark(self, state: State) -> None:
        """Keep the position behind the last line, unless several act at once: it depends then on who was first."""
        if state.apart is not None:
            return
        if self.trail and self.trail[-1].lines == len(self.lines):
            self.trail.pop()
        self.trail.append(Point(len(self.lines), state.copy()))

    def settled(self, apart: Apart | None) -> int:
        """How many lines stay where they are, whatever comes."""
        return self.before if apart is not None and apart.tail is self.tail else len(self.lines)

    def copy(self) -> Log:
        """An independent one."""
        return Log(self.lines[:], self.tail, self.before, self.trail[:], self.start, self.sealed)

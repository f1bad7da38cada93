"""The log of a game: every whole answer, in the order in which they count, and the positions they led to.

In:   lines as answers are given.      Out:  the log; that of those who act at once is by seat, whoever was first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kfdsl.engine.choices.choice import Line
from kfdsl.engine.words.state import State


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
    """Lines, and from which on they are by seat: since several began to act at once."""

    lines: list[Line] = field(default_factory=list)
    time: int | None = None  # which time it was that several acted at once,
    before: int = 0  # and how many lines there were before
    trail: list[Point] = field(default_factory=list)
    start: Start | None = None
    sealed: tuple[Sealed, ...] = ()

    def write(self, lines: list[Line], time: int | None) -> None:
        """Take lines, where they belong; `time` says which time it is that several act at once, if they do."""
        if time is None:
            self.lines += lines
            return
        before = self.settled(time)
        self.time, self.before = time, before
        self.lines[before:] = sorted([*self.lines[before:], *lines], key=lambda line: line.player)

    def mark(self, state: State) -> None:
        """Keep the position behind the last line, unless several act at once: it depends then on who was first."""
        if state.at_once is not None:
            return
        if self.trail and self.trail[-1].lines == len(self.lines):
            self.trail.pop()
        self.trail.append(Point(len(self.lines), state.copy()))

    def settled(self, time: int | None) -> int:
        """How many lines stay where they are, whatever comes."""
        return self.before if time is not None and time == self.time else len(self.lines)

    def copy(self) -> Log:
        """An independent one."""
        return Log(self.lines[:], self.time, self.before, self.trail[:], self.start, self.sealed)

"""The log of a game: every whole answer, in the order in which they count.

In:   lines as answers are given.      Out:  the log; that of those who act at once is by seat, whoever was first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kfdsl.engine.choices.choice import Line
from kfdsl.engine.machine.state import Apart, Frame


@dataclass(slots=True)
class Journal:
    """Lines, and from which on they are by seat: since the frame below those who act at once was left."""

    lines: list[Line] = field(default_factory=list)
    tail: Frame = None
    before: int = 0

    def write(self, lines: list[Line], apart: Apart | None) -> None:
        """Take lines, where they belong."""
        if apart is None:
            self.lines += lines
            return
        before = self.settled(apart)
        self.tail, self.before = apart.tail, before
        self.lines[before:] = sorted([*self.lines[before:], *lines], key=lambda line: line.player)

    def settled(self, apart: Apart | None) -> int:
        """How many lines stay where they are, whatever comes."""
        return self.before if apart is not None and apart.tail is self.tail else len(self.lines)

    def copy(self) -> Journal:
        """An independent one."""
        return Journal(self.lines[:], self.tail, self.before)

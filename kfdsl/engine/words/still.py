"""Memory in which a state stays as it is: rules go through it, and what lies where does not change.

In:   a memory, and where cells begin and end in it.      Out:  the same memory, whose cells cannot be written.
Only what Python runs goes by such a view, and only to find out what rules would ask.
"""

from __future__ import annotations

from typing import Any

from kfdsl.engine.flat.memory import Memory

MOST_KEPT = 10_000  # writes without an effect, before it is clear that a loop waits for one


class Waiting(Exception):
    """A loop counts, and its count stays as it is."""


class StillMemory(Memory):
    """A memory of which a stretch of bytes stays as it is."""

    def __init__(self, room: memoryview, start: int, end: int) -> None:
        super().__init__(room)
        self.kept = 0
        self.seen = {width: _Still(self, seen, start // width, end // width) for width, seen in self.seen.items()}


class _Still:
    """Numbers of one width."""

    __slots__ = ("end", "memory", "seen", "start")

    def __init__(self, memory: StillMemory, seen: Any, start: int, end: int) -> None:
        self.memory, self.seen, self.start, self.end = memory, seen, start, end

    def __getitem__(self, at: Any) -> Any:
        return self.seen[at]

    def __setitem__(self, at: Any, value: Any) -> None:
        first = at.start if isinstance(at, slice) else at
        if self.start <= first < self.end:
            self.memory.kept += 1
            if self.memory.kept > MOST_KEPT:
                raise Waiting
        else:
            self.seen[at] = value

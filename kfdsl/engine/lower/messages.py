"""What is said where a need does not hold, as far as it is known before a game.

In:   nothing; data only.      Out:  Message.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.program.types import Type


@dataclass(frozen=True, slots=True)
class Message:
    """What is said where a need does not hold: its name, and texts with holes, of which the types are known."""

    need: str
    parts: tuple[str | Type, ...]

    @property
    def holes(self) -> tuple[Type, ...]:
        return tuple(part for part in self.parts if isinstance(part, Type))

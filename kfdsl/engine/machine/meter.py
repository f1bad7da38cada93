"""How many steps are left before the next choice.

In:   the steps that something costs, and its line of content.      Out:  TooMany once there are none left.
A state and all its copies share one meter, so what is tried counts as well. analysis/measures/step_costs.py says what costs what.
"""

from __future__ import annotations

from typing import NoReturn

from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.text.source import Span

UNLIMITED = 1 << 62  # for whoever runs rules outside a game


class Meter:
    """The steps that are left."""

    __slots__ = ("left", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.left = most

    def fill(self) -> None:
        """Begin anew."""
        self.left = self.most

    def charge(self, steps: int, span: Span | None = None) -> None:
        """Take steps off."""
        self.left -= steps
        if self.left < 0:
            self.ran_out(span)

    def ran_out(self, span: Span | None) -> NoReturn:
        """Say where they ran out; the game is told to go on from before."""
        raise TooMany(
            f"this is too much to work out: there are {self.most} steps between two choices, and they ran out here",
            span,
        )

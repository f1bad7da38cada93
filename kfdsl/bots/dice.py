"""Chance of a bot's own, apart from the game's.

In:   a game.      Out:  Dice, which follow from the seed and from how far the game has come.
So a game that was broken off goes on in the same way, and the chance of the game itself is not touched.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from kfdsl.engine.machine.chance import below, stream
from kfdsl.engine.play.game import Game

T = TypeVar("T")
_PURPOSE = 1 << 32  # streams of bots; those of games have small numbers


class Dice:
    """One stream of chance."""

    def __init__(self, start: int) -> None:
        self.stream = start

    def below(self, bound: int) -> int:
        """A number from 0 up to but not including a bound."""
        found, self.stream = below(self.stream, bound)
        return found

    def split(self) -> int:
        """The start of another stream."""
        return self.below(1 << 63)

    def one(self, items: Sequence[T]) -> T:
        """Any of some items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """So many of some items, in any order; all if there are no more."""
        left = list(items)
        for at in range(min(count, len(left) - 1)):
            other = at + self.below(len(left) - at)
            left[at], left[other] = left[other], left[at]
        return left[:count]


def dice_for(game: Game) -> Dice:
    """The dice of whoever is asked, for the part that is asked for; what others did meanwhile makes no difference."""
    seat, before = game.seat, game.journal.settled(game.state.at_once)
    own = sum(line.player == seat for line in game.log[before:])
    start = game.seed
    for purpose in (_PURPOSE + before, seat, own, len(game.atoms)):
        start = stream(start, purpose)
    return Dice(start)

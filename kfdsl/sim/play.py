"""One game of a simulation, from its number.

In:   a way to begin a game, bots, a seed and a number, and who plays natively, if anybody does.      Out:  Played.
The seed of a game follows from the seed of the whole and its number, and bots move on by one seat from game to game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kfdsl.bots import BOTS
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.game import CannotGoOn, Endless, Game
from kfdsl.sim.result import Played
from kfdsl.sim.watch import Watch

if TYPE_CHECKING:  # what plays natively takes a while to import
    from kfdsl.sim.quick import Quick

MOST = 200_000  # choices after which nobody believes any more that a game ends
_PURPOSE = 1 << 33  # streams of simulations; those of games and of bots have other numbers


def seated(bots: Sequence[str], number: int) -> tuple[str, ...]:
    """Who sits where in a game."""
    return tuple(bots[(seat + number) % len(bots)] for seat in range(len(bots)))


def play(
    begin: Callable[[int], Game], bots: Sequence[str], seed: int, number: int, quick: Quick | None = None
) -> Played:
    """Play a game to its end; rules that do not go on are told with the seed that leads there again."""
    own = stream(seed, _PURPOSE + number)
    who = seated(bots, number)
    try:
        found = None if quick is None else quick.played(own, who, number)
        return _played(begin(own), who, number) if found is None else found
    except CannotGoOn as mistake:
        again = f"game {number + 1}, with seed {own} and bots {','.join(who)}"
        raise type(mistake)(f"{mistake.what} ({again})", mistake.span) from mistake


def _played(game: Game, who: tuple[str, ...], number: int) -> Played:
    game.tells = False
    watch = Watch(game)
    while not game.over:
        choice = BOTS[who[game.seat]](game)
        watch.answered(choice)
        game.play(choice)
        if watch.choices > MOST:
            raise Endless(f"{MOST} choices were made and the game is not over", game.question.line)
    return watch.ended(number, who)

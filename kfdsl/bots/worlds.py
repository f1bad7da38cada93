"""A world to think in, which the thinker cannot tell from the real one.

In:   a game, a stream of the bot's own.      Out:  a state.
It follows from what the one who is asked may know: hidden pieces are dealt anew, and what others have answered that is not open
yet is forgotten.
"""

from __future__ import annotations

from kfdsl.engine.machine.at_once import facing
from kfdsl.engine.machine.state import State
from kfdsl.engine.play.game import Game
from kfdsl.engine.play.redeal import redeal


def imagined(game: Game, stream: int) -> State:
    """The position, as it may be for all that the one who is asked knows."""
    state = facing(game.state.copy(), game.seat)
    others, state.apart = state.apart, None  # where others have come to among those who act at once is theirs to know
    if game.table.ask(state).sealed:
        assert state.frame is not None
        block, locals_, below = state.frame
        state.frame = (block, (*locals_[:-1], ()), below)
    world = redeal(game.table, state, game.seat, stream)
    world.apart = others
    return world

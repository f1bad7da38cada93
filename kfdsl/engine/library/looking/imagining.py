"""A world that the one who is asked cannot tell from the real one.

In:   a state, a seat, a stream of chance.      Out:  another state: hidden pieces are dealt anew, and what others have answered that is
not open yet is forgotten, or given anew where it was asked before what is asked now.
"""

from __future__ import annotations

from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.looking.copied import copied
from kfdsl.engine.library.looking.redealing import redeal
from kfdsl.engine.library.looking.sealed import forget_answers
from kfdsl.engine.library.machine import State

SPLIT = -(1 << 63)  # a bound without its sign, for streams of worlds: all numbers of 63 bits


def imagined(g: State, seat: int, stream: int) -> State:
    """Another state, in scratch memory."""
    world = copied(g)
    if ask_of(world.ask).sealed:
        forget_answers(world)
    redeal(world, seat, stream)
    return world

"""A world that the one who is asked cannot tell from the real one.

In:   a state, a seat, a stream of chance.      Out:  another state: hidden pieces are dealt anew, and what others have answered that is
not open yet is forgotten, or given anew where it was asked before what is asked now.
"""

from __future__ import annotations

from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.looking.copied import copied
from kfdsl.engine.library.looking.dealing import deal_anew
from kfdsl.engine.library.looking.sealed import answer_anew, find_sealed, forget_answers, named_places
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.under_way.copies import copy_state

MOST_DEALS = 20  # before what others have answered is left as it is, and with it what they answered from


def imagined(g: State, seat: int, stream: int) -> State:
    """Another state, in scratch memory."""
    world = copied(g)
    with machine().scratch.held():
        if ask_of(world.ask).sealed:
            forget_answers(world)
        sealed = find_sealed(world)
        if sealed.at == 0:
            deal_anew(world, seat, stream, new_list(0))
            return world
        before = copied(world)
        own = named_places(before, sealed, seat)
        for _ in range(MOST_DEALS):
            deal_anew(world, seat, stream, own)
            if answer_anew(world, sealed, seat):
                return world
            stream = world.chance  # somebody who has answered could not have done so in that world
            copy_state(world, before)
        deal_anew(world, seat, stream, named_places(before, sealed, NOBODY))
        return world

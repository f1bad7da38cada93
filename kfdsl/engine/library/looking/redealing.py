"""Another world that one player cannot tell from the real one.

In:   a state, a seat, a stream of chance apart from the game's.      Out:  the state, in which only unseen things differ.
The world follows from what the player may know and from the stream alone. What others have sealed is given anew there, at random, by
what they have; and those who act at once name other pieces in what they have begun.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, wrapping_add
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import list_plus, new_list
from kfdsl.engine.library.looking.dealing import deal_anew
from kfdsl.engine.library.looking.facts import facts
from kfdsl.engine.library.looking.renaming import name_anew
from kfdsl.engine.library.looking.sealed import SealedAsk, answer_anew, find_sealed, named_places
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.under_way.copies import ALL, copy_state, new_state

MOST_DEALS = 20  # before what others have answered or begun is left as it is, and with it what they answered from


def redeal(g: State, seat: int, stream: int) -> None:
    """Let a state be another that looks the same to a player; what chance will bring differs as well."""
    with machine().scratch.held():
        sealed = find_sealed(g)
        if sealed.at == 0 and g.parts == 0:
            deal_anew(g, seat, stream, new_list(0))
            return
        real = new_state()
        copy_state(real, g)
        pinned = pins_of(real, sealed, seat if g.parts == 0 else NOBODY)
        for _ in range(MOST_DEALS):
            deal_anew(g, seat, stream, pinned)
            if fits(g, real, sealed, seat):
                return
            stream = wrapping_add(g.chance, int(g.parts > 0))
            copy_state(g, real)
            g.fresh = ALL
        pinned = pins_of(real, sealed, NOBODY)
        for which in range(g.parts):
            if g.part[which].seat != seat:
                theirs = facts().seats[g.part[which].seat]  # their rules under way speak of it
                pinned = list_plus(pinned, list_plus(theirs.places, theirs.trays))
        deal_anew(g, seat, stream, pinned)


def pins_of(g: State, sealed: SealedAsk, seat: int) -> Numbers:
    """Where the pieces lie that somebody's sealed answer names, or everybody's."""
    return new_list(0) if sealed.at == 0 else named_places(g, sealed, seat)


def fits(world: State, real: State, sealed: SealedAsk, seat: int) -> bool:
    """Whether others could have answered in a world what they have, or have come as far; it is another answer there."""
    with machine().scratch.held():
        return name_anew(world, real, seat) if world.parts > 0 else answer_anew(world, sealed, seat)

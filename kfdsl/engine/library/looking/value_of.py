"""What a position is worth to somebody, by what can be counted without knowing the game.

In:   a state, a seat.      Out:  a number: the larger, the better.
It is what the rules say would be scored if the game ended now, against the best of the others; and something for every piece that the
player has, since pieces are what points are made of, as long as there is time left to do so.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.looking.facts import facts
from kfdsl.engine.library.looking.outlook import outlook_on
from kfdsl.engine.library.machine import State, card_of, counts_of, machine, tray_of
from kfdsl.engine.library.values import bundle_size

MINE, OTHERS = 200, 100  # for a point
PIECE, SPARE = 90, 10  # for a piece: for each round that is left, and anyway
MOST_TURNS = 3  # that are left at most, as far as it matters


def value_of(g: State, end: State, seat: int, left: int) -> int:
    """What a state is worth to a seat that has so many rounds left; `end` is a copy of it that may change."""
    with machine().scratch.held():
        points = machine().scratch.numbers(machine().seats)
        outlook_on(g, end, points)
        best = 0
        is_first = True
        for other in range(machine().seats):
            if other != seat and (is_first or points[other] > best):
                best = points[other]
                is_first = False
        return MINE * points[seat] - OTHERS * best + (SPARE + PIECE * left) * pieces_of(g, seat)


def pieces_of(g: State, seat: int) -> int:
    """Tokens and cards in a player's places, and tokens upon those cards."""
    about = facts().seats[seat]
    found = tokens_in(g, about.places)
    for i in range(about.trays[0]):
        tray = tray_of(g, about.trays[1 + i])
        found += tray.count
        card = tray.first
        for _ in range(tray.count):
            found += tokens_in(g, Numbers(facts().upon[card]))
            card = card_of(g, card).next
    return found


def tokens_in(g: State, places: Numbers) -> int:
    found = 0
    for i in range(places[0]):
        found += bundle_size(counts_of(g, places[1 + i]))
    return found

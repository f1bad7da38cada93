"""Which hidden card goes into which tray, so that each lies where it could by what somebody knows, and each tray gets as many as it has.

In:   a state, a seat, trays, their cards in any order.      Out:  for each card the tray it goes to, or that there is no such way.
The cards are taken as they come, so that a world depends on nothing but what is known and on chance. A card for which there is no room
moves others on: the nearest tray with room is looked for, from tray to tray over cards that could as well lie in the next.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.chance import below
from kfdsl.engine.library.machine import NOWHERE, State, machine, tray_of
from kfdsl.engine.library.whereabouts import may_lie


def place_cards(g: State, seat: int, trays: Numbers, pool: Numbers, goes: Numbers) -> bool:
    with machine().scratch.held():
        room = machine().scratch.numbers(trays[0])
        for k in range(trays[0]):
            room[k] = tray_of(g, trays[1 + k]).count
        for i in range(pool[0]):
            goes[i] = NOWHERE
        for i in range(pool[0]):
            goes[i] = tray_with_room(g, seat, trays, room, pool[1 + i])
            if goes[i] == NOWHERE:
                goes[i] = room_made(g, seat, trays, pool, goes, room, pool[1 + i])
            if goes[i] == NOWHERE:
                return False
            room[goes[i]] -= 1
    return True


def tray_with_room(g: State, seat: int, trays: Numbers, room: Numbers, card: int) -> int:
    """Any tray with room in which a card could lie, as likely as it has room; NOWHERE if there is none."""
    free = 0
    for k in range(trays[0]):
        if room[k] > 0 and may_lie(g, seat, card, trays[1 + k]):
            free += room[k]
    if free == 0:
        return NOWHERE
    left = below(g, free)
    for k in range(trays[0]):
        if room[k] > 0 and may_lie(g, seat, card, trays[1 + k]):
            left -= room[k]
            if left < 0:
                return k
    return NOWHERE


def room_made(g: State, seat: int, trays: Numbers, pool: Numbers, goes: Numbers, room: Numbers, card: int) -> int:
    """A tray for a card, after others were moved on to where there is room; it has one place more then. NOWHERE if there is no way."""
    with machine().scratch.held():
        moved = machine().scratch.numbers(trays[0])  # which of the pool would move on into a tray
        seen = machine().scratch.numbers(trays[0])
        ahead = machine().scratch.numbers(trays[0])
        count = 0
        for k in range(trays[0]):
            moved[k] = NOWHERE
            if may_lie(g, seat, card, trays[1 + k]):
                seen[k] = 1
                ahead[count] = k
                count += 1
        at = 0
        while at < count:
            here = ahead[at]
            at += 1
            for i in range(pool[0]):
                if goes[i] == here:
                    for k in range(trays[0]):
                        if seen[k] == 0 and may_lie(g, seat, pool[1 + i], trays[1 + k]):
                            seen[k] = 1
                            moved[k] = i
                            if room[k] > 0:
                                return moved_on(goes, room, moved, k)
                            ahead[count] = k
                            count += 1
    return NOWHERE


def moved_on(goes: Numbers, room: Numbers, moved: Numbers, last: int) -> int:
    """Move cards on, the last one first; which tray has a place more then."""
    room[last] -= 1
    to = last
    while moved[to] != NOWHERE:
        mover = moved[to]
        before = goes[mover]
        goes[mover] = to
        to = before
    room[to] += 1
    return to

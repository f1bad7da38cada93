"""Where each player may think that cards lie: for every hidden tray the cards that could lie there, by what was seen of them.

In:   moves of cards, as they are made.      Out:  sets of cards, kept in the state; a card that somebody sees is in none of their sets.
A card that is seen to go into a hidden tray lies there. What goes from one hidden tray to another may be any card that could lie in the
first. Which card lies where in a tray is not kept: whoever sees a card put on top of others knows only that it is there.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, clear
from kfdsl.engine.library.looking.facts import HIDDEN_TRAYS, facts
from kfdsl.engine.library.machine import NOWHERE, State, machine, touch, tray_of

IN_ONE = 60  # cards that one number tells of
SHORT = 16  # words: no stretch is shorter


def set_of(g: State, seat: int, hidden: int) -> Numbers:
    """The cards that could lie in a hidden tray, a bit for each."""
    return Numbers(g.at + machine().whereabouts_at + (seat * HIDDEN_TRAYS + hidden) * numbers_of_a_set())


def numbers_of_a_set() -> int:
    return (machine().cards + IN_ONE - 1) // IN_ONE


def hidden_number(tray: int, seat: int) -> int:
    """Which of the trays that a player does not see a tray is; NOWHERE if it is seen."""
    return Words(facts().hidden_numbers)[tray * machine().seats + seat]


def may_lie(g: State, seat: int, card: int, tray: int) -> bool:
    """Whether a card could lie in a hidden tray, by what a player knows."""
    return set_of(g, seat, hidden_number(tray, seat))[card // IN_ONE] >> card % IN_ONE & 1 == 1


def note_move(g: State, card: int, source: int, target: int) -> None:
    """A card was moved; what is only tried, nobody learns from."""
    if machine().whereabouts_at == 0 or g.trial:
        return
    for seat in range(machine().seats):
        before = hidden_number(source, seat)
        after = hidden_number(target, seat)
        if after == NOWHERE:
            if before != NOWHERE:
                forget(g, seat, card)
        elif before == NOWHERE:
            put(g, seat, card, after)
        elif before != after:
            join(g, seat, before, after)
        if before != NOWHERE and before != HIDDEN_TRAYS - 1 and tray_of(g, source).count == 0:
            touch_set(g, seat, before)
            clear(set_of(g, seat, before), numbers_of_a_set())


def forget(g: State, seat: int, card: int) -> None:
    """It lies in no hidden tray."""
    for hidden in range(HIDDEN_TRAYS):
        cards = set_of(g, seat, hidden)
        if cards[card // IN_ONE] >> card % IN_ONE & 1:
            touch_set(g, seat, hidden)
            cards[card // IN_ONE] = cards[card // IN_ONE] ^ 1 << card % IN_ONE


def put(g: State, seat: int, card: int, hidden: int) -> None:
    touch_set(g, seat, hidden)
    cards = set_of(g, seat, hidden)
    cards[card // IN_ONE] = cards[card // IN_ONE] | 1 << card % IN_ONE


def join(g: State, seat: int, source: int, target: int) -> None:
    """Whatever could lie in one could lie in the other."""
    touch_set(g, seat, target)
    for i in range(numbers_of_a_set()):
        set_of(g, seat, target)[i] = set_of(g, seat, target)[i] | set_of(g, seat, source)[i]


def touch_set(g: State, seat: int, hidden: int) -> None:
    at = (set_of(g, seat, hidden).at - g.at) * 2
    end = at + 2 * numbers_of_a_set()
    while at < end:
        touch(g, at, min(SHORT, end - at))
        at += SHORT

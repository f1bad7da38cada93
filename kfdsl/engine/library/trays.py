"""Cards in trays: each lies in one, and knows who is behind and before it.

In:   a state, cards and trays by number.      Out:  changed cards and trays.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, fault
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import (
    NO_SPOT,
    NOWHERE,
    TAKEN,
    State,
    card_of,
    machine,
    touch_card,
    touch_tray,
    tray_of,
)
from kfdsl.engine.library.planes.board import Board, has_spot
from kfdsl.engine.library.planes.spots import TURNS, rotation
from kfdsl.engine.library.whereabouts import note_move


def tray_list(g: State, tray: int) -> Numbers:
    """The cards of a tray as a list."""
    cards = tray_of(g, tray)
    found = new_list(cards.count)
    found[0] = cards.count
    card = cards.first
    for i in range(cards.count):
        found[1 + i] = card
        card = card_of(g, card).next
    return found


def take_out(g: State, card: int) -> None:
    """Take a card out of its tray; it lies nowhere then."""
    moved = card_of(g, card)
    tray = tray_of(g, moved.tray)
    touch_tray(g, moved.tray)
    tray.count -= 1
    if moved.before == NOWHERE:
        tray.first = moved.next
    else:
        touch_card(g, moved.before)
        card_of(g, moved.before).next = moved.next
    if moved.next == NOWHERE:
        tray.last = moved.before
    else:
        touch_card(g, moved.next)
        card_of(g, moved.next).before = moved.before


def put_last(g: State, card: int, target: int) -> None:
    """Put a card that lies nowhere behind the others of a tray."""
    moved = card_of(g, card)
    tray = tray_of(g, target)
    touch_card(g, card)
    touch_tray(g, target)
    moved.tray = target
    moved.next = NOWHERE
    moved.before = tray.last
    if tray.last == NOWHERE:
        tray.first = card
    else:
        touch_card(g, tray.last)
        card_of(g, tray.last).next = card
    tray.last = card
    tray.count += 1


def move_card(g: State, card: int, target: int) -> None:
    """Move a card from where it lies behind the others of another tray."""
    source = card_of(g, card).tray
    if source != target:
        take_out(g, card)
        put_last(g, card, target)
        note_move(g, card, source, target)


def lay_card(g: State, card: int, target: int, board: Board, spot: int, line: int) -> None:
    """Move a card to a spot of a plane, which must be empty."""
    if not has_spot(board, spot):
        fault(NO_SPOT, line)
    other = tray_of(g, target).first
    while other != NOWHERE:
        there = card_of(g, other).spot
        if there != NOWHERE and other != card and there // TURNS == spot // TURNS:
            fault(TAKEN, line)
        other = card_of(g, other).next
    move_card(g, card, target)
    touch_card(g, card)
    card_of(g, card).spot = spot if board.turns > 1 else spot - rotation(spot)


def tidy(g: State, tray: int) -> None:
    """Put the cards of a tray in the order in which they were declared."""
    with machine().scratch.held():
        order = tray_list(g, tray)
        for i in range(2, order[0] + 1):
            card = order[i]
            at = i - 1
            while at > 0 and order[at] > card:
                order[at + 1] = order[at]
                at -= 1
            order[at + 1] = card
        relink(g, tray, order)


def relink(g: State, tray: int, order: Numbers) -> None:
    """Let the cards of a tray lie in an order."""
    cards = tray_of(g, tray)
    touch_tray(g, tray)
    before = NOWHERE
    cards.first = NOWHERE
    for i in range(order[0]):
        card = order[1 + i]
        touch_card(g, card)
        card_of(g, card).before = before
        if before == NOWHERE:
            cards.first = card
        else:
            card_of(g, before).next = card
        before = card
    cards.last = before
    if before != NOWHERE:
        card_of(g, before).next = NOWHERE

"""What touches what on a plane, and what is shown there.

In:   a state, the tray of a plane, its labels, cards and spots.      Out:  cards in order, labels; NOWHERE for no label.
A card may lie in a tray that is no plane: then it touches nothing.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import NOWHERE, State, card_of, cards_of, tray_of
from kfdsl.engine.library.planes.grid import EDGES, direction, opposite, shown
from kfdsl.engine.library.planes.spots import COLUMN, hex_of, rotation


def laid(g: State, tray: int, labels: Words, card: int) -> bool:
    """Whether a card is on a plane and has a spot there."""
    return labels.at != 0 and card_of(g, card).spot != NOWHERE


def beside(g: State, tray: int, labels: Words, spot: int) -> Numbers:
    """The cards around a spot."""
    found = new_list(EDGES)
    hex_ = hex_of(spot)
    cards = cards_of(g)
    card = tray_of(g, tray).first
    while card != NOWHERE:
        there = cards[card]
        is_near = abs(hex_of(there.spot) - hex_) <= COLUMN  # most are farther away
        if is_near and there.spot != NOWHERE and direction(hex_, hex_of(there.spot)) != NOWHERE:
            _put_in_order(found, card)
        card = there.next
    return found


def _put_in_order(cards: Numbers, card: int) -> None:
    at = cards[0]
    while at > 0 and cards[at] > card:
        cards[at + 1] = cards[at]
        at -= 1
    cards[at + 1] = card
    cards[0] += 1


def neighbours(g: State, tray: int, labels: Words, card: int) -> Numbers:
    """The cards that touch a card."""
    if not laid(g, tray, labels, card):
        return new_list(0)
    return beside(g, tray, labels, card_of(g, card).spot)


def edge_to(g: State, tray: int, labels: Words, card: int, spot: int, other: int) -> int:
    """The label that a card would show to another that lies beside the spot."""
    if not laid(g, tray, labels, other):
        return NOWHERE
    towards = direction(hex_of(spot), hex_of(card_of(g, other).spot))
    return NOWHERE if towards == NOWHERE else shown(labels, card, rotation(spot), towards)


def edge_from(g: State, tray: int, labels: Words, card: int, spot: int) -> int:
    """The label that a laid card shows to a spot beside it."""
    if not laid(g, tray, labels, card):
        return NOWHERE
    there = card_of(g, card).spot
    towards = direction(hex_of(there), hex_of(spot))
    return NOWHERE if towards == NOWHERE else shown(labels, card, rotation(there), towards)


def _towards(g: State, tray: int, labels: Words, one: int, other: int) -> int:
    """The direction from a card to another that touches it on its plane, or NOWHERE."""
    there = card_of(g, other)
    if not laid(g, tray, labels, one) or there.tray != tray or there.spot == NOWHERE:
        return NOWHERE
    return direction(hex_of(card_of(g, one).spot), hex_of(there.spot))


def side(g: State, tray: int, labels: Words, one: int, other: int) -> int:
    """The label that a card shows to one that touches it."""
    towards = _towards(g, tray, labels, one, other)
    return NOWHERE if towards == NOWHERE else shown(labels, one, rotation(card_of(g, one).spot), towards)


def joined(g: State, tray: int, labels: Words, one: int, other: int, label: int) -> bool:
    """Whether two cards share a side that carries a label on both sides."""
    towards = _towards(g, tray, labels, one, other)
    if towards == NOWHERE or shown(labels, one, rotation(card_of(g, one).spot), towards) != label:
        return False
    return shown(labels, other, rotation(card_of(g, other).spot), opposite(towards)) == label

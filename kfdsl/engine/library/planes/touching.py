"""What touches what on a plane, and what is shown there.

In:   a state, the tray of a plane, its Board, cards and spots.      Out:  cards in order, labels; NOWHERE for no label.
A card may lie in a tray that is no plane: then there is no Board, and it touches nothing.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import NOWHERE, State, card_of, cards_of, tray_of
from kfdsl.engine.library.planes.board import Board, direction, label_at, labels_at, row_at, shown, turned
from kfdsl.engine.library.planes.spots import TURNS, hex_of


def laid(g: State, tray: int, board: Board, card: int) -> bool:
    """Whether a card is on a plane and has a spot there."""
    return board.at != 0 and card_of(g, card).spot != NOWHERE


def beside(g: State, tray: int, board: Board, spot: int) -> Numbers:
    """The cards around a spot."""
    found = new_list(board.directions)
    first = (hex_of(spot) - board.farthest) * TURNS  # most lie before it, or behind the last spot that can touch
    last = (hex_of(spot) + board.farthest) * TURNS + TURNS - 1
    cards = cards_of(g)
    card = tray_of(g, tray).first
    while card != NOWHERE:
        there = cards[card]
        other = there.spot
        if first <= other <= last and other != NOWHERE and direction(board, spot, other) != NOWHERE:
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


def neighbours(g: State, tray: int, board: Board, card: int) -> Numbers:
    """The cards that touch a card."""
    if not laid(g, tray, board, card):
        return new_list(0)
    return beside(g, tray, board, card_of(g, card).spot)


def edge_to(g: State, tray: int, board: Board, card: int, spot: int, other: int) -> int:
    """The label that a card would show to another that lies beside the spot."""
    if not laid(g, tray, board, other):
        return NOWHERE
    towards = direction(board, spot, card_of(g, other).spot)
    return NOWHERE if towards == NOWHERE else shown(board, card, spot, towards)


def edge_from(g: State, tray: int, board: Board, card: int, spot: int) -> int:
    """The label that a laid card shows to a spot beside it."""
    if not laid(g, tray, board, card):
        return NOWHERE
    there = card_of(g, card).spot
    towards = direction(board, there, spot)
    return NOWHERE if towards == NOWHERE else shown(board, card, there, towards)


def _lie_together(g: State, tray: int, board: Board, one: int, other: int) -> bool:
    there = card_of(g, other)
    return laid(g, tray, board, one) and there.tray == tray and there.spot != NOWHERE


def side(g: State, tray: int, board: Board, one: int, other: int) -> int:
    """The label that a card shows to one that touches it; of several joins the first."""
    if not _lie_together(g, tray, board, one, other):
        return NOWHERE
    here = card_of(g, one).spot
    towards = direction(board, here, card_of(g, other).spot)
    return NOWHERE if towards == NOWHERE else shown(board, one, here, towards)


def joined(g: State, tray: int, board: Board, one: int, other: int, label: int) -> bool:
    """Whether two cards share a side that carries a label on both sides."""
    if not _lie_together(g, tray, board, one, other):
        return False
    here = card_of(g, one).spot
    there = card_of(g, other).spot
    steps = row_at(board, here)
    row = labels_at(board, one, here)
    rotated = turned(board, here)
    far = hex_of(there) - hex_of(here)
    for towards in range(board.edges):
        if board.far[steps + towards] == far and label_at(board, row, rotated, towards) == label:
            return shown(board, other, there, board.back[steps + towards]) == label
    return False

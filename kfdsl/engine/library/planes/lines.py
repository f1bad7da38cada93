"""Spots by themselves: who lies there, which lie beside one, and which in a straight line.

In:   a state, the tray of a plane, its Board, spots.      Out:  spots that are not turned, cards; NOWHERE for none.
Of a plane without an end every spot is one that is not too far from the middle.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, fault
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import NOWHERE, SPOT_TOO_FAR, State, card_of, cards_of, machine, tray_of
from kfdsl.engine.library.planes.board import Board, has_spot, row_at
from kfdsl.engine.library.planes.spots import TURNS, column, hex_of, packed, row
from kfdsl.engine.library.values import charge
from kfdsl.program.numbers import FARTHEST


def spot(across: int, down: int, rotated: int, line: int) -> int:
    """A spot by its numbers."""
    if max(abs(across), abs(down)) >= FARTHEST or rotated < 0 or rotated > 5:
        machine().wanted = across if abs(across) >= FARTHEST else down if abs(down) >= FARTHEST else rotated
        fault(SPOT_TOO_FAR, line)
    return packed(across, down, rotated)


def spot_of(g: State, tray: int, board: Board, card: int) -> int:
    """Where a card lies, and how."""
    return NOWHERE if board.at == 0 else card_of(g, card).spot


def card_at(g: State, tray: int, board: Board, spot: int) -> int:
    """Who lies at a spot of a plane, however turned."""
    hex_ = hex_of(spot)
    cards = cards_of(g)
    card = tray_of(g, tray).first
    while card != NOWHERE:
        there = cards[card]
        if there.spot != NOWHERE and hex_of(there.spot) == hex_:
            return card
        card = there.next
    return NOWHERE


def around(g: State, tray: int, board: Board, spot: int) -> Numbers:
    """The spots beside one, in order, each once."""
    found = new_list(board.directions)
    if not has_spot(board, spot):
        return found
    steps = row_at(board, spot)
    for towards in range(board.directions):
        other = _moved(board, spot, steps + towards, 1)
        if other != NOWHERE:
            _put_in_order(found, other)
    return found


def _put_in_order(spots: Numbers, spot: int) -> None:
    at = spots[0]
    while at > 0 and spots[at] > spot:
        at -= 1
    if at > 0 and spots[at] == spot:
        return
    last = spots[0]
    while last > at:
        spots[last + 1] = spots[last]
        last -= 1
    spots[at + 1] = spot
    spots[0] += 1


def _moved(board: Board, spot: int, step: int, times: int) -> int:
    """The spot so many steps on, or NOWHERE."""
    across = column(spot) + board.across[step] * times
    down = row(spot) + board.down[step] * times
    if abs(across) >= FARTHEST or (abs(down) >= FARTHEST and board.stride == 0):
        return NOWHERE
    other = packed(across, down, 0)
    return other if has_spot(board, other) else NOWHERE


def _towards(board: Board, one: int, other: int) -> int:
    """The direction of a straight line from a spot to another, or NOWHERE."""
    across = column(other) - column(one)
    down = row(other) - row(one)
    far = max(abs(across), abs(down))
    if far == 0 or board.stride or not has_spot(board, one) or not has_spot(board, other):
        return NOWHERE
    for towards in range(board.directions):
        if board.across[towards] * far == across and board.down[towards] * far == down:
            return towards
    return NOWHERE


def straight(g: State, tray: int, board: Board, one: int, other: int, line: int) -> Numbers:
    """The spots on a straight line from a spot to another, which is the last of them; the first is not counted. None off it."""
    towards = _towards(board, one, other)
    if towards == NOWHERE:
        return new_list(0)
    far = max(abs(column(other) - column(one)), abs(row(other) - row(one)))
    charge(far, line)
    start = begin_list()
    for i in range(far):
        add_item(_moved(board, one, towards, i + 1))
    return end_list(start)


def past(g: State, tray: int, board: Board, one: int, other: int) -> int:
    """The next spot behind another on the straight line from a spot to it, or NOWHERE."""
    towards = _towards(board, one, other)
    return NOWHERE if towards == NOWHERE else _moved(board, other, towards, 1)


def coordinate(spot: int, sort: int) -> int:
    """How far across a spot lies, or down, or how it is turned; a spot with a name has no numbers, and says 0."""
    if spot // TURNS % (2 * FARTHEST) == 0:
        return 0
    if sort == 0:
        return column(spot)
    return row(spot) if sort == 1 else spot % TURNS

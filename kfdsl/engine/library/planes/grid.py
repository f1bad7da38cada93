"""Cards laid on a plane, as a whole, and who lies where.

In:   a state, the tray of a plane, its Board.      Out:  a Plane in scratch memory.
The cards are seen through a window: a row of cells, one column behind the other. Of a plane that has an end it is always the same one, and
wide enough that each step from a spot ends in it; otherwise it is one cell wider than the cards reach on each side.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Rows, Words, inline
from kfdsl.engine.library.machine import NOWHERE, State, cards_of, machine, tray_of
from kfdsl.engine.library.planes.board import Board, label_at
from kfdsl.engine.library.planes.spots import SPOTS, column, rotation, row
from kfdsl.engine.library.sorting import sort
from kfdsl.program.numbers import FARTHEST


class Laid(Record):
    """A card in a window."""

    card: int
    cell: int
    rotation: int
    row: int  # where its labels begin
    steps: int  # where the steps from its cell begin


class Plane(Record):
    """The cards of a tray that are laid, in the order of cards: they are spoken of by their place in that order."""

    count: int
    laid: Rows[Laid]
    board: Board
    left: int  # the column
    top: int  # and the row of the first cell
    wide: int
    tall: int
    here: Words  # by cell, the place of who lies there, and one
    steps: Words  # from a cell to the next one in each direction


def plane_of(g: State, tray: int, board: Board) -> Plane:
    """The laid cards of a plane; those that lie nowhere yet are passed over."""
    scratch = machine().scratch
    plane = scratch.one(Plane)
    plane.board = board
    in_order = scratch.numbers(tray_of(g, tray).count)
    cards = cards_of(g)
    count = 0
    card = tray_of(g, tray).first
    while card != NOWHERE:
        there = cards[card]
        if there.spot != NOWHERE:
            in_order[count] = card * SPOTS + there.spot
            count += 1
        card = there.next
    sort(in_order, count)
    plane.count = count
    plane.laid = scratch.rows(Laid, count)
    if board.wide:
        plane.left = board.left
        plane.top = board.top
        plane.wide = board.wide
        plane.tall = board.tall
        plane.steps = board.steps
    else:
        _open_window(plane, in_order)
    plane.here = scratch.words(plane.wide * plane.tall)
    _lay(plane, in_order)
    return plane


def _lay(plane: Plane, in_order: Numbers) -> None:
    board = plane.board
    tall = plane.tall
    first = plane.left * tall + plane.top
    here = plane.here
    for place in range(plane.count):
        laid = plane.laid[place]
        spot = in_order[place] % SPOTS
        laid.card = in_order[place] // SPOTS
        laid.cell = column(spot) * tall + row(spot) - first
        laid.rotation = rotation(spot) if board.turns > 1 else 0
        laid.steps = laid.cell * board.stride
        laid.row = laid.steps if board.stride else laid.card * board.edges
        here[laid.cell] = place + 1


def _open_window(plane: Plane, in_order: Numbers) -> None:
    """As wide as the cards of a plane without an end need it."""
    left = FARTHEST
    right = -FARTHEST
    top = FARTHEST
    bottom = -FARTHEST
    for place in range(plane.count):
        spot = in_order[place] % SPOTS
        q = column(spot)
        r = row(spot)
        left = min(left, q)
        right = max(right, q)
        top = min(top, r)
        bottom = max(bottom, r)
    if plane.count:
        plane.left = left - 1
        plane.top = top - 1
        plane.wide = right - left + 3
        plane.tall = bottom - top + 3
    board = plane.board
    plane.steps = machine().scratch.words(board.directions)
    for towards in range(board.directions):
        plane.steps[towards] = board.across[towards] * plane.tall + board.down[towards]


def place_of(plane: Plane, card: int) -> int:
    """The place of a card, or NOWHERE."""
    for place in range(plane.count):
        if plane.laid[place].card == card:
            return place
    return NOWHERE


@inline
def next_to(plane: Plane, laid: Laid, towards: int) -> int:
    """The place of the card in a direction from another, or NOWHERE."""
    return plane.here[laid.cell + plane.steps[laid.steps + towards]] - 1


@inline
def facing_back(plane: Plane, laid: Laid, towards: int) -> int:
    """The direction from the card in a direction back to this one."""
    return plane.board.back[laid.steps + towards]


@inline
def shows(plane: Plane, laid: Laid, towards: int) -> int:
    """The label that a laid card shows in a direction."""
    return label_at(plane.board, laid.row, laid.rotation, towards)


def joined_to(plane: Plane, place: int, towards: int, label: int) -> int:
    """The card that lies in a direction, if both show a label there, or NOWHERE."""
    laid = plane.laid[place]
    other = next_to(plane, laid, towards)
    if other == NOWHERE or shows(plane, laid, towards) != label:
        return NOWHERE
    return other if shows(plane, plane.laid[other], facing_back(plane, laid, towards)) == label else NOWHERE

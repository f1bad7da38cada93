"""What a plane looks like, as it lies in memory: steps from spot to spot, and which label a card shows where.

In:   a Board, spots, directions.      Out:  directions, labels that are shown; NOWHERE for none.
Nothing here knows a shape: where spots have coordinates, all have the same steps; where they have names, each has a row of its own, and so
many directions as the one that has most. Directions over an edge come first. A card's edges stand in its own frame; laid with rotation
n, its edge e faces direction e + n. Its labels are a row, one for each edge; where joins carry labels, a row belongs to the spot.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Record, Words, inline
from kfdsl.engine.library.machine import NOWHERE
from kfdsl.engine.library.planes.spots import column, hex_of, rotation, row


class Board(Record):
    """See `kfdsl/program/boards.py`, which says what it is made of."""

    edges: int
    directions: int
    turns: int  # rotations
    stride: int  # from the steps of a spot to those of the next one; 0 where all have the same
    farthest: int  # no step is longer, as a number
    wide: int  # how many columns the window has through which it is seen; 0 where there is no end
    tall: int
    left: int  # the column
    top: int  # and the row of the first cell
    takes: Words  # by card, whether it may lie there
    labels: Words
    far: Words  # how far the next spot is, as a number,
    across: Words  # and in columns
    down: Words  # and rows
    back: Words  # the direction that looks back
    steps: Words  # from a cell of the window to the next one, where there is an end
    within: Words  # by cell, whether it is a spot


@inline
def row_at(board: Board, spot: int) -> int:
    """Where the steps from a spot begin."""
    return 0 if board.stride == 0 else ((column(spot) - board.left) * board.tall + row(spot) - board.top) * board.stride


@inline
def labels_at(board: Board, card: int, spot: int) -> int:
    """Where the labels of a card begin that lies at a spot."""
    return card * board.edges if board.stride == 0 else row_at(board, spot)


@inline
def turned(board: Board, spot: int) -> int:
    """How a card lies there."""
    return rotation(spot) if board.turns > 1 else 0


@inline
def edge_facing(board: Board, towards: int, rotated: int) -> int:
    """The edge of a rotated card that looks in a direction."""
    return (towards - rotated) % board.edges


@inline
def label_at(board: Board, row: int, rotated: int, towards: int) -> int:
    """The label that a rotated card shows in a direction, given where its labels begin; none over a corner."""
    return board.labels[row + edge_facing(board, towards, rotated)] if towards < board.edges else NOWHERE


@inline
def shown(board: Board, card: int, spot: int, towards: int) -> int:
    """The label that a card at a spot shows in a direction."""
    return label_at(board, labels_at(board, card, spot), turned(board, spot), towards)


def direction(board: Board, one: int, other: int) -> int:
    """The first direction in which another spot lies beside one; NOWHERE if it does not."""
    at = row_at(board, one)
    far = hex_of(other) - hex_of(one)
    for towards in range(board.directions):
        if board.far[at + towards] == far:
            return towards
    return NOWHERE


def cell_of(board: Board, spot: int) -> int:
    """The cell of a spot in the window of a plane that has an end; NOWHERE if it is not one of its spots."""
    across = column(spot) - board.left
    down = row(spot) - board.top
    if across < 0 or across >= board.wide or down < 0 or down >= board.tall:
        return NOWHERE
    cell = across * board.tall + down
    return cell if board.within[cell] else NOWHERE


def has_spot(board: Board, spot: int) -> bool:
    """Whether a spot is one of a plane's."""
    return board.wide == 0 or cell_of(board, spot) != NOWHERE

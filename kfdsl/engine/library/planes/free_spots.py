"""Where a card may be laid on a plane.

In:   a state, the tray of a plane, its Board, a card.      Out:  spots in order.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import State
from kfdsl.engine.library.planes.board import Board
from kfdsl.engine.library.planes.grid import Plane, plane_of
from kfdsl.engine.library.planes.spots import packed

FREE = -1  # where nobody lies, but beside somebody


def spots(g: State, tray: int, board: Board, card: int) -> Numbers:
    """Empty spots beside a card, in every rotation that looks different; the middle of an empty plane. Where there is an end, all empty ones."""
    if not board.takes[card]:
        return new_list(0)  # of the cards of a trait, some may never lie here
    turns = turns_apart(board, card)
    plane = plane_of(g, tray, board)
    if board.wide:
        return _around(plane, _mark_all_free(plane), turns)
    if plane.count:
        return _around(plane, _mark_free(plane), turns)
    found = new_list(turns)
    _add_rotations(found, packed(0, 0, 0), turns)
    return found


def turns_apart(board: Board, card: int) -> int:
    """How many turns of a card look different: the others look like these again, in the same order."""
    if board.turns == 1:
        return 1
    edges = board.labels.tail(card * board.edges)
    turns = 1
    while not _looks_alike(edges, board.edges, turns):
        turns += 1
    return turns


def _looks_alike(edges: Words, count: int, rotated: int) -> bool:
    for edge in range(count):
        if edges[edge] != edges[(edge + rotated) % count]:
            return False
    return True


def _mark_all_free(plane: Plane) -> int:
    """The same of a plane that has an end: wherever nobody lies."""
    here = plane.here
    within = plane.board.within
    count = 0
    for cell in range(plane.wide * plane.tall):
        if within[cell] and here[cell] == 0:
            here[cell] = FREE
            count += 1
    return count


def _mark_free(plane: Plane) -> int:
    """Mark the free cells of a window; how many there are."""
    here = plane.here
    steps = plane.steps
    directions = plane.board.directions
    count = 0
    for laid in plane.laid.first(plane.count):
        for towards in range(directions):
            cell = laid.cell + steps[towards]
            if here[cell] == 0:
                here[cell] = FREE
                count += 1
    return count


def _around(plane: Plane, free: int, turns: int) -> Numbers:
    """All rotations at each free cell: a window has its cells in the order of spots."""
    found = new_list(free * turns)
    here = plane.here
    cell = 0
    for q in range(plane.left, plane.left + plane.wide):
        for r in range(plane.top, plane.top + plane.tall):
            if here[cell] == FREE:
                _add_rotations(found, packed(q, r, 0), turns)
            cell += 1
    return found


def _add_rotations(found: Numbers, spot: int, turns: int) -> None:
    count = found[0]
    for rotated in range(turns):
        count += 1
        found[count] = spot + rotated
    found[0] = count

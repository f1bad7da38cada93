"""Where a card may be laid on a plane.

In:   a state, the tray of a plane, its labels, a card.      Out:  spots in order.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words
from kfdsl.engine.library.lists import new_list
from kfdsl.engine.library.machine import NOWHERE, State
from kfdsl.engine.library.planes.grid import EDGES, Plane, plane_of
from kfdsl.engine.library.planes.spots import packed

FREE = -1  # where nobody lies, but beside somebody


def spots(g: State, tray: int, labels: Words, card: int) -> Numbers:
    """Empty hexes beside a card, in every rotation that looks different; the middle of an empty plane."""
    edges = labels.tail(card * EDGES)
    if edges[0] == NOWHERE:
        return new_list(0)  # of the cards of a trait, some may never lie here
    turns = turns_apart(edges)
    plane = plane_of(g, tray, labels)
    if plane.count:
        return _around(plane, _mark_free(plane), turns)
    found = new_list(turns)
    _add_rotations(found, packed(0, 0, 0), turns)
    return found


def turns_apart(edges: Words) -> int:
    """How many turns of a card look different: the others look like these again, in the same order."""
    turns = 1
    while not _looks_alike(edges, turns):
        turns += 1
    return turns


def _looks_alike(edges: Words, rotated: int) -> bool:
    for edge in range(EDGES):
        if edges[edge] != edges[(edge + rotated) % EDGES]:
            return False
    return True


def _mark_free(plane: Plane) -> int:
    """Mark the free cells of a window; how many there are."""
    here = plane.here
    steps = plane.steps
    count = 0
    for laid in plane.laid.first(plane.count):
        for towards in range(EDGES):
            cell = laid.cell + steps[towards]
            if here[cell] == 0:
                here[cell] = FREE
                count += 1
    return count


def _around(plane: Plane, free: int, turns: int) -> Numbers:
    """All rotations at each free cell: a window has its cells in the order of hexes."""
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

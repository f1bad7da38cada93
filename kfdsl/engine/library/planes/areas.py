"""Areas of a plane: what edges with certain labels keep apart.

In:   a state, the tray of a plane, its Board, and which labels bound.      Out:  areas, each the list of its corners.
A card has as many corners as edges, in its own frame; corner c lies between edge c and edge c + 1, so edge e runs from corner e - 1 to corner e,
clockwise. A bounding label is a line from the middle of its edge to the middle of the card, where all such lines meet. So the two
corners of an edge are one area unless its label bounds. Where two cards meet, nothing parts them but those lines: each end of the
side joins the corner here with the corner there. Seen from the neighbour the side runs backwards: corner e here touches corner f - 1
there, and corner e - 1 touches corner f.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, inline
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import CORNERS, NOWHERE, State, machine
from kfdsl.engine.library.planes.board import Board, edge_facing
from kfdsl.engine.library.planes.grid import Plane, facing_back, next_to, plane_of


def areas(g: State, tray: int, board: Board, bounding: int) -> Numbers:
    """All areas, by their first corner; the corners of each in order."""
    plane = plane_of(g, tray, board)
    edges = board.edges
    firsts = machine().scratch.words(plane.count * edges)
    for place in range(plane.count):
        _part_inside(board.labels.tail(plane.laid[place].row), edges, place * edges, firsts, bounding)
    for place in range(plane.count):
        _join_sides(plane, place, firsts)
    return _gathered(plane, firsts)


# ---- corners that are one: each knows one before it that it is one with, or itself


def _part_inside(labels: Words, edges: int, start: int, firsts: Words, bounding: int) -> None:
    """The corners of a card alone."""
    first = start
    firsts[start] = start
    for edge in range(1, edges):
        if _bounds(labels[edge], bounding):
            first = start + edge
        firsts[start + edge] = first
    if not _bounds(labels[0], bounding):  # it lies between the last corner and the first
        for corner in range(first, start + edges):
            firsts[corner] = start


@inline
def _bounds(label: int, bounding: int) -> bool:
    return label != NOWHERE and bounding >> label & 1 == 1


def _join_sides(plane: Plane, place: int, firsts: Words) -> None:
    laid = plane.laid[place]
    board = plane.board
    edges = board.edges
    for towards in range(edges // 2):  # the others are the same sides, seen from the neighbour
        other = next_to(plane, laid, towards)
        if other != NOWHERE:
            here = edge_facing(board, towards, laid.rotation)
            there = edge_facing(board, facing_back(plane, laid, towards), plane.laid[other].rotation)
            _join(firsts, _corner(place, here, edges), _corner(other, there - 1, edges))
            _join(firsts, _corner(place, here - 1, edges), _corner(other, there, edges))


@inline
def _corner(place: int, edge: int, edges: int) -> int:
    """The corner behind an edge, of any number, of a card by its place in the plane."""
    return place * edges + edge % edges


def _join(firsts: Words, one: int, other: int) -> None:
    one = _first(firsts, one)
    other = _first(firsts, other)
    firsts[max(one, other)] = min(one, other)


def _first(firsts: Words, corner: int) -> int:
    """The first corner that one is one with; whoever is asked on the way knows it then."""
    first = corner
    while firsts[first] != first:
        first = firsts[first]
    while firsts[corner] != first:
        above = firsts[corner]
        firsts[corner] = first
        corner = above
    return first


def _gathered(plane: Plane, firsts: Words) -> Numbers:
    """A list for each first corner, of all that are one with it."""
    scratch = machine().scratch
    edges = plane.board.edges
    corners = plane.count * edges
    sizes = scratch.words(corners)
    count = 0
    for corner in range(corners):
        firsts[corner] = firsts[firsts[corner]]  # what is before it knows its first one by now
        sizes[firsts[corner]] += 1
        if firsts[corner] == corner:
            count += 1
    found = new_list(count)
    places = scratch.words(corners)
    for corner in range(corners):
        first = firsts[corner]
        if first == corner:
            places[first] = new_list(sizes[first]).at
            found[0] += 1
            found[found[0]] = places[first]
        area = Numbers(places[first])
        area[0] += 1
        area[area[0]] = plane.laid[corner // edges].card * CORNERS + corner % edges
    return found


# ---- from one area to another


def across(g: State, tray: int, board: Board, area: Numbers, bounding: int, label: int) -> Numbers:
    """The areas on the other side of one edge that carries the label, in order, the area itself never among them."""
    found = areas(g, tray, board, bounding)
    start = begin_list()
    with machine().scratch.held():
        beyond = machine().scratch.words(machine().cards * CORNERS)
        for i in range(area[0]):
            _mark_over(board, area[1 + i], label, beyond)
        for i in range(area[0]):
            beyond[area[1 + i]] = 0
        for i in range(found[0]):
            if _has_marked(Numbers(found[1 + i]), beyond):
                add_item(found[1 + i])
    return end_list(start)


def _mark_over(board: Board, corner: int, label: int, marks: Words) -> None:
    """Mark the other corners of the two edges at a corner, if the edge carries the label."""
    edges = board.edges
    edge = corner % CORNERS
    card = corner // CORNERS
    if edge >= edges:
        return  # a corner of a card of another plane, which has more
    labels = board.labels.tail(card * edges)
    after = (edge + 1) % edges
    if labels[edge] == label:
        marks[card * CORNERS + (edge - 1) % edges] = 1
    if labels[after] == label:
        marks[card * CORNERS + after] = 1


def _has_marked(area: Numbers, marks: Words) -> bool:
    for i in range(area[0]):
        if marks[area[1 + i]]:
            return True
    return False

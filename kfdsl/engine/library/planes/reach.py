"""Which cards of a plane hang together over a label, and which lie in a straight line.

In:   a state, the tray of a plane, its Board, a card, a label.      Out:  cards.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.machine import NOWHERE, State, machine
from kfdsl.engine.library.planes.board import Board
from kfdsl.engine.library.planes.grid import Plane, joined_to, next_to, place_of, plane_of
from kfdsl.engine.library.planes.links import Links, add_near, links_over, near_of, no_links
from kfdsl.engine.library.sorting import sort


def reach(g: State, tray: int, board: Board, card: int, label: int) -> Numbers:
    """A card and those that hang together with it over a label: the nearest first, equally near ones in order."""
    start = begin_list()
    if board.at != 0:
        with machine().scratch.held():
            plane = plane_of(g, tray, board)
            place = place_of(plane, card)
            if place == NOWHERE:
                add_item(card)
            else:
                _add_reached(plane, links_over(plane, label), place)
    return end_list(start)


def _add_reached(plane: Plane, links: Links, first: int) -> None:
    met = machine().scratch.words(links.cards)
    queue = machine().scratch.numbers(links.cards)
    queue[0] = first
    met[first] = 1
    count = 1
    done = 0
    while done < count:
        ring = count  # where those begin that are one step further
        while done < ring:
            card = queue[done]
            done += 1
            add_item(plane.laid[card].card)
            count = _add_fresh(links, card, met, queue, count)
        sort(queue.tail(ring), count - ring)


def _add_fresh(links: Links, card: int, met: Words, queue: Numbers, count: int) -> int:
    for i in range(links.degrees[card]):
        other = near_of(links, card)[i]
        if not met[other]:
            met[other] = 1
            queue[count] = other
            count += 1
    return count


def chain(g: State, tray: int, board: Board, card: int, label: int) -> Numbers:
    """The longest straight line from a card, which is not counted itself; of equal ones that of its first edge.

    The line goes on while both cards at a side carry the label there; a gap or another label ends it.
    """
    start = begin_list()
    if board.at != 0:
        with machine().scratch.held():
            plane = plane_of(g, tray, board)
            place = place_of(plane, card)
            if place != NOWHERE:
                _add_line(plane, place, _longest(plane, place, label), label)
    return end_list(start)


def _longest(plane: Plane, place: int, label: int) -> int:
    """The direction of the longest line."""
    best = 0
    longest = -1
    edges = plane.board.edges
    for edge in range(edges):
        towards = (edge + plane.laid[place].rotation) % edges
        length = _length(plane, place, towards, label)
        if length > longest:
            longest = length
            best = towards
    return best


def _length(plane: Plane, place: int, towards: int, label: int) -> int:
    length = 0
    other = joined_to(plane, place, towards, label)
    while other != NOWHERE:
        length += 1
        other = joined_to(plane, other, towards, label)
    return length


def _add_line(plane: Plane, place: int, towards: int, label: int) -> None:
    other = joined_to(plane, place, towards, label)
    while other != NOWHERE:
        add_item(plane.laid[other].card)
        other = joined_to(plane, other, towards, label)


def reach_among(g: State, tray: int, board: Board, card: int, among: Numbers) -> Numbers:
    """A card and those of a list that hang together with it by touching: the nearest first, equally near ones in order."""
    start = begin_list()
    if board.at != 0:
        with machine().scratch.held():
            plane = plane_of(g, tray, board)
            place = place_of(plane, card)
            if place == NOWHERE:
                add_item(card)
            else:
                _add_reached(plane, _touching(plane, place, among), place)
    return end_list(start)


def _touching(plane: Plane, first: int, among: Numbers) -> Links:
    """Links between those of a list, and a first one, that touch."""
    directions = plane.board.directions
    listed = machine().scratch.words(machine().cards)
    for i in range(among[0]):
        listed[among[1 + i]] = 1
    listed[plane.laid[first].card] = 1
    links = no_links(plane.count, directions)
    for place in range(plane.count):
        if listed[plane.laid[place].card]:
            for towards in range(directions):
                other = next_to(plane, plane.laid[place], towards)
                if other != NOWHERE and listed[plane.laid[other].card]:
                    _link(links, other, place)
    return links


def _link(links: Links, card: int, other: int) -> None:
    """Once, however many joins there are."""
    degree = links.degrees[card]
    if degree == 0 or near_of(links, card)[degree - 1] != other:
        add_near(links, card, other)

"""Hexes that touch, cards laid on them, and who lies at a hex.

In:   a state, the tray of a plane, and the labels of its cards.      Out:  directions, labels that are shown, a Plane in scratch memory.
Hexes have a flat top. Edges and directions count clockwise from the bottom: 0..5 = S, SW, NW, N, NE, SE. A hex is a spot without its
rotation, so the next one in a direction is always as far. A card's edges stand in its own frame; laid with rotation n, its edge e faces
direction e + n. Labels are a row of six for each card, NOWHERE for cards that never lie there; the row of what is no plane is at 0.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from kfdsl.engine.flat.memory import Numbers, Record, Rows, Words, inline
from kfdsl.engine.library.machine import NOWHERE, State, cards_of, machine, tray_of
from kfdsl.engine.library.planes.spots import COLUMN, SPOTS, column, rotation, row
from kfdsl.engine.library.sorting import sort
from kfdsl.program.numbers import FARTHEST

EDGES = 6


class Step(IntEnum):
    """How far the hex is that touches another."""

    DOWN = 1
    DOWN_LEFT = 1 - COLUMN
    UP_LEFT = -COLUMN
    UP = -1
    UP_RIGHT = COLUMN - 1
    DOWN_RIGHT = COLUMN


def direction(one: int, other: int) -> int:
    """The direction from a hex to one that touches it; NOWHERE if it does not."""
    match other - one:
        case Step.DOWN:
            return 0
        case Step.DOWN_LEFT:
            return 1
        case Step.UP_LEFT:
            return 2
        case Step.UP:
            return 3
        case Step.UP_RIGHT:
            return 4
        case Step.DOWN_RIGHT:
            return 5
    return NOWHERE


@inline
def opposite(towards: int) -> int:
    return (towards + 3) % EDGES


@inline
def edge_facing(towards: int, rotated: int) -> int:
    """The edge of a rotated card that looks in a direction."""
    return (towards - rotated) % EDGES


@inline
def shown(labels: Words, card: int, rotated: int, towards: int) -> int:
    """The label that a rotated card shows in a direction."""
    return labels[card * EDGES + edge_facing(towards, rotated)]


# ---- a plane as a whole


class Laid(Record):
    """A card in a window."""

    card: int
    cell: int
    rotation: int


class Plane(Record):
    """The cards of a tray that are laid, in the order of cards: they are spoken of by their place in that order.

    They are seen through a window, one hex wider than they reach on each side: a row of cells, one column behind the other.
    """

    count: int
    laid: Rows[Laid]
    labels: Words
    left: int  # the column
    top: int  # and the row of the first cell
    wide: int
    tall: int
    here: Words  # by cell, the place of who lies there, and one
    steps: Annotated[Words, EDGES]  # from a cell to the next one in each direction


def plane_of(g: State, tray: int, labels: Words) -> Plane:
    """The laid cards of a plane; those that lie nowhere yet are passed over."""
    scratch = machine().scratch
    plane = scratch.one(Plane)
    plane.labels = labels
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
    _open_window(plane, in_order)
    _lay(plane, in_order)
    return plane


def _lay(plane: Plane, in_order: Numbers) -> None:
    tall = plane.tall
    first = plane.left * tall + plane.top
    here = plane.here
    for place in range(plane.count):
        laid = plane.laid[place]
        spot = in_order[place] % SPOTS
        laid.card = in_order[place] // SPOTS
        laid.cell = column(spot) * tall + row(spot) - first
        laid.rotation = rotation(spot)
        here[laid.cell] = place + 1


def _open_window(plane: Plane, in_order: Numbers) -> None:
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
    plane.here = machine().scratch.words(plane.wide * plane.tall)
    plane.steps[0] = 1
    plane.steps[1] = 1 - plane.tall
    plane.steps[2] = -plane.tall
    plane.steps[3] = -1
    plane.steps[4] = plane.tall - 1
    plane.steps[5] = plane.tall


def place_of(plane: Plane, card: int) -> int:
    """The place of a card, or NOWHERE."""
    for place in range(plane.count):
        if plane.laid[place].card == card:
            return place
    return NOWHERE


@inline
def next_to(plane: Plane, laid: Laid, towards: int) -> int:
    """The place of the card in a direction from another, or NOWHERE."""
    return plane.here[laid.cell + plane.steps[towards]] - 1


@inline
def shows(plane: Plane, laid: Laid, towards: int) -> int:
    """The label that a laid card shows in a direction."""
    return shown(plane.labels, laid.card, laid.rotation, towards)


def joined_to(plane: Plane, place: int, towards: int, label: int) -> int:
    """The card that lies in a direction, if both show a label there, or NOWHERE."""
    laid = plane.laid[place]
    other = next_to(plane, laid, towards)
    if other == NOWHERE or shows(plane, laid, towards) != label:
        return NOWHERE
    return other if shows(plane, plane.laid[other], opposite(towards)) == label else NOWHERE

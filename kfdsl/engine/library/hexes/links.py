"""Which cards of a plane are joined over a label: a graph of its own, without hexes.

In:   a plane and a label.      Out:  Links.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Record, Words, inline
from kfdsl.engine.library.hexes.grid import EDGES, Plane, joined_to
from kfdsl.engine.library.machine import NOWHERE, machine


class Links(Record):
    """For each card, by its place in the plane, those that it is linked with, in order."""

    cards: int
    degrees: Words
    near: Words  # six for each card


def no_links(cards: int) -> Links:
    links = machine().scratch.one(Links)
    links.cards = cards
    links.degrees = machine().scratch.words(cards)
    links.near = machine().scratch.words(cards * EDGES)
    return links


@inline
def near_of(links: Links, card: int) -> Words:
    return links.near.tail(card * EDGES)


def add_near(links: Links, card: int, other: int) -> None:
    """Link a card with another; who is behind it in order must come later."""
    near_of(links, card)[links.degrees[card]] = other
    links.degrees[card] += 1


def links_over(plane: Plane, label: int) -> Links:
    """Two cards are linked if both show a label on the side they share."""
    links = no_links(plane.count)
    for place in range(plane.count):
        for towards in range(EDGES):
            other = joined_to(plane, place, towards, label)
            if other != NOWHERE:
                add_near(links, other, place)
    return links


def links_count(links: Links) -> int:
    """How many pairs are linked."""
    ends = 0
    for card in range(links.cards):
        ends += links.degrees[card]
    return ends // 2

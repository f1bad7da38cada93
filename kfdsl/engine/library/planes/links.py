"""Which cards of a plane are joined over a label: a graph of its own, without spots.

In:   a plane and a label.      Out:  Links.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Record, Words, inline
from kfdsl.engine.library.machine import NOWHERE, machine
from kfdsl.engine.library.planes.grid import Plane, joined_to


class Links(Record):
    """For each card, by its place in the plane, those that it is linked with, in order."""

    cards: int
    degrees: Words
    most: int  # that a card may have
    near: Words  # so many for each card


def no_links(cards: int, most: int) -> Links:
    links = machine().scratch.one(Links)
    links.cards = cards
    links.most = most
    links.degrees = machine().scratch.words(cards)
    links.near = machine().scratch.words(cards * most)
    return links


@inline
def near_of(links: Links, card: int) -> Words:
    return links.near.tail(card * links.most)


def add_near(links: Links, card: int, other: int) -> None:
    """Link a card with another; who is behind it in order must come later."""
    near_of(links, card)[links.degrees[card]] = other
    links.degrees[card] += 1


def links_over(plane: Plane, label: int) -> Links:
    """Two cards are linked if both show a label on the side they share."""
    links = no_links(plane.count, plane.board.edges)
    for place in range(plane.count):
        for towards in range(plane.board.edges):
            other = joined_to(plane, place, towards, label)
            if other != NOWHERE:
                add_near(links, other, place)
    return links


def with_one_before(links: Links, first: int) -> Links:
    """With one more, behind all cards in order, that is linked with a card alone."""
    found = no_links(links.cards + 1, links.most + 1)
    for card in range(links.cards):
        for i in range(links.degrees[card]):
            add_near(found, card, near_of(links, card)[i])
    add_near(found, first, links.cards)
    add_near(found, links.cards, first)
    return found


def links_count(links: Links) -> int:
    """How many pairs are linked."""
    ends = 0
    for card in range(links.cards):
        ends += links.degrees[card]
    return ends // 2

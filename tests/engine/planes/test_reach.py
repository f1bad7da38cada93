"""Links, reach and straight chains."""

from __future__ import annotations

from random import Random

import pytest

from tests.oracles.planes.grid import joined, plane_of
from tests.oracles.planes.reach import chain, chains, links, links_by, reach

S, SW, NW, N, NE, SE = range(6)
MOSS, RAIL, DITCH = 0, 1, 2
BARE = (MOSS,) * 6
THROUGH = (DITCH, MOSS, MOSS, DITCH, MOSS, MOSS)  # in at the bottom, out at the top


def test_links_are_the_joined_pairs() -> None:
    random = Random(3)
    labels = [tuple(random.choices((MOSS, RAIL), k=6)) for _ in range(16)]
    plane = plane_of((q, r, 4 * q + r, random.randrange(6)) for q in range(4) for r in range(4))
    for label in (MOSS, RAIL):
        assert links(plane, labels, label) == tuple(
            (a, b) for a in range(16) for b in range(a + 1, 16) if joined(plane, labels, a, b, label)
        )


def test_links_may_go_by_any_test_on_the_two_labels() -> None:
    plane = plane_of([(0, 0, 0, 0), (0, 1, 1, 0), (0, 2, 2, 0), (0, 3, 3, 0)])
    labels = {0: (RAIL, *BARE[1:]), 1: (*THROUGH[:3], MOSS, MOSS, MOSS), 2: THROUGH, 3: BARE}
    assert links_by(plane, labels, lambda one, other: DITCH not in (one, other)) == ((0, 1),)
    assert links(plane, labels, DITCH) == ((1, 2),)


def test_reach_counts_steps_by_the_shortest_way() -> None:
    pairs = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4), (7, 8)]
    assert reach(pairs, 0) == ((0, 0), (1, 1), (3, 1), (2, 2), (4, 2))
    assert reach(pairs, 7) == ((7, 0), (8, 1))


def test_reach_ends_at_its_limit() -> None:
    pairs = [(0, 1), (1, 2), (2, 3)]
    assert reach(pairs, 0, 0) == ((0, 0),)
    assert reach(pairs, 0, 2) == ((0, 0), (1, 1), (2, 2))
    assert reach(pairs, 3, 1) == ((3, 0), (2, 1))


def test_a_card_without_links_reaches_itself() -> None:
    assert reach([], 5) == ((5, 0),)


def test_a_chain_counts_the_cards_behind_the_first() -> None:
    plane = plane_of([(0, 0, 10, 0), (0, 1, 11, 0), (0, 2, 12, 3), (0, 3, 13, 0)])
    labels = {10: (DITCH, *BARE[1:]), 11: THROUGH, 12: THROUGH, 13: THROUGH}
    assert chain(plane, labels, 10, S, DITCH) == (11, 12, 13)
    assert chains(plane, labels, 10, DITCH) == ((11, 12, 13),)
    assert chains(plane, labels, 11, DITCH) == ((12, 13), (10,))


def test_a_chain_ends_at_a_gap() -> None:
    plane = plane_of([(0, 0, 10, 0), (0, 1, 11, 0), (0, 3, 13, 0)])
    assert chain(plane, {10: THROUGH, 11: THROUGH, 13: THROUGH}, 10, S, DITCH) == (11,)


def test_a_chain_ends_where_one_side_lacks_the_label() -> None:
    plane = plane_of([(0, 0, 10, 0), (0, 1, 11, 0), (0, 2, 12, 1)])
    labels = {10: THROUGH, 11: THROUGH, 12: THROUGH}
    assert chain(plane, labels, 10, S, DITCH) == (11,)  # the last one is rotated away
    labels[11] = (MOSS, MOSS, MOSS, DITCH, MOSS, MOSS)
    assert chain(plane, labels, 10, S, DITCH) == (11,)  # counted, though nothing leads on
    labels[11] = (DITCH, MOSS, MOSS, MOSS, MOSS, MOSS)
    assert chain(plane, labels, 10, S, DITCH) == ()


def test_a_chain_needs_the_label_at_its_first_edge() -> None:
    plane = plane_of([(0, 0, 10, 0), (0, 1, 11, 0)])
    assert chain(plane, {10: BARE, 11: THROUGH}, 10, S, DITCH) == ()
    assert chain(plane, {10: BARE, 11: THROUGH, 77: THROUGH}, 77, S, DITCH) == ()


@pytest.mark.parametrize("rotation", range(6))
def test_a_chain_follows_the_rotation_of_its_first_card(rotation: int) -> None:
    way = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))[rotation]
    plane = plane_of([(0, 0, 10, rotation), *((way[0] * n, way[1] * n, 10 + n, rotation) for n in (1, 2))])
    assert chain(plane, {10: THROUGH, 11: THROUGH, 12: THROUGH}, 10, S, DITCH) == (11, 12)


def test_a_chain_does_not_bend() -> None:
    plane = plane_of([(0, 0, 10, 0), (0, 1, 11, 0), (-1, 2, 12, 1)])
    bent = (MOSS, DITCH, MOSS, DITCH, MOSS, MOSS)
    assert chain(plane, {10: THROUGH, 11: bent, 12: THROUGH}, 10, S, DITCH) == (11,)

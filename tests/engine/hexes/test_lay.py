"""Where a card may be laid."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from kfdsl.engine.hexes.grid import STEPS, Plane, plane_of
from kfdsl.engine.hexes.lay import Fits, by_table, placements, rotations, same

MOSS, RAIL, DITCH = 0, 1, 2
BARE = (MOSS,) * 6
Edges = tuple[int, ...]


def anything(_mine: int, _met: int) -> bool:
    return True


def by_trying(plane: Plane, labels: dict[int, Edges], edges: Edges, fits: Fits) -> list[tuple[int, int, int]]:
    """All placements on a wide board, each judged by itself."""
    full = {(q, r): (labels[card], rotation) for q, r, card, rotation in plane}
    found = []
    for q, r, rotation in product(range(-6, 7), range(-6, 7), range(6)):
        met = [(side, full[q + dq, r + dr]) for side, (dq, dr) in enumerate(STEPS) if (q + dq, r + dr) in full]
        if (
            (q, r) not in full
            and met
            and all(fits(edges[side - rotation], theirs[(side + 3 - spin) % 6]) for side, (theirs, spin) in met)
        ):
            found.append((q, r, rotation))
    return found


def test_an_empty_plane_offers_nothing() -> None:
    assert placements((), {}, BARE) == ()


def test_around_one_card_all_six_hexes_and_rotations_are_offered_in_order() -> None:
    found = placements(plane_of([(0, 0, 0, 0)]), {0: BARE}, BARE)
    assert len(found) == 36
    assert list(found) == sorted(found)
    assert {(q, r) for q, r, _ in found} == set(STEPS)


def test_a_shared_side_must_match() -> None:
    labels = {0: (RAIL, MOSS, MOSS, MOSS, MOSS, MOSS)}
    found = placements(plane_of([(0, 0, 0, 0)]), labels, (RAIL, DITCH, DITCH, DITCH, DITCH, DITCH))
    assert found == ((0, 1, 3),)  # below the card, its one rail rotated up


def test_an_edge_may_carry_anything_where_it_faces_a_gap() -> None:
    """what faces no card is free."""
    found = placements(plane_of([(0, 0, 0, 0)]), {0: BARE}, (RAIL, MOSS, MOSS, MOSS, MOSS, MOSS))
    assert len(found) == 6 * 5
    assert (0, 1, 3) not in found


def test_a_gap_between_cards_must_fit_all_of_them() -> None:
    ring = plane_of((q, r, number, 0) for number, (q, r) in enumerate(STEPS))
    labels = {number: (number,) * 6 for number in range(6)}
    inside = [place for place in placements(ring, labels, (0, 1, 2, 3, 4, 5), same) if place[:2] == (0, 0)]
    assert inside == [(0, 0, 0)]
    assert [place for place in placements(ring, labels, (5, 4, 3, 2, 1, 0), same) if place[:2] == (0, 0)] == []


def test_a_table_names_pairs_that_fit_in_either_order() -> None:
    fits = by_table([(MOSS, RAIL), (DITCH, DITCH)])
    assert [fits(a, b) for a, b in product((MOSS, RAIL, DITCH), repeat=2)] == [
        False,
        True,
        False,
        True,
        False,
        False,
        False,
        False,
        True,
    ]


def test_without_a_test_every_hex_at_the_rim_is_open() -> None:
    assert len(placements(plane_of([(0, 0, 0, 0), (0, 1, 1, 0)]), {0: BARE, 1: (RAIL,) * 6}, BARE, anything)) == 8 * 6


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ((0, 0, 0, 0, 0, 0), (0,)),
        ((1, 0, 1, 0, 1, 0), (0, 1)),
        ((1, 0, 0, 1, 0, 0), (0, 1, 2)),
        ((1, 1, 0, 0, 0, 0), (0, 1, 2, 3, 4, 5)),
    ],
)
def test_rotations_that_look_alike_are_left_out_only_if_asked(edges: Edges, expected: tuple[int, ...]) -> None:
    assert rotations(edges) == (0, 1, 2, 3, 4, 5)
    assert rotations(edges, unlike=True) == expected
    plane, labels = plane_of([(0, 0, 0, 0)]), {0: BARE}
    every = placements(plane, labels, edges)
    assert placements(plane, labels, edges, unlike=True) == tuple(place for place in every if place[2] in expected)


@pytest.mark.parametrize("seed", range(20))
def test_placements_are_those_found_by_trying_every_hex(seed: int) -> None:
    random = Random(seed)
    labels = {card: tuple(random.choices((MOSS, RAIL, DITCH), (3, 2, 1), k=6)) for card in range(9)}
    hexes = random.sample([(q, r) for q in range(-2, 3) for r in range(-2, 3)], 8)
    plane = plane_of((q, r, card, random.randrange(6)) for card, (q, r) in enumerate(hexes))
    for fits in (same, anything, by_table([(MOSS, MOSS), (RAIL, DITCH), (RAIL, RAIL)])):
        assert list(placements(plane, labels, labels[8], fits)) == by_trying(plane, labels, labels[8], fits)

"""Coordinates, rotations, neighbours and shared sides of a plane."""

from __future__ import annotations

from math import atan2, hypot, pi, sqrt

import pytest

from tests.oracles.planes.grid import (
    STEPS,
    Hex,
    around,
    beside,
    edge_facing,
    facing,
    find,
    joined,
    label_facing,
    neighbours,
    opposite,
    plane_of,
    rotations,
    shared,
    sides,
)

S, SW, NW, N, NE, SE = range(6)
MOSS, RAIL = 0, 1


def middle(hex_: Hex) -> tuple[float, float]:
    """Where a hex with a flat top lies on paper, y downwards."""
    return 1.5 * hex_[0], sqrt(3) * (hex_[1] + hex_[0] / 2)


def test_directions_go_clockwise_from_the_bottom_in_equal_steps() -> None:
    on_paper = [middle(step) for step in STEPS]
    assert all(hypot(x, y) == pytest.approx(sqrt(3)) for x, y in on_paper)
    # On paper with y downwards, angles grow clockwise; the bottom is a quarter from the right.
    angles = [atan2(y, x) % (2 * pi) for x, y in on_paper]
    assert angles == pytest.approx([(pi / 2 + direction * pi / 3) % (2 * pi) for direction in range(6)])


@pytest.mark.parametrize("direction", range(6))
def test_a_step_and_the_opposite_step_lead_back(direction: int) -> None:
    assert beside(beside((2, -5), direction), opposite(direction)) == (2, -5)


def test_six_different_hexes_lie_around_a_hex() -> None:
    assert around((1, 1)) == ((1, 2), (0, 2), (0, 1), (1, 0), (2, 0), (2, 1))


def test_rotation_moves_an_edge_clockwise() -> None:
    assert facing(S, 0) == S
    assert facing(S, 1) == SW
    assert facing(SE, 1) == S
    assert all(edge_facing(facing(edge, rotation), rotation) == edge for edge in range(6) for rotation in range(6))


def test_a_rotated_card_shows_its_labels_further_on() -> None:
    edges = (10, 11, 12, 13, 14, 15)
    assert [label_facing(edges, 2, direction) for direction in range(6)] == [14, 15, 10, 11, 12, 13]


def test_a_plane_does_not_depend_on_the_order_of_laying() -> None:
    one = plane_of([(0, 0, 7, 0), (0, 1, 3, 2), (-1, 0, 5, 4)])
    other = plane_of([(-1, 0, 5, 4), (0, 1, 3, 2), (0, 0, 7, 0)])
    assert one == other == plane_of([(0, 1, 3, 2), (0, 0, 7, 0), (-1, 0, 5, 4)])
    assert hash(one) == hash(other)


def test_a_full_hex_or_a_laid_card_is_not_laid_on_again() -> None:
    plane = plane_of([(0, 0, 7, 0)])
    with pytest.raises(AssertionError):
        plane_of([*plane, (0, 0, 8, 0)])
    with pytest.raises(AssertionError):
        plane_of([*plane, (0, 1, 7, 0)])


def test_neighbours_are_the_cards_on_the_six_next_hexes() -> None:
    plane = plane_of([(0, 0, 4, 0), (0, 1, 9, 3), (1, -1, 2, 0), (2, 0, 1, 0), (0, -2, 0, 0)])
    assert neighbours(plane, 4) == (2, 9)
    assert neighbours(plane, 0) == ()
    assert neighbours(plane, 77) == ()
    assert find(plane, 9) == (0, 1, 9, 3)
    assert find(plane, 77) is None


def test_a_shared_side_names_the_edges_of_both_cards() -> None:
    plane = plane_of([(0, 0, 4, 0), (0, 1, 9, 1), (0, 5, 6, 0)])
    assert shared(plane, 4, 9) == (S, NW)
    assert shared(plane, 9, 4) == (NW, S)
    assert shared(plane, 4, 6) is None
    assert shared(plane, 4, 4) is None
    assert shared(plane, 4, 77) is None
    assert sides(plane) == ((4, S, 9, NW),)


def test_every_shared_side_is_listed_once() -> None:
    flower = plane_of([(0, 0, 0, 5), *((q, r, number, number % 6) for number, (q, r) in enumerate(STEPS, 1))])
    found = sides(flower)
    assert len(found) == len(set(found)) == 12
    assert [(a, b) for a, _, b, _ in found] == sorted((a, b) for a, _, b, _ in found)
    assert all(a < b and shared(flower, a, b) == (i, j) for a, i, b, j in found)


def test_cards_are_joined_only_if_both_sides_carry_the_label() -> None:
    labels = {4: (RAIL, MOSS, MOSS, MOSS, MOSS, MOSS), 9: (MOSS, MOSS, RAIL, MOSS, MOSS, MOSS)}
    matching = plane_of([(0, 0, 4, 0), (0, 1, 9, 1)])
    clashing = plane_of([(0, 0, 4, 0), (0, 1, 9, 0)])
    assert joined(matching, labels, 4, 9, RAIL)
    assert joined(matching, labels, 9, 4, RAIL)
    assert not joined(matching, labels, 4, 9, MOSS)
    assert not joined(clashing, labels, 4, 9, RAIL)
    assert not joined(clashing, labels, 4, 9, MOSS)
    assert not joined(matching, labels, 4, 77, RAIL)


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ((0, 0, 0, 0, 0, 0), (0,)),
        ((1, 0, 1, 0, 1, 0), (0, 1)),
        ((1, 0, 0, 1, 0, 0), (0, 1, 2)),
        ((1, 1, 0, 0, 0, 0), (0, 1, 2, 3, 4, 5)),
    ],
)
def test_rotations_that_look_alike_are_left_out_only_if_asked(
    edges: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert rotations(edges) == (0, 1, 2, 3, 4, 5)
    assert rotations(edges, unlike=True) == expected

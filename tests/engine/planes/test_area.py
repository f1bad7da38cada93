"""Areas between bounding edges, counted by hand and by colouring a fine grid on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from math import sqrt
from random import Random

import pytest

from tests.oracles.planes.areas import Area, Corner, across, areas
from tests.oracles.planes.grid import STEPS, Plane, plane_of

MOSS, RAIL, DITCH = 0, 1, 2
BOUNDING = (RAIL, DITCH)
BARE = (MOSS,) * 6
S, SW, NW, N, NE, SE = range(6)
Edges = tuple[int, ...]


def rails(*edges: int) -> Edges:
    return tuple(RAIL if edge in edges else MOSS for edge in range(6))


def alone(edges: Edges, rotation: int = 0) -> tuple[Area, ...]:
    return areas(plane_of([(0, 0, 0, rotation)]), [edges], BOUNDING)


def corners(card: int, *numbers: int) -> Area:
    return tuple((card, number) for number in numbers)


def area_of(found: Iterable[Area], corner: Corner) -> Area:
    """The area that a corner of a laid card belongs to."""
    return next(area for area in found if corner in area)


def test_an_empty_plane_has_no_areas() -> None:
    assert areas((), [], BOUNDING) == ()


@pytest.mark.parametrize(
    ("edges", "count"),
    [
        (rails(), 1),
        (rails(S), 1),
        (rails(S, N), 2),
        (rails(S, SW), 2),
        (rails(S, NW, NE), 3),
        (rails(S, SW, NW, N), 4),
        (rails(S, SW, NW, N, NE), 5),
        (rails(S, SW, NW, N, NE, SE), 6),
        ((DITCH, MOSS, MOSS, DITCH, MOSS, MOSS), 2),
        ((DITCH, RAIL, MOSS, DITCH, MOSS, MOSS), 3),
    ],
)
def test_a_card_alone_has_as_many_areas_as_bounding_edges_but_at_least_one(edges: Edges, count: int) -> None:
    assert len(alone(edges)) == count


def test_a_label_that_does_not_bound_parts_nothing() -> None:
    assert len(areas(plane_of([(0, 0, 0, 0)]), [(DITCH, MOSS, MOSS, DITCH, MOSS, MOSS)], (RAIL,))) == 1


def test_a_straight_line_parts_three_corners_from_three() -> None:
    assert alone(rails(S, N)) == (corners(0, 0, 1, 2), corners(0, 3, 4, 5))


def test_a_corner_lies_between_its_edge_and_the_next() -> None:
    assert alone(rails(S, SW)) == (corners(0, 0), corners(0, 1, 2, 3, 4, 5))


def test_corners_belong_to_the_card_so_rotation_alone_changes_nothing() -> None:
    assert {alone(rails(S, SW, N), rotation) for rotation in range(6)} == {alone(rails(S, SW, N))}


def test_across_a_side_each_end_joins_the_corner_it_touches() -> None:
    """Card 1 below card 0, all edges bounding: what touches at the two ends of the side joins, no more."""
    full = rails(S, SW, NW, N, NE, SE)
    found = areas(plane_of([(0, 0, 0, 0), (0, 1, 1, 0)]), [full, full], BOUNDING)
    assert len(found) == 10
    # The side has a right end (corner 5 above, corner 3 below) and a left end (corner 0 above, corner 2 below).
    assert area_of(found, (0, 0)) == ((0, 0), (1, 2))
    assert area_of(found, (0, 5)) == ((0, 5), (1, 3))


def test_a_line_that_goes_on_into_the_next_card_keeps_its_two_sides_apart() -> None:
    found = areas(plane_of([(0, 0, 0, 0), (0, 1, 1, 0)]), [rails(S, N), rails(S, N)], BOUNDING)
    assert found == (corners(0, 0, 1, 2) + corners(1, 0, 1, 2), corners(0, 3, 4, 5) + corners(1, 3, 4, 5))


def test_around_the_end_of_a_line_two_areas_are_one() -> None:
    """Where labels need not match, a line may stop at the side of a card without it."""
    assert len(areas(plane_of([(0, 0, 0, 0), (0, 1, 1, 0)]), [rails(S, N), BARE], BOUNDING)) == 1


def test_three_cards_at_one_point_share_the_area_there() -> None:
    full = rails(S, SW, NW, N, NE, SE)
    found = areas(plane_of([(0, 0, 0, 0), (0, 1, 1, 0), (-1, 1, 2, 0)]), [full] * 3, BOUNDING)
    assert area_of(found, (0, 0)) == ((0, 0), (1, 2), (2, 4))


def test_a_ring_around_a_gap_has_an_inner_and_an_outer_area() -> None:
    """Each card has lines to its two neighbours in the ring; the gap bounds the inner area, and all of it is one."""
    ring = plane_of((q, r, number, 0) for number, (q, r) in enumerate(STEPS))
    labels = [rails((number + 2) % 6, (number + 4) % 6) for number in range(6)]
    found = areas(ring, labels, BOUNDING)
    assert len(found) == 2
    # The card at the bottom has the gap above it: corners 2 and 3 are inside.
    assert area_of(found, (0, 2)) == area_of(found, (0, 3)) == area_of(found, (3, 0))
    assert area_of(found, (0, 0)) == area_of(found, (3, 3))


def test_laying_a_card_joins_areas_and_tears_none_apart() -> None:
    """two areas on one card become one when a card without lines is laid at the end of its line."""
    labels = [rails(S, N), BARE, rails(SW, NE)]
    plane = plane_of([(0, 0, 0, 0)])
    before = areas(plane, labels, BOUNDING)
    after = areas(plane_of((*plane, (0, 1, 1, 0))), labels, BOUNDING)
    assert (len(before), len(after)) == (2, 1)
    beside = areas(plane_of((*plane, (1, 0, 2, 0))), labels, BOUNDING)
    assert area_of(beside, (0, 0)) == corners(0, 0, 1, 2)
    assert area_of(beside, (0, 4))[:3] == corners(0, 3, 4, 5)


@pytest.mark.parametrize("seed", range(20))
def test_what_was_one_area_stays_one_when_cards_are_laid(seed: int) -> None:
    plane, labels = scatter(Random(seed))
    for fewer, more in pairwise(plane_of(plane[:count]) for count in range(len(plane) + 1)):
        grown = areas(more, labels, BOUNDING)
        for area in areas(fewer, labels, BOUNDING):
            assert set(area) <= set(area_of(grown, area[0]))


def test_areas_and_corners_come_in_order_and_each_corner_once() -> None:
    plane, labels = scatter(Random(7))
    found = areas(plane, labels, BOUNDING)
    assert list(found) == sorted(found)
    assert all(list(area) == sorted(area) for area in found)
    assert sorted(corner for area in found for corner in area) == [
        (card, corner) for card in sorted(laid[2] for laid in plane) for corner in range(6)
    ]


def test_across_leads_over_edges_with_the_label_only() -> None:
    edges = (RAIL, MOSS, DITCH, MOSS, RAIL, MOSS)
    a, b, c = found = alone(edges)
    assert (a, b, c) == (corners(0, 0, 1), corners(0, 2, 3), corners(0, 4, 5))
    assert across(found, [edges], a, RAIL) == (c,)
    assert across(found, [edges], a, DITCH) == (b,)
    assert across(found, [edges], c, RAIL) == (a, b)
    assert across(found, [edges], c, DITCH) == ()


def test_a_line_with_the_same_area_on_both_sides_leads_nowhere() -> None:
    found = alone(rails(S))
    assert across(found, [rails(S)], found[0], RAIL) == ()


@pytest.mark.parametrize("seed", range(10))
def test_across_leads_back(seed: int) -> None:
    plane, labels = scatter(Random(seed))
    found = areas(plane, labels, BOUNDING)
    for label in BOUNDING:
        over = {area: across(found, labels, area, label) for area in found}
        assert all(area not in others and area in over[other] for area, others in over.items() for other in others)


@pytest.mark.parametrize("seed", range(30))
def test_areas_are_those_seen_when_a_fine_grid_is_coloured(seed: int) -> None:
    plane, labels = scatter(Random(seed))
    found = areas(plane, labels, BOUNDING)
    colours = coloured(plane, labels)
    for one, other in product(colours, repeat=2):
        assert (colours[one] == colours[other]) == (area_of(found, one) == area_of(found, other)), (one, other)


# Paper: hexes of side 1, y downwards. Nothing below knows how corners are numbered across a side.
Point = tuple[float, float]
MESH = 0.12


def scatter(random: Random) -> tuple[Plane, list[Edges]]:
    """Some cards, not all touching, labels not all matching."""
    hexes = random.sample([(q, r) for q in range(3) for r in range(3)], random.randrange(2, 8))
    labels = [tuple(random.choices((MOSS, RAIL, DITCH), (3, 3, 1), k=6)) for _ in hexes]
    return plane_of((q, r, card, random.randrange(6)) for card, (q, r) in enumerate(hexes)), labels


def middle(q: float, r: float) -> Point:
    return 1.5 * q, sqrt(3) * (r + q / 2)


def coloured(plane: Plane, labels: list[Edges]) -> dict[Corner, int]:
    """A colour for each corner: flood a grid of points, where no step crosses a line from an edge to a middle."""
    lines = {
        card: [
            (middle(q, r), middle(q + dq / 2, r + dr / 2))
            for side, (dq, dr) in enumerate(STEPS)
            if labels[card][side - rotation] in BOUNDING
        ]
        for q, r, card, rotation in plane
    }
    owner = {node: card for q, r, card, _ in plane for node in nodes_in(middle(q, r))}
    colour: dict[tuple[int, int], int] = {}
    for number, first in enumerate(owner):
        queue = [] if first in colour else [first]
        colour.setdefault(first, number)
        for i, j in queue:
            for node in ((i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)):
                if (
                    node in owner
                    and node not in colour
                    and not any(
                        cross(on_paper((i, j)), on_paper(node), *line)
                        for card in {owner[i, j], owner[node]}
                        for line in lines[card]
                    )
                ):
                    colour[node] = number
                    queue.append(node)
    return {
        (card, corner): colour[probe(q, r, corner + rotation)] for q, r, card, rotation in plane for corner in range(6)
    }


def on_paper(node: tuple[int, int]) -> Point:
    return node[0] * MESH + 0.0137, node[1] * MESH + 0.0071  # off the lines


def nodes_in(centre: Point) -> Iterator[tuple[int, int]]:
    near = [round(part / MESH) for part in centre]
    reach = round(1.2 / MESH)
    normals = [middle(*step) for step in STEPS]  # of length sqrt(3); a side is half as far away
    for i, j in product(range(near[0] - reach, near[0] + reach), range(near[1] - reach, near[1] + reach)):
        x, y = on_paper((i, j))
        if all((x - centre[0]) * nx + (y - centre[1]) * ny < 1.5 for nx, ny in normals):
            yield i, j


def probe(q: int, r: int, corner: int) -> tuple[int, int]:
    """The node near the point of a hex between a direction and the next, a little inside."""
    (aq, ar), (bq, br) = STEPS[corner % 6], STEPS[(corner + 1) % 6]
    x, y = middle(q + 0.84 * (aq + bq) / 3, r + 0.84 * (ar + br) / 3)
    return round((x - 0.0137) / MESH), round((y - 0.0071) / MESH)


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def is_left(p: Point, q: Point, r: Point) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return is_left(a, b, c) != is_left(a, b, d) and is_left(c, d, a) != is_left(c, d, b)

"""Longest walks that go over no link twice, against slower ways to find them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.oracles.planes.grid import STEPS
from tests.oracles.planes.walk import longest_walk
from tests.oracles.planes.walk_sweep import heaviest

Pairs = list[tuple[int, int]]
Cards = tuple[int, ...]


def grid(width: int, height: int) -> Pairs:
    """All links of a full plane of hexes in the form of a rhomb."""
    number = {(q, r): height * q + r for q in range(width) for r in range(height)}
    return sorted(
        (at, number[q + dq, r + dr])
        for (q, r), at in number.items()
        for dq, dr in STEPS
        if number.get((q + dq, r + dr), -1) > at
    )


def first_longest(found: set[Cards]) -> Cards:
    return min(found, key=lambda cards: (-len(cards), cards), default=())


def by_walking(pairs: Pairs, closed: bool, through: int | None = None, begin: int | None = None) -> Cards:
    """Every walk, step by step."""
    found: set[Cards] = set()

    def walk(start: int, at: int, gone: frozenset[int], met: frozenset[int]) -> None:
        if gone and (not closed or at == start):
            found.add(tuple(sorted(met)))
        for number, pair in enumerate(pairs):
            if number not in gone and at in pair:
                other = sum(pair) - at
                walk(start, other, gone | {number}, met | {other})

    for start in {card for pair in pairs for card in pair if begin in (None, card)}:
        walk(start, start, frozenset(), frozenset({start}))
    return first_longest({cards for cards in found if through is None or through in cards})


def by_cycles(pairs: Pairs, closed: bool) -> Cards:
    """Every set of links with even cards is a sum of basic cycles; an open walk is one that lacks a link."""
    cards = sorted({card for pair in pairs for card in pair})
    found: set[Cards] = set()
    for extra in [[], *([pair] for pair in combinations(cards, 2) if not closed)]:
        for part in even_parts(pairs + extra):
            links = {number for number in range(len(pairs)) if part >> number & 1}
            if links and (not extra or part >> len(pairs) & 1) and is_connected([pairs[number] for number in links]):
                found.add(tuple(sorted({card for number in links for card in pairs[number]})))
    return first_longest(found)


def even_parts(pairs: Pairs) -> Iterator[int]:
    above: dict[int, int] = {card: card for pair in pairs for card in pair}  # forest; ways from a root as sets of links
    ways: dict[int, int] = dict.fromkeys(above, 0)
    basis: list[int] = []
    for number, (a, b) in enumerate(pairs):
        if above[a] != above[b]:
            moved, shift = above[b], ways[a] ^ ways[b] ^ 1 << number
            for card in [card for card, root in above.items() if root == moved]:
                above[card], ways[card] = above[a], ways[card] ^ shift
        else:
            basis.append(ways[a] ^ ways[b] ^ 1 << number)
    part = 0
    for code in range(1 << len(basis)):
        yield part
        flipped = (~code & code + 1).bit_length() - 1  # by the Gray code one cycle changes at a time
        part ^= basis[flipped] if flipped < len(basis) else 0


def is_connected(pairs: Pairs) -> bool:
    met, rest = set(pairs[0]), pairs[1:]
    while near := [pair for pair in rest if met & set(pair)]:
        rest = [pair for pair in rest if pair not in near]
        met.update(card for pair in near for card in pair)
    return not rest


@pytest.mark.parametrize("closed", [True, False])
def test_without_links_there_is_no_walk(closed: bool) -> None:
    assert longest_walk([], closed=closed) == ()


def test_a_closed_walk_needs_a_way_back() -> None:
    assert longest_walk([(0, 1), (1, 2), (1, 3)], closed=True) == ()
    assert longest_walk([(0, 1), (1, 2), (1, 3)], closed=False) == (0, 1, 2)


def test_a_triangle_is_the_shortest_closed_walk() -> None:
    assert longest_walk([(4, 5), (5, 9), (4, 9)], closed=True) == (4, 5, 9)


def test_a_figure_of_eight_meets_its_middle_twice_and_counts_it_once() -> None:
    """The cards may be met again, the links not."""
    eight = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (2, 4)]
    assert longest_walk(eight, closed=True) == (0, 1, 2, 3, 4)


def test_a_closed_walk_goes_over_no_bridge() -> None:
    two = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4), (4, 5), (3, 5)]
    assert longest_walk(two, closed=True) == (0, 1, 2)
    assert longest_walk(two, closed=False) == (0, 1, 2, 3, 4, 5)


def test_the_longer_of_two_loops_wins_although_it_comes_later() -> None:
    loops = [(0, 1), (1, 2), (0, 2), (5, 6), (6, 7), (7, 8), (5, 8)]
    assert longest_walk(loops, closed=True) == (5, 6, 7, 8)


def test_three_ways_between_two_cards_are_not_all_walked() -> None:
    ways = [(0, 2), (1, 2), (0, 3), (1, 3), (0, 4), (1, 4)]
    assert longest_walk(ways, closed=True) == (0, 1, 2, 3)  # of the three equal ones the first
    assert longest_walk(ways, closed=False) == (0, 1, 2, 3, 4)


def test_neither_order_nor_repetition_of_links_matters() -> None:
    pairs = grid(3, 3)
    again = [(b, a) for a, b in reversed(pairs)] + pairs
    for closed in (True, False):
        assert longest_walk(again, closed=closed) == longest_walk(pairs, closed=closed)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_small_planes_agree_with_walking_every_walk(seed: int, closed: bool) -> None:
    random = Random(seed)
    pairs = grid(random.randrange(2, 5), 3)
    some = random.sample(pairs, min(len(pairs), random.randrange(4, 12)))
    assert longest_walk(some, closed=closed) == by_walking(some, closed)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_a_walk_through_a_card_is_the_longest_of_those_that_come_by_it(seed: int, closed: bool) -> None:
    random = Random(seed)
    pairs = grid(random.randrange(2, 5), 3)
    some = random.sample(pairs, min(len(pairs), random.randrange(4, 12)))
    for card in range(13):  # some of which have no link
        assert longest_walk(some, closed=closed, through=card) == by_walking(some, closed, card)


@pytest.mark.parametrize("seed", range(60))
def test_a_walk_from_a_card_is_the_longest_of_those_that_begin_there(seed: int) -> None:
    """It is found as one that comes by somebody who hangs on that card alone."""
    random = Random(seed)
    pairs = grid(random.randrange(2, 5), 3)
    some = random.sample(pairs, min(len(pairs), random.randrange(4, 12)))
    for card in {card for pair in some for card in pair}:
        found = longest_walk([*some, (card, 99)], closed=False, through=99)
        assert found == (*by_walking(some, False, begin=card), 99)


@pytest.mark.parametrize("seed", range(25))
def test_closed_walks_of_larger_planes_agree_with_sums_of_cycles(seed: int) -> None:
    random = Random(seed)
    pairs = grid(4, random.randrange(4, 7))
    some = random.sample(pairs, len(pairs) * random.randrange(5, 8) // 10)
    while len(some) - len({card for pair in some for card in pair}) > 11:
        some.pop()
    assert longest_walk(some, closed=True) == by_cycles(some, True)


@pytest.mark.parametrize("seed", range(12))
def test_open_walks_of_larger_planes_agree_with_sums_of_cycles(seed: int) -> None:
    random = Random(seed)
    some = random.sample(grid(4, 4), 19)
    while len(some) - len({card for pair in some for card in pair}) > 4:
        some.pop()
    assert longest_walk(some, closed=False) == by_cycles(some, False)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("seed", range(60))
def test_the_sweep_finds_the_same_without_short_cuts(seed: int, closed: bool) -> None:
    random = Random(seed)
    some = connected(random.sample(grid(4, 4), random.randrange(16, 24)))
    while len(some) - len({card for pair in some for card in pair}) > (8 if closed else 3):
        some = connected(some[:-1])
    assert by_sweeping(some, closed) == by_cycles(some, closed)


@pytest.mark.parametrize(
    ("closed", "pairs"),
    [
        (
            True,
            [
                (1, 2),
                (1, 7),
                (2, 7),
                (2, 8),
                (3, 4),
                (3, 8),
                (4, 5),
                (4, 10),
                (8, 9),
                (8, 13),
                (8, 14),
                (9, 15),
                (10, 11),
                (10, 15),
                (10, 16),
                (13, 14),
                (15, 16),
                (16, 17),
            ],
        ),
        (
            False,
            [
                (0, 1),
                (1, 2),
                (2, 3),
                (2, 6),
                (3, 6),
                (4, 5),
                (4, 8),
                (5, 8),
                (6, 7),
                (6, 9),
                (6, 10),
                (7, 10),
                (8, 9),
                (9, 12),
                (12, 13),
                (12, 16),
                (13, 14),
                (13, 17),
                (14, 17),
            ],
        ),
    ],
)
def test_loops_that_do_not_meet_are_not_counted_together(closed: bool, pairs: Pairs) -> None:
    """One loop is finished while the front has begun another: few planes show it, these do."""
    assert by_sweeping(pairs, closed) == by_cycles(pairs, closed) == longest_walk(pairs, closed=closed)


def by_sweeping(pairs: Pairs, closed: bool) -> Cards:
    cards = sorted({card for pair in pairs for card in pair})
    graph = {card: frozenset(sum(pair) - card for pair in pairs if card in pair) for card in cards}
    best = heaviest(graph, {card: (1 << 64) + (1 << 63 - card) for card in cards}, 0 if closed else 2)
    found = tuple(card for card in cards if best >> 63 - card & 1)
    assert best >> 64 == len(found)
    return found


def connected(pairs: Pairs) -> Pairs:
    """The links that hang together with the first."""
    met = set(pairs[0])
    while fresh := {card for pair in pairs if met & set(pair) for card in pair} - met:
        met |= fresh
    return [pair for pair in pairs if pair[0] in met]


@pytest.mark.parametrize("closed", [True, False])
def test_a_full_plane_is_walked_as_a_whole(closed: bool) -> None:
    assert longest_walk(grid(5, 5), closed=closed) == tuple(range(25))
    assert longest_walk(grid(6, 5), closed=closed) == tuple(range(30))


def test_cards_on_stalks_around_a_full_plane_are_not_on_a_closed_walk() -> None:
    stalks = [(card, 100 + card) for card in (0, 4, 20, 24, 2, 22)]
    assert longest_walk(grid(5, 5) + stalks, closed=True) == tuple(range(25))
    assert longest_walk(grid(5, 5) + stalks, closed=False) == (*range(25), 100, 102)

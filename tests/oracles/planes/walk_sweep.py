"""The heaviest connected part of a graph in which all cards have an even number of links, or all but a few.

In:   a connected graph, a weight for each card, how many odd cards may be.      Out:  the greatest weight of a part.
Cards are swept in an order that keeps the front narrow; the front is the cards that were met and still have links
ahead. Of all parts so far that look alike from the front only the heaviest is kept. A row says how a part looks: first
the number of odd cards left behind, then for each card of the front 0 (not in the part) or 2 * component + (1 if its
links are odd). The components are numbered by first occurrence. Exact; the cost grows with the width of the front, not
with the number of parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from kfdsl.engine.machine.meter import UNLIMITED, Meter

Row: TypeAlias = tuple[int, ...]
Rows: TypeAlias = dict[Row, int]  # how a part looks -> its greatest weight

ROW = 40  # steps for a way that a part may look
_FRESH = 1 << 20  # above every component's number


def heaviest(
    graph: Mapping[int, frozenset[int]],
    weights: Mapping[int, int],
    ends: int,
    best: int = 0,
    meter: Meter | None = None,
) -> int:
    """The weight of the heaviest part with a link, if it is above what is known already."""
    meter = meter or Meter(UNLIMITED)
    front: list[int] = []
    rows: Rows = {(0,): 0}
    ahead = {card: len(others) for card, others in graph.items()}

    def leave(card: int) -> None:
        nonlocal rows, best
        place = front.index(card) + 1
        front.remove(card)
        rows, best = _left(rows, place, ends, best)

    for card in narrow_order(graph, meter):
        front.append(card)
        rows = {(*row, 0): weight for row, weight in rows.items()}
        met = [other for other in front if other in graph[card]]
        for other in sorted(met, key=lambda each: ahead[each] > 1):  # who leaves the front now, first
            meter.charge(ROW * len(rows))
            rows = _linked(rows, (front.index(other) + 1, len(front)), (weights[other], weights[card]))
            for end in (other, card):
                ahead[end] -= 1
            if not ahead[other]:
                leave(other)
        if not ahead[card]:
            leave(card)
    return best


def _linked(rows: Rows, places: tuple[int, int], weights: tuple[int, int]) -> Rows:
    """Each part as it is, and with one more link between two cards of the front."""
    i, j = places
    found = dict(rows)
    known = found.get
    for row, weight in rows.items():
        a, b = row[i], row[j]
        new = list(row)
        new[i], new[j] = a ^ 1, b ^ 1
        more = 0
        if a and b:
            if a >> 1 != b >> 1:
                new = _renumbered(
                    [a & -2 | code & 1 if place and code >> 1 == b >> 1 else code for place, code in enumerate(new)]
                )
        elif a:
            new[j] = a | 1
            more = weights[1]
        elif b:
            new[i] = b | 1
            more = weights[0]
            new = _renumbered(new)
        else:
            new[i] = new[j] = _FRESH | 1
            more = weights[0] + weights[1]
            new = _renumbered(new)
        key = tuple(new)
        if known(key, -1) < weight + more:
            found[key] = weight + more
    return found


def _left(rows: Rows, place: int, ends: int, best: int) -> tuple[Rows, int]:
    """The parts after a card has left the front, and the best weight: a part that has left as a whole is finished."""
    found: Rows = {}
    for row, weight in rows.items():
        code = row[place]
        rest = [*row[:place], *row[place + 1 :]]
        if code:
            rest[0] += code & 1
            if rest[0] > ends:
                continue
            if code not in rest[1:] and code ^ 1 not in rest[1:]:
                if not any(rest[1:]):
                    best = max(best, weight)
                continue  # finished, or cut off from another component for ever
            rest = _renumbered(rest)
        key = tuple(rest)
        if found.get(key, -1) < weight:
            found[key] = weight
    return found, best


def _renumbered(row: list[int]) -> list[int]:
    """The same row with components numbered by first occurrence."""
    numbers: dict[int, int] = {}
    found = [row[0]]
    for code in row[1:]:
        found.append(2 * numbers.setdefault(code >> 1, len(numbers) + 1) + (code & 1) if code else 0)
    return found


def narrow_order(graph: Mapping[int, frozenset[int]], meter: Meter) -> Sequence[int]:
    """An order of the cards that keeps the front narrow: the best of greedy ones from every start."""
    best: Sequence[int] = ()
    cost: int = 25 ** len(graph)  # above every guess
    for start in sorted(graph, key=lambda card: (len(graph[card]), card)):  # those with few links lie at the rim
        if (found := _greedy(graph, start, cost, meter)) is not None:
            best, cost = found
    return best


def _greedy(graph: Mapping[int, frozenset[int]], start: int, bound: int, meter: Meter) -> tuple[list[int], int] | None:
    """The order from a start that goes on where the front stays narrowest, and a guess at its cost if below a bound."""
    ahead = {card: len(others) for card, others in graph.items()}
    order: list[int] = []
    front: set[int] = set()
    cost, card = 0, start
    while cost < bound:
        order.append(card)
        meter.charge(ROW * (1 + len(front)) + len(order) // 4)
        for other in graph[card]:
            ahead[other] -= 1
        front = {other for other in (*front, card) if ahead[other]}
        cost += 5 ** len(front)  # each card more in the front gives about five times as many rows
        fresh = {other for each in front for other in graph[each]}.difference(order)
        if not fresh:
            return (order, cost) if cost < bound else None
        card = min(fresh, key=lambda each: (_growth(graph, ahead, front, each), ahead[each] - len(graph[each]), each))
    return None


def _growth(graph: Mapping[int, frozenset[int]], ahead: Mapping[int, int], front: set[int], card: int) -> int:
    """By how much the front would widen with a card."""
    return (ahead[card] > 0) - sum(other in front and ahead[other] == 1 for other in graph[card])

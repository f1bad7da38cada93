"""An order of the cards of a piece that keeps the front of a sweep narrow: the best of greedy ones from every start.

In:   Links, the cards of a piece.      Out:  Order.
The front is the cards that were met and still have links ahead.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words, clear, copy
from kfdsl.engine.library.machine import NOWHERE, machine
from kfdsl.engine.library.planes.links import Links, near_of
from kfdsl.engine.library.values import charge

ROW = 40  # steps for a way that a part may look
DEAREST = 5**26  # a guess that stands for all higher ones: what costs so much is never swept


class Order(Record):
    """Cards in the order in which they are swept."""

    count: int
    widest: int  # the most cards that are in the front together with the one that comes
    cards: Words


class Sweep(Record):
    """What is known on the way, by card."""

    ahead: Words  # how many links lead to cards that come later
    come: Words  # whether it has come
    looked_at: Words  # when it was last looked at as the next one
    front: Words  # not by card: who is in it
    width: int


def narrow_order(links: Links, cards: Numbers, size: int, line: int) -> Order:
    """The best order; among equals the first, from those with few links on: they lie at the rim."""
    scratch = machine().scratch
    best = _no_order(size)
    with scratch.held():
        tried = _no_order(size)
        sweep = scratch.one(Sweep)
        sweep.ahead = scratch.words(links.cards)
        sweep.come = scratch.words(links.cards)
        sweep.looked_at = scratch.words(links.cards)
        sweep.front = scratch.words(size + 1)
        bound = DEAREST + 1
        for degree in range(1, links.most + 1):
            for i in range(size):
                if links.degrees[cards[i]] == degree:
                    cost = _greedy(links, cards[i], bound, sweep, tried, line)
                    if cost != NOWHERE:
                        bound = cost
                        best.count = tried.count
                        best.widest = tried.widest
                        copy(best.cards, tried.cards, tried.count)
    return best


def _no_order(size: int) -> Order:
    order = machine().scratch.one(Order)
    order.cards = machine().scratch.words(size)
    return order


def _greedy(links: Links, start: int, bound: int, sweep: Sweep, order: Order, line: int) -> int:
    """The order from a start that goes on where the front stays narrowest, and a guess at its cost; NOWHERE if not below a bound."""
    copy(sweep.ahead, links.degrees, links.cards)
    clear(sweep.come, links.cards)
    clear(sweep.looked_at, links.cards)
    sweep.width = 0
    order.count = 0
    order.widest = 0
    cost = 0
    card = start
    while cost < bound:
        order.cards[order.count] = card
        order.count += 1
        order.widest = max(order.widest, sweep.width + 1)
        charge(ROW * (1 + sweep.width) + order.count // 4, line)
        _come(links, sweep, card)
        cost = min(cost + _guess(sweep.width), DEAREST)
        card = _next(links, sweep, order.count)
        if card == NOWHERE:
            return cost if cost < bound else NOWHERE
    return NOWHERE


def _come(links: Links, sweep: Sweep, card: int) -> None:
    """A card comes into the front, and those leave it that have no links ahead any more."""
    sweep.come[card] = 1
    for i in range(links.degrees[card]):
        sweep.ahead[near_of(links, card)[i]] -= 1
    sweep.front[sweep.width] = card
    width = 0
    for i in range(sweep.width + 1):
        if sweep.ahead[sweep.front[i]]:
            sweep.front[width] = sweep.front[i]
            width += 1
    sweep.width = width


def _guess(width: int) -> int:
    """Each card more in the front gives about five times as many rows."""
    found = 1
    for _ in range(min(width, 26)):
        found *= 5
    return found


def _next(links: Links, sweep: Sweep, now: int) -> int:
    """The card beside the front with which it widens least; then the one with the most links to it, then the first."""
    best = NOWHERE
    least = 0
    for i in range(sweep.width):
        card = sweep.front[i]
        for j in range(links.degrees[card]):
            other = near_of(links, card)[j]
            if not sweep.come[other] and sweep.looked_at[other] != now:
                sweep.looked_at[other] = now
                growth = _growth(links, sweep, other) * (links.most + 1) + sweep.ahead[other] - links.degrees[other]
                if best == NOWHERE or growth < least or (growth == least and other < best):
                    best = other
                    least = growth
    return best


def _growth(links: Links, sweep: Sweep, card: int) -> int:
    """By how much the front would widen with a card."""
    growth = int(sweep.ahead[card] > 0)
    for i in range(links.degrees[card]):
        other = near_of(links, card)[i]
        if sweep.come[other] and sweep.ahead[other] == 1:
            growth -= 1
    return growth

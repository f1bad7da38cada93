"""The heaviest connected part of a piece in which all cards have an even number of links, or all but a few.

In:   Links, the cards of a piece, how many odd cards may be.      Out:  the cards of the best part, if it is better than what is known.
Cards are swept in an order that keeps the front narrow; of all parts so far that look alike from the front only the heaviest is kept.
Exact; the cost grows with the width of the front, not with the number of parts.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words, copy, fault, lowest
from kfdsl.engine.library.lists import list_has, new_list
from kfdsl.engine.library.machine import NOWHERE, TOO_MANY, machine
from kfdsl.engine.library.planes.links import Links, near_of
from kfdsl.engine.library.planes.walks.narrow_order import ROW, Order, narrow_order
from kfdsl.engine.library.planes.walks.swept_parts import Parts, has_card, leave, link, one_part
from kfdsl.engine.library.sorting import sort
from kfdsl.engine.library.values import charge

WIDEST = 30  # from a front of n cards there are 2^(n - 1) parts that look different, more than any budget is enough for


class Front(Record):
    """Who has links ahead, by card."""

    places: Words  # in the front, from 1 on
    ahead: Words  # how many links lead to cards that come later
    order: Words  # when it comes
    index: Words  # its number among the cards of the piece
    taken: int  # the places of the front that somebody has, as bits
    met: Numbers  # not by card: room for those that the card that comes is linked with


def is_longer(one: Numbers, other: Numbers, through: int) -> bool:
    """Whether one list of cards is better than another: it has a card where one must, has more, or comes first in order."""
    if list_has(one, through) != list_has(other, through):
        return list_has(one, through)
    if one[0] != other[0]:
        return one[0] > other[0]
    for i in range(one[0]):
        if one[1 + i] != other[1 + i]:
            return one[1 + i] < other[1 + i]
    return False


def heaviest(links: Links, cards: Numbers, through: int, ends: int, best: Numbers, line: int) -> None:
    """Put the cards of the heaviest part with a link in the place of the best known ones, if they are better."""
    size = cards[0]
    with machine().scratch.held():
        order = narrow_order(links, cards.tail(1), size, line)
        if order.widest > WIDEST:
            fault(TOO_MANY, line)
        front = _no_front(links, cards, order)
        must = NOWHERE if not list_has(cards, through) else front.index[through]
        found = new_list(size)
        parts = one_part(size, must, order.widest)
        for i in range(size):
            _sweep(links, order, i, front, parts, ends, line)
        for i in range(size):
            if has_card(parts.best, i):
                found[0] += 1
                found[found[0]] = cards[1 + i]
        if is_longer(found, best, through):
            copy(best, found, 1 + found[0])


def _no_front(links: Links, cards: Numbers, order: Order) -> Front:
    scratch = machine().scratch
    front = scratch.one(Front)
    front.places = scratch.words(links.cards)
    front.ahead = scratch.words(links.cards)
    front.order = scratch.words(links.cards)
    front.index = scratch.words(links.cards)
    front.met = scratch.numbers(links.most)
    copy(front.ahead, links.degrees, links.cards)
    for i in range(cards[0]):
        front.order[order.cards[i]] = i
        front.index[cards[1 + i]] = i
    return front


def _sweep(links: Links, order: Order, now: int, front: Front, parts: Parts, ends: int, line: int) -> None:
    """A card comes, and its links to those in the front; whoever has none ahead any more leaves."""
    card = order.cards[now]
    _enter(front, card)
    met = front.met
    count = 0
    for i in range(links.degrees[card]):
        other = near_of(links, card)[i]
        if front.order[other] < now:  # who leaves now, first
            met[count] = front.order[other] + order.count * int(front.ahead[other] > 1)
            count += 1
    sort(met, count)
    for i in range(count):
        other = order.cards[met[i] % order.count]
        charge(ROW * parts.count, line)
        link(parts, front.places[other], front.places[card], front.index[other], front.index[card])
        front.ahead[card] -= 1
        front.ahead[other] -= 1
        _leave_if_done(front, other, parts, ends)
    _leave_if_done(front, card, parts, ends)


def _enter(front: Front, card: int) -> None:
    place = lowest(~front.taken)
    front.taken |= 1 << place
    front.places[card] = place + 1


def _leave_if_done(front: Front, card: int, parts: Parts, ends: int) -> None:
    if not front.ahead[card]:
        leave(parts, front.places[card], ends)
        front.taken ^= 1 << (front.places[card] - 1)

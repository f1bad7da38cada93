"""Trees through links: what hangs together, what would fall apart, and what one walk covers.

In:   Links.      Out:  Trees, links without bridges, whether some tree shows a walk over all cards of a piece.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Record, Words, clear, inline
from kfdsl.engine.library.machine import NOWHERE, machine
from kfdsl.engine.library.planes.links import Links, add_near, near_of, no_links
from kfdsl.engine.library.values import charge


class Trees(Record):
    """Trees by depth first: each link outside them leads from a card to one of its ancestors."""

    count: int
    met: Words  # the cards in the order of meeting, so each tree lies together, its root first
    above: Words  # by card, the card it was met from, and one; the root from itself; 0 if it was not met
    tried: Words  # by card, how many of its links were looked at


def no_trees(cards: int) -> Trees:
    scratch = machine().scratch
    trees = scratch.one(Trees)
    trees.met = scratch.words(cards)
    trees.above = scratch.words(cards)
    trees.tried = scratch.words(cards)
    return trees


def grow_all(links: Links) -> Trees:
    """A tree for each piece of what is linked, by its first card."""
    trees = no_trees(links.cards)
    for card in range(links.cards):
        if not trees.above[card]:
            grow(trees, links, card)
    return trees


def grow(trees: Trees, links: Links, root: int) -> None:
    """One more tree."""
    _meet(trees, root, root)
    card = root
    while card != NOWHERE:
        fresh = _next_fresh(trees, links, card)
        if fresh != NOWHERE:
            _meet(trees, fresh, card)
            card = fresh
        elif card == root:
            card = NOWHERE
        else:
            card = trees.above[card] - 1


def _meet(trees: Trees, card: int, above: int) -> None:
    trees.met[trees.count] = card
    trees.count += 1
    trees.above[card] = above + 1


@inline
def is_above(trees: Trees, card: int, other: int) -> bool:
    """Whether the other was met from a card."""
    return trees.above[other] == card + 1


def _next_fresh(trees: Trees, links: Links, card: int) -> int:
    while trees.tried[card] < links.degrees[card]:
        other = near_of(links, card)[trees.tried[card]]
        trees.tried[card] += 1
        if not trees.above[other]:
            return other
    return NOWHERE


# ---- bridges


def without_bridges(links: Links) -> Links:
    """The links but for those on whose removal a piece would fall apart."""
    trees = grow_all(links)
    bridges = machine().scratch.words(links.cards)  # by card: whether it is one that leads to the card it was met from
    _find_bridges(links, trees, bridges)
    left = no_links(links.cards, links.most)
    for card in range(links.cards):
        for i in range(links.degrees[card]):
            other = near_of(links, card)[i]
            if not _is_bridge(trees, bridges, card, other) and not _is_bridge(trees, bridges, other, card):
                add_near(left, card, other)
    return left


@inline
def _is_bridge(trees: Trees, bridges: Words, above: int, card: int) -> bool:
    return bridges[card] != 0 and is_above(trees, above, card)


def _find_bridges(links: Links, trees: Trees, bridges: Words) -> None:
    """A link leads to a bridge if nobody below it reaches above it."""
    scratch = machine().scratch
    when = scratch.words(links.cards)
    low = scratch.words(links.cards)  # the earliest that a card and those below it reach, not by the link above it
    for i in range(trees.count):
        when[trees.met[i]] = i
        low[trees.met[i]] = i
    at = trees.count - 1
    while at >= 0:
        card = trees.met[at]
        above = trees.above[card] - 1
        for i in range(links.degrees[card]):
            other = near_of(links, card)[i]
            if other != above:
                low[card] = min(low[card], when[other])
        if card != above:
            low[above] = min(low[above], low[card])
            bridges[card] = int(low[card] == at)
        at -= 1


# ---- pieces that one walk covers


TREE = 100  # steps for each card of a tree that is tried


def is_covered(links: Links, piece: Words, size: int, ends: int, line: int) -> bool:
    """Whether some tree shows that one walk covers all cards of a piece; no proof that none does.

    If links outside a tree can be chosen so that they mend the tree's odd cards, tree and chosen links are such a walk.
    They can mend them in pairs within each part that those links connect.
    """
    with machine().scratch.held():
        trees = no_trees(links.cards)
        for i in range(size):
            charge(TREE * size, line)
            trees.count = 0
            clear(trees.above, links.cards)
            clear(trees.tried, links.cards)
            grow(trees, links, piece[i])
            if _unmended(links, trees) <= ends:
                return True
    return False


def _unmended(links: Links, trees: Trees) -> int:
    """In how many parts that hang together outside a tree a card remains that has an odd number of the tree's links."""
    scratch = machine().scratch
    with scratch.held():
        odd = scratch.words(links.cards)
        for i in range(1, trees.count):
            odd[trees.met[i]] ^= 1
            odd[trees.above[trees.met[i]] - 1] ^= 1
        seen = scratch.words(links.cards)
        queue = scratch.words(links.cards)
        found = 0
        for i in range(trees.count):
            if not seen[trees.met[i]]:
                found += _odd_outside(links, trees, trees.met[i], odd, seen, queue)
    return found


def _odd_outside(links: Links, trees: Trees, first: int, odd: Words, seen: Words, queue: Words) -> int:
    """Whether there is an odd number of odd cards among those that hang together with one outside a tree."""
    queue[0] = first
    seen[first] = 1
    count = 1
    done = 0
    found = 0
    while done < count:
        card = queue[done]
        done += 1
        found ^= odd[card]
        for i in range(links.degrees[card]):
            other = near_of(links, card)[i]
            is_inside = is_above(trees, other, card) or is_above(trees, card, other)
            if not is_inside and not seen[other]:
                seen[other] = 1
                queue[count] = other
                count += 1
    return found

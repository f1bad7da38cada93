"""The longest walk over links that goes over no link twice.

In:   links (pairs of cards), closed or open, if wanted a card that it must come by.
Out:  the cards of a best walk, among equals the first in order.
A card may be met again over other links; it counts once. Such a walk is the same as a connected part of the graph in
which every card has an even number of links (closed), or all but two (open; an open walk may also close). So parts are
searched, not walks. Three steps make that fast: a closed walk never goes over a bridge, so bridges fall away; a piece
that one walk can cover as a whole is often seen at once from a tree; only what remains is swept (see hexes_sweep).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from kfdsl.engine.machine.meter import Meter
from tests.oracles.planes.walk_sweep import heaviest

Graph: TypeAlias = Mapping[int, frozenset[int]]
Tree: TypeAlias = dict[int, int]  # card -> the card it was met from, in the order of meeting; the root from itself


LINK = 50  # steps
MOST_STEPS = 20_000_000  # for one walk, whoever hosts: what costs more is not remembered


def longest_walk(links: Iterable[tuple[int, int]], *, closed: bool, through: int | None = None) -> tuple[int, ...]:
    """The cards of a longest walk, in order; none if no walk goes over a link, or by the card that it must come by."""
    return walked(links, closed=closed, through=through)[0]


def walked(
    links: Iterable[tuple[int, int]], *, closed: bool, through: int | None = None
) -> tuple[tuple[int, ...], int]:
    """The same, and the steps it costs to find it; TooMany where that is out of all measure."""
    return _walked(tuple(sorted({(min(pair), max(pair)) for pair in links})), closed, through)


@lru_cache(maxsize=1024)  # what is linked changes seldom, and is asked for whenever somebody reckons
def _walked(links: tuple[tuple[int, int], ...], closed: bool, through: int | None) -> tuple[tuple[int, ...], int]:
    meter = Meter(MOST_STEPS)
    meter.charge(LINK * len(links))
    return _longest(links, closed, through, meter), meter.most - meter.left


def _longest(links: tuple[tuple[int, int], ...], closed: bool, through: int | None, meter: Meter) -> tuple[int, ...]:
    cards = sorted({card for link in links for card in link})
    # A sum of weights is first the number of cards; below it one bit a card, the first card's highest. So the heaviest
    # part is the longest, and among those the first in order. No two sets weigh the same.
    total = len(cards)
    weights = {card: (1 << total) + (1 << (total - 1 - rank)) for rank, card in enumerate(cards)}
    if through in weights:
        weights[through] += 1 << 2 * total + 1  # outweighs all others together, so what lacks it is never the best
    elif through is not None:
        return ()
    graph = _graph(cards, links)
    best = 0
    for piece in sorted(_pieces(_without_bridges(graph) if closed else graph), key=len, reverse=True):
        whole = sum(weights[card] for card in piece)
        if len(piece) > 1 and whole > best:
            ends = 0 if closed else 2
            best = max(best, whole if _is_covered(piece, ends, meter) else heaviest(piece, weights, ends, best, meter))
    if through is not None and not best >> 2 * total + 1:
        return ()
    return tuple(card for card in cards if best & weights[card] & ((1 << total) - 1))


def _graph(cards: Iterable[int], links: Iterable[tuple[int, int]]) -> Graph:
    near: dict[int, set[int]] = {card: set() for card in cards}
    for a, b in links:
        near[a].add(b)
        near[b].add(a)
    return {card: frozenset(others) for card, others in near.items()}


def _pieces(graph: Graph) -> list[Graph]:
    """The connected pieces of a graph."""
    found: list[Graph] = []
    seen: set[int] = set()
    for card in graph:
        if card not in seen:
            tree = _tree(graph, card)
            seen.update(tree)
            found.append({each: graph[each] for each in tree})
    return found


def _tree(graph: Graph, root: int) -> Tree:
    """A tree by depth first: each link outside it leads from a card to one of its ancestors."""
    tree = {root: root}
    stack = [(root, iter(sorted(graph[root])))]
    while stack:
        card, others = stack[-1]
        fresh = next((other for other in others if other not in tree), None)
        if fresh is None:
            stack.pop()
        else:
            tree[fresh] = card
            stack.append((fresh, iter(sorted(graph[fresh]))))
    return tree


def _without_bridges(graph: Graph) -> Graph:
    """The graph without the links on whose removal a piece would fall apart."""
    near = {card: set(others) for card, others in graph.items()}
    for piece in _pieces(graph):
        tree = _tree(piece, next(iter(piece)))
        met = {card: number for number, card in enumerate(tree)}
        low = dict(met)  # the earliest card that a card and those below it reach without the link they were met from
        for card, above in reversed(tree.items()):
            low[card] = min([low[card], *(met[other] for other in piece[card] if other != above)])
            if card != above:
                low[above] = min(low[above], low[card])
                if low[card] == met[card]:
                    near[card].discard(above)
                    near[above].discard(card)
    return {card: frozenset(others) for card, others in near.items()}


def _is_covered(piece: Graph, ends: int, meter: Meter) -> bool:
    """Whether some tree shows that one walk covers all cards of a piece; no proof that none does.

    If links outside a tree can be chosen so that they mend the tree's odd cards, tree and chosen links are such a walk.
    They can mend them in pairs within each part that those links connect.
    """
    for root in piece:
        meter.charge(100 * len(piece))
        if _unmended(piece, _tree(piece, root)) <= ends:
            return True
    return False


def _unmended(piece: Graph, tree: Tree) -> int:
    inner = {card: {above} - {card} for card, above in tree.items()}
    for card, above in tree.items():
        if card != above:
            inner[above].add(card)
    outside = {card: piece[card] - inner[card] for card in piece}
    return sum(sum(len(inner[card]) for card in part) % 2 for part in _pieces(outside))

"""Which cards of a plane hang together over their edges.

In:   a plane and labels, or links.      Out:  links (pairs of cards), cards within reach, straight chains of cards.
Links are a graph of their own, without hexes: reach and the walks need no more, and content may link by any test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from tests.oracles.planes.grid import Labels, Plane, beside, edge_facing, facing, find, opposite, sides

Links: TypeAlias = tuple[tuple[int, int], ...]  # each pair once, the smaller card first, in order
Fits: TypeAlias = Callable[[int, int], bool]  # the label of the smaller card, the label it meets


def links_by(plane: Plane, labels: Labels, fits: Fits) -> Links:
    """The pairs of cards whose shared side passes a test on its two labels; the test must not mind their order."""
    return tuple((a, b) for a, i, b, j in sides(plane) if fits(labels[a][i], labels[b][j]))


def links(plane: Plane, labels: Labels, label: int) -> Links:
    """The pairs of cards that are joined over a label: both carry it on the side they share."""
    return links_by(plane, labels, lambda one, other: one == label == other)


def reach(pairs: Iterable[tuple[int, int]], start: int, limit: int | None = None) -> tuple[tuple[int, int], ...]:
    """The cards within so many steps of a card and their distance, the card itself included, nearest first."""
    near: dict[int, list[int]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    steps = {start: 0}
    queue = [start]
    for card in queue:  # grows while it is read
        if limit is not None and steps[card] >= limit:
            break
        fresh = [other for other in near.get(card, ()) if other not in steps]
        steps.update((other, steps[card] + 1) for other in fresh)
        queue += fresh
    return tuple(sorted(steps.items(), key=lambda item: (item[1], item[0])))


def chain(plane: Plane, labels: Labels, card: int, edge: int, label: int) -> tuple[int, ...]:
    """The cards met on the straight line through an edge of a card, which is not counted itself.

    The line goes on while both cards at a side carry the label there; a gap or another label ends it.
    """
    start = find(plane, card)
    if start is None or labels[card][edge] != label:
        return ()
    laid = {(q, r): (other, rotation) for q, r, other, rotation in plane}
    direction, hex_ = facing(edge, start[3]), start[:2]
    found: list[int] = []
    while (met := laid.get(hex_ := beside(hex_, direction))) is not None:
        other, rotation = met
        if labels[other][edge_facing(opposite(direction), rotation)] != label:
            break
        found.append(other)
        if labels[other][edge_facing(direction, rotation)] != label:
            break
    return tuple(found)


def chains(plane: Plane, labels: Labels, card: int, label: int) -> tuple[tuple[int, ...], ...]:
    """The chains from each edge of a card that carries the label, in the order of its edges."""
    return tuple(chain(plane, labels, card, edge, label) for edge in range(6) if labels[card][edge] == label)

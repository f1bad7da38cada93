"""Put packs in order.

In:   for each pack, those that come before it and where that is said.      Out:  names; ties are settled by name.
Packs that wait for one another are reported as a circle and come last.
Refuses to know why one pack comes before another.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heapify, heappop, heappush

from kfdsl.packs.manifest import Relation
from kfdsl.text.diagnostic import Aside, Report

Before = Mapping[str, Mapping[str, Relation]]


def arrange(before: Before, report: Report) -> tuple[str, ...]:
    """Order the names so that each comes after those before it."""
    waits = {name: set(earlier) for name, earlier in before.items()}
    ready = [name for name, earlier in waits.items() if not earlier]
    heapify(ready)
    order: list[str] = []
    while ready:
        done = heappop(ready)
        order.append(done)
        for name, earlier in waits.items():
            if done in earlier:
                earlier.remove(done)
                if not earlier:
                    heappush(ready, name)
    stuck = sorted(name for name, earlier in waits.items() if earlier)
    if stuck:
        _tell_circle(_circle(waits, stuck[0]), before, report)
    return (*order, *stuck)


def _circle(waits: Mapping[str, set[str]], start: str) -> list[str]:
    """Follow who waits for whom until a name comes again."""
    path = [start]
    while (following := min(waits[path[-1]])) not in path:
        path.append(following)
    circle = path[path.index(following) :]
    first = circle.index(min(circle))
    return circle[first:] + circle[:first]


def _tell_circle(circle: list[str], before: Before, report: Report) -> None:
    steps = list(zip(circle, circle[1:] + circle[:1], strict=True))
    first, *others = [before[name][earlier] for name, earlier in steps]
    told = " after ".join(f"`{name}`" for name in [*circle, circle[0]])
    report.error(
        "pack-circle",
        f"packs wait for one another: {told}",
        first.span,
        help="leave out one of these",
        asides=[Aside(span=relation.span, label="and this") for relation in others],
    )

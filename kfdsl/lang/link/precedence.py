"""Changes in the order that `over` states.

In:   changes of packs in canonical order.      Out:  the same, each behind those that it is over.
So `a over b` and `b over c` put c first and a last, whatever the packs are called.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

T = TypeVar("T")
Part = tuple[str, bool]  # the changes of a pack: all of them, or those that are over no others of their own pack


def by_over(changes: Sequence[T], pack: Callable[[T], str], over: Callable[[T], Collection[str]]) -> list[T]:
    """Changes that are over none first; where two are over one another, the order is as it was."""
    parts = [_parts(pack(each), over(each)) for each in changes]
    left = Counter(part for mine in parts for part in mine)
    waits_for = [_below(pack(each), over(each)) & left.keys() for each in changes]
    waiting: dict[Part, list[int]] = defaultdict(list)
    for at, below in enumerate(waits_for):
        for part in below:
            waiting[part].append(at)
    free = [at for at, below in enumerate(waits_for) if not below]
    heapify(free)
    done: dict[int, None] = {}
    for first in range(len(changes)):
        while first not in done:
            at = heappop(free) if free else first
            if at in done:
                continue
            done[at] = None
            for part in parts[at]:
                left[part] -= 1
                for other in waiting[part] if not left[part] else ():
                    waits_for[other].discard(part)
                    if not waits_for[other]:
                        heappush(free, other)
    return [changes[at] for at in done]


def _parts(pack: str, over: Collection[str]) -> tuple[Part, ...]:
    """What a change is one of."""
    return ((pack, True),) if pack in over else ((pack, True), (pack, False))


def _below(pack: str, over: Collection[str]) -> set[Part]:
    """What comes before a change; within a pack, those that do not say the same."""
    return {(each, each != pack) for each in over}

"""Changes in the order that `over` states.

In:   changes of packs in canonical order.      Out:  the same, each behind those that it is over.
So `a over b` and `b over c` put c first and a last, whatever the packs are called.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

T = TypeVar("T")


def by_over(changes: Sequence[T], pack: Callable[[T], str], over: Callable[[T], Collection[str]]) -> list[T]:
    """Changes that are over none first; where two are over one another, the order is as it was."""
    left, done = list(changes), list[T]()
    while left:
        free = [
            each for each in left if not any(_is_below(other, each, pack, over) for other in left if other is not each)
        ]
        first = (free or left)[0]
        done.append(first)
        left = [each for each in left if each is not first]
    return done


def _is_below(one: T, other: T, pack: Callable[[T], str], over: Callable[[T], Collection[str]]) -> bool:
    """Whether the second is over the first; within a pack, over those that do not say the same."""
    return pack(one) in over(other) and (pack(one) != pack(other) or pack(one) not in over(one))

"""Tokens from place to place.

In:   a state, places by how far behind it they are, bundles.      Out:  changed counts; IMPOSSIBLE where something is not there.
Nothing is changed by what is impossible but by a group, whose rules end there anyway.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, bits
from kfdsl.engine.library.machine import IMPOSSIBLE, State, counts_of, machine, touch, touch_counts
from kfdsl.engine.library.values import bundle_enough


def move_exactly(g: State, source: int, target: int, bundle: Words) -> int:
    """All of a bundle, or it is impossible."""
    have = counts_of(g, source)
    if not bundle_enough(have, bundle):
        return IMPOSSIBLE
    if source != target:
        touch_counts(g, source)
        touch_counts(g, target)
        more = counts_of(g, target)
        for token in range(machine().tokens):
            count = bundle[token]
            if count != 0:
                have[token] -= count
                more[token] += count
    return 0


def move_some(g: State, source: int, target: int, token: int, count: int) -> int:
    """So many of one token, or it is impossible."""
    have = counts_of(g, source)
    if have[token] < count:
        return IMPOSSIBLE
    if source != target:
        touch(g, source + token, 1)
        touch(g, target + token, 1)
        have[token] -= count
        counts_of(g, target)[token] += count
    return 0


def move_up_to(g: State, source: int, target: int, bundle: Words) -> int:
    """As much of a bundle as there is; how many pieces that is."""
    have = counts_of(g, source)
    more = counts_of(g, target)
    moved = 0
    touch_counts(g, source)
    touch_counts(g, target)
    for token in range(machine().tokens):
        wanted = bundle[token]
        if wanted != 0:
            count = min(wanted, have[token])
            moved += count
            if source != target:
                have[token] -= count
                more[token] += count
    return moved


def move_every(g: State, source: int, target: int, mask: int) -> int:
    """All tokens of some sorts; how many pieces they are."""
    have = counts_of(g, source)
    more = counts_of(g, target)
    moved = 0
    for token in bits(mask):
        count = have[token]
        moved += count
        if count and source != target:
            touch(g, source + token, 1)
            touch(g, target + token, 1)
            have[token] = 0
            more[token] += count
    return moved


def move_group(g: State, group: Numbers, target: int) -> int:
    """What was picked up; not onto itself."""
    for i in range(group[0]):
        source = group[1 + 2 * i]
        if source == target or move_exactly(g, source, target, Words(group[2 + 2 * i])) != 0:
            return IMPOSSIBLE
    return 0


def gather(g: State, places: Numbers) -> None:
    """All that lies in several places comes to lie in the first."""
    for i in range(1, places[0]):
        move_every(g, places[1 + i], places[1], machine().every)

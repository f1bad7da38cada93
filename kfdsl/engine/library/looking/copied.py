"""Copies of states that somebody thinks in.

In:   a state.      Out:  another, in scratch memory, with which nothing is shared; how deep its rules are under way.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import bits
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.under_way.copies import (
    ALL,
    copy_beside,
    copy_cells,
    copy_frames,
    copy_part,
    copy_state,
    new_state,
)
from kfdsl.engine.library.under_way.frames import below


def copied(g: State) -> State:
    """A copy on which nothing is only tried, and of which only the sum of points counts."""
    found = new_state()
    copy_state(found, g)
    found.trial = 0
    found.is_summary = True
    found.fresh = ALL  # whatever was tried at this place before was tried on another state
    return found


def renew_from(to: State, g: State, changed: int) -> None:
    """Let a copy be as another state is: only some stretches of the two differ, as bits."""
    fresh = to.fresh
    if changed == ALL:
        copy_cells(to, g)
    else:
        for stretch in bits(changed):
            start = stretch << machine().stretch
            copy_part(to, g, start, min(1 << machine().stretch, machine().sheet_at - start))
        copy_beside(to, g)
    copy_frames(to, g)
    to.fresh = fresh | changed


def own_below(g: State, top: int) -> int:
    """Where the frame below one's own begins to count: what others have under way who act at once lies between."""
    start = below(g, top)
    return parts_start_of(g) if start == g.bottom and g.parts > 0 else start


def parts_start_of(g: State) -> int:
    """Where the frames of the first of those begin who act at once, while the one who is faced goes on."""
    start = g.bottom
    for i in range(g.parts - 1):
        start -= g.part[i].size
    return start


def depth_of(g: State) -> int:
    """How many rules are under way, those of others aside who act at once."""
    found = 0
    top = g.top
    while top > machine().frames_at:
        found += 1
        top = own_below(g, top)
    return found

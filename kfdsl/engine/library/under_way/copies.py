"""Copies of states: what is tried is tried on one.

In:   a state.      Out:  another, in scratch memory, with which nothing is shared.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, bits, copy
from kfdsl.engine.library.machine import MIRRORS, MOST_SEATS, STRETCHES, Line, Part, State, machine
from kfdsl.engine.library.under_way.frames import below, push, top_block
from kfdsl.engine.library.values import charge

ALL = -1  # stretches
TRIAL = 100  # steps that a trial costs besides what it tries
PARTS = State.record_size() - MOST_SEATS * Part.record_size()  # where in a state those begin who act at once


def new_state() -> State:
    """Room for a state, in which nothing is written yet."""
    return State(machine().scratch.reserve(machine().size))


def copy_cells(to: State, g: State) -> None:
    """All but frames."""
    copy(Numbers(to.at), Numbers(g.at), machine().sheet_at)
    copy_part(to, g, machine().sheet_at, g.lines * Line.record_size())
    copy_part(to, g, machine().tallies_at, g.tallies)


def copy_part(to: State, g: State, start: int, count: int) -> None:
    copy(Numbers(to.at + start), Numbers(g.at + start), count)


def copy_state(to: State, g: State) -> None:
    """All of a state."""
    copy_cells(to, g)
    copy_frames(to, g)


def copy_frames(to: State, g: State) -> None:
    copy_part(to, g, machine().frames_at, g.top - machine().frames_at)


def tried(g: State) -> State:
    """A copy without frames, to try something on, one trial deeper; it is overwritten when the next one at this depth begins."""
    depth = g.trial
    if depth >= MIRRORS:
        found = new_state()
        copy_cells(found, g)
        found.trial = depth + 1
        found.quick = False
        return found
    mirror = State(machine().mirrors + depth * machine().size)
    if machine().mirrored[depth] == g.at and mirror.dirty | g.fresh != ALL:
        renew(mirror, g)
    else:
        copy_cells(mirror, g)
        machine().mirrored[depth] = g.at
        mirror.fresh = ALL
    mirror.dirty = 0
    mirror.trial = depth + 1
    mirror.quick = False
    g.fresh = 0
    return mirror


def renew(mirror: State, g: State) -> None:
    """Copy what changed, here or there, since one was copied from the other."""
    changed = mirror.dirty | g.fresh
    fresh = mirror.fresh
    size = 1 << machine().stretch
    for stretch in bits(changed & (1 << STRETCHES) - 1):
        start = stretch * size
        copy(Numbers(mirror.at + start), Numbers(g.at + start), min(size, machine().sheet_at - start))
    copy_beside(mirror, g)
    mirror.fresh = fresh | changed


def copy_beside(to: State, g: State) -> None:
    """What is no stretch: the header, the sheet and scorers in force."""
    copy(Numbers(to.at), Numbers(g.at), PARTS)
    if g.parts:
        copy_part(to, g, PARTS, g.parts * Part.record_size())
    if g.lines:
        copy_part(to, g, machine().sheet_at, g.lines * Line.record_size())
    if g.tallies:
        copy_part(to, g, machine().tallies_at, g.tallies)


def tried_on(g: State) -> State:
    """The same with all frames."""
    found = tried(g)
    copy_frames(found, g)
    return found


def scratch_of(g: State, line: int) -> State:
    """A copy to try something on: nothing is under way but what cannot be performed again."""
    charge(TRIAL + (machine().sheet_at >> 4), line)
    found = tried(g)
    found.ask = -1
    found.fine = 0
    found.did = 0
    found.parts = 0
    found.bottom = machine().frames_at
    found.top = machine().frames_at
    top = g.top
    while top > machine().frames_at:
        start = below(g, top)
        if top_block(g, top) == machine().under_way:
            Numbers(found.at)[found.top] = Numbers(g.at)[start]
            push(found, machine().under_way, 1, line)
        top = start
    return found

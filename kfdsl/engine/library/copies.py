"""Copies of states: what is tried is tried on one.

In:   a state.      Out:  another, in scratch memory, with which nothing is shared.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, bits, copy
from kfdsl.engine.library.frames import below, push, top_block
from kfdsl.engine.library.machine import Line, State, machine
from kfdsl.engine.library.values import charge

TRIAL = 100  # steps that a trial costs besides what it tries


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
    copy_part(to, g, machine().frames_at, g.top - machine().frames_at)


def copied(g: State) -> State:
    """A state like another, in scratch memory."""
    found = new_state()
    copy_state(found, g)
    return found


def tried(g: State) -> State:
    """A copy without frames, to try something on: of what is not itself a trial there is one, of which only what changed is copied."""
    if g.trial:
        found = new_state()
        copy_cells(found, g)
        return found
    mirror = machine().mirror
    if machine().mirrored.at == g.at:
        for stretch in bits(mirror.dirty | g.dirty):
            start = stretch << machine().stretch
            copy_part(mirror, g, start, min(1 << machine().stretch, machine().sheet_at - start))
        copy_part(mirror, g, 0, State.record_size())
        copy_part(mirror, g, machine().sheet_at, g.lines * Line.record_size())
        copy_part(mirror, g, machine().tallies_at, g.tallies)
    else:
        copy_cells(mirror, g)
        machine().mirrored = g
    mirror.dirty = 0
    g.dirty = 0
    return mirror


def tried_on(g: State) -> State:
    """The same with all frames."""
    found = tried(g)
    copy_part(found, g, machine().frames_at, g.top - machine().frames_at)
    found.trial = 1
    return found


def scratch_of(g: State, line: int) -> State:
    """A copy to try something on: nothing is under way but what cannot be performed again."""
    charge(TRIAL + (machine().sheet_at >> 4), line)
    found = tried(g)
    found.ask = -1
    found.trial = 1
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

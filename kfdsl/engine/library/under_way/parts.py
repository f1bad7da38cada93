"""Several who act at once: each has frames of their own, above one that goes on when all are done.

In:   a state.      Out:  the same, with the frames of one of them on top.
What they do does not touch one another (content that would is not loaded), so the state behind any answers is the same in whatever
order they came. On the stack the frames of those who are not faced lie one stretch above the other, by seat; on top are those
of the one who is faced. Whose they are, what they are asked and how long a stretch is, the header of the state says.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, copy
from kfdsl.engine.library.machine import Part, State, machine
from kfdsl.engine.library.trays import tidy

NOT_BEGUN = -1  # asked nothing yet


def faced(g: State) -> Part:
    """The one whose frames are on top, or NOBODY: they are always the last of the list."""
    return g.part[g.parts - 1]


def add_part(g: State, seat: int, start: int) -> None:
    """Somebody more who acts, whose first frame was left on top."""
    part = g.part[g.parts]
    part.seat = seat
    part.ask = NOT_BEGUN
    part.size = g.top - start
    g.parts += 1


def face_first(g: State) -> None:
    """Begin with those who act at once, if there is anybody."""
    if g.parts > 0:
        g.aparts += 1
        g.bottom = g.top - faced(g).size
        face_next(g)


def keep(g: State) -> None:
    """Write down how far the one has come who is faced."""
    mine = faced(g)
    mine.ask = g.ask
    mine.size = g.top - g.bottom


def finish_part(g: State) -> None:
    """The one who is faced is done: on with somebody else, or with what comes behind all of them."""
    g.parts -= 1
    g.top = g.bottom
    tidy_all(g)
    if g.parts == 0:
        g.bottom = machine().frames_at
        return
    g.ask = faced(g).ask
    g.bottom = g.top - faced(g).size
    face_next(g)


def face_next(g: State) -> None:
    """Face somebody who has not begun, or else the first who waits: it does not show who answered last."""
    keep(g)
    tidy_all(g)
    best = 0
    for i in range(1, g.parts):
        one = g.part[i]
        other = g.part[best]
        one_waits = one.ask != NOT_BEGUN
        other_waits = other.ask != NOT_BEGUN
        if one_waits < other_waits or (one_waits == other_waits and one.seat < other.seat):
            best = i
    face(g, best)


def face(g: State, which: int) -> None:
    """Put the frames of somebody on top; the others lie below, by seat."""
    keep(g)
    order_but(g, which)
    g.ask = faced(g).ask
    g.bottom = g.top - faced(g).size


def order_but(g: State, which: int) -> None:
    """Sort all stretches by seat but one, which comes last."""
    seat = g.part[which].seat
    changed = True
    while changed:
        changed = False
        start = parts_start(g)
        for i in range(g.parts - 1):
            one = g.part[i]
            other = g.part[i + 1]
            if one.seat == seat or (other.seat != seat and one.seat > other.seat):
                swap(g, i, start)
                changed = True
            start += g.part[i].size


def parts_start(g: State) -> int:
    """Where the first stretch begins."""
    start = g.top
    for i in range(g.parts):
        start -= g.part[i].size
    return start


def swap(g: State, i: int, start: int) -> None:
    """Let two stretches change places that lie one above the other, the first beginning at a place of the stack."""
    one = g.part[i]
    other = g.part[i + 1]
    stack = Numbers(g.at)
    with machine().scratch.held():
        kept = machine().scratch.numbers(one.size)
        copy(kept, stack.tail(start), one.size)
        copy(stack.tail(start), stack.tail(start + one.size), other.size)
        copy(stack.tail(start + other.size), kept, one.size)
    seat = one.seat
    ask = one.ask
    size = one.size
    one.seat = other.seat
    one.ask = other.ask
    one.size = other.size
    other.seat = seat
    other.ask = ask
    other.size = size


def tidy_all(g: State) -> None:
    """Cards that several may have put into one place without an order lie as they were declared, whoever was first."""
    loose = Words(machine().loose_at)
    for i in range(loose[0]):
        tidy(g, loose[1 + i])

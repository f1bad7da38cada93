"""Several who act at once: each has frames of their own, above one that goes on when all are done.

In:   a state.      Out:  the same, with the rules of one of them on top.
What they do does not touch one another (content that would is not loaded), so the state behind any answers is the same in
whatever order they came: whose rules are on top does not depend on it, and neither does how cards lie that have no order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kfdsl.engine.machine.state import Apart, Part, Settled, State


def begin_parts(g: State, block: int, known: tuple[Any, ...], players: Iterable[int]) -> None:
    """Give everybody a frame of their own; a trial ends here, since each of them looks ahead for themselves."""
    if g.trial:
        raise Settled
    parts = [Part(seat, -1, (block, (*known, seat), g.frame)) for seat in sorted(set(players))]
    g.apart = Apart(g.frame, -1, tuple(parts))


def next_part(g: State, loose: Sequence[int]) -> bool:
    """Go on with somebody who is not done yet, if there is anybody; a trial looks no further than one's own part."""
    if g.trial:
        raise Settled
    assert g.apart is not None
    g.apart = g.apart._replace(seat=-1)
    if g.apart.others:
        face_next(g, loose)
        return True
    tidy(g, loose)
    g.apart = None
    return False


def face_next(g: State, loose: Sequence[int]) -> None:
    """Face somebody who has not begun, or else the first who waits: it does not show who answered last."""
    tidy(g, loose)
    face(g, min(parts(g), key=lambda part: (part.ask >= 0, part.seat)).seat)


def tidy(g: State, loose: Sequence[int]) -> None:
    """Cards that several may have put into one place without an order lie as they were declared, whoever was first."""
    for cell in loose:
        g.cells[cell] = tuple(sorted(g.cells[cell]))


def parts(g: State) -> list[Part]:
    """Everybody who acts and is not done, by seat."""
    assert g.apart is not None
    mine = [Part(g.apart.seat, g.ask, g.frame)] if g.apart.seat >= 0 else []
    return sorted((*mine, *g.apart.others), key=lambda part: part.seat)


def face(g: State, seat: int) -> None:
    """Put the rules of somebody on top."""
    assert g.apart is not None
    everybody = parts(g)
    now = next(part for part in everybody if part.seat == seat)
    g.apart = Apart(g.apart.tail, seat, tuple(part for part in everybody if part is not now))
    g.ask, g.frame = now.ask, now.frame


def facing(g: State, seat: int | None) -> State:
    """The state as somebody who is asked faces it, with their own rules on top; the same state if they are."""
    if g.apart is None or seat is None or seat == g.apart.seat:
        return g
    other = g.copy()
    face(other, seat)
    return other

"""How the game stood before each part that can be taken back.

In:   where a game stands, and what happened since.      Out:  where it stood; nothing across chance, a reveal or another's answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.library.told.telling import Said
from kfdsl.engine.machine.layout import Layout
from kfdsl.engine.play.log import Log
from kfdsl.engine.words.state import State
from kfdsl.engine.words.told import Deed

_CHANCE = frozenset({Said.DRAW, Said.SHUFFLE, Said.TOSS})
_MOVES = frozenset({Said.MOVE, Said.CARD})


@dataclass(frozen=True, slots=True)
class Before:
    """Where the game stood; the state and the log are the same for all parts of one answer, and nobody changes them."""

    state: State
    journal: Log
    atoms: Atoms
    player: int


def reveals(deed: Deed, layout: Layout) -> bool:
    """Whether something that happened showed somebody something new."""
    if deed.sort in _CHANCE:
        return True
    if deed.sort not in _MOVES:
        return False
    source, target = layout.cells[deed.source], layout.cells[deed.target]
    return any(target.seen_by(seat) and not source.seen_by(seat) for seat in range(layout.players))

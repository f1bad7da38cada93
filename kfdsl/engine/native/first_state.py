"""A state of words as it is before anything is played.

In:   a layout.      Out:  the block of a state.
"""

from __future__ import annotations

from typing import Any

from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.library.machine import NOWHERE, State, card_of, counts_of, tray_of
from kfdsl.engine.library.trays import put_last
from kfdsl.engine.lower.held import held_alone
from kfdsl.engine.lower.program import Lowered


def write_first(lowered: Lowered, memory: Memory, at: int, cells: list[Any]) -> None:
    """Write what lies where before the set-up, at a place of memory in numbers; the machine was prepared before."""
    layout = lowered.layout
    numbering = layout.layout.numbering
    numbers = memory.seen[8]
    for far in range(layout.size):
        numbers[at + far] = 0
    texts = {text: number for number, text in enumerate(lowered.texts)}
    with using(memory):
        g = State(at)
        g.ask, g.top, g.bottom = NOWHERE, layout.frames_at, layout.frames_at
        for cell, far in layout.vars.items():
            numbers[at + far] = held_alone(cells[cell], numbering.vars[layout.layout.cells[cell].name].type, texts)
        for cell, place in layout.places.items():
            for token, count in enumerate(cells[cell]):
                counts_of(g, place)[token] = count
        for card in range(layout.cards):
            card_of(g, card).spot = NOWHERE
        for cell, number in layout.trays.items():
            tray = tray_of(g, number)
            tray.first, tray.last = NOWHERE, NOWHERE
            owner = layout.layout.cells[cell].player
            tray.owner = NOWHERE if owner is None else owner
            for card in cells[cell]:
                put_last(g, card, number)

"""Ask again what is open, after a state was changed from outside.

In:   a Table and a State that asks.      Out:  the same State, asking as its rule would ask now.
The rule is gone through from its start: what it reads is read anew, and who is asked, or what, may change. What it does
before it asks was done already and is not done again.
"""

from __future__ import annotations

from typing import Any, SupportsIndex

from kfdsl.engine.machine.cannot_go_on import TooLarge, TooMany
from kfdsl.engine.rules.table import Impossible
from kfdsl.engine.words.stack import Frame
from kfdsl.engine.words.state import State
from kfdsl.engine.rules.table import Table

MOST_KEPT = 10_000  # writes without an effect, before it is clear that a loop waits for one


class _Waiting(Exception):
    """A loop counts, and its count stays as it is."""


class _Still(list[Any]):
    """Cells that stay as they are, whatever is written to them."""

    kept = 0

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        self.kept += 1
        if self.kept > MOST_KEPT:
            raise _Waiting


def ask_again(table: Table, state: State) -> None:
    """Let the rule that asks ask anew; if it asks nobody now, it is left to run from its start."""
    form = table.quiet.form
    frame = state.frame if state.apart is None else state.apart.tail
    if frame is None:
        return
    entry = form.entries[form.blocks[frame[0]].rule]
    state.frame = (entry, frame[1][: len(form.blocks[entry].names)], frame[2])
    state.ask, state.apart = -1, None
    trial = _gone_through(table, state)
    if trial.ask >= 0 and _is_above(trial.frame if trial.apart is None else trial.apart.tail, frame[2]):
        state.frame, state.ask, state.apart = trial.frame, trial.ask, trial.apart


def _gone_through(table: Table, state: State) -> State:
    """A copy that has come to the next ask: without doing anything if that leads there, otherwise by doing it there."""
    table.fill(state)
    trial = state.copy()
    trial.cells = _Still(trial.cells)
    try:
        table.run(trial)
    except (Impossible, TooLarge, TooMany, _Waiting):
        table.fill(state)
        trial = state.copy()
        table.run(trial)
    return trial


def _is_above(frame: Frame, below: Frame) -> bool:
    """Whether a frame stands on another one, which has not gone on since."""
    while frame is not None:
        frame = frame[2]
        if frame is below:
            return True
    return False

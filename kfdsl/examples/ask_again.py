"""Ask again what is open, after a state was changed from outside.

In:   a Table and a State that asks.      Out:  the same State, asking as its rule would ask now.
The rule is gone through from its start: what it reads is read anew, and who is asked, or what, may change. What it does
before it asks was done already and is not done again.
"""

from __future__ import annotations

from kfdsl.engine.machine.cannot_go_on import CannotGoOn
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.stack import Frame, depth, stack
from kfdsl.engine.words.state import State
from kfdsl.engine.words.still import Waiting


def ask_again(table: Table, state: State) -> None:
    """Let the rule that asks ask anew; if it asks nobody now, it is left to run from its start."""
    stacks = table.words.stacks
    frame = state.frame if state.apart is None else state.apart.tail
    if frame is None:
        return
    entry = stacks.entries[stacks.blocks[frame[0]].rule]
    state.apart, state.ask = None, -1
    state.frame = (entry, frame[1][: len(stacks.blocks[entry].known)], frame[2])
    trial = _gone_through(table, state)
    if trial.ask >= 0 and _is_above(trial.frame if trial.apart is None else trial.apart.tail, frame[2]):
        found = trial.frame, trial.ask, trial.apart
        state.frame, state.ask, state.apart = found


def _gone_through(table: Table, state: State) -> State:
    """A copy that has come to the next ask: without doing anything if that leads there, otherwise by doing it there."""
    trial = state.copy()
    try:
        table.run_still(trial)
    except (Impossible, CannotGoOn, Waiting):
        table.fill()
        trial = state.copy()
        table.run(trial)
    return trial


def _is_above(frame: Frame, below: Frame) -> bool:
    """Whether a frame stands on another one, which has not gone on since."""
    frames, others = list(stack(frame)), list(stack(below))
    return len(frames) > depth(below) and frames[len(frames) - len(others) :] == others

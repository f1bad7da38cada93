"""Answers that are in while others are still asked, and that nobody else may know yet.

In:   a Table and a State.      Out:  who has answered what, in notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.question import ASK, Question
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.stack import Frame
from kfdsl.engine.words.state import State

Answers = dict[int, Any]  # by seat, in the order in which they were given


@dataclass(frozen=True, slots=True)
class SealedAsk:
    """A sealed ask that somebody has answered, and the frame that keeps the answers."""

    ask: int
    frame: tuple[int, tuple[Any, ...], Frame]

    @property
    def answers(self) -> Answers:
        """Who has answered what."""
        return dict(self.frame[1][-1])

    def with_answers(self, answers: Answers) -> Frame:
        """The frame with other answers."""
        return (self.frame[0], (*self.frame[1][:-1], tuple(answers.items())), self.frame[2])


def find(table: Table, state: State) -> SealedAsk | None:
    """The sealed ask under way that has answers; a free action may lie above it."""
    asks, frame, ask, stacks = table.asks, state.frame, state.ask, table.words.stacks
    while frame is not None:
        block, locals_, below_it = frame
        if ask >= 0 and asks[ask].sealed and locals_[-1]:
            return SealedAsk(ask, frame)
        is_again = block == stacks.again  # keeps which ask lies below, to ask it once more
        ask = stacks.ask_numbers[locals_] if is_again else -1
        frame = below_it
    return None


def written(table: Table, state: State) -> dict[int, str]:
    """Sealed answers in notation, by seat."""
    sealed = find(table, state)
    if sealed is None:
        return {}
    asking = _open_again(state, sealed)
    return {
        seat: notation.write_answer(Question(table, asking, seat), (ASK, (value,)))
        for seat, value in sealed.answers.items()
    }


def _open_again(state: State, sealed: SealedAsk) -> State:
    """A state in which nobody has answered yet."""
    other = state.copy()
    other.apart, other.frame, other.ask = None, sealed.with_answers({}), sealed.ask
    return other

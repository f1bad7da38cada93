"""Who of several who act at once has more than one answer.

In:   a Table and a State.      Out:  a question with one answer, and that, if somebody has such a one.
What one does is nothing to the others: each is looked at again only after own answers.
"""

from __future__ import annotations

from kfdsl.engine.choices.begun import Begun
from kfdsl.engine.choices.question import Question
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.stack import Stretch
from kfdsl.engine.words.state import State


class RealChoices:
    """Who has a real choice, as long as these are their rules under way."""

    def __init__(self, rules: dict[int, bytes] | None = None) -> None:
        self._rules = rules or {}

    def only_answer(self, table: Table, state: State, acting: list[Stretch]) -> tuple[Question | None, Begun | None]:
        """The first question with one answer, and that; if there is none, the question of whoever is faced, as far as it was looked at."""
        faced: Question | None = None
        for part in sorted(acting):
            words = state.frames_of(part.seat)
            if self._rules.get(part.seat) != words:
                question = Question(table, state, part.seat)
                answer = question.only_answer()
                if answer is not None:
                    return question, answer
                self._rules[part.seat] = words
                faced = question if part.seat == acting[-1].seat else faced
        return faced, None

    def forget(self) -> None:
        """Look at everybody again."""
        self._rules.clear()

    def copy(self) -> RealChoices:
        """The same for a game that goes on from here."""
        return RealChoices(dict(self._rules))

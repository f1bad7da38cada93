"""A game that goes where somebody else played it: every answer is known to be allowed, so nothing is listed.

In:   a Table, a seed, options, and answers one after the other.      Out:  a Game that stands where they lead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.question import Question
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import FREE
from kfdsl.program.types import Type

OUTSIDE = 1 << 40  # added to which free action a code means


class Followed(Game):
    """A game that is not asked what may be answered until it has come to where it is wanted."""

    tells = False
    looks = False

    def begin(self) -> None:
        """Stand before the very first rule."""
        self.table.start(self.state)

    def comes_to(self, seat: int) -> Question:
        """Run on until somebody is asked, and look from where they sit."""
        self.runs()
        self._question, self._facing = None, seat
        return self._asked()

    def runs(self) -> None:
        """Run on behind the last answer."""
        self._fill()
        self.table.run(self.state)

    def takes(
        self, number: int, values: Callable[[Type | None], tuple[Any, ...]], is_free: bool, *, alone: bool
    ) -> None:
        """Answer with an action and its values, or with what is asked for; `values` is told the type of that."""
        question = self._asked()
        answer = FREE + number if is_free else number, values(question.info.type)
        self._give(question, answer[0], notation.write_answer(question, answer), question.codes(*answer), alone)

    def follows(
        self, seat: int, number: int, values: Callable[[Type | None], tuple[Any, ...]], is_free: bool, *, alone: bool
    ) -> None:
        """The same from one answer to the next."""
        self.comes_to(seat)
        self.takes(number, values, is_free, alone=alone)

    def stands(self, seat: int, row: Sequence[int]) -> None:
        """Come to a question of which some parts are answered, each said by a code (see `engine/library/playing/stepping.py`)."""
        self.runs()
        if self.over:
            return
        question = self.comes_to(seat)
        for code in row:
            self.atoms = (*self.atoms, _atom(question, self.atoms, code))


def _atom(question: Question, atoms: tuple[Any, ...], code: int) -> Any:
    """What a code stands for, behind the parts before it."""
    if not atoms and (question.info.sort == "menu" or code >= OUTSIDE):
        return list(question.free)[code - OUTSIDE] if code >= OUTSIDE else code
    number, values, _ = question.split(atoms)
    return code if question.is_group(number, len(values)) else question.items(number, values)[code]

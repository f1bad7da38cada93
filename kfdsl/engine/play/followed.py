"""A game that goes where somebody else played it: every answer is known to be allowed, so nothing is listed.

In:   a Table, a seed, options, and answers one after the other.      Out:  a Game that stands where they lead.
"""

from __future__ import annotations

from typing import Any

from kfdsl.engine.choices.question import Question
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import FREE


class Followed(Game):
    """A game that is not asked what may be answered."""

    tells = False

    def begin(self) -> None:
        """Stand before the very first rule."""
        self.put_main()

    def comes_to(self, seat: int) -> Question:
        """Run on until somebody is asked, and look from where they sit."""
        self._fill()
        self.table.quiet.run(self.state)
        self._question, self._facing = None, seat
        return self._asked()

    def takes(self, number: int, values: tuple[Any, ...], is_free: bool, alone: bool) -> None:
        """Answer with an action and its values, or with what is asked for."""
        question = self._asked()
        self._carry_out(question, question.whole(FREE + number if is_free else number, values), alone)

    def ends(self) -> None:
        """Run on behind the last answer."""
        self._fill()
        self.table.quiet.run(self.state)

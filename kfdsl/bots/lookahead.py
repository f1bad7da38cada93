"""Where an answer leads, if everybody then does nothing as long as they may.

In:   an imagined state, an answer.      Out:  what that comes to for the one who gave it.
What was begun with the answer is finished with as little as possible. Then time passes while nobody has to do anything: in many
games that is until a round, a day or a month is over. Where the rules say what would be scored now, that is where to stop
and look; otherwise everybody goes on doing as little as possible, perhaps until the end.
"""

from __future__ import annotations

from typing import Any

from kfdsl.bots import evaluate
from kfdsl.bots.dice import Dice
from kfdsl.bots.evaluate import Evaluation
from kfdsl.bots.least_change import LeastChange
from kfdsl.bots.sample import sample
from kfdsl.engine.choices.question import Question
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.stack import depth
from kfdsl.engine.words.state import State

TURNS = 2  # that the thinker lets pass
MOST = 60  # questions that are gone through


class Lookahead:
    """Looks ahead on one table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.least = LeastChange(table)
        self.worth = Evaluation(table)
        self.tells = bool(table.program.closing)  # whether the rules say what would be scored now

    def left(self, start: State, seat: int) -> int:
        """How often a seat could still do something after this, if everybody did as little as possible; counted up to a few."""
        g = start.copy()
        g.is_summary = True
        turns = 0
        try:
            for _ in range(MOST):
                self.table.fill()
                question = Question(self.table, g)
                answer = self.least.nothing(question)
                turns += answer is not None and question.who == seat
                if turns > evaluate.TURNS:
                    break
                answer = self.least.answer(question) if answer is None else answer
                if answer is None:
                    break
                self.table.answer(g, question.codes(*answer), question.who)
                self.table.run(g)
                if g.ask < 0:
                    break
        except Impossible:  # in another world than this one
            pass
        return max(turns - 1, 0)

    def after(self, start: State, answer: Any, seat: int, stream: int, left: int) -> int:
        """What an answer comes to for a seat."""
        g = start.copy()
        g.is_summary = True
        self.table.fill()
        try:
            self._begin(g, answer, seat, Dice(stream))
            self._finish(g, seat, depth(start.frame))
            self._wait(g, seat)
        except Impossible:  # in another world than this one
            pass
        return self.worth.of(g, seat, left)

    def _begin(self, g: State, answer: Any, seat: int, dice: Dice) -> None:
        """Give an answer; where all are asked at once, the others answer anything."""
        asked = g.frame
        self.table.answer(g, Question(self.table, g, seat).codes(*answer), seat)
        while g.ask >= 0 and self.table.ask(g).sealed and g.frame != asked:
            asked = g.frame
            question = Question(self.table, g)
            row = sample(question, (), 1, dice)[0]
            self.table.answer(g, question.codes_of(row), question.who)

    def _finish(self, g: State, seat: int, deep: int) -> None:
        """Answer what the answer itself asks for."""
        for _ in range(MOST):
            self.table.fill()
            self.table.run(g)
            if g.ask < 0 or depth(g.frame) <= deep or self.table.asked(g) != seat:
                return
            question = Question(self.table, g)
            answer = self.least.answer(question)
            if answer is None:
                return
            self.table.answer(g, question.codes(*answer), seat)

    def _wait(self, g: State, seat: int) -> None:
        """Let time pass."""
        turns = 0
        for _ in range(MOST):
            self.table.fill()
            self.table.run(g)
            if g.ask < 0:
                return
            question = Question(self.table, g)
            turns += question.who == seat
            answer = None if self.tells and turns > TURNS else self.least.nothing(question)
            if answer is None and not self.tells:
                answer = self.least.answer(question)
            if answer is None:
                return
            self.table.answer(g, question.codes(*answer), question.who)

"""A bot that plays any content: it looks where some of the answers lead, and takes the best.

In:   a game.      Out:  a choice that is a whole answer.
It thinks in imagined worlds, so it never peeks, with dice of its own, so it never disturbs the game. How long it thinks is counted
in answers looked at, never by a clock: the same game gives the same choice.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from kfdsl.bots.dice import Dice, dice_for
from kfdsl.bots.lookahead import Lookahead
from kfdsl.bots.sample import sample
from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.play.game import Choice, Game
from kfdsl.engine.play.redeal import redeal
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State

WIDE = 30  # answers spread over all that is offered
NEAR, CLOSE = 3, 4  # beginnings that turned out best, and answers looked at near each
HEAD = 2  # parts of an answer that make its beginning
MOST_WORLDS = 4  # thought in where there is little to look at

_TABLES: WeakKeyDictionary[Table, Lookahead] = WeakKeyDictionary()


def greedy(game: Game) -> Choice:
    """The best answer among those looked at."""
    ahead = _TABLES.get(game.table)
    if ahead is None:
        ahead = _TABLES[game.table] = Lookahead(game.table)
    return game.choice(_best(game, ahead, dice_for(game)))


def _best(game: Game, ahead: Lookahead, dice: Dice) -> Atoms:
    question = game.question
    rows = sample(question, game.atoms, WIDE, dice)
    if len(rows) == 1:
        return rows[0]
    look = _Look(game, ahead, dice, max(1, min(MOST_WORLDS, WIDE // len(rows))))
    for row in rows:
        look.at(row)
    for head in look.heads(len(game.atoms) + HEAD):
        for row in sample(question, head, CLOSE, dice):
            look.at(row)
    return look.best()


class _Look:
    """Answers that were looked at, and what they come to."""

    def __init__(self, game: Game, ahead: Lookahead, dice: Dice, worlds: int) -> None:
        self.question: Question = game.question
        self.seat = game.seat
        self.ahead = ahead
        self.dice = dice
        self.worlds = [(imagined(game, dice.split()), dice.split()) for _ in range(worlds)]
        self.left = ahead.left(self.worlds[0][0], self.seat)
        self.values: dict[Atoms, int] = {}

    def at(self, row: Atoms) -> None:
        """Look at one more, the same way as at all others."""
        if row not in self.values:
            answer = self.question.answer(row)
            self.values[row] = sum(
                self.ahead.after(start, answer, self.seat, luck, self.left) for start, luck in self.worlds
            )

    def heads(self, length: int) -> list[Atoms]:
        """How the best answers so far begin."""
        best = sorted(self.values, key=lambda row: -self.values[row])
        return list(dict.fromkeys(row[:length] for row in best))[:NEAR]

    def best(self) -> Atoms:
        """Any of the best."""
        most = max(self.values.values())
        return self.dice.one([row for row, value in self.values.items() if value == most])


def imagined(game: Game, stream: int) -> State:
    """A position in a world that the one who is asked cannot tell from the real one.

    Hidden pieces are dealt anew, and what others have answered that is not open yet is forgotten.
    """
    state = game.table.facing(game.state.copy(), game.seat)
    others, state.apart = state.apart, None  # where others have come to among those who act at once is theirs to know
    if game.table.ask(state).sealed:
        assert state.frame is not None
        block, locals_, below = state.frame
        state.frame = (block, (*locals_[:-1], ()), below)
    world = redeal(game.table, state, game.seat, stream)
    world.apart = others
    return world

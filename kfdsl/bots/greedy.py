"""A bot that looks where each answer leads if everybody then does as little as possible."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from kfdsl.bots.dice import Dice, dice_for
from kfdsl.bots.least import Least
from kfdsl.bots.sample import sample
from kfdsl.bots.worth import Worth
from kfdsl.engine.game import Choice, Game
from kfdsl.engine.question import Atoms, Question
from kfdsl.engine.redeal import redeal
from kfdsl.engine.state import Impossible, State
from kfdsl.engine.table import Table

ANSWERS = 40
STEPS = 200
POINT = 100
PIECE = 30
WORLDS = 3
STATS = [0, 0.0, 0]


class Mind:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.least = Least(table)
        self.worth = Worth(table)

    def value(self, g: State, seat: int) -> int:
        points = self.worth.points(g)
        mine = points[seat]
        other = max((p for s, p in enumerate(points) if s != seat), default=0)
        return POINT * (2 * mine - other) + PIECE * self.worth.pieces(g, seat)

    def ahead(self, g: State, seat: int) -> State:
        table = self.table
        for _ in range(STEPS):
            try:
                table.quiet.run(g)
                if g.ask < 0:
                    break
                question = Question(table, g)
                answer = self.least.answer(question)
                if answer is None:
                    break
                table.answer(g, answer, question.who)
            except Impossible:
                break
        return g


_MINDS: WeakKeyDictionary[Table, Mind] = WeakKeyDictionary()


def imagined(game: Game, dice: Dice) -> State:
    state = game.state.copy()
    if game.table.ask(state).sealed:
        assert state.frame is not None
        block, locals_, below = state.frame
        state.frame = (block, (*locals_[:-1], ()), below)
    return redeal(game.table, state, game.seat, dice.below(1 << 62))


def greedy(game: Game) -> Choice:
    mind = _MINDS.get(game.table)
    if mind is None:
        mind = _MINDS[game.table] = Mind(game.table)
    dice = dice_for(game)
    question = game.question
    rows = sample(question, game.atoms, ANSWERS, dice)
    best = choose(mind, game, question, rows, dice) if len(rows) > 1 else rows[0]
    return game._choice(question, best)


def choose(mind: Mind, game: Game, question: Question, rows: list[Atoms], dice: Dice) -> Atoms:
    values = dict.fromkeys(rows, 0)
    left = rows
    for _ in range(WORLDS):
        start = imagined(game, dice)
        for row in left:
            g = start.copy()
            mind.table.answer(g, question.answer(row), game.seat)
            values[row] += mind.value(mind.ahead(g, game.seat), game.seat)
        left = sorted(left, key=lambda row: -values[row])[: max(len(left) // 3, 2)]
    best = values[left[0]]
    return dice.one([row for row in left if values[row] == best])

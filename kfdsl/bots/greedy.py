"""A bot that plays any content: it looks where some of the answers lead, and takes the best.

In:   a game.      Out:  a choice that is a whole answer.
How it thinks stands in `engine/library/looking`: in imagined worlds, so it never peeks, with dice of its own, so it never disturbs
the game, and counted in answers looked at, never by a clock.
"""

from __future__ import annotations

from kfdsl.bots.dice import dice_for
from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.question import Question
from kfdsl.engine.play.game import Choice, Game


def greedy(game: Game) -> Choice:
    """The best answer among those looked at."""
    question = game.question
    codes = game.table.best_answer(question.g, question.who, question.codes_of(game.atoms), dice_for(game).stream)
    return game.choice(_atoms(question, game.atoms, codes))


def _atoms(question: Question, atoms: Atoms, codes: list[int]) -> Atoms:
    for code in codes:
        atoms = (*atoms, question.option(atoms, code))
    return atoms

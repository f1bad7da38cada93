"""Why a player may not do something, as if that player were to choose.

In:   a game and a seat.      Out:  the need that fails; None if it may be done.
Examples state it of anybody, while the open menu may be another player's. It reads what that player alone may know, so it is no part
of a game.
"""

from __future__ import annotations

from kfdsl.engine.choices.question import Question
from kfdsl.engine.choices.why_not import Reason, why_not
from kfdsl.engine.play.game import Game


def why_not_if_asked(game: Game, seat: int, text: str) -> Reason | None:
    """Why an answer in notation is not allowed to a player to whom the menu is opened."""
    if game.over:
        return Reason("", "the game is over", None, is_beside=True)
    question = Question(game.table, game.state.copy(), seat if seat in game.table.waiting(game.state) else None)
    if question.info.sort == "menu":
        question.who, question.outer = seat, (seat, *question.outer[1:])
        question.free = dict(question.free_actions())
    if question.who != seat:
        return Reason("", f"it is {game.names[question.who]} who is asked", None, is_beside=True)
    return why_not(question, text)

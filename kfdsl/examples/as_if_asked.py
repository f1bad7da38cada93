"""Why a player may not do something, as if that player were to choose.

In:   a game and a seat.      Out:  the need that fails; None if it may be done.
Examples state it of anybody, while the open menu may be another player's. It reads what that player alone may know, so it is no part
of a game.
"""

from __future__ import annotations

from kfdsl.engine.choices.question import Question
from kfdsl.engine.choices.why_not import Reason, why_not
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State


def why_not_if_asked(game: Game, seat: int, text: str) -> Reason | None:
    """Why an answer in notation is not allowed to a player to whom the menu is opened."""
    if game.over:
        return Reason("", "the game is over", None, is_beside=True)
    state = game.state.copy()
    is_asked = seat in game.table.waiting(state)
    info = game.table.ask(state)
    if info.sort == "menu" and not is_asked:
        _open_for(game.table, state, seat, info.menu)
    question = Question(game.table, state, seat if is_asked else None)
    if question.who != seat:
        return Reason("", f"it is {game.names[question.who]} who is asked", None, is_beside=True)
    return why_not(question, text)


def _open_for(table: Table, state: State, seat: int, menu: str) -> None:
    """Let the menu that is open be somebody else's; its arguments are the last that its rule knows."""
    assert state.frame is not None
    block, known, below = state.frame
    first = len(known) - len(table.numbering.menus[menu].params)
    state.frame = (block, (*known[:first], seat, *known[first + 1 :]), below)

"""What a game would score if it ended now.

In:   a Table and a State.      Out:  points by seat, or the whole sheet; the state is not touched.
How that is found stands in `engine/library/looking/outlook.py`.
"""

from __future__ import annotations

from kfdsl.engine.library.looking.outlook import close
from kfdsl.engine.library.looking.outlook import outlook as add_up
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State


def outlook(table: Table, state: State) -> list[int]:
    """Points by seat, with what is on the sheet already; no more than that if the game is over, or has no closing flow."""
    table.fill()
    engine, seats = table.engine, table.layout.players
    points = engine.put_row([0] * seats)
    engine.call(add_up, state, points)
    return engine.numbers(points, seats)


def ended(table: Table, state: State) -> State:
    """The state as it would be, with the whole sheet; the state itself if the game is over, or has no closing flow."""
    if not table.program.closing or state.ask < 0:
        return state
    copy = state.copy()
    copy.trial = 0
    table.fill()
    table.engine.change(close, copy)
    return copy

"""How a game stands: points by seat, and places.

In:   a Table and a State.      Out:  a number for each seat.
"""

from __future__ import annotations

from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State


def totals(table: Table, state: State) -> list[int]:
    """Points by seat, as they are on the sheet."""
    found = [0] * table.layout.players
    for player, points, *_ in state.sheet:
        found[player] += points
    return found


def places(table: Table, state: State) -> list[int]:
    """Places by seat, by points and then by what the rules say of ties; those who are equal in all of it share one."""
    marks = [
        (points, *(table.query(state, query, seat) for query in table.program.ties))
        for seat, points in enumerate(totals(table, state))
    ]
    return [1 + sum(other > mine for other in marks) for mine in marks]

"""Another world that one player cannot tell from the real one.

In:   a state, a seat, a stream of chance apart from the game's.      Out:  a state in which only unseen things differ.
Used by whoever thinks for a player without peeking, and by the law that no offer depends on a secret. How things are dealt stands
in `engine/library/looking/redealing.py`.
"""

from __future__ import annotations

from kfdsl.engine.library.looking.redealing import redeal as redeal_in_place
from kfdsl.engine.machine.chance import signed
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State


def redeal(table: Table, state: State, seat: int, stream: int) -> State:
    """Another state that looks the same to a player; what chance will bring differs as well."""
    other = state.copy()
    table.fill()
    table.engine.change(redeal_in_place, other, seat, signed(stream))
    return other

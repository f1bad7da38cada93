"""One part of a problem, made ready and searched.

In:   the numbers of its scorers in `members`.      Out:  in its decisions, how often each is filled and with which want; its value.
"""

from __future__ import annotations

from kfdsl.engine.score.allocate.search.bound import NOTHING_FOUND, cost_items
from kfdsl.engine.score.allocate.search.decisions import add_decision, begin_part, find_last_of_cards
from kfdsl.engine.score.allocate.search.left_over import list_levels
from kfdsl.engine.score.allocate.search.must import set_floors
from kfdsl.engine.score.allocate.search.records import Trouble, Workspace
from kfdsl.engine.score.allocate.search.search import search

STEPS = 1000  # parts in played games need less than a hundred; what takes longer is too hard


def solve_part(room: Workspace) -> None:
    """Find the best of the part at hand; `trouble` says if it is too hard."""
    room.trouble = Trouble.NONE
    set_floors(room)
    begin_part(room)
    for member in range(room.member_count):
        add_decision(room, room.scorers[room.members[member]], False)
    find_last_of_cards(room)
    list_levels(room)
    cost_items(room, False)
    room.best = NOTHING_FOUND
    search(room, STEPS)

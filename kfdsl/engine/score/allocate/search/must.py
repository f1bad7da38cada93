"""How often scorers that are no free choice have to be filled.

In order, each as often as what the earlier ones leave allows, less what it may spare. Only items that are what a hole
asks for count: nobody has to let one stand in, to settle on a role or to bring company.
"""

from __future__ import annotations

from kfdsl.engine.score.allocate.search.bound import cost_items
from kfdsl.engine.score.allocate.search.decisions import add_decision, begin_part
from kfdsl.engine.score.allocate.search.records import FREE, Trouble, Workspace
from kfdsl.engine.score.allocate.search.search import search

STEPS = 1000  # for one scorer; what takes longer is too hard


def set_floors(room: Workspace) -> None:
    """The least number of fills of every member of the part."""
    for member in range(room.member_count):
        scorer = room.scorers[room.members[member]]
        scorer.least = 0
        if scorer.spare != FREE and room.trouble == Trouble.NONE:
            scorer.least = max(0, most_beside_earlier(room, member) - scorer.spare)


def most_beside_earlier(room: Workspace, member: int) -> int:
    """How often a member of the part can be filled beside those before it that must be."""
    begin_part(room)
    cost_items(room, True)
    room.level_count = 0
    for earlier in range(member + 1):
        scorer = room.scorers[room.members[earlier]]
        if scorer.spare != FREE:
            decision = add_decision(room, scorer, True)
            decision.unfilled = 0
            decision.value = int(earlier == member)
            if earlier < member:
                decision.most = decision.least
    room.is_hidden = False  # which way it is done does not matter here
    room.best = -1
    search(room, STEPS)
    return room.best

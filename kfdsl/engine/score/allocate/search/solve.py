"""The best allocation, exact and the same one everywhere, or that it is too hard to find here.

In:   a problem in a Workspace.      Out:  its total, and for every scorer how often it is filled and with which want.
Among equal totals the one wins that fills the first scorer most, by its first want that allows it, then the second,
and so on. Scorers that share no item are solved apart, most of them by a formula.
"""

from __future__ import annotations

from kfdsl.engine.score.allocate.search.alone import fills_alone, is_never_filled, is_simple, set_alone
from kfdsl.engine.score.allocate.search.flow import have
from kfdsl.engine.score.allocate.search.left_over import worth_of_untaken
from kfdsl.engine.score.allocate.search.part import solve_part
from kfdsl.engine.score.allocate.search.records import Answer, Scorer, Trouble, Workspace
from kfdsl.engine.score.allocate.search.roles import profit_of_best_role
from kfdsl.engine.score.allocate.search.split import list_members, split

MOST_ITEMS = 1 << 14
MOST_VALUE = 1 << 20  # of a fill or of an item; so all sums stay within 64 bits


def solve(room: Workspace) -> int:
    """Solve the problem: an Answer."""
    room.steps = 0
    room.trouble = Trouble.NONE
    if is_too_large(room):
        return Answer.TOO_HARD
    split(room)
    room.total = worth_of_untaken(room)
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.root == scorer.number:
            if not solve_part_of(room, scorer):
                return Answer.TOO_HARD
            room.total += scorer.part_value
    if room.role_count > 0:
        room.total += profit_of_best_role(room)
    return Answer.SOLVED if room.trouble == Trouble.NONE else Answer.TOO_HARD


def is_too_large(room: Workspace) -> bool:
    """Whether numbers could leave their range."""
    items = 0
    for c in range(room.class_count):
        items += room.counts[c]
        for ledger in room.ledgers.first(room.all_ledgers):
            if abs(ledger.worth[c]) > MOST_VALUE:
                return True
    if items > MOST_ITEMS:
        return True
    for scorer in room.scorers.first(room.scorer_count):
        if abs(scorer.value) > MOST_VALUE or abs(scorer.unfilled) > MOST_VALUE or scorer.most > MOST_ITEMS:
            return True
    return False


def solve_part_of(room: Workspace, scorer: Scorer) -> bool:
    """Solve the part that begins with a scorer, and write down its fills; whether that was possible."""
    if is_never_filled(scorer):
        set_alone(scorer, 0)
        return True
    if is_simple(room, scorer):
        set_alone(scorer, fills_alone(scorer, have(room, scorer.reach)))
        return True
    list_members(room, scorer)
    solve_part(room)
    if room.trouble != Trouble.NONE:
        return False
    scorer.part_value = room.best
    for decision in room.decisions.first(room.decision_count):
        decision.scorer.times = decision.best_times
        decision.scorer.want = decision.best_want.number if decision.best_times > 0 else 0
    return True

"""Scorers that need no search: they share nothing with others, or cannot be filled."""

from __future__ import annotations

from kfdsl.engine.flat.memory import lowest
from kfdsl.engine.score.allocate.search.records import FREE, NO_BOUND, Scorer, Workspace


def is_never_filled(scorer: Scorer) -> bool:
    """Whether there is nothing that a scorer could be filled with."""
    if scorer.is_shared or scorer.reach != 0:
        return False
    for want in scorer.wants.first(scorer.want_count):
        if want.hole_count == 0:
            return False
    return True


def is_simple(room: Workspace, scorer: Scorer) -> bool:
    """Whether a scorer is alone with its items, asks for any of them, and nothing else is worth anything."""
    if scorer.is_shared or scorer.want_count > 1 or scorer.wants[0].hole_count != 1:
        return False
    if scorer.spare != FREE or scorer.hosts != 0 or scorer.ledgers & (scorer.ledgers - 1) != 0:
        return False
    if scorer.wants[0].holes[0].fit_count > 1:
        return False
    return scorer.reach & room.ledgers[lowest(scorer.ledgers)].valuable == 0


def fills_alone(scorer: Scorer, items: int) -> int:
    """How often a simple scorer is best filled."""
    times = items // scorer.wants[0].holes[0].count
    if scorer.most != NO_BOUND:
        times = min(times, scorer.most)
    if times > 0 and scorer.value < 0:
        times = 1
    return times if times * scorer.value >= scorer.unfilled else 0


def set_alone(scorer: Scorer, times: int) -> None:
    """Write down what became of a scorer that was solved by itself."""
    scorer.times = times
    scorer.want = 0
    scorer.part_value = times * scorer.value if times > 0 else scorer.unfilled

"""The scorers of a part made ready for a search: what may lie in their holes, how often they can be filled."""

from __future__ import annotations

from kfdsl.engine.flat.memory import bits
from kfdsl.engine.score.allocate.search.flow import have
from kfdsl.engine.score.allocate.search.records import NO_BOUND, Decision, Hole, Scorer, Want, Workspace


def begin_part(room: Workspace) -> None:
    """Find out in which ledgers the members of the part take which classes."""
    room.ledgers_of_part = 0
    for member in range(room.member_count):
        room.ledgers_of_part |= room.scorers[room.members[member]].ledgers
    row = 0
    for number in bits(room.ledgers_of_part):
        room.ledgers[number].touched = 0
        room.ledgers[number].row = row
        row += 1
    room.ledger_count = row
    for member in range(room.member_count):
        scorer = room.scorers[room.members[member]]
        for number in bits(scorer.ledgers):
            room.ledgers[number].touched |= scorer.reach
    room.decision_count = 0
    room.is_hidden = False


def add_decision(room: Workspace, scorer: Scorer, is_strict: bool) -> Decision:
    """The next decision is about a scorer; a strict one lets in only what is what it asks for."""
    decision = room.decisions[room.decision_count]
    room.decision_count += 1
    decision.scorer = scorer
    decision.value = scorer.value
    decision.unfilled = scorer.unfilled
    decision.least = scorer.least
    decision.hosts = 0 if is_strict else scorer.hosts
    if decision.hosts != 0:
        room.is_hidden = True
    decision.is_last_of_card = False
    decision.most = 0
    for want in scorer.wants.first(scorer.want_count):
        let_in(want, is_strict)
        want.most = most_fills(room, want, scorer.most)
        decision.most = max(decision.most, want.most)
        if has_open_hole(want, scorer.ledgers):
            room.is_hidden = True
    return decision


def let_in(want: Want, is_strict: bool) -> None:
    """Say which classes may lie in the holes of a want."""
    for hole in want.holes.first(want.hole_count):
        for fit in hole.fits.first(hole.fit_count):
            fit.plain = fit.itself if is_strict else fit.mask
            fit.wide = fit.itself if is_strict else fit.widest


def has_open_hole(want: Want, ledgers: int) -> bool:
    """Whether filling a want leaves something to decide."""
    for hole in want.holes.first(want.hole_count):
        if is_open(hole, ledgers):
            return True
    return False


def is_open(hole: Hole, ledgers: int) -> bool:
    """Whether it is not enough to say how often a hole is filled: which items, or which fits, has to be decided too."""
    if ledgers & (ledgers - 1) == 0:
        return 1 < hole.count < hole.fit_count
    if 1 < hole.fit_count != hole.count:
        return True
    for fit in hole.fits.first(hole.fit_count):
        if fit.plain & (fit.plain - 1) != 0:
            return True
    return False


def most_fills(room: Workspace, want: Want, most: int) -> int:
    """How often a want could be filled if nobody else took anything."""
    for hole in want.holes.first(want.hole_count):
        fills = most_of_hole(room, hole)
        if most == NO_BOUND or fills < most:
            most = fills
    return most


def most_of_hole(room: Workspace, hole: Hole) -> int:
    """The same for one of its holes."""
    every = 0
    for fit in hole.fits.first(hole.fit_count):
        every |= fit.wide
    most = have(room, every) // hole.count
    if 1 < hole.fit_count == hole.count:
        for fit in hole.fits.first(hole.fit_count):
            most = min(most, have(room, fit.wide))
    return most


def find_last_of_cards(room: Workspace) -> None:
    """Company is decided once the last scorer of a card is."""
    for i in range(room.decision_count):
        decision = room.decisions[i]
        if decision.hosts != 0:
            decision.is_last_of_card = True
            for later in range(i + 1, room.decision_count):
                if room.decisions[later].scorer.card == decision.scorer.card:
                    decision.is_last_of_card = False

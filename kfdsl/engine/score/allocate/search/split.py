"""A problem cut into parts that share no item: the first scorer of each stands for it."""

from __future__ import annotations

from kfdsl.engine.flat.memory import bits
from kfdsl.engine.score.allocate.search.company import find_hosts, let_in_by
from kfdsl.engine.score.allocate.search.records import Ledger, Scorer, Workspace

NOBODY = -1


def split(room: Workspace) -> None:
    """Find for every scorer what it may take and the root of its part."""
    find_hosts(room)
    for ledger in room.ledgers.first(room.all_ledgers):
        ledger.taken = 0
        ledger.contested = 0
        ledger.valuable = valuable_classes(room, ledger)
    for scorer in room.scorers.first(room.scorer_count):
        scorer.root = scorer.number
        scorer.is_shared = False
        scorer.part_ledgers = scorer.ledgers
        set_reach(room, scorer)
        for number in bits(scorer.ledgers):
            ledger = room.ledgers[number]
            ledger.contested |= ledger.taken & scorer.reach
            ledger.taken |= scorer.reach
    for number in range(room.all_ledgers):
        join_in_ledger(room, number)
    if room.host_count > 0:
        join_cards(room)
    for scorer in room.scorers.first(room.scorer_count):
        scorer.root = root_of(room, scorer.number)
        if scorer.root != scorer.number:
            room.scorers[scorer.root].is_shared = True
            room.scorers[scorer.root].part_ledgers |= scorer.ledgers


def valuable_classes(room: Workspace, ledger: Ledger) -> int:
    """Classes that are worth something where they are left."""
    found = 0
    for c in range(room.class_count):
        if ledger.worth[c] != 0:
            found |= 1 << c
    return found


def set_reach(room: Workspace, scorer: Scorer) -> None:
    """All classes that a scorer may take in any company."""
    scorer.reach = 0
    for want in scorer.wants.first(scorer.want_count):
        for hole in want.holes.first(want.hole_count):
            for fit in hole.fits.first(hole.fit_count):
                fit.widest = let_in_by(room, fit, scorer.hosts)
                scorer.reach |= fit.widest


def join_in_ledger(room: Workspace, number: int) -> None:
    """Scorers that may take the same class in a ledger are in one part."""
    contested = room.ledgers[number].contested
    if contested == 0:
        return
    for c in bits(contested):
        room.owners[c] = NOBODY
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.ledgers >> number & 1 != 0:
            for c in bits(scorer.reach & contested):
                if room.owners[c] == NOBODY:
                    room.owners[c] = scorer.number
                else:
                    join(room, room.owners[c], scorer.number)


def join_cards(room: Workspace) -> None:
    """Scorers of a card with company are in one part."""
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.hosts != 0:
            for other in room.scorers.first(scorer.number):
                if other.card == scorer.card:
                    join(room, other.number, scorer.number)


def root_of(room: Workspace, number: int) -> int:
    """The first scorer of the part of a scorer, as far as parts are joined."""
    while room.scorers[number].root != number:
        number = room.scorers[number].root
    return number


def join(room: Workspace, one: int, other: int) -> None:
    """Make the parts of two scorers one."""
    one = root_of(room, one)
    other = root_of(room, other)
    room.scorers[max(one, other)].root = min(one, other)


def list_members(room: Workspace, root: Scorer) -> None:
    """The part that begins with a scorer is the one at hand."""
    room.member_count = 0
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.root == root.number:
            room.members[room.member_count] = scorer.number
            room.member_count += 1

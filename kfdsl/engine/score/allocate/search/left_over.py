"""What items are worth that nobody takes."""

from __future__ import annotations

from kfdsl.engine.flat.memory import bits
from kfdsl.engine.score.allocate.search.flow import NO_PLACE, demand_of, fork, have, send
from kfdsl.engine.score.allocate.search.records import LEVELS, Ledger, Level, Trouble, Workspace


def list_levels(room: Workspace) -> None:
    """The values of what the part may leave, ledger after ledger, in each the highest first."""
    room.level_count = 0
    for number in bits(room.ledgers_of_part):
        ledger = room.ledgers[number]
        classes = ledger.touched if has_losses(ledger) else ledger.touched & ledger.valuable
        first = room.level_count
        for c in bits(classes):
            level = level_of(room, ledger, first, ledger.worth[c])
            level.mask |= 1 << c


def has_losses(ledger: Ledger) -> bool:
    """Whether the part would rather not leave some of it: then what is worth nothing has to be somewhere too."""
    for c in bits(ledger.touched & ledger.valuable):
        if ledger.worth[c] < 0:
            return True
    return False


def level_of(room: Workspace, ledger: Ledger, first: int, value: int) -> Level:
    """The level of a value among those of a ledger, which begin at a number; it is made if there is none."""
    at = first
    while at < room.level_count and room.levels[at].value > value:
        at += 1
    if at < room.level_count and room.levels[at].value == value:
        return room.levels[at]
    if room.level_count >= LEVELS:
        room.trouble = Trouble.TOO_HARD
        return room.levels[at]
    move = room.level_count
    while move > at:
        room.levels[move].value = room.levels[move - 1].value
        room.levels[move].mask = room.levels[move - 1].mask
        room.levels[move].row = room.levels[move - 1].row
        move -= 1
    room.level_count += 1
    room.levels[at].value = value
    room.levels[at].mask = 0
    room.levels[at].row = ledger.row
    return room.levels[at]


def worth_of_untaken(room: Workspace) -> int:
    """What items are worth that no scorer could take."""
    total = 0
    for ledger in room.ledgers.first(room.all_ledgers):
        for c in bits(ledger.valuable & ~ledger.taken):
            total += ledger.worth[c] * room.counts[c]
    return total


def worth_of_rest(room: Workspace, at: int) -> int:
    """What is left over, the highest values first: as many of each as there can be beside those before."""
    if room.level_count == 0:
        return 0
    demands = room.demand_count
    below = fork(room, at)
    if below == NO_PLACE:
        return 0
    total = 0
    for level in room.levels.first(room.level_count):
        demand = demand_of(room, below, level.row, level.mask)
        if room.trouble != Trouble.NONE:
            return 0
        most = have(room, level.mask)
        total += level.value * (most - send(room, below, demand, most))
    room.demand_count = demands
    return total

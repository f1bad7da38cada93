"""Items on their way to those who ask for them, so that single items are never tried one by one.

A flow is a row of words for every ledger of the part (what is spare, by class), then one for every demand (what it got).
Each step of the search that adds demands has a flow of its own, a copy of the one above it that lies behind it. Demands for the same classes
in the same ledger are one.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Words, bits, clear, copy, inline
from kfdsl.engine.score.allocate.search.records import DEMANDS, FLOW_WORDS, Hole, Trouble, Workspace

NOBODY = -1
NO_PLACE = -1


@inline
def spare_in(room: Workspace, flow: Words, row: int) -> Words:
    """What nobody has, by class."""
    return flow.tail(row * room.class_count)


@inline
def got_by(room: Workspace, flow: Words, demand: int) -> Words:
    """What a demand has, by class."""
    return flow.tail((room.ledger_count + demand) * room.class_count)


def have(room: Workspace, mask: int) -> int:
    """How many items there are of these classes."""
    found = 0
    for c in bits(mask):
        found += room.counts[c]
    return found


def begin_flow(room: Workspace) -> None:
    """All items are spare in every ledger of the part."""
    room.demand_count = 0
    for row in range(room.ledger_count):
        spare = spare_in(room, room.flows, row)
        for c in range(room.class_count):
            spare[c] = room.counts[c]


def fork(room: Workspace, at: int) -> int:
    """Copy the flow that begins at a place; where the copy begins, or NO_PLACE if there is no room for it."""
    used = (room.ledger_count + room.demand_count) * room.class_count
    if at + used + (room.ledger_count + DEMANDS) * room.class_count > FLOW_WORDS:
        room.trouble = Trouble.TOO_HARD
        return NO_PLACE
    copy(room.flows.tail(at + used), room.flows.tail(at), used)
    return at + used


def ask_for(room: Workspace, at: int, ledgers: int, mask: int, amount: int) -> bool:
    """Take so many items of these classes in each of the ledgers, if that is possible."""
    if amount == 0:
        return True
    if mask == 0:
        return False
    for ledger in bits(ledgers):
        demand = demand_of(room, at, room.ledgers[ledger].row, mask)
        if room.trouble != Trouble.NONE or send(room, at, demand, amount) != 0:
            return False
    return True


def lay_hole(room: Workspace, hole: Hole, ledgers: int, times: int, at: int) -> bool:
    """Reserve items for a hole that leaves nothing to decide."""
    if hole.fit_count == 1:
        return ask_for(room, at, ledgers, hole.fits[0].plain, hole.count * times)
    if hole.fit_count > hole.count:  # any one of the fits
        return ask_for(room, at, ledgers, all_of(hole), times)
    for fit in hole.fits.first(hole.fit_count):
        if not ask_for(room, at, ledgers, fit.plain, times):
            return False
    return True


def all_of(hole: Hole) -> int:
    """Classes that may lie in any fit of a hole."""
    found = 0
    for fit in hole.fits.first(hole.fit_count):
        found |= fit.plain
    return found


def demand_of(room: Workspace, at: int, row: int, mask: int) -> int:
    """The number of the demand for these classes, which is made if there is none."""
    count = room.demand_count
    for number in range(count):
        demand = room.demands[number]
        if demand.mask == mask and demand.row == row:
            return number
    if count >= DEMANDS:
        room.trouble = Trouble.TOO_HARD
        return 0
    room.demands[count].mask = mask
    room.demands[count].row = row
    clear(got_by(room, room.flows.tail(at), count), room.class_count)
    room.demand_count = count + 1
    return count


def send(room: Workspace, at: int, demand: int, amount: int) -> int:
    """Send items to a demand; how many there were not."""
    flow = room.flows.tail(at)
    spare = spare_in(room, flow, room.demands[demand].row)
    got = got_by(room, flow, demand)
    for c in bits(room.demands[demand].mask):
        moved = min(spare[c], amount)
        if moved > 0:
            spare[c] -= moved
            got[c] += moved
            amount -= moved
            if amount == 0:
                return 0
    while amount > 0:
        moved = reroute(room, flow, demand, amount)
        if moved == 0:
            return amount
        amount -= moved
    return 0


def reroute(room: Workspace, flow: Words, demand: int, amount: int) -> int:
    """Free items for a demand by letting others of its ledger take what is spare; how many."""
    row = room.demands[demand].row
    spare = spare_in(room, flow, row)
    reached = room.demands[demand].mask
    end = 0
    for c in bits(reached):
        room.queue[end] = c
        room.via_demand[c] = NOBODY
        end += 1
    start = 0
    while start < end:
        c = room.queue[start]
        start += 1
        if spare[c] > 0:
            return move_along(room, flow, demand, min(amount, spare[c]), c)
        for other in range(room.demand_count):
            more = room.demands[other].mask & ~reached
            if more != 0 and room.demands[other].row == row and got_by(room, flow, other)[c] > 0:
                reached |= more
                for new in bits(more):
                    room.queue[end] = new
                    room.via_demand[new] = other
                    room.via_class[new] = c
                    end += 1
    return 0


def move_along(room: Workspace, flow: Words, demand: int, amount: int, spare_class: int) -> int:
    """Let each demand on the way take one class for another, from the spare one back to what is asked for."""
    c = spare_class
    while room.via_demand[c] != NOBODY:
        other = room.via_demand[c]
        c = room.via_class[c]
        amount = min(amount, got_by(room, flow, other)[c])
    spare_in(room, flow, room.demands[demand].row)[spare_class] -= amount
    c = spare_class
    while room.via_demand[c] != NOBODY:
        got = got_by(room, flow, room.via_demand[c])
        got[c] += amount
        c = room.via_class[c]
        got[c] -= amount
    got_by(room, flow, demand)[c] += amount
    return amount

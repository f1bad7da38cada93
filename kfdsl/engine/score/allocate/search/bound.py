"""What a part can be worth at most, found without a search.

Let every item cost what it is worth when it is left. Then no solution is worth more than all items together, and for each
scorer what it gains above the cost of the cheapest items that fit, as if it were alone.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import bits, lowest
from kfdsl.engine.score.allocate.search.records import Decision, Hole, Want, Workspace

NEVER = -(1 << 50)  # below all bounds
NOTHING_FOUND = -(1 << 40)  # below all values


def cheapest(room: Workspace, ledgers: int, mask: int) -> int:
    """The cost of the cheapest of these classes; 0 if there are none."""
    if mask == 0:
        return 0
    if ledgers & (ledgers - 1) != 0:
        return cheapest_of_several(room, ledgers, mask)
    costs = room.ledgers[lowest(ledgers)].costs
    low = costs[lowest(mask)]
    for c in bits(mask):
        low = min(low, costs[c])
    return low


def cheapest_of_several(room: Workspace, ledgers: int, mask: int) -> int:
    """The same for an item that is taken in several ledgers."""
    low = 1 << 60
    for c in bits(mask):
        cost = 0
        for ledger in bits(ledgers):
            cost += room.ledgers[ledger].costs[c]
        low = min(low, cost)
    return low


def cost_of_hole(room: Workspace, hole: Hole, ledgers: int) -> int:
    """What the cheapest items for a hole cost."""
    if hole.fit_count == 1:
        return hole.count * cheapest(room, ledgers, hole.fits[0].wide)
    if hole.fit_count > hole.count:
        return cost_of_some(room, hole, ledgers)
    total = 0
    for fit in hole.fits.first(hole.fit_count):
        total += cheapest(room, ledgers, fit.wide)
    return total


def cost_of_some(room: Workspace, hole: Hole, ledgers: int) -> int:
    """What the cheapest items cost for as many fits as are needed: each fit counts that fewer than so many come before."""
    total = 0
    for number in range(hole.fit_count):
        fit = hole.fits[number]
        if fit.wide != 0 and cheaper_fits(room, hole, ledgers, number) < hole.count:
            total += cheapest(room, ledgers, fit.wide)
    return total


def cheaper_fits(room: Workspace, hole: Hole, ledgers: int, number: int) -> int:
    """How many fits of a hole are cheaper than one of them, or as cheap and before it."""
    cost = cheapest(room, ledgers, hole.fits[number].wide)
    found = 0
    for other in range(hole.fit_count):
        fit = hole.fits[other]
        if fit.wide != 0:
            other_cost = cheapest(room, ledgers, fit.wide)
            if other_cost < cost or (other_cost == cost and other < number):
                found += 1
    return found


def cost_of_want(room: Workspace, want: Want, ledgers: int) -> int:
    """What the cheapest items for one set cost."""
    total = 0
    for hole in want.holes.first(want.hole_count):
        total += cost_of_hole(room, hole, ledgers)
    return total


def profit_of_want(decision: Decision, want: Want) -> int:
    """What a scorer gains at most by a want, as often as is best for it."""
    profit = decision.value - want.cost
    return profit * (want.most if profit >= 0 else max(decision.least, 1))


def bound_decision(room: Workspace, decision: Decision) -> int:
    """What a scorer gains at most."""
    scorer = decision.scorer
    best = decision.unfilled if decision.least == 0 else NEVER
    for want in scorer.wants.first(scorer.want_count):
        if want.most > 0:
            want.cost = cost_of_want(room, want, scorer.ledgers)
            best = max(best, profit_of_want(decision, want))
    return best


def bound_part(room: Workspace) -> int:
    """What the part can be worth at most."""
    total = 0
    for ledger in bits(room.ledgers_of_part):
        costs = room.ledgers[ledger].costs
        for c in bits(room.ledgers[ledger].touched):
            total += costs[c] * room.counts[c]
    for decision in room.decisions.first(room.decision_count):
        decision.bound = bound_decision(room, decision)
        total += decision.bound
    return total


def cost_items(room: Workspace, is_free: bool) -> None:
    """Let every item that the part may take cost what it is worth when it is left, or nothing."""
    for number in bits(room.ledgers_of_part):
        ledger = room.ledgers[number]
        for c in bits(ledger.touched):
            ledger.costs[c] = 0 if is_free else ledger.worth[c]

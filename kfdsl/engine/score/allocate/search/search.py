"""The best way to fill the scorers of a part: a search in the order of their declaration.

Each scorer is filled as often as it can be, then once less, down to never, with each of its wants in order. So the
first solution of a value that is found is the first of all that have it, and only better ones replace it. Whatever is
decided has its items reserved at once, and what cannot lead to more than the best so far is left out.

Some decisions are hidden: which items, where several ledgers must agree on them; how many of each fit, where a set needs only
some; which hosts are on a card. Then equal ones are followed as well, unless their fills so far come behind.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Rows, count_bits, lowest
from kfdsl.engine.score.allocate.search.bound import bound_part
from kfdsl.engine.score.allocate.search.company import (
    count_ways,
    list_asked,
    saved_by_company,
    saved_by_seats,
    seat_hosts,
)
from kfdsl.engine.score.allocate.search.decisions import is_open
from kfdsl.engine.score.allocate.search.flow import NO_PLACE, ask_for, begin_flow, fork, lay_hole
from kfdsl.engine.score.allocate.search.left_over import worth_of_rest
from kfdsl.engine.score.allocate.search.records import ASKED, HOSTS, Asked, Trouble, Want, Workspace


def search(room: Workspace, limit: int) -> None:
    """Look for something better than the best that is known, within so many steps."""
    begin_flow(room)
    room.taken_steps = 0
    room.limit = limit
    decide(room, 0, 0, 0, bound_part(room))


def may_go_on(room: Workspace) -> bool:
    """Take a step, if there is one left."""
    if room.trouble != Trouble.NONE:
        return False
    room.taken_steps += 1
    room.steps += 1
    if room.taken_steps > room.limit:
        room.trouble = Trouble.STEPS
        return False
    return True


def rank(room: Workspace, count: int) -> int:
    """Whether the fills of the first scorers come before those of the best solution (1), behind them (-1), or are equal."""
    for decision in room.decisions.first(count):
        if decision.times != decision.best_times:
            return 1 if decision.times > decision.best_times else -1
        if decision.times > 0 and decision.want.number != decision.best_want.number:
            return 1 if decision.want.number < decision.best_want.number else -1
    return 0


def is_hopeless(room: Workspace, count: int, bound: int) -> bool:
    """Whether nothing can be better, or equal and before, than the best, now that so many scorers are decided."""
    if bound > room.best:
        return False
    if not room.is_hidden or bound < room.best:
        return True
    return rank(room, count) < 0


def decide(room: Workspace, i: int, at: int, value: int, bound: int) -> None:
    """Try all that the scorers from one on may do, if those before it are worth so much."""
    if i == room.decision_count:
        finish(room, at, value)
        return
    decision = room.decisions[i]
    others = bound - decision.bound
    times = decision.most
    while times >= max(decision.least, 1) and room.trouble == Trouble.NONE:
        for want in decision.scorer.wants.first(decision.scorer.want_count):
            if want.most >= times:
                fill(room, i, want, times, at, value, others)
        times -= 1
    if decision.least == 0 and room.trouble == Trouble.NONE:
        leave(room, i, at, value, others)


def fill(room: Workspace, i: int, want: Want, times: int, at: int, value: int, others: int) -> None:
    """Fill a scorer so often, if the others can be worth so much."""
    decision = room.decisions[i]
    decision.times = times
    decision.want = want
    bound = others + times * (decision.value - want.cost)
    if not may_go_on(room) or is_hopeless(room, i + 1, bound):
        return
    demands = room.demand_count
    value += times * decision.value
    if decision.hosts != 0:
        decide_behind(room, i, at, value, bound)
    else:
        below = fork(room, at)
        if below != NO_PLACE:
            lay(room, i, 0, below, value, bound)
    room.demand_count = demands


def leave(room: Workspace, i: int, at: int, value: int, others: int) -> None:
    """Never fill a scorer."""
    decision = room.decisions[i]
    decision.times = 0
    bound = others + decision.unfilled
    if not may_go_on(room) or is_hopeless(room, i + 1, bound):
        return
    demands = room.demand_count
    decide_behind(room, i, at, value + decision.unfilled, bound)
    room.demand_count = demands


def decide_behind(room: Workspace, i: int, at: int, value: int, bound: int) -> None:
    """Go on behind a scorer for which nothing is reserved: it is not filled, or its card waits for company."""
    if room.decisions[i].is_last_of_card:
        decide_company(room, i, at, value, bound)
    else:
        decide(room, i + 1, at, value, bound)


# ---- company


def decide_company(room: Workspace, i: int, at: int, value: int, bound: int) -> None:
    """Try which hosts are on the card whose last scorer this is, and where each of them lies."""
    with room.arena.held():
        asked = room.arena.rows(Asked, ASKED + HOSTS)
        for hosts in range(1 << room.host_count):
            if hosts & ~room.decisions[i].hosts == 0 and room.trouble == Trouble.NONE:
                count = list_asked(room, i, hosts, asked)
                in_company = bound + saved_by_company(room, i, asked, count)
                for way in range(count_ways(count, hosts)):
                    if seat_hosts(room, asked, count, hosts, way):
                        lower = in_company + saved_by_seats(room, asked, count, hosts, way)
                        lay_card(room, i, asked, count + count_bits(hosts), at, value, lower)


def lay_card(room: Workspace, i: int, asked: Rows[Asked], count: int, at: int, value: int, bound: int) -> None:
    """Reserve all that a card asks for, then go on behind its last scorer."""
    if not may_go_on(room) or is_hopeless(room, i + 1, bound):
        return
    demands = room.demand_count
    below = fork(room, at)
    if below != NO_PLACE and can_lay_card(room, asked, count, below):
        decide(room, i + 1, below, value, bound)
    room.demand_count = demands


def can_lay_card(room: Workspace, asked: Rows[Asked], count: int, at: int) -> bool:
    """Reserve items for all entries, if there are enough."""
    for entry in asked.first(count):
        if not ask_for(room, at, entry.ledgers, entry.mask, entry.rest):
            return False
    return True


# ---- items for a want


def lay(room: Workspace, i: int, first: int, at: int, value: int, bound: int) -> None:
    """Reserve items for the holes, from one on, of the want that a scorer is filled with; then go on behind it."""
    decision = room.decisions[i]
    ledgers = decision.scorer.ledgers
    for number in range(first, decision.want.hole_count):
        hole = decision.want.holes[number]
        if is_open(hole, ledgers):
            if hole.fit_count > 1 and ledgers & (ledgers - 1) != 0:
                room.trouble = Trouble.TOO_HARD
            elif hole.fit_count > 1:
                lay_some(room, i, number, 0, hole.count * decision.times, at, value, bound)
            else:
                lay_classes(room, i, number, hole.fits[0].plain, hole.count * decision.times, at, value, bound)
            return
        if not lay_hole(room, hole, ledgers, decision.times, at):
            return
    decide(room, i + 1, at, value, bound)


def lay_some(room: Workspace, i: int, number: int, fit: int, rest: int, at: int, value: int, bound: int) -> None:
    """Try how many of each fit there are, from one on, where a set needs only some of them."""
    decision = room.decisions[i]
    hole = decision.want.holes[number]
    if rest == 0:
        lay(room, i, number + 1, at, value, bound)
        return
    if rest > decision.times * (hole.fit_count - fit):
        return
    demands = room.demand_count
    amount = min(decision.times, rest)
    while amount >= 0 and may_go_on(room):
        below = fork(room, at)
        if below != NO_PLACE and ask_for(room, below, decision.scorer.ledgers, hole.fits[fit].plain, amount):
            lay_some(room, i, number, fit + 1, rest - amount, below, value, bound)
        room.demand_count = demands
        amount -= 1


def lay_classes(room: Workspace, i: int, number: int, mask: int, rest: int, at: int, value: int, bound: int) -> None:
    """Try how many of each class there are, where several ledgers must agree on the items."""
    if rest == 0:
        lay(room, i, number + 1, at, value, bound)
        return
    if mask == 0:
        return
    c = lowest(mask)
    demands = room.demand_count
    amount = min(room.counts[c], rest)
    while amount >= 0 and may_go_on(room):
        below = fork(room, at)
        if below != NO_PLACE and ask_for(room, below, room.decisions[i].scorer.ledgers, 1 << c, amount):
            lay_classes(room, i, number, mask & (mask - 1), rest - amount, below, value, bound)
        room.demand_count = demands
        amount -= 1


# ---- the end


def finish(room: Workspace, at: int, value: int) -> None:
    """All scorers are decided: add what is left over, and keep the solution if it is the best."""
    value += worth_of_rest(room, at)
    if room.trouble != Trouble.NONE:
        return
    if value > room.best or (value == room.best and room.is_hidden and rank(room, room.decision_count) > 0):
        room.best = value
        for decision in room.decisions.first(room.decision_count):
            decision.best_times = decision.times
            decision.best_want = decision.want

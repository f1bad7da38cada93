"""Hosts: which of them matter where, and what a card asks for while some of them lie there.

While a host lies in a set of a card, its guests may lie in holes of that card that were not theirs. So the scorers of a
card are decided first, and then who is there and where: a host that lies in a hole takes the place of one item there.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Rows, bits
from kfdsl.engine.score.allocate.search.bound import cheapest
from kfdsl.engine.score.allocate.search.records import (
    ASKED,
    NO_CARD,
    Asked,
    Decision,
    Fit,
    Hole,
    Scorer,
    Trouble,
    Workspace,
)

# ---- who matters


def find_hosts(room: Workspace) -> None:
    """For every scorer the hosts that may lie on its card and would change something there."""
    for scorer in room.scorers.first(room.scorer_count):
        scorer.hosts = 0
        if scorer.card != NO_CARD and room.host_count > 0:
            look_at_holes(room, scorer)
    if room.host_count > 0:
        for scorer in room.scorers.first(room.scorer_count):
            if scorer.card != NO_CARD:
                scorer.hosts = hosts_of_card(room, scorer.card)


def look_at_holes(room: Workspace, scorer: Scorer) -> None:
    """Which hosts change a hole of a scorer, and which may lie in one, if need be as guests of others."""
    scorer.changing_hosts = 0
    scorer.fitting_hosts = 0
    for want in scorer.wants.first(scorer.want_count):
        for hole in want.holes.first(want.hole_count):
            for fit in hole.fits.first(hole.fit_count):
                scorer.changing_hosts |= fit.changing_hosts
                in_company = let_in_by(room, fit, (1 << room.host_count) - 1)
                for host in range(room.host_count):
                    if in_company >> room.host_classes[host] & 1 != 0:
                        scorer.fitting_hosts |= 1 << host


def hosts_of_card(room: Workspace, card: int) -> int:
    """Hosts that may lie on a card and would change something there."""
    changing = 0
    fitting = 0
    for scorer in room.scorers.first(room.scorer_count):
        if scorer.card == card:
            changing |= scorer.changing_hosts
            fitting |= scorer.fitting_hosts
    return changing & fitting


def let_in_by(room: Workspace, fit: Fit, hosts: int) -> int:
    """The classes that may lie in a hole in the company of some hosts."""
    found = fit.mask
    for host in bits(hosts):
        found |= fit.guests[host]
    return found


# ---- what a card asks for


def list_asked(room: Workspace, i: int, hosts: int, asked: Rows[Asked]) -> int:
    """All that the filled scorers of a card ask for in the company of some hosts, up to its last one; how many entries."""
    card = room.decisions[i].scorer.card
    count = 0
    for decision in room.decisions.first(i + 1):
        if decision.scorer.card == card and decision.times > 0:
            for hole in decision.want.holes.first(decision.want.hole_count):
                if 1 < hole.fit_count != hole.count:
                    room.trouble = Trouble.TOO_HARD
                    return 0
                for fit in hole.fits.first(hole.fit_count):
                    mask = let_in_by(room, fit, hosts)
                    count = add_asked(room, asked, count, decision.scorer.ledgers, mask, amount_of(decision, hole))
                    if room.trouble != Trouble.NONE:
                        return 0
    return count


def amount_of(decision: Decision, hole: Hole) -> int:
    """How many items each fit of a hole needs."""
    return decision.times * hole.count if hole.fit_count == 1 else decision.times


def add_asked(room: Workspace, asked: Rows[Asked], count: int, ledgers: int, mask: int, amount: int) -> int:
    """Note that so many items are asked for; how many entries there are then."""
    if ledgers & (ledgers - 1) != 0 and mask & (mask - 1) != 0:
        room.trouble = Trouble.TOO_HARD
        return 0
    for entry in asked.first(count):
        if entry.ledgers == ledgers and entry.mask == mask:
            entry.amount += amount
            return count
    if count >= ASKED:
        room.trouble = Trouble.TOO_HARD
        return 0
    asked[count].ledgers = ledgers
    asked[count].mask = mask
    asked[count].amount = amount
    return count + 1


def saved_by_company(room: Workspace, i: int, asked: Rows[Asked], count: int) -> int:
    """By how much the cheapest items in this company are dearer than those in all company, which bounds count with (at most 0)."""
    card = room.decisions[i].scorer.card
    saved = 0
    for decision in room.decisions.first(i + 1):
        if decision.scorer.card == card and decision.times > 0:
            saved += decision.times * decision.want.cost
    for entry in asked.first(count):
        saved -= entry.amount * cheapest(room, entry.ledgers, entry.mask)
    return saved


# ---- where hosts lie


def count_ways(count: int, hosts: int) -> int:
    """How many ways there are to say for each host which entry it belongs to."""
    ways = 1
    for _ in bits(hosts):
        ways *= count
    return ways


def seat_hosts(room: Workspace, asked: Rows[Asked], count: int, hosts: int, way: int) -> bool:
    """Let each host take the place of one item of an entry, as the digits of a number say; whether that is possible."""
    for entry in asked.first(count):
        entry.rest = entry.amount
    more = count
    for host in bits(hosts):
        entry = asked[way % count]
        way = way // count
        own = 1 << room.host_classes[host]
        if entry.mask & own == 0 or entry.rest == 0:
            return False
        entry.rest -= 1
        asked[more].ledgers = entry.ledgers
        asked[more].mask = own
        asked[more].rest = 1
        more += 1
    return True


def saved_by_seats(room: Workspace, asked: Rows[Asked], count: int, hosts: int, way: int) -> int:
    """By how much the hosts are dearer than the items whose places they take (at most 0)."""
    saved = 0
    for host in bits(hosts):
        entry = asked[way % count]
        way = way // count
        own = 1 << room.host_classes[host]
        saved += cheapest(room, entry.ledgers, entry.mask) - cheapest(room, entry.ledgers, own)
    return saved

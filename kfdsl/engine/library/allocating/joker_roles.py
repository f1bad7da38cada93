"""What a piece may be that is one of several: a role for each token and each place where that makes a difference.

In:   a Building with scorers.      Out:  roles and lodgings of its Workspace; whether there is room for them.
Roles that may lie in the same fits and are worth the same where they are left are one.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Rows, clear, lowest
from kfdsl.engine.library.allocating.building import Building, Limit, Region, cell_of, lies_in
from kfdsl.engine.library.allocating.limits import part_cells, region_at
from kfdsl.engine.library.allocating.scorers import ledger_number, left_tokens
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.machine import NOWHERE, Tally, machine
from kfdsl.engine.score.allocate.search.records import LEDGERS, LODGINGS, ROLES, Fit, Lodging, Role


def find_roles(building: Building) -> bool:
    """What the piece may be, if there is one; not if it might be a host."""
    building.roles = machine().scratch.numbers(1)
    if building.joker == NOWHERE:
        return True
    building.roles = Numbers(building.customs.roles[building.joker])
    for i in range(building.roles[0]):
        if building.customs.hosts >> building.roles[1 + i] & 1:
            return False
    return True


def write_roles(building: Building) -> bool:
    room = building.room
    room.role_count = 0
    if building.roles[0] == 0:
        return True
    part_cells(building, True)
    regions = listed_regions(building)
    asked = machine().scratch.numbers(1 + regions[0])
    for i in range(regions[0]):
        asked[i] = asked_in(building, Region(regions[1 + i]))
    for i in range(building.roles[0]):
        token = building.roles[1 + i]
        if not write_role(building, token, building.outside):
            return False
        for j in range(
            regions[0]
        ):  # elsewhere it is the same as outside of all limits, unless something is asked for there
            if asked[j] >> token & 1 and not write_role(building, token, Region(regions[1 + j])):
                return False
    return True


def listed_regions(building: Building) -> Numbers:
    """All regions in which a role may be taken, in the order of limits and their cells."""
    start = begin_list()
    for limit in building.limits.first(building.limit_count):
        for i in range(limit.count):
            region = region_at(building, cell_of(limit.cells[i]))
            if region.wider.at != 0 and not region.is_listed:
                region.is_listed = True
                add_item(region.at)
    return end_list(start)


def asked_in(building: Building, region: Region) -> int:
    """Tokens that scorers ask for which are limited to where a region lies, as bits."""
    found = 0
    for fit in range(building.room.fit_count):
        if building.limits_in[fit] != 0 and lies_in(region, Limit(building.limits_in[fit])):
            found |= building.tokens_in[fit]
    for i in range(building.tallies[0]):
        tally = Tally(building.tallies[1 + i])
        if not tally.sets and building.limits_of[i] != 0 and lies_in(region, Limit(building.limits_of[i])):
            found |= left_tokens(tally)
    return found


def write_role(building: Building, token: int, region: Region) -> bool:
    """One more role, unless nothing asks for it or it is there already."""
    room = building.room
    if room.role_count == ROLES:
        return False
    role = room.roles[room.role_count]
    clear(Numbers(role.at), Role.record_size())
    role.lodgings = Rows(Lodging, room.lodgings.at + building.lodging_count * Lodging.record_size())
    for number in range(room.fit_count):
        fit = room.fits[number]
        if building.tokens_in[number] >> token & 1 == 0 and fit.changing_hosts == 0:
            continue
        rights = rights_of(building, fit, number, token, region)
        if rights != 0:
            if building.lodging_count + role.lodging_count == LODGINGS:
                return False
            lodging = role.lodgings[role.lodging_count]
            lodging.fit = fit
            lodging.rights = rights
            role.lodging_count += 1
    is_valuable = add_worth(building, role, token, region)
    if (role.lodging_count > 0 or is_valuable) and not is_there(building, role):
        room.role_count += 1
        building.lodging_count += role.lodging_count
    return True


def rights_of(building: Building, fit: Fit, number: int, token: int, region: Region) -> int:
    """By what right a role may lie in a fit: its own (bit 0), or as a guest of a host (bit 1 + host)."""
    limit = building.limits_in[number]
    if limit != 0 and not lies_in(region, Limit(limit)):
        return 0
    tokens = building.tokens_in[number]
    found = tokens >> token & 1
    if limit == 0 and fit.changing_hosts != 0:
        for company in building.customs.companies.first(building.customs.company_count):
            if company.guests >> token & 1 and company.counts_as & tokens:
                for host in range(building.room.host_count):
                    if building.tokens_of[building.room.host_classes[host]] == company.host:
                        found |= 2 << host
    return found


def add_worth(building: Building, role: Role, token: int, region: Region) -> bool:
    """What a role is worth where it is left; whether it is worth anything."""
    for i in range(building.tallies[0]):
        tally = Tally(building.tallies[1 + i])
        if not tally.sets and left_tokens(tally) >> token & 1:
            limit = Limit(building.limits_of[i])
            if limit.at == 0 or lies_in(region, limit):
                role.worth[ledger_number(building, lowest(tally.ledgers))] += tally.value
    for ledger in range(LEDGERS):
        if role.worth[ledger] != 0:
            return True
    return False


def is_there(building: Building, role: Role) -> bool:
    for other in building.room.roles.first(building.room.role_count):
        if is_same_role(role, other):
            return True
    return False


def is_same_role(role: Role, other: Role) -> bool:
    if role.lodging_count != other.lodging_count:
        return False
    for ledger in range(LEDGERS):
        if role.worth[ledger] != other.worth[ledger]:
            return False
    for i in range(role.lodging_count):
        if role.lodgings[i].fit.at != other.lodgings[i].fit.at or role.lodgings[i].rights != other.lodgings[i].rights:
            return False
    return True

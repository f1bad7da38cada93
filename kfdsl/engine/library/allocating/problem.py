"""The scorers in force for a player and the pieces they may take, as a problem for the search.

In:   a state, a player, sources of pieces, stand-ins, a purpose.      Out:  a Workspace with the problem, or that it has no room there.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy
from kfdsl.engine.library.allocating.building import Building
from kfdsl.engine.library.allocating.customs import customs_of
from kfdsl.engine.library.allocating.joker_roles import find_roles, write_roles
from kfdsl.engine.library.allocating.limits import find_limits, part_cells
from kfdsl.engine.library.allocating.piece_classes import find_hosts, gather
from kfdsl.engine.library.allocating.scorers import write_scorers, write_worth
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import State, Tally, machine
from kfdsl.engine.score.allocate.search.records import ARENA_EIGHTS, Workspace


def new_workspace() -> Workspace:
    """Room for a problem, with whatever lay there before."""
    scratch = machine().scratch
    found = Workspace(scratch.reserve(Workspace.record_size()))
    found.arena.top = scratch.reserve(ARENA_EIGHTS)
    found.arena.end = found.arena.top + ARENA_EIGHTS
    return found


def write_problem(tallies: Numbers, sources: Numbers, stands: Numbers, purpose: int, room: Workspace) -> bool:
    """Write a problem; whether there is room for it."""
    building = machine().scratch.one(Building)
    building.room = room
    building.customs = customs_of(purpose)
    building.sources = sources
    building.stands = stands
    for token in range(machine().tokens):
        if stands[token]:
            building.standing = building.standing | 1 << token
    building.everywhere = new_list(sources[0])
    building.everywhere[0] = sources[0]
    for number in range(sources[0]):
        building.everywhere[1 + number] = sources[2 + 3 * number]
    building.tallies = tallies
    for i in range(building.tallies[0]):
        building.ledgers = building.ledgers | used_ledgers(Tally(building.tallies[1 + i]))
    find_limits(building)
    part_cells(building, False)
    if not gather(building) or not find_hosts(building) or not find_roles(building):
        return False
    if not write_scorers(building):
        return False
    write_worth(building)
    return write_roles(building)


def used_ledgers(tally: Tally) -> int:
    """What is left counts in one ledger."""
    return tally.ledgers if tally.sets else tally.ledgers & -tally.ledgers


def tallies_of(g: State, who: int) -> Numbers:
    """The scorers in force for a player, as a list of places."""
    start = begin_list()
    at = g.at + machine().tallies_at
    end = at + g.tallies
    while at < end:
        if Tally(at).player == who:
            add_item(at)
        at += Tally(at).size
    return end_list(start)


def drop_tallies(g: State, who: int) -> None:
    """Let the scorers of a player be no longer in force."""
    first = g.at + machine().tallies_at
    end = first + g.tallies
    at = first
    kept = first
    while at < end:
        start = at
        while at < end and Tally(at).player != who:
            at += Tally(at).size
        copy(Numbers(kept), Numbers(start), at - start)
        kept += at - start
        while at < end and Tally(at).player == who:
            at += Tally(at).size
    g.tallies = kept - first

"""Limits of scorers, and the regions that they part cells into.

In:   a Building with scorers.      Out:  the limit of each, and regions by cell.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.allocating.building import Building, Limit, Region, cell_count, cell_of
from kfdsl.engine.library.machine import Tally, machine


def find_limits(building: Building) -> None:
    """The limit of each scorer: its places, or all sources if no piece of several roles may take part."""
    scratch = machine().scratch
    count = building.tallies[0]
    building.limits = scratch.rows(Limit, count)
    building.limits_of = scratch.numbers(count)
    for i in range(count):
        tally = Tally(building.tallies[1 + i])
        if tally.cells > 0:
            cells = Numbers(tally.at + Tally.record_size() + 3 * tally.holes)
            building.limits_of[i] = limit_of(building, cells, tally.cells, tally.roles).at
        elif not tally.roles:
            everywhere = building.everywhere
            building.limits_of[i] = limit_of(building, everywhere.tail(1), everywhere[0], False).at


def limit_of(building: Building, cells: Numbers, count: int, plays: bool) -> Limit:
    """The limit to some cells; the same one if it is there."""
    for limit in building.limits.first(building.limit_count):
        if limit.count == count and limit.plays == plays and is_same(limit.cells, cells, count):
            return limit
    made = building.limits[building.limit_count]
    building.limit_count += 1
    made.cells = cells
    made.count = count
    made.plays = plays
    return made


def is_same(one: Numbers, other: Numbers, count: int) -> bool:
    for i in range(count):
        if one[i] != other[i]:
            return False
    return True


def part_cells(building: Building, only_plays: bool) -> None:
    """Part all cells into regions, by all limits or only by those in which a piece of several roles may take one."""
    building.outside = machine().scratch.one(Region)
    building.regions = machine().scratch.numbers(cell_count())
    for limit in building.limits.first(building.limit_count):
        if limit.plays or not only_plays:
            for i in range(limit.count):
                cell = cell_of(limit.cells[i])
                building.regions[cell] = parted(region_at(building, cell), limit).at


def region_at(building: Building, cell: int) -> Region:
    region = building.regions[cell]
    return Region(region) if region != 0 else building.outside


def parted(region: Region, limit: Limit) -> Region:
    """Where cells of a region lie that a limit holds."""
    if region.parted_by.at != limit.at:
        inner = machine().scratch.one(Region)
        inner.wider = region
        inner.limit = limit
        inner.parted_by = limit
        inner.inner = inner
        region.parted_by = limit
        region.inner = inner
    return region.inner

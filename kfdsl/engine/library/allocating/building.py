"""An allocation problem while it is made of words.

In:   nothing; records only.      Out:  Building: what is known of limits, of classes and of fits so far.
Pieces are told apart by token and by which of the places that scorers are limited to they lie in. Cells that lie in the same limits are
a region; a region lies in the limit that parted it from a wider one, and in all that the wider one lies in.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Rows
from kfdsl.engine.library.allocating.customs import Customs
from kfdsl.engine.library.machine import machine
from kfdsl.engine.score.allocate.search.records import Workspace


class Limit(Record, width=8):
    """Cells that some scorers take their pieces from."""

    cells: Numbers
    count: int
    plays: bool  # whether a piece of several roles may take one there
    classes: int  # that lie in it, as bits


class Region(Record, width=8):
    """Cells that the same limits hold."""

    wider: Region  # none: outside of all limits
    limit: Limit
    parted_by: Limit  # the last one that holds some of its cells,
    inner: Region  # and where those are now
    is_listed: bool


class Building(Record, width=8):
    room: Workspace
    customs: Customs
    sources: Numbers
    everywhere: Numbers  # the cells of all sources, as a list
    stands: Numbers  # by token, whose holes it may fill
    standing: int  # tokens that may fill holes of others, as bits
    tallies: Numbers  # places of a player's scorers, as a list,
    limits_of: Numbers  # and the limit of each, 0 if it has none
    limits: Rows[Limit]
    limit_count: int
    outside: Region
    regions: Numbers  # by cell, 0 for the one outside of all limits
    tokens_of: Numbers  # by class
    regions_of: Numbers
    classes_of: Numbers  # by token, as bits
    joker: int  # the token that is one of several, or NOWHERE,
    roles: Numbers  # and what it may be, as a list
    ledgers: int  # that are used, as bits
    want_count: int
    hole_count: int
    lodging_count: int
    tokens_in: Numbers  # by fit, all tokens that may lie there without company,
    limits_in: Numbers  # and its limit


def cell_of(place: int) -> int:
    """The number of a place of tokens."""
    return (place - machine().counts_at) // machine().tokens


def cell_count() -> int:
    return (machine().sheet_at * 2 - machine().counts_at) // machine().tokens


def lies_in(region: Region, limit: Limit) -> bool:
    """Whether the cells of a region lie in a limit."""
    while region.wider.at != 0:
        if region.limit.at == limit.at:
            return True
        region = region.wider
    return False

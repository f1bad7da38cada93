"""A value that is picked in parts: how many of the next part there may be, or all rows of counts at once.

In:   a Search, what the value may be, and counts that are fixed.      Out:  counts that can be completed. Whoever lists whole answers
need not ask part by part: rows come one behind the other, in the order in which parts offer them.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.choices.chosen import Search, is_last
from kfdsl.engine.library.choices.domains import Domain
from kfdsl.engine.library.choices.search import group_exists, row_works
from kfdsl.engine.library.choices.sizes import make_ready
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import charge

MOST = 1 << 14  # counts, all rows together


def is_enough(start: int, most: int) -> bool:
    return machine().growing.top - start == most


def count_options(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int, start: int, most: int) -> None:
    """How many of the next part there may be."""
    if domain.count == 0:
        return
    if is_last(search, at):
        make_ready(search, domain)
    for count in range(domain.parts[fixed].most + 1):
        if is_enough(start, most):
            return
        counts[fixed] = count
        if reaches(search, at, domain, counts, fixed + 1):
            add_item(count)


def reaches(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int) -> bool:
    """Whether some group that begins with counts that are fixed can be completed."""
    with machine().scratch.held():
        if fixed == domain.count:
            return row_works(search, at, domain, counts)
        return group_exists(search, at, domain, counts, fixed)


# ---- all rows at once


def group_rows(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int) -> Numbers:
    """A list of the counts of all rows that can be completed; it is empty where these are too many."""
    start = begin_list()
    if is_last(search, at):
        make_ready(search, domain)
    if add_rows(search, at, domain, counts, fixed, start):
        return end_list(start)
    machine().growing.top = start
    return new_list(0)


def add_rows(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int, start: int) -> bool:
    """Add the rows that begin with counts that are fixed, as long as there is room."""
    if fixed == domain.count:
        charge(domain.count, search.line)
        for part in range(domain.count):
            add_item(counts[part])
        return machine().growing.top - start <= MOST
    for count in range(domain.parts[fixed].most + 1):
        counts[fixed] = count
        if reaches(search, at, domain, counts, fixed + 1) and not add_rows(
            search, at, domain, counts, fixed + 1, start
        ):
            return False
    return True

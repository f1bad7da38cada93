"""With which first values a whole begins: found out once, and what may end a whole that begins with each.

In:   a Search for an action.      Out:  yes or no for each item; what is known of its last group goes along with the answer.
Whether there is any whole is asked far more often than which there are. Where a group comes next, items with which a group of the
smallest size is allowed are looked at first: they are the likeliest, whatever the rules say, and one is enough.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy_record
from kfdsl.engine.library.choices.chosen import Search, set_value
from kfdsl.engine.library.choices.classes import remember
from kfdsl.engine.library.choices.domains import Domain, Verdict
from kfdsl.engine.library.choices.search import (
    FEW,
    domain_at,
    exists,
    extends,
    group_exists,
    holds,
    is_group,
    items_at,
    share,
    tries,
)
from kfdsl.engine.library.choices.sizes import promises
from kfdsl.engine.library.machine import machine

MOST_KEPT = 64  # items of which it is kept what the last group may be


def begins(search: Search) -> bool:
    """Whether some whole begins with this action; what is found out on the way stays in scratch memory."""
    if not (holds(search, 0) and tries(search, 0)):
        return False
    share(search)
    if not has_items(search):
        return exists(search, 0)
    look_up(search)
    if search.domains.at != 0:
        for item in range(min(search.items[0], MOST_KEPT)):
            if smallest_with(search, item) == 1 and begins_with(search, item):
                return True
    for item in range(search.items[0]):
        if begins_with(search, item):
            return True
    return False


def has_items(search: Search) -> bool:
    """Whether the first value of an action is one of some items."""
    return search.action >= 0 and search.width > 0 and not is_group(search, 0)


def look_up(search: Search) -> None:
    """Look what the first value may be, unless that is known."""
    if search.items.at == 0:
        share(search)
        search.items = items_at(search, 0, 0)
        search.verdicts = machine().scratch.numbers(search.items[0])
        if search.width == 2 and is_group(search, 1):
            search.domains = machine().scratch.numbers(min(search.items[0], MOST_KEPT))


def begins_with(search: Search, item: int) -> bool:
    """Whether a whole begins with an item; found out once."""
    if search.verdicts[item] == Verdict.OPEN:
        search.verdicts[item] = Verdict.YES if completes(search, item) else Verdict.NO
    return search.verdicts[item] == Verdict.YES


def completes(search: Search, item: int) -> bool:
    value = search.items[1 + item]
    if search.domains.at == 0 or item >= MOST_KEPT:
        return extends(search, 0, value)
    if search.domains[item] == 0 and smallest_with(search, item) == 0:
        return False
    set_value(search, 0, value)
    domain = Domain(search.domains[item])
    return tries(search, 1) and group_behind(search, domain)


def group_behind(search: Search, domain: Domain) -> bool:
    """Whether a group can end a whole; it is remembered for whoever goes on to pick one."""
    if domain.verdicts.at == 0 and domain.count > FEW:
        remember(search, domain)
    with machine().scratch.held():
        return group_exists(search, 1, domain, machine().scratch.numbers(domain.count), 0)


def smallest_with(search: Search, item: int) -> int:
    """The smallest size that is allowed of a group behind an item; 0 if none is."""
    set_value(search, 0, search.items[1 + item])
    if holds(search, 1):
        domain = domain_at(search, 1)
        if promises(search, domain):
            search.domains[item] = domain.at
            return domain.least
    search.verdicts[item] = Verdict.NO
    return 0


def domain_behind(search: Search, at: int) -> Domain:
    """What a value may be that is picked in parts, with what is known of it behind the value before."""
    if at == 1 and search.domains.at != 0:
        for item in range(min(search.items[0], MOST_KEPT)):
            if search.items[1 + item] == search.row[search.outer] and search.domains[item] != 0:
                found = machine().scratch.one(Domain)
                copy_record(found, Domain(search.domains[item]))
                return found
    return domain_at(search, at)


def known_items(search: Search, at: int) -> Numbers:
    """All items that a value may be, before needs."""
    if at == 0 and has_items(search):
        look_up(search)
        return search.items
    share(search)
    return items_at(search, at, 0)

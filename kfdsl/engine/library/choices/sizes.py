"""How large the group that an action ends with may be.

In:   a Search, and what its last value may be.      Out:  sizes that needs allow; each is asked for when it matters, and once.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.choices.chosen import Search
from kfdsl.engine.library.choices.domains import Domain, Verdict
from kfdsl.engine.library.choices.plans import action_allows, plan_of
from kfdsl.engine.library.machine import machine
from kfdsl.engine.library.values import charge

SIZE = 10  # steps for asking about one


def promises(search: Search, domain: Domain) -> bool:
    """Whether any size of the group that an action ends with is allowed."""
    make_ready(search, domain)
    if domain.least == 0:
        domain.least = size_from(search, domain, 1)
    return domain.least <= domain.most


def make_ready(search: Search, domain: Domain) -> None:
    """Find out of the group that an action ends with what all its classes are judged by."""
    if domain.sizes.at == 0:
        charge(domain.most, search.line)
        domain.sizes = machine().scratch.numbers(domain.most + 1)
    if domain.rest.at == 0:
        domain.rest = rest_of(domain)


def rest_of(domain: Domain) -> Numbers:
    """How many pieces the parts from each on have at most."""
    found = machine().scratch.numbers(domain.count + 1)
    part = domain.count
    while part > 0:
        part -= 1
        found[part] = found[part + 1] + domain.parts[part].most * domain.parts[part].weight
    return found


def size_from(search: Search, domain: Domain, least: int) -> int:
    """The next size from one on that needs allow; beyond the largest if there is none."""
    start = max(least, domain.least)
    size = max(start, 1)
    while size <= domain.most and not allows(search, domain, size):
        size += 1
    if size > start:
        charge(size - start, search.line)
    return size


def allows(search: Search, domain: Domain, size: int) -> bool:
    """Whether needs allow a size."""
    if not plan_of(search.action).has_sizes:
        return True
    known = domain.sizes[size]
    if known == Verdict.OPEN:
        charge(SIZE, search.line)
        allowed = action_allows(search.g, search.action, search.row, size)
        known = Verdict.YES if allowed else Verdict.NO
        domain.sizes[size] = known
    return known == Verdict.YES

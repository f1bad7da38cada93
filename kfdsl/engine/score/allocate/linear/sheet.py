"""A problem in bits.

In:   a Problem, the stances of its settled items.      Out:  a Sheet: who may lie in which hole, as bits.
A stance is a class of its own, behind those of items, that may hold one item: a settled item in one of a few roles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kfdsl.engine.score.allocate.problem import Company, Fit, Problem

Holes = list[tuple[int, tuple[int, ...]]]  # of a want: how many, and a mask for every fit


@dataclass(slots=True)
class Host:
    """A class whose company changes something; its companies, each with its guests in bits."""

    item: int
    mask: int
    companies: list[tuple[Company, int]]


@dataclass(slots=True)
class Sheet:
    """A problem in bits; the classes of stances follow those of items."""

    problem: Problem
    worth: dict[int, list[int]]  # by ledger and class, the value of an item that is left
    stances: list[tuple[int, tuple[int, ...]]]  # which settled item, as one of which roles
    live: int  # classes that can hold an item
    hosts: list[Host] = field(default_factory=list)
    _known: dict[tuple[int, int, tuple[int, ...]], Holes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        companies = self.problem.companies
        for item in sorted({company.host for company in companies}):
            if mask := self.mask([item]):
                lent = [(company, self.mask(company.guests)) for company in companies if company.host == item]
                self.hosts.append(Host(item, mask, lent))

    def mask(self, classes: Iterable[int]) -> int:
        """Classes that can hold an item, with the stances that could be one of them."""
        found = mask_of(classes)
        for number, (_, roles) in enumerate(self.stances):
            if any(found >> role & 1 for role in roles):
                found |= 1 << (len(self.problem.counts) + number)
        return found & self.live

    def fit(self, fit: Fit, hosts: Sequence[Host] = ()) -> int:
        """The classes that may lie in a hole, in the company of some hosts."""
        found = self.mask((*fit.takes, *fit.stand_ins))
        for host in hosts:
            for company, guests in host.companies:
                if widens(company, fit):
                    found |= guests
        return found

    def holes(self, scorer: int, want: int, hosts: Sequence[Host] = ()) -> Holes:
        """The holes of a want, in the company of some hosts."""
        key = scorer, want, tuple(host.item for host in hosts)
        if key not in self._known:
            self._known[key] = [
                (hole.count, tuple(self.fit(fit, hosts) for fit in hole.fits))
                for hole in self.problem.scorers[scorer].wants[want]
            ]
        return self._known[key]

    def left(self, ledger: int, c: int) -> tuple[int, ...]:
        """What an item of a class may be worth when it is left; a stance has a value for each of its roles."""
        row, size = self.worth.get(ledger), len(self.problem.counts)
        if row is None:
            return ()
        return tuple(sorted({row[role] for role in self.stances[c - size][1]})) if c >= size else (row[c],)


def widens(company: Company, fit: Fit) -> bool:
    """Whether guests may lie in a hole that was not theirs."""
    names = fit.takes if company.stands_only else (*fit.takes, *fit.stand_ins)
    return any(c in names for c in company.counts_as)


def mask_of(classes: Iterable[int]) -> int:
    """Classes as bits."""
    found = 0
    for c in classes:
        found |= 1 << c
    return found

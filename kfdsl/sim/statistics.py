"""Arithmetic on counts.

In:   whole numbers.      Out:  means, spreads, shares and intervals, rounded so that they print the same everywhere.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt

DIGITS = 4
SURE = 1.96  # standard deviations on either side that hold 95 of 100


@dataclass(slots=True)
class Numbers:
    """Whole numbers, of which only how many there are of each is kept."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, number: int) -> None:
        """One more."""
        self.counts[number] += 1

    @property
    def many(self) -> int:
        """How many there are."""
        return self.counts.total()

    @property
    def sum(self) -> int:
        """All of them together."""
        return sum(number * count for number, count in self.counts.items())

    @property
    def mean(self) -> float:
        """Their mean; 0 if there are none."""
        return ratio(self.sum, self.many)

    @property
    def spread(self) -> float:
        """Their standard deviation."""
        many, squares = self.many, sum(number * number * count for number, count in self.counts.items())
        return round(sqrt(max(many * squares - self.sum**2, 0)) / many, DIGITS) if many else 0.0

    @property
    def least(self) -> int:
        """The smallest; 0 if there are none."""
        return min(self.counts, default=0)

    @property
    def most(self) -> int:
        """The largest; 0 if there are none."""
        return max(self.counts, default=0)


def ratio(part: float, whole: float) -> float:
    """A share; 0 of nothing."""
    return round(part / whole, DIGITS) if whole else 0.0


def interval(hits: float, tries: int) -> tuple[float, float]:
    """Where a rate lies in 95 of 100 cases, by Wilson's score; all of it where nothing was tried."""
    if not tries:
        return 0.0, 1.0
    rate, square = hits / tries, SURE * SURE
    middle = rate + square / (2 * tries)
    reach = SURE * sqrt(rate * (1 - rate) / tries + square / (4 * tries * tries))
    whole = 1 + square / tries
    return round(max((middle - reach) / whole, 0.0), DIGITS), round(min((middle + reach) / whole, 1.0), DIGITS)

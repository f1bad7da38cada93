"""What a purpose allows in an allocation; it never changes.

In:   a purpose.      Out:  Customs: companies, and tokens that are one of several.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Rows, outside


class Company(Record, width=8):
    """While a host lies in a set of a card, its guests there may count as others."""

    host: int  # a token,
    guests: int  # and tokens as bits
    counts_as: int


class Customs(Record, width=8):
    companies: Rows[Company]
    company_count: int
    hosts: int  # of all of them, as bits
    jokers: int  # tokens that are one of several, as bits,
    roles: Numbers  # and for each token the place of a list of what it may be, or 0


@outside
def customs_of(purpose: int) -> Customs:
    """Made of rules."""
    raise NotImplementedError

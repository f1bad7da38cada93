"""What an allocation is asked, and what it answers: small integers only, no names.

In:   counts of items by class, scorers in the order of their declaration, values of what is left over.
Out:  the best total, how often each scorer is filled and with what.
Two items are of one class if nothing in the problem tells them apart. What the numbers stand for the caller knows.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Classes = tuple[int, ...]  # classes of items, by number, in the order in which they are preferred


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What may lie in a hole: classes that are what it asks for, and classes that stand in."""

    takes: Classes
    stand_ins: Classes = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """`2 clay` is one fit, twice; `2 different of earth` has a fit for every sort of earth, at most one item each."""

    count: int
    fits: tuple[Fit, ...]

    def __post_init__(self) -> None:
        assert self.count > 0
        assert self.fits
        assert len(self.fits) == 1 or self.count <= len(self.fits)


Want = tuple[Hole, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorer:
    """`value` for every time that the want is filled.

    Of several wants the optimum settles on one, for all fills together. `most` bounds the fills (1: once). With `spare`
    given the scorer is no free choice: it is filled at least as often, less `spare`, as can be done with items that are
    what it asks for and that earlier such scorers leave. An item in one of its sets is consumed in each of its ledgers.
    Scorers with one card share their company.
    """

    value: int
    wants: tuple[Want, ...]
    most: int | None = None
    spare: int | None = None
    ledgers: tuple[int, ...] = (0,)
    card: int | None = None
    unfilled: int = 0  # what it is worth if it is never filled

    def __post_init__(self) -> None:
        assert self.wants
        assert self.ledgers
        assert self.most is not None or all(self.wants), "what asks for nothing and has no bound has no best total"


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """`value` for every item of these classes that is in no set of the ledger."""

    value: int
    classes: Classes
    ledger: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """One more item, of at most one of these classes; of the same one in all ledgers."""

    roles: Classes


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """While a `host` lies in a set of a card, each guest in a set of that card may count as one of others.

    With `stands_only` they stand in: they fill what asks for the other class, not what that class itself stands for. A
    guest keeps its own class; what it counts as makes it no guest of a third.
    """

    host: int
    guests: Classes
    counts_as: Classes
    stands_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    counts: tuple[int, ...]
    scorers: tuple[Scorer, ...]
    lefts: tuple[Left, ...] = ()
    settled: tuple[Settled, ...] = ()
    companies: tuple[Company, ...] = ()


class Manner(Enum):
    """By what right an item lies in a hole."""

    DIRECT = "direct"
    STAND_IN = "stand_in"
    COMPANY = "company"


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """So many items of a class in one hole of a want; `counts_as` differs from `item` only in company."""

    hole: int
    fit: int
    item: int
    count: int
    manner: Manner
    counts_as: int
    settled: int | None = None  # the settled item that plays this class


@dataclass(frozen=True, slots=True, kw_only=True)
class Fill:
    """What became of one scorer."""

    times: int
    want: int | None  # which of its wants; None if it is not filled
    uses: tuple[Use, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """The best total and the first allocation that has it."""

    total: int
    fills: tuple[Fill, ...]  # one for every scorer
    left: tuple[tuple[int, ...], ...]  # for every entry of `lefts`, how many items of each of its classes scored there
    roles: tuple[int | None, ...]  # one for every settled item; None if nothing asks for it

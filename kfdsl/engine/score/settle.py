"""Scorers in force and a player's pieces, made into a problem of numbers, solved, and written on the sheet.

In:   tallies (what scorers said when their step came), sources of pieces, stand-ins, company and roles for a purpose.
Out:  lines for the sheet, each with what was allocated.
Pieces are told apart by token and by which of the places that tallies are limited to they lie in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kfdsl.engine.machine.bundles import Source, bits
from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.machine.wording import Wording
from kfdsl.engine.score.allocate.allocate import allocate, best_total
from kfdsl.engine.score.allocate.problem import (
    Allocation,
    Company,
    Fill,
    Fit,
    Hole,
    Left,
    Problem,
    Scorer,
    Settled,
    Want,
)

ANYWHERE: tuple[int, ...] = ()
Limits = tuple[int, ...]  # numbers of the limits in which a piece lies, in order


class Tally(NamedTuple):
    """A scorer in force: for a player, so much per set, or per piece left over."""

    player: int
    sets: bool  # otherwise per piece that is left
    value: int
    want: tuple[tuple[int, int, bool], ...]
    within: tuple[int, ...]  # the cells of a place, or ANYWHERE
    once: bool
    alike: bool
    spare: int | None
    roles: bool  # whether a piece of several roles may take part
    ledgers: tuple[int, ...]
    unfilled: int
    reason: tuple[str, Any]
    line: int


@dataclass(frozen=True, slots=True)
class Customs:
    """What a purpose allows, in numbers of tokens."""

    stands: Mapping[int, int]
    companies: Sequence[tuple[int, tuple[int, ...], tuple[int, ...]]]  # host, guests, what they count as
    roles: Mapping[int, tuple[int, ...]]


SheetLine = tuple[int, int, tuple[str, Any], int, str]


def settled(
    tallies: Sequence[Tally], sources: Sequence[Source], customs: Customs, wording: Wording, meter: Meter | None = None
) -> list[SheetLine]:
    """The lines of the best allocation, in the order of the tallies."""
    return _Settling(tallies, sources, customs, wording).lines(meter)


def settled_total(
    tallies: Sequence[Tally], sources: Sequence[Source], customs: Customs, wording: Wording, meter: Meter | None = None
) -> int:
    """What those lines come to."""
    return best_total(_Settling(tallies, sources, customs, wording).problem(), meter)


class _Settling:
    def __init__(self, tallies: Sequence[Tally], sources: Sequence[Source], customs: Customs, wording: Wording) -> None:
        self.tallies = tallies
        self.customs = customs
        self.wording = wording
        everywhere = tuple(cell for _, cell, _ in sources)
        limited = [
            (tally.within or everywhere, tally.roles) if tally.within != ANYWHERE or not tally.roles else None
            for tally in tallies
        ]
        self.limits = list(dict.fromkeys(limit for limit in limited if limit is not None))
        numbers = {limit: number for number, limit in enumerate(self.limits)}
        self.limited = {
            tally: None if limit is None else numbers[limit] for tally, limit in zip(tallies, limited, strict=True)
        }
        self._near: dict[int | None, list[tuple[int, int]]] = {}
        self._fits: dict[tuple[int, int | None], Fit] = {}
        self.classes: dict[tuple[int, Limits], int] = {}
        self.counts: list[int] = []
        self.roles: list[Settled] = []
        self.jokers: list[int] = []  # the token behind each of the roles
        self.gather(sources)
        self.scoring = [at for at, tally in enumerate(tallies) if tally.sets]
        self.leaving = [at for at, tally in enumerate(tallies) if not tally.sets]

    def lies(self, cell: int) -> Limits:
        """In which limits a cell is."""
        return tuple(number for number, (cells, _) in enumerate(self.limits) if cell in cells)

    def plays(self, cell: int) -> Limits:
        """In which of them a piece of several roles would be that takes one there."""
        return tuple(number for number, (cells, roles) in enumerate(self.limits) if roles and cell in cells)

    def number(self, token: int, limits: Limits) -> int:
        """The class of a token that lies in these limits."""
        if (token, limits) not in self.classes:
            self.classes[token, limits] = len(self.counts)
            self.counts.append(0)
        return self.classes[token, limits]

    def gather(self, sources: Sequence[Source]) -> None:
        """Count what there is, and find out who has a choice of roles: in any place, also one where nothing lies."""
        joining = []
        for _, cell, have in sources:
            for token, count in enumerate(have):
                if count and token in self.customs.roles:
                    joining += [token] * count
                elif count:
                    self.counts[self.number(token, self.lies(cell))] += count
        anywhere = list(dict.fromkeys([ANYWHERE, *(self.plays(cell) for cells, _ in self.limits for cell in cells)]))
        for joker in joining:
            for token in self.customs.roles[joker]:
                for limits in anywhere:
                    self.number(token, limits)
        for _, _, counts_as in self.customs.companies:
            for token in counts_as:
                self.number(token, ANYWHERE)
        self.roles = [
            Settled(
                roles=tuple(self.classes[token, limits] for token in self.customs.roles[joker] for limits in anywhere)
            )
            for joker in joining
        ]
        self.jokers = joining

    # ---- the problem

    def near(self, tally: Tally) -> list[tuple[int, int]]:
        """Tokens that lie where a tally takes them from, with their classes."""
        wanted = self.limited[tally]
        if wanted not in self._near:
            self._near[wanted] = [
                (token, at) for (token, limits), at in self.classes.items() if wanted is None or wanted in limits
            ]
        return self._near[wanted]

    def fit(self, mask: int, tally: Tally) -> Fit:
        """What may fill a hole."""
        key = mask, self.limited[tally]
        if key not in self._fits:
            near, stands = self.near(tally), self.customs.stands
            takes = tuple(at for token, at in near if mask >> token & 1)
            stand_ins = tuple(at for token, at in near if not mask >> token & 1 and mask & stands.get(token, 0))
            self._fits[key] = Fit(takes=takes, stand_ins=stand_ins)
        return self._fits[key]

    def wants(self, tally: Tally) -> tuple[Want, ...]:
        """The sets that a tally may be filled with; for pieces that must be alike, one for each token."""
        if tally.alike:
            count, mask, _ = tally.want[0]
            return tuple((Hole(count=count, fits=(self.fit(1 << token, tally),)),) for token in bits(mask))
        holes = [
            Hole(
                count=count,
                fits=tuple(self.fit(1 << token, tally) for token in bits(mask))
                if different and count > 1
                else (self.fit(mask, tally),),
            )
            for count, mask, different in tally.want
            if count
        ]
        return (tuple(holes),)

    def scorer(self, tally: Tally) -> Scorer:
        """A tally in numbers."""
        sort, what = tally.reason
        return Scorer(
            value=tally.value,
            wants=self.wants(tally),
            most=1 if tally.once or not tally.want else None,
            spare=tally.spare,
            ledgers=tally.ledgers,
            card=what if sort == "card" else None,
            unfilled=tally.unfilled,
        )

    def problem(self) -> Problem:
        """All of it."""
        scorers = tuple(self.scorer(self.tallies[at]) for at in self.scoring)
        lefts = tuple(
            Left(
                value=tally.value,
                classes=tuple(at for _, at in self.leavable(tally)),
                ledger=tally.ledgers[0],
            )
            for tally in (self.tallies[at] for at in self.leaving)
        )
        companies = tuple(
            Company(
                host=at,
                guests=tuple(n for (other, _), n in self.classes.items() if other in guests),
                counts_as=tuple(
                    n for (other, limits), n in self.classes.items() if other in counts_as and limits == ANYWHERE
                ),
            )
            for host, guests, counts_as in self.customs.companies
            for (token, _), at in self.classes.items()
            if token == host
        )
        return Problem(
            counts=tuple(self.counts), scorers=scorers, lefts=lefts, settled=tuple(self.roles), companies=companies
        )

    def leavable(self, tally: Tally) -> list[tuple[int, int]]:
        """Tokens that score where they are left, with their classes."""
        return [(token, at) for token, at in self.near(tally) if tally.want[0][1] >> token & 1]

    # ---- the sheet

    def lines(self, meter: Meter | None) -> list[SheetLine]:
        """Solve, and say what came of each tally."""
        found = allocate(self.problem(), meter)
        made: dict[int, SheetLine] = {}
        for at, fill in zip(self.scoring, found.fills, strict=True):
            tally = self.tallies[at]
            points = tally.value * fill.times if fill.times else tally.unfilled
            if points or fill.times:
                made[at] = (tally.player, points, tally.reason, tally.line, self.filled(fill))
        for at, left in zip(self.leaving, found.left, strict=True):
            tally = self.tallies[at]
            if sum(left):
                points = tally.value * sum(left)
                made[at] = (tally.player, points, tally.reason, tally.line, self.leftover(tally, left, found))
        assert sum(line[1] for line in made.values()) == found.total
        return [made[at] for at in sorted(made)]

    def filled(self, fill: Fill) -> str:
        """What lies in the sets: `2 clay, 1 brick as straw`; a piece of several roles by its own name."""
        tokens = {at: token for (token, _), at in self.classes.items()}
        words = []
        for use in fill.uses:
            piece = [] if use.settled is None else [self.jokers[use.settled]]
            chain = dict.fromkeys([*piece, tokens[use.item], tokens[use.counts_as]])
            words.append(f"{use.count} {' as '.join(self.wording.noun(token, use.count) for token in chain)}")
        return ", ".join(words) if words or fill.times else "unfilled"

    def leftover(self, tally: Tally, left: tuple[int, ...], found: Allocation) -> str:
        """What scored because it was left; a piece of several roles by its own name as well."""
        busy = {use.settled for fill in found.fills for use in fill.uses}
        words = []
        for (token, at), count in zip(self.leavable(tally), left, strict=True):
            jokers = [self.jokers[n] for n, role in enumerate(found.roles) if role == at and n not in busy]
            own = count - len(jokers)
            words += [f"{own} {self.wording.noun(token, own)}"] if own else []
            words += [f"1 {self.wording.noun(joker, 1)} as {self.wording.noun(token, 1)}" for joker in jokers]
        return ", ".join(words)


__all__ = ["Customs", "Tally", "settled", "settled_total"]

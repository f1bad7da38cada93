"""Which items lie in which holes, once it is known how often every scorer is filled.

In:   a Sheet, the total, for every part its columns and their values.      Out:  an Allocation.
In a hole the preference is: what it asks for, what stands in, guests, settled items. What a settled item plays follows
from where it lies.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kfdsl.engine.score.allocate.linear.branch_and_bound import Point
from kfdsl.engine.score.allocate.linear.columns import Batch, Written
from kfdsl.engine.score.allocate.linear.flow import bits
from kfdsl.engine.score.allocate.linear.sheet import Sheet, widens
from kfdsl.engine.score.allocate.place import Slot, place
from kfdsl.engine.score.allocate.problem import Allocation, Classes, Fill, Fit, Manner, Use

Where = tuple[Batch, int, int]  # a batch, a hole, a fit


@dataclass(slots=True)
class Ledgers:
    """What has been laid where, and what settled items have become."""

    sheet: Sheet
    roles: list[int | None]
    uses: dict[int, dict[tuple[int, int, int, int | None], Use]] = field(default_factory=dict)  # by scorer
    used: dict[int, dict[int, int]] = field(default_factory=dict)  # by ledger and class


def report(sheet: Sheet, total: int, solved: list[tuple[Written, Point]]) -> Allocation:
    """The items behind a solution."""
    problem = sheet.problem
    ledgers = Ledgers(sheet, [None] * len(problem.settled))
    times, wants = [0] * len(problem.scorers), dict[int, int]()
    for written, point in solved:
        for batch in written.batches:
            if point[batch.column]:
                times[batch.scorer] += point[batch.column]
                wants[batch.scorer] = batch.want
        for ledger in written.model.demands:
            _fill(ledgers, written, point, ledger)
    fills = tuple(
        Fill(
            times=count,
            want=wants.get(scorer),
            uses=tuple(use for _, use in sorted(ledgers.uses.get(scorer, {}).items(), key=lambda one: one[0][:2])),
        )
        for scorer, count in enumerate(times)
    )
    left = tuple(tuple(_left(ledgers, one.ledger, c) for c in one.classes) for one in problem.lefts)
    return Allocation(total=total, fills=fills, left=left, roles=tuple(ledgers.roles))


def _fill(ledgers: Ledgers, written: Written, point: Point, ledger: int) -> None:
    """Lay items of one part into the holes of one ledger."""
    sheet, model = ledgers.sheet, written.model
    stock = [0] * (len(sheet.problem.counts) + len(sheet.stances))
    for c, count in model.stock.items():
        stock[c] = count
    for c, column in model.extra.items():
        stock[c] = point[column]
    wheres: list[Where] = []
    slots: list[Slot] = []
    for batch in written.batches:
        if point[batch.column] and ledger in sheet.problem.scorers[batch.scorer].ledgers:
            for where, slot in _slots(ledgers, batch, point, ledger, stock):
                wheres.append(where)
                slots.append(slot)
    values = [value for one, value in written.lefts if one == ledger]
    for value in values:
        mask = next(mask for mask, terms in model.demands[ledger].items() if written.lefts[ledger, value] in terms)
        slots.append((point[written.lefts[ledger, value]], bits(mask)))
    laid = place(slots, stock)
    for where, items in zip(wheres, laid, strict=False):
        for c, count in items.items():
            _lay(ledgers, where, ledger, c, count)
    for value, items in zip(values, laid[len(wheres) :], strict=True):
        for c in items:
            if c >= len(sheet.problem.counts):
                item, roles = sheet.stances[c - len(sheet.problem.counts)]
                ledgers.roles[item] = next(role for role in roles if sheet.worth[ledger][role] == value)


def _slots(ledgers: Ledgers, batch: Batch, point: Point, ledger: int, stock: list[int]) -> list[tuple[Where, Slot]]:
    """What a batch still asks for after the items whose class was settled with its fills."""
    sheet = ledgers.sheet
    found: list[tuple[Where, Slot]] = []
    want = sheet.problem.scorers[batch.scorer].wants[batch.want]
    fixed = dict(batch.pieces)
    for hole, fit, c, column in batch.seats:
        fixed[hole, fit, c] = column
    for hole, (count, masks) in enumerate(batch.holes):
        for fit, mask in enumerate(masks):
            column = batch.fits.get((hole, fit), batch.column)
            amount = point[column] * (count if len(masks) == 1 else 1)
            for (h, f, c), own in fixed.items():
                if (h, f) == (hole, fit) and point[own]:
                    _lay(ledgers, (batch, hole, fit), ledger, c, point[own])
                    stock[c] -= point[own]
                    amount -= point[own]
            if amount:
                found.append(((batch, hole, fit), (amount, _preferred(sheet, want[hole].fits[fit], mask))))
    return found


def _preferred(sheet: Sheet, fit: Fit, mask: int) -> Classes:
    own = [c for c in (*fit.takes, *fit.stand_ins) if mask >> c & 1]
    return tuple(dict.fromkeys((*own, *bits(mask))))  # stances have the highest bits, hence come last


def _lay(ledgers: Ledgers, where: Where, ledger: int, c: int, count: int) -> None:
    """Put items into a hole, and write down by what right."""
    sheet, (batch, hole, fit) = ledgers.sheet, where
    own = sheet.problem.scorers[batch.scorer].wants[batch.want][hole].fits[fit]
    settled = None
    if c >= len(sheet.problem.counts):
        settled, roles = sheet.stances[c - len(sheet.problem.counts)]
        rights = [(_right(own, batch, role), role) for role in roles]
        (manner, counts_as), c = min(
            ((right, role) for right, role in rights if right is not None),
            key=lambda one: list(Manner).index(one[0][0]),
        )
        ledgers.roles[settled] = c
    else:
        right = _right(own, batch, c)
        assert right is not None
        manner, counts_as = right
    used = ledgers.used.setdefault(ledger, {})
    used[c] = used.get(c, 0) + count
    if ledger == sheet.problem.scorers[batch.scorer].ledgers[0]:
        uses = ledgers.uses.setdefault(batch.scorer, {})
        before = uses.get((hole, fit, c, settled))
        count += before.count if before else 0
        uses[hole, fit, c, settled] = Use(
            hole=hole, fit=fit, item=c, count=count, manner=manner, counts_as=counts_as, settled=settled
        )


def _right(fit: Fit, batch: Batch, c: int) -> tuple[Manner, int] | None:
    if c in fit.takes:
        return Manner.DIRECT, c
    if c in fit.stand_ins:
        return Manner.STAND_IN, c
    for company, _ in (one for host in batch.hosts for one in host.companies):
        if c in company.guests and widens(company, fit):
            names = fit.takes if company.stands_only else (*fit.takes, *fit.stand_ins)
            return Manner.COMPANY, next(name for name in company.counts_as if name in names)
    return None


def _left(ledgers: Ledgers, ledger: int, c: int) -> int:
    return ledgers.sheet.problem.counts[c] + ledgers.roles.count(c) - ledgers.used.get(ledger, {}).get(c, 0)

"""Which items lie in which holes, once it is known how often every scorer is filled.

In:   a Sheet, the total, for every part its columns and their values.      Out:  an Allocation.
Holes are gone through in order, and in each the classes by preference: what it asks for, stand-ins, guests, settled items. Each
takes as much as leaves a way to fill all holes behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kfdsl.engine.allocate_columns import Batch, Written
from kfdsl.engine.allocate_flow import bits
from kfdsl.engine.allocate_parts import Sheet, left_worth, widens
from kfdsl.engine.allocate_place import Slots
from kfdsl.engine.allocate_problem import Allocation, Fill, Fit, Manner, Use
from kfdsl.engine.allocate_search import Point


@dataclass(slots=True)
class Lain:
    """So many items of a class in one fit of a batch."""

    batch: Batch
    hole: int
    fit: int
    item: int
    count: int


def report(sheet: Sheet, total: int, solved: list[tuple[Written, Point]]) -> Allocation:
    """The items behind a solution."""
    lain: list[Lain] = []
    roles: list[int | None] = [None] * len(sheet.problem.settled)
    for written, point in solved:
        for ledger in written.model.demands:
            for one in _ledger(sheet, written, point, ledger, roles):
                if ledger == sheet.problem.scorers[one.batch.scorer].ledgers[0]:
                    lain.append(one)
    for one in lain:
        _play(sheet, roles, one.item, sheet.problem.scorers[one.batch.scorer].wants[one.batch.want][one.hole].fits[one.fit], one.batch)
    times, wants = [0] * len(sheet.problem.scorers), dict[int, int]()
    for written, point in solved:
        for batch in written.batches:
            if point[batch.column]:
                times[batch.scorer] += point[batch.column]
                wants[batch.scorer] = batch.want
    fills = tuple(
        Fill(times=count, want=wants.get(scorer), uses=tuple(_uses(sheet, [one for one in lain if one.batch.scorer == scorer], roles)))
        for scorer, count in enumerate(times))
    return Allocation(total=total, fills=fills, left=_left(sheet, lain, roles), roles=tuple(roles))

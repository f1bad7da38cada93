"""One part of a problem as a whole-number program.

In:   a Sheet and a Part.      Out:  a Written: the Model, and what its columns stand for.
A scorer becomes a column for each of its wants: how often that is filled. What is left over is a scorer of single
items, one for each value. Company adds columns of its own; see allocate_company.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm

from kfdsl.engine.score.allocate.linear.flow import bits
from kfdsl.engine.score.allocate.linear.model import Model
from kfdsl.engine.score.allocate.linear.parts import Part
from kfdsl.engine.score.allocate.linear.sheet import Holes, Host, Sheet

Key = tuple[int, tuple[int, ...]]  # 1: as much as possible of these columns, -1: as little


@dataclass(slots=True)
class Batch:
    """All fills of one want of one scorer in one company: a column, and more where a set does not say all."""

    scorer: int
    want: int
    column: int
    hosts: tuple[Host, ...]
    holes: Holes
    fits: dict[tuple[int, int], int] = field(
        default_factory=dict
    )  # where only some fits are asked for: by hole and fit
    pieces: dict[tuple[int, int, int], int] = field(
        default_factory=dict
    )  # where ledgers must agree: by hole, fit and class
    seats: list[tuple[int, int, int, int]] = field(default_factory=list)  # of hosts: hole, fit, class, column


@dataclass(slots=True)
class Written:
    """A model with the meaning of its columns."""

    model: Model
    batches: list[Batch] = field(default_factory=list)
    lefts: dict[tuple[int, int], int] = field(default_factory=dict)  # by ledger and value
    companies: list[int] = field(default_factory=list)  # columns that say a host is on a card
    stances: dict[int, int] = field(default_factory=dict)
    keys: list[Key] = field(default_factory=list)  # what decides among equal values, the first before all others


def begin(sheet: Sheet, part: Part) -> Written:
    """A model of the items of a part, without any scorer."""
    size, every = len(sheet.problem.counts), 0
    for mask in part.masks.values():
        every |= mask
    written = Written(Model({c: sheet.problem.counts[c] for c in bits(every) if c < size}))
    for number in part.stances:
        column = written.model.column(0, 1)
        written.stances[number] = column
        written.model.extra[size + number] = column
    for item in sorted({sheet.stances[number][0] for number in part.stances}):
        own = [written.stances[number] for number in part.stances if sheet.stances[number][0] == item]
        if len(own) > 1:
            written.model.at_most(dict.fromkeys(own, 1), 1)
    return written


def add_batch(
    written: Written, sheet: Sheet, scorer: int, want: int, holes: Holes, hosts: tuple[Host, ...] = ()
) -> Batch | None:
    """A column for the fills of a want; None if there are items for not even one."""
    model, one = written.model, sheet.problem.scorers[scorer]
    high = min((_bound(model, count, masks) for count, masks in holes), default=one.most or 0)
    high = high if one.most is None else min(high, one.most)
    if high <= 0:
        return None
    batch = Batch(scorer, want, model.column(one.value, high), hosts, holes)
    for hole, (count, masks) in enumerate(holes):
        if len(masks) > count and len(masks) > 1:
            own = [model.column(0, high) for _ in masks]
            for fit, column in enumerate(own):
                batch.fits[hole, fit] = column
                model.at_most({column: 1, batch.column: -1}, 0)
                _place(model, batch, one.ledgers, (hole, fit), column, 1)
            model.exactly({**dict.fromkeys(own, 1), batch.column: -count}, 0)
        else:
            for fit in range(len(masks)):
                _place(model, batch, one.ledgers, (hole, fit), batch.column, count if len(masks) == 1 else 1)
    written.batches.append(batch)
    return batch


def _bound(model: Model, count: int, masks: tuple[int, ...]) -> int:
    every = 0
    for mask in masks:
        every |= mask
    most = model.have(every) // count
    return min(most, *(model.have(mask) for mask in masks)) if count == len(masks) > 1 else most


def _place(
    model: Model, batch: Batch, ledgers: tuple[int, ...], where: tuple[int, int], column: int, count: int
) -> None:
    """Demand items; in several ledgers they have to be the same ones, so that it must be said which."""
    mask = batch.holes[where[0]][1][where[1]]
    if len(ledgers) == 1 or not mask & (mask - 1):
        for ledger in ledgers:
            model.demand(ledger, mask, column, count)
        return
    own = {c: model.column(0, count * model.high[column]) for c in bits(mask)}
    for c, piece in own.items():
        batch.pieces[(*where, c)] = piece
        for ledger in ledgers:
            model.demand(ledger, 1 << c, piece, 1)
    model.exactly({**dict.fromkeys(own.values(), 1), column: -count}, 0)


def bind(written: Written, sheet: Sheet, scorer: int, least: int) -> None:
    """What all fills of a scorer have in common: one want, how often at least and at most, a value if there is none."""
    model, one = written.model, sheet.problem.scorers[scorer]
    batches = [batch for batch in written.batches if batch.scorer == scorer]
    columns = tuple(batch.column for batch in batches)
    by_want = [tuple(batch.column for batch in batches if batch.want == want) for want in range(len(one.wants))]
    by_want = [group for group in by_want if group]
    if one.most is not None and len(columns) > 1:
        model.at_most(dict.fromkeys(columns, 1), one.most)
    if one.most != 1 and len(by_want) > 1:
        model.choices.append(tuple(by_want))
        tops = [max(model.high[v] for v in group) for group in by_want]
        whole = lcm(*tops)
        model.at_most({v: whole // top for group, top in zip(by_want, tops, strict=True) for v in group}, whole)
    if least and len(columns) == 1:
        model.low[columns[0]] = least
    elif least:
        model.at_most(dict.fromkeys(columns, -1), -least)
    model.constant += one.unfilled
    if one.unfilled and one.most == 1:
        for v in columns:
            model.goal[v] -= one.unfilled
    elif one.unfilled and columns:
        _unfilled(model, columns, one.unfilled)
    if len(columns) > 1:
        model.sums.append(columns)
    if columns:
        written.keys += [(1, columns), *((1, group) for group in by_want if len(by_want) > 1)]


def _unfilled(model: Model, columns: tuple[int, ...], value: int) -> None:
    filled = model.column(-value, 1)
    if value > 0:
        for v in columns:
            model.at_most({v: 1, filled: -model.high[v]}, 0)
    else:
        model.at_most({filled: 1, **dict.fromkeys(columns, -1)}, 0)


def add_lefts(written: Written, sheet: Sheet, part: Part) -> None:
    """Items in no set, as fills of a scorer for each value. If a value is below zero every item has to be somewhere."""
    model = written.model
    for ledger, mask in part.masks.items():
        if ledger not in sheet.worth:
            continue
        by_value: dict[int, int] = {}
        for c in bits(mask):
            for value in sheet.left(ledger, c):
                by_value[value] = by_value.get(value, 0) | 1 << c
        is_exact = min(by_value) < 0
        for value in sorted(by_value, reverse=True):
            if value or is_exact:
                column = model.column(value, model.have(by_value[value]))
                written.lefts[ledger, value] = column
                model.demand(ledger, by_value[value], column, 1)
                written.keys.append((1, (column,)))
        if is_exact:
            model.lines.append(model.line(ledger, mask, is_exact=True))

"""Columns for fills in company: a host on a card widens what may lie in all holes of that card.

In:   a part being written, the scorers of one card.      Out:  columns for each set of hosts that changes something there.
A host is a whole decision (on this card or not) and fills one hole there itself. Fills in company may be mixed with plain ones,
which ask for no more; so company is never worse, and costs only the host.
"""

from __future__ import annotations

from itertools import combinations

from kfdsl.engine.allocate_columns import Batch, Written, add_batch
from kfdsl.engine.allocate_flow import bits
from kfdsl.engine.allocate_parts import Rule, Sheet


def add_companies(written: Written, sheet: Sheet, scorers: list[int]) -> None:
    """All that hosts can change on one card."""
    rules = [rule for rule in sheet.rules if _matters(sheet, scorers, rule)]
    plain = [batch for batch in written.batches if batch.scorer in scorers]
    present = []
    for size in range(1, len(rules) + 1):
        for together in combinations(rules, size):
            column = _add_company(written, sheet, scorers, together, plain)
            if column is not None:
                present.append(column)
    if len(present) > 1:
        written.model.at_most(dict.fromkeys(present, 1), 1)
    written.companies += present


def _matters(sheet: Sheet, scorers: list[int], rule: Rule) -> bool:
    """Whether the host fits on the card and widens a hole there."""
    before = [masks for scorer in scorers for want in range(len(sheet.problem.scorers[scorer].wants)) for _, masks in sheet.holes(scorer, want)]
    after = [masks for scorer in scorers for want in range(len(sheet.problem.scorers[scorer].wants)) for _, masks in sheet.holes(scorer, want, [rule])]
    return before != after and any(mask & rule.hosts for masks in after for mask in masks)


def _add_company(written: Written, sheet: Sheet, scorers: list[int], rules: tuple[Rule, ...], plain: list[Batch]) -> int | None:
    """The column that says these hosts are on the card; None if that is impossible."""
    model = written.model
    batches: list[Batch] = []
    for scorer in scorers:
        one = sheet.problem.scorers[scorer]
        for want in range(len(one.wants)):
            if sheet.holes(scorer, want) != sheet.holes(scorer, want, rules):
                batch = add_batch(written, sheet, scorer, want, one.value, rules)
                if batch is not None:
                    batches.append(batch)
    if not batches:
        return None
    widened = {(batch.scorer, batch.want) for batch in batches}
    where = batches + [batch for batch in plain if (batch.scorer, batch.want) not in widened]
    seats = [[(batch, seat) for batch in where for seat in _seats(batch, rule)] for rule in rules]
    if not all(seats):
        for batch in batches:
            model.high[batch.column] = 0
        return None
    is_one = len(batches) == 1 and model.high[batches[0].column] == 1
    present = batches[0].column if is_one else model.column(0, 1)
    if not is_one:
        for batch in batches:
            model.at_most({batch.column: 1, present: -model.high[batch.column]}, 0)
    for places in seats:
        _seat(written, sheet, present, places)
    return present


def _seats(batch: Batch, rule: Rule) -> list[tuple[int, int, int]]:
    """Holes of a batch that a host may fill, and as which class.

    Of two in every set the one that fewer classes fit is no worse, since what lies there can change places with the host. A fit
    that a set may do without is compared only within its own hole.
    """
    found = []
    for host in bits(rule.hosts):
        own = [(hole, fit, mask) for hole, (_, masks) in enumerate(batch.holes) for fit, mask in enumerate(masks) if mask >> host & 1]
        for number, (hole, fit, mask) in enumerate(own):
            open_hole = hole if (hole, fit) in batch.fits else -1
            rivals = [(at, other) for at, (h, f, other) in enumerate(own) if at != number and (h if (h, f) in batch.fits else -1) == open_hole]
            if not any(not other & ~mask and (other != mask or at < number) for at, other in rivals):
                found.append((hole, fit, host))
    return found


def _seat(written: Written, sheet: Sheet, present: int, places: list[tuple[Batch, tuple[int, int, int]]]) -> None:
    """A host that is on a card lies in one of the holes there."""
    model = written.model
    columns = []
    for batch, (hole, fit, host) in places:
        column = present if len(places) == 1 else model.column(0, 1)
        columns.append(column)
        filled, ledgers = batch.fits.get((hole, fit), batch.column), sheet.problem.scorers[batch.scorer].ledgers
        if (hole, fit, host) in batch.pieces:
            model.at_most({column: 1, batch.pieces[hole, fit, host]: -1}, 0)
            continue
        count, masks = batch.holes[hole]
        batch.hosts.append((hole, fit, host, column))
        others = [v for h, f, _, v in batch.hosts if (h, f) == (hole, fit)]
        if len(others) > 1:
            model.at_most({**dict.fromkeys(others, 1), filled: -(count if len(masks) == 1 else 1)}, 0)
        if column != filled:
            model.at_most({column: 1, filled: -1}, 0)
        for ledger in ledgers:
            model.demand(ledger, masks[fit], column, -1)
            model.demand(ledger, 1 << host, column, 1)
    if len(places) > 1:
        model.exactly({**dict.fromkeys(columns, 1), present: -1}, 0)

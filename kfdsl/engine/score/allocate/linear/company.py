"""Columns for fills in company: a host on a card widens what may lie in all holes of that card.

In:   a part being written, the scorers of one card.      Out:  columns for each set of hosts that changes something.
A host is a whole decision (on this card or not) and fills one hole there itself. All that may lie there without it may
lie there beside it; so company is never worse, and costs only the host.
"""

from __future__ import annotations

from itertools import combinations

from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.score.allocate.linear.columns import Batch, Written, add_batch
from kfdsl.engine.score.allocate.linear.flow import bits
from kfdsl.engine.score.allocate.linear.sheet import Holes, Host, Sheet

COMPANY = 2000  # steps for writing what hosts change on a card


def add_companies(written: Written, sheet: Sheet, scorers: list[int], meter: Meter) -> None:
    """All that hosts can change on one card."""
    hosts = [host for host in sheet.hosts if _matters(sheet, scorers, host)]
    plain = [batch for batch in written.batches if batch.scorer in scorers]
    present: dict[int, list[Batch]] = {}
    for size in range(1, len(hosts) + 1):
        for together in combinations(hosts, size):
            meter.charge(COMPANY)
            _add_company(written, sheet, scorers, together, plain, present)
    if len(present) > 1:
        written.model.at_most(dict.fromkeys(present, 1), 1)
    for batch in plain:  # in company there is no need for plain fills of what company widens
        if sheet.problem.scorers[batch.scorer].most != 1:
            by = [
                column
                for column, batches in present.items()
                if any((one.scorer, one.want) == (batch.scorer, batch.want) for one in batches)
            ]
            if by:
                most = written.model.high[batch.column]
                written.model.at_most({batch.column: 1, **dict.fromkeys(by, most)}, most)
    written.companies += present


def _matters(sheet: Sheet, scorers: list[int], host: Host) -> bool:
    """Whether the host fits on the card, if need be as a guest of others, and widens a hole there."""
    wants = [(scorer, want) for scorer in scorers for want in range(len(sheet.problem.scorers[scorer].wants))]
    fits = any(mask & host.mask for one in wants for _, masks in sheet.holes(*one, sheet.hosts) for mask in masks)
    return fits and any(sheet.holes(*one) != sheet.holes(*one, [host]) for one in wants)


def _add_company(
    written: Written,
    sheet: Sheet,
    scorers: list[int],
    hosts: tuple[Host, ...],
    plain: list[Batch],
    present: dict[int, list[Batch]],
) -> None:
    """A column that says these hosts are on the card, and fills in their company, if there can be any."""
    model = written.model
    batches: list[Batch] = []
    widened: set[tuple[int, int]] = set()
    for scorer in scorers:
        known: list[Holes] = []
        for want in range(len(sheet.problem.scorers[scorer].wants)):
            holes = sheet.holes(scorer, want, hosts)
            if not _is_new(sheet, scorer, want, hosts, holes, is_alone=len(scorers) == 1):
                continue
            widened.add((scorer, want))
            if holes not in known:  # of wants that company makes equal the first is enough
                known.append(holes)
                batch = add_batch(written, sheet, scorer, want, holes, hosts)
                if batch is not None:
                    batches.append(batch)
    if not batches:
        return
    where = batches + [batch for batch in plain if len(scorers) > 1 and (batch.scorer, batch.want) not in widened]
    seats = [[(batch, seat) for batch in where for seat in _seats(batch, host, hosts)] for host in hosts]
    if not all(seats):
        for batch in batches:
            model.high[batch.column] = 0
            written.batches.remove(batch)
        return
    is_one = len(batches) == 1 and model.high[batches[0].column] == 1
    here = batches[0].column if is_one else model.column(0, 1)
    if not is_one:
        for batch in batches:
            model.at_most({batch.column: 1, here: -model.high[batch.column]}, 0)
    for places in seats:
        _seat(written, sheet, here, places)
    present[here] = batches


def _is_new(sheet: Sheet, scorer: int, want: int, hosts: tuple[Host, ...], holes: Holes, is_alone: bool) -> bool:
    """Whether these hosts widen a want more than fewer of them would, or, beside other scorers, at all."""
    fewer = [tuple(other for other in hosts if other is not host) for host in hosts] if is_alone else [()]
    return all(sheet.holes(scorer, want, some) != holes for some in fewer)


def _seats(batch: Batch, host: Host, hosts: tuple[Host, ...]) -> list[tuple[int, int, int]]:
    """Holes of a batch that a host may fill, and as which class.

    Of two in every set the one that fewer classes fit is no worse, since what lies there can change places with the
    host, unless it is another host. A fit that a set may do without is compared only within its own hole.
    """
    found = []
    others = sum(other.mask for other in hosts if other is not host)
    for item in bits(host.mask):
        own = [
            (hole, fit, mask)
            for hole, (_, masks) in enumerate(batch.holes)
            for fit, mask in enumerate(masks)
            if mask >> item & 1
        ]
        for number, (hole, fit, mask) in enumerate(own):
            open_hole = hole if (hole, fit) in batch.fits else -1
            rivals = [
                (at, other)
                for at, (h, f, other) in enumerate(own)
                if at != number and not other & others and (h if (h, f) in batch.fits else -1) == open_hole
            ]
            if not any(not other & ~mask and (other != mask or at < number) for at, other in rivals):
                found.append((hole, fit, item))
    return found


def _seat(written: Written, sheet: Sheet, present: int, places: list[tuple[Batch, tuple[int, int, int]]]) -> None:
    """A host that is on a card lies in one of the holes there."""
    model = written.model
    columns = []
    for batch, (hole, fit, item) in places:
        column = present if len(places) == 1 else model.column(0, 1)
        columns.append(column)
        filled, ledgers = batch.fits.get((hole, fit), batch.column), sheet.problem.scorers[batch.scorer].ledgers
        if (hole, fit, item) in batch.pieces:
            model.at_most({column: 1, batch.pieces[hole, fit, item]: -1}, 0)
            continue
        count, masks = batch.holes[hole]
        batch.seats.append((hole, fit, item, column))
        others = [v for h, f, _, v in batch.seats if (h, f) == (hole, fit)]
        if len(others) > 1:
            model.at_most({**dict.fromkeys(others, 1), filled: -(count if len(masks) == 1 else 1)}, 0)
        if column != filled:
            model.at_most({column: 1, filled: -1}, 0)
        for ledger in ledgers:
            model.demand(ledger, masks[fit], column, -1)
            model.demand(ledger, 1 << item, column, 1)
    if len(places) > 1:
        model.exactly({**dict.fromkeys(columns, 1), present: -1}, 0)

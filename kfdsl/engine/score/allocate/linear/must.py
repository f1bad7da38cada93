"""How often scorers that are no free choice have to be filled.

In:   a Sheet and a Part.      Out:  the least number of fills, by scorer.
In order, each as often as what the earlier ones leave allows, less what it may spare. Only items that are what a hole
asks for count: nobody has to let one stand in, to settle on a role or to bring company.
"""

from __future__ import annotations

from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.score.allocate.linear.branch_and_bound import search
from kfdsl.engine.score.allocate.linear.columns import Written, add_batch, begin, bind
from kfdsl.engine.score.allocate.linear.parts import Part
from kfdsl.engine.score.allocate.linear.sheet import Holes, Sheet
from kfdsl.engine.score.allocate.linear.simplex import Linear


def least_fills(sheet: Sheet, part: Part, meter: Meter) -> dict[int, int]:
    """The least number of fills of scorers that must take what they can."""
    found: dict[int, int] = {}
    for scorer in part.scorers:
        spare = sheet.problem.scorers[scorer].spare
        if spare is not None:
            found[scorer] = max(0, _most(sheet, part, found, scorer, meter) - spare)
    return found


def _most(sheet: Sheet, part: Part, found: dict[int, int], scorer: int, meter: Meter) -> int:
    """How often a scorer can be filled beside those before it."""
    written = begin(sheet, Part(masks=part.masks))
    for other in (*found, scorer):
        for want in range(len(sheet.problem.scorers[other].wants)):
            add_batch(written, sheet, other, want, _direct(sheet, other, want))
        bind(written, sheet, other, found.get(other, 0))
    return _highest(written, tuple(batch.column for batch in written.batches if batch.scorer == scorer), meter)


def _highest(written: Written, columns: tuple[int, ...], meter: Meter) -> int:
    model = written.model
    model.goal = [int(v in columns) for v in range(len(model.goal))]
    model.seal()
    best = search(model, Linear(model.goal, model.low, model.high, model.lines, meter), 0)
    assert best is not None, "what had to be filled before can be filled"
    return sum(best[v] for v in columns)


def _direct(sheet: Sheet, scorer: int, want: int) -> Holes:
    items = (1 << len(sheet.problem.counts)) - 1
    return [
        (hole.count, tuple(sheet.mask(fit.takes) & items for fit in hole.fits))
        for hole in sheet.problem.scorers[scorer].wants[want]
    ]

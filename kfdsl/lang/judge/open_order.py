"""That where packs change something at one point, their order is stated or does not matter.

In:   changes that stand side by side.      Out:  a report of pairs that could notice each other's order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import Summary, commute
from kfdsl.lang.elaborate.rules.made_rules import Change, SideBySide
from kfdsl.lang.elaborate.rules.order_of_changes import report_open_order
from kfdsl.lang.link.model import Model
from kfdsl.text.diagnostic import Report


def open_orders(side_by_side: Iterable[SideBySide], deeds: Deeds, model: Model, report: Report) -> None:
    """Report changes whose order is not stated although it matters."""
    for name, changes in side_by_side:
        by_pack: dict[str, list[tuple[Change, Summary]]] = {}
        for change in changes if len({change[0].pack for change in changes}) > 1 else ():
            by_pack.setdefault(change[0].pack, []).append((change, deeds.of(change[1], {})))
        for one_pack, other_pack in combinations(by_pack, 2):
            if not model.ordered(one_pack, other_pack):
                _between(name, by_pack[one_pack], by_pack[other_pack], deeds, report)


def _between(
    name: str, ones: list[tuple[Change, Summary]], others: list[tuple[Change, Summary]], deeds: Deeds, report: Report
) -> None:
    """Report changes of two packs that notice each other's order."""
    for (one, _, over), mine in ones:
        for (other, _, other_over), theirs in others:
            report.spend(1 + len(mine) * len(theirs), other.span)
            stated = other.pack in over or one.pack in other_over
            if not stated and not commute(mine, theirs, deeds.reads.places):
                report_open_order(report, name, one, other)

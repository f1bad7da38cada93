"""That where packs change something at one point, their order is stated or does not matter.

In:   changes that stand side by side.      Out:  a report of pairs that could notice each other's order.
"""

from __future__ import annotations

from collections.abc import Iterable

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import commute
from kfdsl.lang.elaborate.rules.made_rules import SideBySide
from kfdsl.lang.elaborate.rules.order_of_changes import report_open_order
from kfdsl.lang.link.model import Model
from kfdsl.text.diagnostic import Report


def open_orders(side_by_side: Iterable[SideBySide], deeds: Deeds, model: Model, report: Report) -> None:
    """Report changes whose order is not stated although it matters."""
    for name, changes in side_by_side:
        for index, (one, body, over) in enumerate(changes):
            for other, against, other_over in changes[index + 1 :]:
                stated = other.pack in over or one.pack in other_over or model.ordered(one.pack, other.pack)
                if not stated and not commute(deeds.of(body, {}), deeds.of(against, {}), deeds.reads.places):
                    report_open_order(report, name, one, other)

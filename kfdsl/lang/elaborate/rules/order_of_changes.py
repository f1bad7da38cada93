"""The order of changes at one point.

In:   changes of several packs.      Out:  the same in order, or a report; see lang/judge/open_order for whether it matters.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.link.model import Entry
from kfdsl.lang.link.precedence import by_over
from kfdsl.text.diagnostic import Aside, Report


def in_order(
    context: Context, changes: list[Entry[nodes.EffectChange]], word: str, name: str
) -> list[Entry[nodes.EffectChange]]:
    """Changes of one sort at one point, in an order that the packs state."""
    chosen = [change for change in changes if change.node.word == word]
    for index, one in enumerate(chosen if word == "instead" else ()):
        context.report.spend(len(chosen) - index, one.span)
        for other in chosen[index + 1 :]:
            stated = other.pack in one.node.over or one.pack in (*other.node.over, other.pack)
            if not stated:
                report_open_order(context.report, name, one, other)
    return by_over(chosen, lambda change: change.pack, lambda change: change.node.over)


def report_open_order(report: Report, name: str, one: Entry[nodes.Node], other: Entry[nodes.Node]) -> None:
    """Report two changes at one point whose order matters and is not stated."""
    report.error(
        "open-order",
        f"two packs change `{name}` at one point, and nothing says which comes first",
        other.span,
        label=f"this is `{other.pack}`",
        asides=[Aside(span=one.span, label=f"and this is `{one.pack}`")],
        help=f"write `over {one.pack}` behind this block, or let one pack follow the other in its manifest",
    )

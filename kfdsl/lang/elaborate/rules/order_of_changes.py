"""The order of changes at one point, and where it matters that none is stated.

In:   changes of several packs.      Out:  the same in order, or a report.
"""

from __future__ import annotations

from collections.abc import Mapping

from kfdsl.analysis.footprint import Surveyor
from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.rules.made_rules import MadeRules
from kfdsl.lang.link.model import Entry
from kfdsl.lang.link.precedence import by_over
from kfdsl.program import core
from kfdsl.text.diagnostic import Aside


def in_order(
    context: Context, changes: list[Entry[nodes.EffectChange]], word: str, name: str
) -> list[Entry[nodes.EffectChange]]:
    """Changes of one sort at one point, in an order that the packs state."""
    chosen = [change for change in changes if change.node.word == word]
    for index, one in enumerate(chosen):
        for other in chosen[index + 1 :]:
            stated = other.pack in one.node.over or one.pack in (*other.node.over, other.pack)
            if word == "instead" and not stated:
                report_open_order(context, name, one, other)
    return by_over(chosen, lambda change: change.pack, lambda change: change.node.over)


def check_orders(rules: MadeRules, queries: Mapping[str, core.QueryDef]) -> None:
    """Report changes side by side that could notice each other's order; after all rules are made."""
    effects = [rule for rule in rules.rules if "." in rule]
    surveyor = Surveyor(
        rules.rules, queries, lambda: effects, rules.context.names.tokens_of, rules.context.names.places_with
    )
    for name, changes in rules.side_by_side:
        for index, (one, body, over) in enumerate(changes):
            for other, against, other_over in changes[index + 1 :]:
                stated = (
                    other.pack in over or one.pack in other_over or rules.context.model.ordered(one.pack, other.pack)
                )
                if not stated and surveyor.footprint(body).disturbs(surveyor.footprint(against)):
                    report_open_order(rules.context, name, one, other)


def report_open_order(context: Context, name: str, one: Entry[nodes.Node], other: Entry[nodes.Node]) -> None:
    """Report two changes at one point whose order matters and is not stated."""
    context.report.error(
        "open-order",
        f"two packs change `{name}` at one point, and nothing says which comes first",
        other.span,
        label=f"this is `{other.pack}`",
        asides=[Aside(span=one.span, label=f"and this is `{one.pack}`")],
        help=f"write `over {one.pack}` behind this block, or let one pack follow the other in its manifest",
    )

"""That no rule waits for answers, or names things, more often than anybody could follow.

In:   the graph of calls.      Out:  a report.
Where a rule waits, all that it has named waits with it; so the code of a rule grows with the one times the other. What it
has named is looked through at every line as well.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.program_facts import asking_rules, waits
from kfdsl.lang.judge.recursion import LONGEST
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.diagnostic import Report

MOST_NAMES = 2500
MOST_KEPT = 200 * LONGEST  # names, once for each time that a rule waits


def long_rules(calls: Calls, report: Report) -> None:
    """Report the statement with which there are too many."""
    asking = asking_rules(calls)
    for rule in calls.rules.values():
        cuts = list(waits(rule.body, asking, calls)) if rule.name in asking else []
        if len(cuts) > LONGEST:
            report.error(
                "too-long",
                f"a rule waits for answers at most {LONGEST} times",
                cuts[LONGEST].span,
                label="this is one more; every loop and condition with an ask in it counts as well",
                help="put a part of it into an effect of its own",
            )
        else:
            _names(rule, len(cuts), report)


def _names(rule: core.RuleDef, cuts: int, report: Report) -> None:
    named = [stmt for stmt in statements(rule.body) if isinstance(stmt, core.Let | core.AskFor | core.For)]
    most = min(MOST_NAMES, MOST_KEPT // max(cuts, 1))
    if len(named) > most:
        often = f" that waits for answers {cuts} times" if most < MOST_NAMES else ""
        report.error(
            "too-long",
            f"a rule{often} names at most {most} things with `let`, `ask` and `for`",
            named[most].span,
            label="this is one more",
            help="put a part of it into an effect of its own",
        )

"""That no rule waits for answers, or names things, more often than anybody could follow.

In:   the graph of calls.      Out:  a report.
Where a rule waits, all that it has named waits with it; so the code of a rule would grow with the one times the other.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.program_facts import asking_rules, waits
from kfdsl.lang.judge.recursion import LONGEST
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.diagnostic import Report

MOST_NAMES = 200


def long_rules(calls: Calls, report: Report) -> None:
    """Report the statement with which there are too many."""
    asking = asking_rules(calls)
    for rule in calls.rules.values():
        named = [stmt for stmt in statements(rule.body) if isinstance(stmt, core.Let | core.AskFor | core.For)]
        if len(named) > MOST_NAMES:
            report.error(
                "too-long",
                f"a rule names at most {MOST_NAMES} things with `let`, `ask` and `for`",
                named[MOST_NAMES].span,
                label="this is one more",
                help="put a part of it into an effect of its own",
            )
        cuts = list(waits(rule.body, asking, calls)) if rule.name in asking else []
        if len(cuts) > LONGEST:
            report.error(
                "too-long",
                f"a rule waits for answers at most {LONGEST} times",
                cuts[LONGEST].span,
                label="this is one more; every loop and condition with an ask in it counts as well",
                help="put a part of it into an effect of its own",
            )

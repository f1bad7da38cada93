"""What asks somebody, whichever way it goes.

In:   the graph of calls.      Out:  the names of such rules, and the same of a statement.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls
from kfdsl.program import core


def asking_rules(calls: Calls) -> set[str]:
    """Rules that ask somebody, whichever way they go."""
    found: set[str] = set()
    for sort, name in calls.order:
        if sort == "rule" and must_ask(calls.rules[name].body, found):
            found.add(name)
    return found


def must_ask(stmt: core.Stmt, asking: set[str]) -> bool:
    """Whether a statement asks somebody, whichever way it goes."""
    match stmt:
        case core.AskFor() | core.Choose() | core.OneOf():
            return True
        case core.CallRule():
            return stmt.rule in asking
        case core.Block():
            return any(must_ask(part, asking) for part in stmt.body)
        case core.Step() | core.Repeat():
            return must_ask(stmt.body, asking)
        case core.If():
            return stmt.other is not None and must_ask(stmt.then, asking) and must_ask(stmt.other, asking)
        case (
            core.For(items=core.Prim(word="players" | "clockwise"), where=None)
            | core.Apart(items=core.Prim(word="players" | "clockwise"))
        ):
            return must_ask(stmt.body, asking)  # there is always somebody at the table
        case _:
            return False

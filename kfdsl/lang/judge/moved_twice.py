"""That no group is moved twice.

In:   the graph of calls.      Out:  a report of groups that are moved again although they are gone.
Only what is certain is told: on a straight path the same group, or the same part of one, leaves twice. What one branch of an `if`
moves, or a round of a loop, may still be there behind it.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls
from kfdsl.program import core
from kfdsl.program.core.walk import inner
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Span

WHOLE = ("whole",)
Part = tuple[object, ...]  # all of a group, or which part
Gone = dict[tuple[str, Part], Span]  # what has left, and where that was said


def moved(calls: Calls, report: Report) -> None:
    """Report groups that are moved twice; a rule is looked at after those that it calls."""
    walk = _Walk(calls, report)
    for sort, name in calls.order:
        if sort == "rule":
            gone: Gone = {}
            walk.stmt(calls.rules[name].body, gone)
            walk.takes[name] = {param for param, _ in calls.rules[name].params if (param, WHOLE) in gone}


class _Walk:
    """Goes through statements in order."""

    def __init__(self, calls: Calls, report: Report) -> None:
        self.calls = calls
        self.report = report
        self.takes: dict[str, set[str]] = {}  # which of its parameters a rule moves, whichever way it goes

    def stmt(self, stmt: core.Stmt, gone: Gone) -> None:
        """Take note of what a statement moves."""
        match stmt:
            case core.Move(source=None, what=what) if what is not None and what.type.head == "group":
                self.leaves(what, stmt.span, gone)
            case core.CallRule():
                params = [name for name, _ in self.calls.rules[stmt.rule].params]
                for param, arg in zip(params, stmt.args, strict=True):
                    if arg.type.head == "group" and param in self.takes[stmt.rule]:
                        self.leaves(arg, stmt.span, gone)
            case core.AskFor():
                for each in [each for each in gone if each[0] == stmt.name]:
                    del gone[each]
            case core.If():
                then, other = dict(gone), dict(gone)
                self.stmt(stmt.then, then)
                if stmt.other is not None:
                    self.stmt(stmt.other, other)
                gone.update({each: span for each, span in then.items() if each in other})
            case core.For() | core.Repeat() | core.Apart():
                self.stmt(stmt.body, dict(gone))
            case _:
                for part in inner(stmt):
                    self.stmt(part, gone)

    def leaves(self, what: core.Expr, span: Span, gone: Gone) -> None:
        """A group, or a part of one, is moved."""
        group, part = _which(what)
        if not group:
            return
        first = gone.get((group, WHOLE)) or gone.get((group, part))
        if first is not None:
            self.report.error(
                "moved-twice",
                f"`{what.span.words}` was moved already",
                what.span,
                label="this is no longer where it was picked up",
                asides=[Aside(span=first, label="moved here first")],
                help="move it once, ask for another group, or move a part of it each time: `move clay in coin to pit`",
            )
        gone.setdefault((group, part), span)


def _which(what: core.Expr) -> tuple[str, Part]:
    """The name of a group, and which part of it; no name where that is not plain."""
    match what:
        case core.Local():
            return what.name, WHOLE
        case core.Prim(word="only", args=(core.Local() as group,)):
            return group.name, ("only", what.data)
        case _:
            return "", WHOLE

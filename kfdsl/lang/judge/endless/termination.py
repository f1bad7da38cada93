"""That everything ends.

In:   a Program without recursion.      Out:  a report of loops that could run for ever, and of more loops in one another than Python takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.lang.judge.endless.must_ask import must_ask
from kfdsl.lang.judge.endless.rounds import Loops
from kfdsl.lang.judge.never_stuck import reached
from kfdsl.program import core
from kfdsl.program.core.walk import children, inner, statements
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

MOST_LOOPS = 12  # Python allows twenty in one function


def totality(deeds: Deeds, can_fail: CanFail, report: Report) -> None:
    """Report loops that may go round for ever without a choice for anybody, and loops too many of which stand in one another."""
    found = deeds.calls
    tried, loops = tried_rules(found), Loops(deeds, can_fail)
    for query in found.program.queries:
        _check_nesting(_loops(query.body, 0), report)
    for rule in found.program.rules:
        _check_nesting(_loops_of(rule.body, 0), report)
        for stmt in statements(rule.body):
            if isinstance(stmt, core.Repeat) and not loops.comes_to_an_end(stmt, rule.name in tried):
                _report_loop(stmt, loops.asking, rule.name in tried, report)


def tried_rules(found: Calls) -> set[str]:
    """Rules that are tried before they are offered: all that actions, effects on cards and branches come to."""
    starts = [action.rule for action in found.program.actions]
    starts += [rule for card in found.program.cards for _, _, rule in card.effects]
    for rule in found.program.rules:
        starts += [name for stmt in statements(rule.body) if isinstance(stmt, core.OneOf) for name in stmt.branches]
    return set(reached(found, starts))


def _report_loop(stmt: core.Repeat, asking: set[str], is_tried: bool, report: Report) -> None:
    if not must_ask(stmt.body, asking):
        report.error(
            "endless",
            "a round of this loop may ask nobody, so it might never end",
            stmt.span,
            label="nobody need be asked in here",
            help="ask or let choose in every round; count rounds, `until n >= 3`; or go through something with `for`",
        )
    elif is_tried:
        report.error(
            "endless",
            "what is asked in this loop is tried beforehand, and a round may change nothing, so trying might never end",
            stmt.span,
            label="a round may bring it no nearer to its end",
            help="count rounds, `until n >= 3`; go through something with `for`; or let a menu be stopped, `repeat choose … or stop`",
        )
    else:
        report.error(
            "endless",
            "if nobody has a choice, a round of this loop may change nothing, and then it never ends",
            stmt.span,
            label="a round may bring it no nearer to its end",
            help="count how often the only thing that can always be done was done, `passes := passes + 1`, and end `until passes >= size(players)`; "
            "or count rounds",
        )


def _check_nesting(loops: Iterable[tuple[int, Span]], report: Report) -> None:
    deepest, span = max(loops, key=lambda loop: loop[0], default=(0, None))
    if deepest > MOST_LOOPS:
        report.error(
            "too-deep",
            f"more than {MOST_LOOPS} loops stand in one another",
            span,
            label="this is the innermost",
            help="give an inner part a name: a query for a value, an effect for what is done",
        )


def _loops_of(stmt: core.Stmt, outside: int) -> Iterator[tuple[int, Span]]:
    """How many loops go round at each point of a statement."""
    for child in children(stmt):
        yield from _loops(child, outside)
    inside = outside + isinstance(stmt, core.For)
    yield inside, stmt.span
    for part in inner(stmt):
        yield from _loops_of(part, inside)


def _loops(expr: core.Expr, outside: int) -> Iterator[tuple[int, Span]]:
    """How many loops go round at each point of an expression."""
    inside = outside + (1 if isinstance(expr, core.Pick) else len(expr.binders) if isinstance(expr, core.Fold) else 0)
    yield inside, expr.span
    for child in children(expr):
        yield from _loops(child, inside)

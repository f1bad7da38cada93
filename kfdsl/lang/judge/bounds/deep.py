"""Loops in loops, through all that is called: what can take longer than anybody waits.

In:   the graph of calls.      Out:  a warning where so many loops stand in one another that no table is small enough for it.
A bound counts every card of a kind in every loop, although most lie elsewhere, so its number says little about what is usual. How
deep loops stand in one another says more: each makes the time several times longer, however few things there are.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.analysis.calls import Calls
from kfdsl.program import core
from kfdsl.program.core.walk import children, inner
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

DEEPEST = 9  # what is played with has seven
SEARCH = 3  # loops that a search is worth: a walk, an allocation, a trial
_SEARCHES = ("walk", "walk_from", "loop", "loop_through")


def deep_loops(calls: Calls, report: Report) -> None:
    """Warn of what stands too deep, where it becomes so."""
    depths = Depths(calls)
    for query in calls.program.queries:
        depths.judge(("query", query.name), query.body, report)
    for rule in calls.program.rules:
        depths.judge(("rule", rule.name), rule.body, report)


class Depths:
    """How many loops stand in one another."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.known: dict[tuple[str, str], int] = {}

    def judge(self, node: tuple[str, str], body: core.Expr | core.Stmt, report: Report) -> None:
        """Warn if it is this one that is too deep, and not something that it calls."""
        if self.of(node) < DEEPEST or any(self.of(call.target) >= DEEPEST for call in self.calls.calls[node]):
            return
        span = next((span for span, depth in self.loops(body) if depth >= DEEPEST), body.span)
        report.warning(
            "too-costly",
            f"with this, {self.of(node)} loops stand in one another, through all that is called",
            span,
            label="each item of this goes through all of them",
            help="work out once what is needed again and again, and go through fewer things: `let`, `where`, `first(3, …)`",
            note="`kfdsl check --bounds` tells how many steps that may be",
        )

    def of(self, node: tuple[str, str]) -> int:
        """How deep loops stand in what has a name; what is printed on cards does not come back into itself more than once here."""
        if node not in self.known:
            self.known[node] = 0
            match node:
                case ("query", name):
                    self.known[node] = self.expr(self.calls.queries[name].body)
                case ("rule", name):
                    self.known[node] = self.stmt(self.calls.rules[name].body)
                case ("menu" | "action", _):
                    pass  # somebody is asked first
                case _:
                    self.known[node] = max((self.of(call.target) for call in self.calls.calls[node]), default=0)
        return self.known[node]

    def expr(self, expr: core.Expr) -> int:
        """How deep loops stand in an expression."""
        match expr:
            case core.Pick():
                inside = max(self.maybe(expr.where), self.maybe(expr.ranking))
                return max(self.expr(expr.items), 1 + inside)
            case core.Fold():
                found = max(self.expr(expr.value), self.maybe(expr.where))
                for _, items in reversed(expr.binders):
                    found = max(self.expr(items), 1 + found)
                return max(found, self.maybe(expr.otherwise))
            case core.Ask():
                return max(self.of(("query", expr.query)), self.below(expr))
            case core.Trial():
                return max(SEARCH + self.of(self.calls.printed(expr.effect)), self.below(expr))
            case core.Prim() if expr.word in _SEARCHES:
                return max(SEARCH, self.below(expr))
            case _:
                return self.below(expr)

    def below(self, node: core.Expr | core.Stmt) -> int:
        """The deepest of what stands directly below."""
        return max((self.expr(child) for child in children(node)), default=0)

    def maybe(self, expr: core.Expr | None) -> int:
        """The same of what need not be there."""
        return self.expr(expr) if expr is not None else 0

    def stmt(self, stmt: core.Stmt) -> int:
        """How deep loops stand in a statement."""
        found = max((self.stmt(part) for part in inner(stmt)), default=0)
        match stmt:
            case core.For() | core.Apart() | core.Together():
                where = stmt.where if isinstance(stmt, core.For) else None
                return max(self.expr(stmt.items), 1 + max(found, self.maybe(where)))
            case core.Repeat():
                return 1 + max(found, self.expr(stmt.until))
            case core.CallRule():
                return max(self.below(stmt), self.of(("rule", stmt.rule)))
            case core.OneOf():
                return max([self.below(stmt), *(self.of(("rule", branch)) for branch in stmt.branches)])
            case core.Perform():
                return max(self.below(stmt), self.of(self.calls.printed(stmt.effect)))
            case core.Settle():
                return max(self.below(stmt), SEARCH)
            case core.AskFor(want=want) if want is not None:
                return max(self.below(stmt), SEARCH)
            case core.AskFor(items=items) if items is not None:
                return max(self.expr(items), 1 + self.maybe(stmt.where))
            case _:
                return max(found, self.below(stmt))

    def loops(self, node: core.Expr | core.Stmt) -> Iterator[tuple[Span, int]]:
        """Every part, the innermost first, and how deep it is."""
        if isinstance(node, core.Stmt):
            for part in inner(node):
                yield from self.loops(part)
        for child in children(node):
            yield from self.loops(child)
        yield node.span, self.stmt(node) if isinstance(node, core.Stmt) else self.expr(node)

"""What takes more steps than there are between two choices, whatever happens.

In:   the graph of calls and what may fail.      Out:  a report: the innermost that is surely too much, where it becomes so.
Counted are the steps of analysis/measures/step_costs.py, as few as there can be: of two branches the cheaper one, of a list as many items as it has in
every game, nothing behind a question or behind what may fail. So what is told here could never be carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.measures.step_costs import StepCosts
from kfdsl.program import core
from kfdsl.program.core.walk import children, inner
from kfdsl.program.limits import Limits
from kfdsl.program.numbering import Numbering
from kfdsl.program.words import MOST_NUMBERS
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

WITHOUT_END = 10**18  # more than that is all the same
Work = tuple[int, bool]  # steps, and whether what stands behind it is surely done as well


def surely_over(calls: Calls, can_fail: CanFail, report: Report) -> None:
    """Report queries and rules that take more steps than are allowed unless a host says otherwise."""
    least, most = Least(calls, can_fail), Limits().steps
    for node in calls.order:
        is_told = any(least.of.get(call.target, 0) > most for call in calls.calls[node])
        if least.of.get(node, 0) > most and not is_told:
            named = calls.queries[node[1]] if node[0] == "query" else calls.rules[node[1]]
            span = next((span for span, steps in least.parts(named.body) if steps > most), named.span)
            report.error(
                "over-budget",
                f"`{node[1]}` takes {_words(least.of[node])} steps at least, and {most} are allowed between two choices",
                span,
                label="this is surely too much to work out",
                help="go over fewer things, work out once what is needed again, or ask somebody in between",
            )


class Least:
    """The fewest steps that queries and rules can take."""

    def __init__(self, calls: Calls, can_fail: CanFail) -> None:
        self.calls = calls
        self.can_fail = can_fail
        self.numbering = Numbering(calls.program)
        self.costs = StepCosts(self.numbering, calls)
        self.of: dict[tuple[str, str], int] = {}
        self._goes_on: dict[str, bool] = {}
        self._sizes: dict[str, int] = {}  # of lists that queries answer
        for sort, name in calls.order:
            if sort == "query":
                body = calls.queries[name].body
                self._sizes[name] = self.items(body)
                self.of[sort, name] = min(self.costs.entry(sort, name) + self.expr(body), WITHOUT_END)
            elif sort == "rule":
                steps, self._goes_on[name] = self.stmt(calls.rules[name].body)
                entry = self.costs.entry(sort, name) if self._goes_on[name] else 0  # one that asks may be cut otherwise
                self.of[sort, name] = min(entry + steps, WITHOUT_END)

    # ---- expressions

    def expr(self, expr: core.Expr) -> int:
        """What an expression charges besides what is charged for the text in which it stands."""
        match expr:
            case core.Ask():
                return self.below(expr) + self.of.get(("query", expr.query), 0)  # of one that asks itself, no more is sure
            case core.Pick():
                few = self.costs.few(expr.items) is not None
                rounds = 0 if few else self.items(expr.items) * self.costs.weight(expr.where, expr.ranking)
                return self.expr(expr.items) + rounds
            case core.Fold():
                return self.fold(expr)
            case core.IfElse():
                return self.expr(expr.test) + min(self.expr(expr.then), self.expr(expr.other))
            case core.Prim(word="and" | "or", args=(first, *_)):
                return self.expr(first)
            case core.Prim(word="+") if expr.type.head == "list":
                return self.below(expr) + 4 * self.items(expr)
            case core.Trial():
                return 0
            case _:
                return self.below(expr)

    def below(self, node: core.Expr | core.Stmt) -> int:
        """The same of all that stands directly below."""
        return min(sum(self.expr(child) for child in children(node)), WITHOUT_END)

    def fold(self, fold: core.Fold) -> int:
        """Loops one in the other, each round of them."""
        steps, rounds = 0, 1
        for at, (_, items) in enumerate(fold.binders):
            there = self.items(items)
            is_last = at == len(fold.binders) - 1
            charged = self.costs.weight(fold.where, fold.value) if is_last else 1
            steps += rounds * (self.expr(items) + (0 if self.costs.few(items) is not None else there * charged))
            rounds *= there
        return min(steps + rounds * self.expr(fold.value if fold.where is None else fold.where), WITHOUT_END)

    def items(self, expr: core.Expr) -> int:
        """How many items a collection has in every game."""
        match expr:
            case core.Prim(word="numbers", args=(core.Const(value=int() as most),)):
                return max(0, min(most, MOST_NUMBERS))
            case core.Prim(word="players" | "clockwise"):
                return 1
            case core.Prim(word="cards"):
                return sum(self.numbering.is_a(card, expr.data) for card in range(len(self.numbering.cards)))
            case core.Prim(word="tokens"):
                return self.numbering.mask(expr.data).bit_count()
            case core.Prim(word="+") if expr.type.head == "list":
                return min(sum(map(self.items, expr.args)), WITHOUT_END)
            case core.Prim(word="first", args=(core.Const(value=int() as most), listed)):
                return max(0, min(most, self.items(listed)))
            case core.Prim(word="items"):
                return len(expr.args)
            case core.IfElse():
                return min(self.items(expr.then), self.items(expr.other))
            case core.Ask() if expr.type.head == "list":
                return self._sizes.get(expr.query, 0)
            case _:
                return 0

    # ---- statements

    def stmt(self, stmt: core.Stmt) -> Work:
        """What a statement charges before somebody is asked or something may fail."""
        match stmt:
            case core.Block():
                return self.one_after_another(stmt.body)
            case core.Step():
                return self.stmt(stmt.body)
            case core.If():
                then, then_on = self.stmt(stmt.then)
                other, other_on = self.stmt(stmt.other) if stmt.other is not None else (0, True)
                return self.expr(stmt.test) + min(then, other), then_on and other_on
            case core.For():
                return self.loop(stmt)
            case core.CallRule():
                return self.below(stmt) + self.of["rule", stmt.rule], self._goes_on[stmt.rule]
            case core.Let() | core.SetVar() | core.Move() | core.Score() | core.Ensure() | core.Show() | core.Reset():
                told = (
                    0 if isinstance(stmt, core.Ensure | core.Let) else self.below(stmt)
                )  # messages are not always made
                test = stmt.test if isinstance(stmt, core.Ensure) else None
                value = stmt.value if isinstance(stmt, core.Let) and not stmt.only_told else None
                return told + sum(self.expr(each) for each in (test, value) if each), self.can_fail.sure_stmt(stmt)
            case _:
                return 0, False

    def one_after_another(self, body: tuple[core.Stmt, ...]) -> Work:
        """As far as it is sure to come."""
        steps = 0
        for part in body:
            more, goes_on = self.stmt(part)
            steps = min(steps + more, WITHOUT_END)
            if not goes_on:
                return steps, False
        return steps, True

    def loop(self, stmt: core.For) -> Work:
        """All rounds of a loop in which nothing stops it."""
        there, (body, goes_on) = self.items(stmt.items), self.stmt(stmt.body)
        if not goes_on:
            return self.expr(stmt.items), False
        charged = 0 if self.costs.few(stmt.items) is not None else self.costs.weight(stmt.where, stmt.body)
        inside = body if stmt.where is None else self.expr(stmt.where)
        return min(self.expr(stmt.items) + there * (charged + inside), WITHOUT_END), True

    # ---- where

    def parts(self, node: core.Expr | core.Stmt) -> Iterator[tuple[Span, int]]:
        """Every part, the innermost first, and what it takes."""
        if isinstance(node, core.Stmt):
            for part in inner(node):
                yield from self.parts(part)
        for child in children(node):
            yield from self.parts(child)
        yield node.span, self.stmt(node)[0] if isinstance(node, core.Stmt) else self.expr(node)


def _words(steps: int) -> str:
    return str(steps) if steps < WITHOUT_END else f"more than {WITHOUT_END}"

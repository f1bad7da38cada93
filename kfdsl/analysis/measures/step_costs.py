"""What the engine counts so that every rule ends soon: the steps of a program.

In:   a numbered program and its graph of calls.      Out:  StepCosts: what a text costs when it is entered, and a loop a round.

The rule, which every printer of the core follows:
1. A text (the body of a query or rule, a need, what a parameter may be) has a weight: one for each node of the core in it, and DEED for
   what changes something, since that is remembered. What works on tokens weighs one more for every 16 tokens there are, what works on
   lists of cards, or is asked about a plane, one more for every 64 cards.
2. A loop over players, tokens or values is written out for its weight: its body counts as often as there can be items (players: 12).
3. Any other loop charges, where it begins, one round for each item it has: the weight of its body and one. The body is not part of
   the weight of what stands around it.
4. A text is light if it weighs at most LIGHT and there is no such loop, no search (`walk`, `walk_from`, `loop`, `loop_through`, `settle`), no trial,
   no `perform` and no call of what is not light in it. A light text charges nothing: its weight is part of the text that calls it.
5. Any other text charges its weight where it is entered. A rule that asks is entered anew behind every wait.
6. What grows while it is put together (a list and a list, a want and a want, the sheet) charges four for each part it has then.
7. Searches, trials and listings charge for what they open, by the numbers that stand beside them in the engine.
8. What is kept until the next choice takes up at most 8 bytes for each step that was charged for it, so steps bound memory too.
A charge that takes the steps below zero ends what is under way with the line that charged.
"""

from __future__ import annotations

from functools import cached_property

from kfdsl.analysis.calls import Calls
from kfdsl.program import core
from kfdsl.program.core.walk import children, inner
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import Type
from kfdsl.program.words import PLANE_WORDS

LIGHT = 80
DEED = 40
MOST_SEATS = 12
SEARCHES = frozenset({"walk", "walk_from", "loop", "loop_through"})
_SEATS = frozenset({"players", "clockwise"})
_COUNTED = frozenset({"bundle", "group", "want"})
Cost = tuple[int, bool]  # the weight, and whether it is no light text for another reason


class StepCosts:
    """Weights of texts; see the module."""

    def __init__(self, numbering: Numbering, calls: Calls) -> None:
        self.numbering = numbering
        self.calls = calls
        self._by_tokens = len(numbering.tokens) // 16
        self._by_cards = len(numbering.cards) // 64

    @cached_property
    def texts(self) -> dict[tuple[str, str], Cost]:
        """Queries, shapes and rules, each behind those that it calls."""
        self._known: dict[tuple[str, str], Cost] = {}
        for sort, name in self.calls.order:
            match sort:
                case "query":
                    self._known[sort, name] = self._expr(self.calls.queries[name].body)
                case "rule":
                    self._known[sort, name] = self._stmt(self.calls.rules[name].body)
                case "shape":
                    self._known[sort, name] = self._shape(self.calls.shapes[name])
        return self._known

    # ---- what is charged

    def entry(self, sort: str, name: str) -> int:
        """What a query, shape or rule charges where it is entered; nothing if it is light."""
        return _charged(self.texts[sort, name])

    def entry_of(self, *parts: core.Expr | None) -> int:
        """The same of expressions that stand for themselves."""
        assert self.texts is not None
        return _charged(_together([self._expr(part) for part in parts if part is not None]))

    def weight(self, *parts: core.Expr | core.Stmt | None) -> int:
        """What a round of a loop charges that consists of these."""
        assert self.texts is not None
        found = [
            self._stmt(part) if isinstance(part, core.Stmt) else self._expr(part) for part in parts if part is not None
        ]
        return 1 + sum(weight for weight, _ in found)

    def few(self, items: core.Expr) -> int | None:
        """How many items a loop has at most, where the program alone says so."""
        if isinstance(items, core.Prim) and items.word in _SEATS:
            return MOST_SEATS
        if isinstance(items, core.Prim) and items.word == "but":
            return self.few(items.args[0])
        if items.type.head in ("bundle", "group"):
            return len(self.numbering.tokens)
        if items.type.head == "set" and items.type.inner is not None:
            return self._members(items.type.inner)
        return None

    def _members(self, type_: Type) -> int | None:
        if type_.head == "token":
            return len(self.numbering.tokens)
        names = self.numbering.value_names.get(type_.name)
        return None if names is None else len(names)

    def alone(self, node: core.Expr | core.Stmt) -> int:
        """What one node weighs, without what stands in it."""
        return self._own(node)[0] if isinstance(node, core.Expr) else self._deed(node)[0]

    # ---- expressions

    def _expr(self, expr: core.Expr) -> Cost:
        match expr:
            case core.Ask() if ("query", expr.query) not in self._known:  # it asks itself
                return _together([(1, True), *map(self._expr, expr.args)])
            case core.Ask():
                return _together([self._own(expr), *map(self._expr, expr.args), self._called("query", expr.query)])
            case core.Pick():
                return self._loops(expr, [expr.items], [expr.where, expr.ranking])
            case core.Fold():
                return self._loops(expr, [items for _, items in expr.binders], [expr.where, expr.value], expr.otherwise)
            case core.Trial():
                return _together([(1, True), *map(self._expr, children(expr))])
            case core.Prim(word=word) if word in SEARCHES:
                return _together([(1, True), *map(self._expr, children(expr))])
            case _:
                return _together([self._own(expr), *map(self._expr, children(expr))])

    def _own(self, expr: core.Expr) -> Cost:
        counted = expr.type.head in _COUNTED or any(each.type.head in _COUNTED for each in children(expr))
        listed = expr.type.head == "list" or any(each.type.head == "list" for each in children(expr))
        listed |= isinstance(expr, core.Prim) and expr.word in PLANE_WORDS
        return 1 + counted * self._by_tokens + listed * self._by_cards, False

    def _loops(
        self, expr: core.Expr, levels: list[core.Expr], body: list[core.Expr | None], behind: core.Expr | None = None
    ) -> Cost:
        """Loops one in the other: from the inside out."""
        cost = _together([self._expr(part) for part in body if part is not None])
        for items in reversed(levels):
            cost = _together([self._round(cost, items), self._expr(items)])
        return _together([self._own(expr), cost, *([self._expr(behind)] if behind is not None else [])])

    def _round(self, body: Cost, items: core.Expr) -> Cost:
        few = self.few(items)
        return (0, True) if few is None else ((1 + body[0]) * few, body[1])

    def _called(self, sort: str, name: str) -> Cost:
        cost = self._known.get((sort, name), (0, True))  # what comes back to itself is met before it is known
        return (0, True) if _charged(cost) else cost

    # ---- statements

    def _stmt(self, stmt: core.Stmt) -> Cost:
        if isinstance(stmt, core.For):
            body = _together([self._stmt(stmt.body), *([self._expr(stmt.where)] if stmt.where is not None else [])])
            return _together([(1, False), self._expr(stmt.items), self._round(body, stmt.items)])
        parts = [*map(self._expr, children(stmt)), *map(self._stmt, inner(stmt))]
        match stmt:
            case core.CallRule():
                return _together([(1, False), *parts, self._called("rule", stmt.rule)])
            case _:
                return _together([self._deed(stmt), *parts])

    def _deed(self, stmt: core.Stmt) -> Cost:
        match stmt:
            case core.Perform() | core.Settle():
                return 1, True
            case core.Move() | core.Lay() | core.Shuffle():
                goes_over = isinstance(stmt, core.Move) and stmt.source is not None and stmt.source.type.head == "list"
                return DEED + self._by_tokens + self._by_cards, goes_over
            case core.Score() | core.ScoreSets() | core.ScoreLeft() | core.Reset():
                return DEED, True
            case core.SetVar() | core.Show():
                return DEED, False
            case _:
                return 1, False

    def _shape(self, shape: core.ShapeDef) -> Cost:
        parts = [
            self._loops(clause.place, [items for _, items in clause.binders], [clause.where, clause.place])
            for clause in shape.clauses
        ]
        return _together([(1, False), *parts])


def _together(costs: list[Cost]) -> Cost:
    return sum(weight for weight, _ in costs), any(heavy for _, heavy in costs)


def _charged(cost: Cost) -> int:
    weight, heavy = cost
    return max(weight, 1) if heavy or weight > LIGHT else 0

"""Between which bounds numbers lie, so that only those are looked at in play that could leave the range of numbers.

In:   a numbered program and its graph of calls.      Out:  NumberRanges: the range of an expression, and whether working it out may go beyond.
A range is of a number; of a bundle, group or want it is how many that is in all; of a list it is that of each item. What is in a variable
or handed in may be anything. Every operation that may go beyond is checked where it is done, so nothing is ever wider than all numbers.
Sums are checked at each addition, in their order, and so are totals of bundles and wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.measures.step_costs import StepCosts
from kfdsl.program import core, made_names
from kfdsl.program.numbers import LARGEST_LIMIT, LEAST, MOST
from kfdsl.program.types import Type
from kfdsl.program.words import MOST_NUMBERS

Range = tuple[int, int]
Known = Mapping[str, Range]  # of locals
ALL: Range = (LEAST, MOST)
PIECES: Range = (0, LARGEST_LIMIT)
_COUNTED = frozenset({"bundle", "group", "want"})
_NOTHING: Range = (0, 0)


class NumberRanges:
    """Ranges of the expressions of a program; see the module."""

    def __init__(self, costs: StepCosts, calls: Calls) -> None:
        self.numbering = costs.numbering
        self.costs = costs
        self.calls = calls
        self._answers: dict[str, Range] = {}

    # ---- what is asked

    def of(self, expr: core.Expr, known: Known) -> Range:
        """Between what an expression lies."""
        assert self.queries is not None
        return self._of(expr, known)

    def may_leave(self, expr: core.Expr, known: Known) -> bool:
        """Whether an operation may come to more than a number can be, its parts being what they may be."""
        assert self.queries is not None
        return _is_beyond(self._exact(expr, known))

    def may_leave_sum(self, folds: Iterable[core.Fold], known: Known) -> bool:
        """The same of a sum of all items of several loops."""
        assert self.queries is not None
        return _is_beyond(self._sum(folds, known))

    # ---- what is known of the program

    @cached_property
    def queries(self) -> dict[str, Range]:
        """What queries answer, whatever they are handed."""
        for sort, name in self.calls.order:
            if sort == "query":
                self._answers[name] = self._of(self.calls.queries[name].body, {})
        return self._answers

    @cached_property
    def fields(self) -> dict[str, Range]:
        """What is printed on cards."""
        found: dict[str, list[Range]] = {}
        for card in self.numbering.program.cards:
            for field, _, printed in card.values:
                if printed is not None:
                    found.setdefault(field, []).append(self._of(printed, {}))
        return {field: _any(ranges) for field, ranges in found.items()}

    # ---- expressions

    def _of(self, expr: core.Expr, known: Known) -> Range:
        low, high = self._exact(expr, known)
        return max(low, LEAST), min(high, MOST)

    def _exact(self, expr: core.Expr, known: Known) -> Range:
        """What an expression may come to if nothing stops it, its parts lying within the range of numbers."""
        match expr:
            case core.Const():
                return _constant(expr.value)
            case core.Local(name=made_names.SIZE):
                return PIECES
            case core.Local():
                return known.get(expr.name, wide(expr.type))
            case core.PlaceAt() | core.PlacesWith():
                return PIECES
            case core.FieldOf():
                return self.fields.get(expr.field, _NOTHING)
            case core.Ask():
                return self._answers.get(expr.query, wide(expr.type))  # it may ask itself
            case core.IfElse():
                return _any([self._of(expr.then, known), self._of(expr.other, known)])
            case core.LetIn():
                return self._of(expr.body, {**known, expr.name: self._of(expr.value, known)})
            case core.Pick():
                return self._of(expr.items, known)
            case core.Fold(word="sum"):
                return self._sum((expr,), known)
            case core.Fold():
                inside = self._of(expr.value, self._bound(expr.binders, known))
                return inside if expr.otherwise is None else _any([inside, self._of(expr.otherwise, known)])
            case core.Before():
                return self._of(expr.expr, known)
            case core.Prim():
                return self._word(expr, known)
            case _:
                return wide(expr.type)

    def _word(self, expr: core.Prim, known: Known) -> Range:
        parts = [self._of(arg, known) for arg in expr.args]
        match expr.word:
            case "+" if expr.type.head == "list":
                return _any(parts)
            case "+":
                return parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]
            case "-" if expr.type.head in _COUNTED:
                return parts[0]
            case "*" if expr.type.head in _COUNTED:
                return 0, max(0, parts[0][1]) * parts[1][1]
            case "/":
                return _quotient(*parts)
            case "mod":
                return min(0, parts[1][0] + 1), max(0, parts[1][1] - 1)
            case "-":
                return parts[0][0] - parts[1][1], parts[0][1] - parts[1][0]
            case "*":
                corners = [one * other for one in parts[0] for other in parts[1]]
                return min(corners), max(corners)
            case "negative":
                return -parts[0][1], -parts[0][0]
            case "least":
                return min(parts[0][0], parts[1][0]), min(parts[0][1], parts[1][1])
            case "most":
                return max(parts[0][0], parts[1][0]), max(parts[0][1], parts[1][1])
            case "size":
                return parts[0] if expr.args[0].type.head in _COUNTED else (0, LARGEST_LIMIT)
            case "amount":
                return 0, int(expr.data)
            case "numbers":
                return 1, MOST_NUMBERS
            case "items":
                return _any(parts)
            case "at" | "but" | "only" | "only_token":
                return parts[0]
            case "first" | "beyond" | "item":
                return parts[1]
            case "distinct":
                return parts[0]
            case "position_of":
                return 1, LARGEST_LIMIT
            case "join" if expr.data == "sum":
                return self._sum((arg for arg in expr.args if isinstance(arg, core.Fold)), known)
            case "join":
                return _any(parts)
            case _:
                return wide(expr.type)

    # ---- loops

    def _bound(self, binders: tuple[tuple[str, core.Expr], ...], known: Known) -> Known:
        """Locals with those of loops, one in the other."""
        found = dict(known)
        for name, items in binders:
            found[name] = self._of(items, found)
        return found

    def _sum(self, folds: Iterable[core.Fold], known: Known) -> Range:
        """All that is come by while items are added up, in any number."""
        low, high = _NOTHING
        for fold in folds:
            least, most = self._of(fold.value, self._bound(fold.binders, known))
            rounds = self._rounds(fold)
            low, high = low + min(0, least * rounds), high + max(0, most * rounds)
        return low, high

    def _rounds(self, fold: core.Fold) -> int:
        """How often a value is added at most: every round that is not one of few takes a step."""
        few = [self.costs.few(items) for _, items in fold.binders]
        found = 1 if None not in few else LARGEST_LIMIT
        for each in few:
            found *= each or 1
        return found


def wide(type_: Type) -> Range:
    """What something of a type may be; a group is made of pieces that lie somewhere."""
    head = (type_.inner or type_).head
    return PIECES if head == "group" else (0, MOST) if head in _COUNTED else ALL


def _is_beyond(found: Range) -> bool:
    return found[0] < LEAST or found[1] > MOST


def _quotient(divided: Range, by: Range) -> Range:
    """Whatever is divided, nothing gets farther from zero, and by one no nearer."""
    far = max(abs(divided[0]), abs(divided[1]))
    if by[0] < 1:
        return -far, far
    corners = [one // other for one in divided for other in by]
    return min(corners), max(corners)


def _constant(value: object) -> Range:
    if isinstance(value, tuple):
        return 0, sum(count for count, _, _ in value)
    return (value, value) if isinstance(value, int) and not isinstance(value, bool) else _NOTHING


def _any(ranges: Iterable[Range]) -> Range:
    found = list(ranges)
    return (min(low for low, _ in found), max(high for _, high in found)) if found else _NOTHING

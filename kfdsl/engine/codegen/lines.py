"""What every piece of generated code shares: constants, lines of content, and lines of Python.

In:   names and values.      Out:  Book, and Lines, which all that writes code is handed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from typing import Any

from kfdsl.analysis.measures.number_ranges import NumberRanges, Range
from kfdsl.analysis.measures.step_costs import StepCosts
from kfdsl.engine.codegen.inline import Inliner
from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import Type
from kfdsl.text.source import Span

Expression = Callable[["Lines", core.Expr, Type | None], str]


class Book:
    """What all rules of one program share: numbering, constants, lines of content."""

    def __init__(
        self,
        numbering: Numbering,
        costs: StepCosts,
        ranges: NumberRanges,
        telling: bool,
        closer: Container[int] = (),
    ) -> None:
        self.numbering = numbering
        self.costs = costs
        self.ranges = ranges
        self.telling = telling
        self.closer = closer  # branches that look closer at groups than at kinds, by identity (see kinds)
        self.inliner = Inliner(numbering.queries, costs)
        self.constants: dict[str, Any] = {}
        self.names: dict[Any, str] = {}
        self.lines: list[Span] = []
        self.line_numbers: dict[tuple[str, int, int], int] = {}

    def constant(self, value: Any) -> str:
        """A name for a value that is written once."""
        name = self.names.get((type(value), value))
        if name is None:
            name = made_names.constant(len(self.constants))
            self.constants[name] = value
            self.names[type(value), value] = name
        return name

    def line(self, span: Span) -> int:
        """The number under which events remember a line of content."""
        at = (span.source.name, span.start, span.end)
        if at not in self.line_numbers:
            self.line_numbers[at] = len(self.lines)
            self.lines.append(span)
        return self.line_numbers[at]


class Lines:
    """The lines of one function, as far as they are written; expressions stand in one another, so it knows how to write them."""

    def __init__(self, book: Book, expression: Expression, price: bool = False) -> None:
        self.book = book
        self.expression = expression
        self.numbering = book.numbering
        self.price = price
        self.lines: list[str] = []
        self.depth = 1
        self.temporaries = 0
        self.known: dict[str, Range] = {}  # between what locals lie that are bound in these lines

    # ---- lines

    def put(self, line: str) -> None:
        """One line at the present depth."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def indented(self, head: str) -> Iterator[None]:
        """Lines below a head such as `if x:`."""
        self.put(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.put("pass")
        self.depth -= 1

    def charge(self, steps: int | str, span: Span) -> None:
        """Take steps off those that are left; none of them, no line."""
        if steps:
            self.put("m = g.meter")
            self.put(f"m.left -= {steps}")
            self.put(f"if m.left < 0: m.ran_out(LINES[{self.book.line(span)}])")

    def charge_rounds(self, items: str, weight: int, span: Span) -> str:
        """Charge all rounds of a loop where it begins; answers what it goes over."""
        items = self.named(items)
        self.charge(f"len({items}) * {weight}", span)
        return items

    def within(self, code: str, expr: core.Expr) -> str:
        """Code for a number, or for a bundle or want, that is told to be too large if it may be."""
        if not self.book.ranges.may_leave(expr, self.known):
            return code
        return self.checked(code, expr.type, expr.span)

    def checked(self, code: str, type_: Type, span: Span) -> str:
        """Code for something that may be too large."""
        check = {"bundle": "within_bundle", "want": "within_want"}.get(type_.head, "within")
        return f"{check}({code}, LINES[{self.book.line(span)}])"

    def bind(self, name: str, items: core.Expr) -> None:
        """Take note of what a local may be that is each of some items."""
        self.known[name] = self.book.ranges.of(items, self.known)

    def fresh(self) -> str:
        """A name that nobody has yet."""
        self.temporaries += 1
        return made_names.temporary(self.temporaries)

    def named(self, code: str) -> str:
        """The code as a name, so that it is worked out once."""
        if code.isidentifier():
            return code
        name = self.fresh()
        self.put(f"{name} = {code}")
        return name

    def apart(self, make: Callable[[], str]) -> tuple[list[str], str]:
        """The lines and the code of an expression, not yet written."""
        kept, self.lines = self.lines, []
        code = make()
        lines, self.lines = self.lines, kept
        return lines, code

    # ---- expressions

    def expr(self, expr: core.Expr, wanted: Type | None = None) -> str:
        """Code for an expression, of the type that is wanted."""
        return self.expression(self, expr, wanted)

    def bundle(self, expr: core.Expr) -> str:
        """Code for a bundle, also of a group."""
        return f"bundle_of({self.expr(expr)}, ZERO)" if expr.type.head == "group" else self.expr(expr)

    def literal(self, value: Any) -> str:
        """A constant; what is larger than a number gets a name."""
        if value is None or isinstance(value, bool | int | str):
            return repr(value)
        return self.book.constant(value)

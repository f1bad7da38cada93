"""A rule as it is in force: every line with the place it was written at.

In:   statements and queries of the merged program.      Out:  Lines, in the order in which they are carried out.
What one pack wrote in one piece is shown as it was written; where another pack stands in between, the pieces are shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kfdsl.program import core
from kfdsl.program.core.walk import expressions, statements
from kfdsl.text.source import COMMENT, Span

INDENT = "  "


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of text, and where it stands; closing brackets stand nowhere."""

    text: str
    span: Span | None

    @property
    def pack(self) -> str:
        """Who wrote it."""
        return self.span.source.pack if self.span else ""

    @property
    def place(self) -> str:
        """`file:line`"""
        return self.span.place.rpartition(":")[0] if self.span else ""


def as_written(span: Span, depth: int = 0) -> Iterator[Line]:
    """The lines that a span covers, moved to a depth."""
    source = span.source
    first, column = source.position(span.start)
    whole = source.line(first)
    margin = len(whole) - len(whole.lstrip()) if whole[: column - 1].strip() else column - 1
    at = span.start
    for number, text in enumerate(span.words.splitlines()):
        kept = text if not number else text[min(margin, len(text) - len(text.lstrip())) :]
        if kept.strip():
            yield Line(text=INDENT * depth + kept.rstrip(), span=Span(source, at, at + len(text)))
        at += len(text) + 1


def header(span: Span, end: int) -> str:
    """The words of a span up to where its body begins, in one line."""
    return squeeze(span.source.text[span.start : end]).rstrip("{ ")


def squeeze(words: str) -> str:
    """Words with single spaces between, without comments."""
    return " ".join(" ".join(re.sub(COMMENT, "", line).split()) for line in words.splitlines()).strip()


def is_whole(tree: core.Stmt | core.Expr, span: Span) -> bool:
    """Whether everything in a tree was written inside a span."""
    return all(inside(found, span) for found in _spans(tree))


def inside(one: Span, other: Span) -> bool:
    """Whether a span lies in another."""
    return one.source == other.source and other.start <= one.start and one.end <= other.end


def _spans(tree: core.Stmt | core.Expr) -> Iterator[Span]:
    for part in statements(tree) if isinstance(tree, core.Stmt) else (tree,):
        yield part.span
        yield from (found.span for found in expressions(part))


class Listing:
    """Lists the statements of one rule; `instead` of other packs is shown around what it stands in front of."""

    def __init__(self, program: core.Program, name: str) -> None:
        self.rules = {rule.name: rule for rule in program.rules}
        self.name = name

    def lines(self, stmt: core.Stmt, depth: int) -> Iterator[Line]:
        """One statement, in pieces where it has to be."""
        match stmt:
            case core.Let() if not stmt.span.words.startswith("let"):
                return  # made by the compiler, for `before`
            case core.Reset():
                return  # made by the compiler, for `until`
            case core.Block():
                for part in stmt.body:
                    yield from self.lines(part, depth)
            case core.CallRule() if self.is_inner(stmt.rule):
                yield from self.lines(self.rules[stmt.rule].body, depth)
            case _ if is_whole(stmt, stmt.span) and not self.calls_inner(stmt) and not is_made(stmt.span):
                yield from as_written(stmt.span, depth)
            case _:
                yield from self.pieces(stmt, depth)

    def pieces(self, stmt: core.Stmt, depth: int) -> Iterator[Line]:
        """A statement that holds something of another pack's."""
        margin = INDENT * depth
        match stmt:
            case core.Step():
                yield Line(text=f"{margin}{stmt.label}:", span=stmt.span)
                yield from self.lines(stmt.body, depth + 1)
            case core.If():
                yield Line(text=f"{margin}if {condition(stmt.test)} {{", span=stmt.test.span)
                yield from self.lines(stmt.then, depth + 1)
                if stmt.other is not None:
                    yield Line(text=f"{margin}}} else {{", span=None)
                    yield from self.lines(stmt.other, depth + 1)
                yield Line(text=f"{margin}}}", span=None)
            case core.For() | core.Apart():
                yield Line(text=f"{margin}{header(stmt.span, stmt.body.span.start)} {{", span=stmt.span)
                yield from self.lines(stmt.body, depth + 1)
                yield Line(text=f"{margin}}}", span=None)
            case core.Repeat():
                yield Line(text=f"{margin}repeat {{", span=stmt.span)
                yield from self.lines(stmt.body, depth + 1)
                yield Line(text=f"{margin}}} until {squeeze(stmt.until.span.words)}", span=stmt.until.span)
            case core.Ensure():
                yield from as_written(stmt.span, depth)
                yield from waivers(stmt.name, stmt.test, stmt.span, depth)
            case _:
                yield from as_written(stmt.span, depth)

    def is_inner(self, rule: str) -> bool:
        """Whether a rule is what this one was before a pack put something in its place."""
        return rule.startswith(f"{self.name}.") and rule.rpartition(".")[2].isdecimal() and rule in self.rules

    def calls_inner(self, stmt: core.Stmt) -> bool:
        """Whether such a rule is called somewhere below."""
        return any(isinstance(part, core.CallRule) and self.is_inner(part.rule) for part in statements(stmt))


def need_lines(need: core.NeedDef, depth: int) -> Iterator[Line]:
    """A need and what waives it."""
    yield from as_written(need.span, depth)
    yield from waivers(need.name, need.test, need.span, depth)


def waivers(name: str, test: core.Expr, span: Span, depth: int) -> Iterator[Line]:
    """The conditions under which a need does not count."""
    found = []
    while isinstance(test, core.Prim) and test.word == "or" and test.span == span:
        found.append(test.args[1])
        test = test.args[0]
    for waiver in reversed(found):
        at = (
            waiver.args[1].span
            if is_made(waiver.span) and isinstance(waiver, core.Prim) and len(waiver.args) > 1
            else waiver.span
        )
        yield Line(text=f"{INDENT * (depth + 1)}waive {name.rpartition('.')[2]} when {condition(waiver)}", span=at)


def is_made(span: Span) -> bool:
    """Whether a span is that of a whole change, which marks conditions that `while owned` stands for."""
    return span.words.startswith(("extend ", "on ", "{"))


def condition(test: core.Expr) -> str:
    """A condition in the words of its author; `while owned` in ours."""
    if isinstance(test, core.Prim) and test.word == "and" and is_made(test.span):
        return " and ".join(condition(part) for part in test.args)
    if isinstance(test, core.Prim) and is_made(test.span):
        card = next(
            (found.value for found in expressions(test) if isinstance(found, core.Const) and found.type.head == "card"),
            "it",
        )
        return f"{card} shows {test.data}" if test.word == "shows" else f"{card} is owned"
    return squeeze(test.span.words)


def query_lines(query: core.QueryDef) -> Iterator[Line]:
    """A query as declared, then what packs add to it, the last word first."""
    yield from as_written(query.span)
    for span in _foreign(query.body, query.span):
        yield from as_written(span, 1)


def _foreign(body: core.Expr, span: Span) -> Iterator[Span]:
    """The outermost spans below that lie elsewhere, each once."""
    seen = [span]
    for part in expressions(body):
        if not any(inside(part.span, other) for other in seen):
            seen.append(part.span)
            yield part.span

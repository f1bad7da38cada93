"""Texts with holes.

In:   `"{kiln} is too hot"`.      Out:  its parts, plain texts and expressions.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.bind import Binder
from kfdsl.program import core
from kfdsl.program.types import TEXT
from kfdsl.text.source import Span


def plain_text(context: Context, text: nodes.Text) -> core.Expr:
    """A text that is shown as it is, such as what points are for."""
    at = text.value.find("{")
    if at >= 0:
        end = text.value.find("}", at)
        hole = text.value[at : end + 1 if end >= 0 else len(text.value)]
        start = text.span.start + 1 + at
        return context.wrong(
            "no-holes",
            "a text that stands for itself has no holes",
            Span(text.span.source, start, start + len(hole)),
            "this would be shown as it is written",
            "leave the braces out; points may be for a card, `for c`",
        )
    return core.Const(value=text.value, type=TEXT, span=text.span)


def message_parts(context: Context, text: nodes.Text | None, scope: Scope) -> tuple[str | core.Expr, ...]:
    """A text with holes: `"{kiln} is too hot"`."""
    if text is None:
        return ()
    parts: list[str | core.Expr] = []
    rest, at = text.value, text.span.start + 1
    while "{" in rest:
        plain, _, rest = rest.partition("{")
        hole, closed, rest = rest.partition("}")
        at += len(plain) + 1
        span = Span(text.span.source, at, at + len(hole))
        if not closed:
            context.wrong(
                "open-hole", "this hole is not closed", span, "`}` is missing", "write `}` behind the expression"
            )
            return tuple(parts)
        node = context.read_hole(span)
        bound = Binder(context.model.meanings, scope.pack, scope.also, context.report).node(node) if node else None
        parts += [plain] * bool(plain) + ([context.expr(bound, scope)] if bound is not None else [])
        at += len(hole) + 1
    return tuple(parts + [rest] * bool(rest))

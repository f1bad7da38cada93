"""A mistake of an author's, as data, and the report that gathers them.

In:   what a pass has to say about a span.      Out:  diagnostics in the order of the text.
How they look is the business of render.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from kfdsl.text.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Another place that belongs to a diagnostic, with its own label."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """What is wrong, where, and what to write instead."""

    severity: Severity
    code: str
    message: str
    span: Span | None
    where: str = ""  # shown instead of a span, e.g. the path of a manifest
    label: str = ""
    help: str = ""
    note: str = ""
    asides: tuple[Aside, ...] = ()


class Report:
    """Gathers diagnostics; a recipe stops after a stage that reported an error."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []

    @property
    def failed(self) -> bool:
        """Whether an error was reported."""
        return any(found.severity == "error" for found in self._found)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that was reported, once each, by place."""
        unique = dict.fromkeys(self._found)
        return tuple(sorted(unique, key=_order))

    def add(self, found: Diagnostic) -> None:
        """Take a diagnostic made elsewhere."""
        self._found.append(found)

    def error(self, code: str, message: str, span: Span | None, *, label: str = "", help: str = "", note: str = "",
              where: str = "", asides: Sequence[Aside] = ()) -> None:
        """Report something that keeps the content from loading."""
        self.add(Diagnostic(severity="error", code=code, message=message, span=span, label=label, help=help, note=note,
                            where=where, asides=tuple(asides)))

    def warning(self, code: str, message: str, span: Span | None, *, label: str = "", help: str = "", note: str = "",
                where: str = "", asides: Sequence[Aside] = ()) -> None:
        """Report something harmless that its author would want to know."""
        self.add(Diagnostic(severity="warning", code=code, message=message, span=span, label=label, help=help,
                            note=note, where=where, asides=tuple(asides)))


def nearest(word: str, known: Sequence[str]) -> str:
    """A help line that names the closest known word, or nothing."""
    close = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean `{close[0]}`?" if close else ""


def _order(found: Diagnostic) -> tuple[str, int, str, str]:
    if found.span is None:
        return (found.where, 0, found.code, found.message)
    return (found.span.source.name, found.span.start, found.code, found.message)

"""A mistake of an author's, as data, and the report that gathers them.

In:   what a pass has to say about a span.      Out:  diagnostics in the order of the text.
How they look is the business of render.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Literal, TypedDict, Unpack

from kfdsl.text.nearest import nearest_word
from kfdsl.text.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """Another place that belongs to a diagnostic, with its own label."""

    span: Span
    label: str


class Parts(TypedDict, total=False):
    """What may be said besides what is wrong."""

    label: str
    help: str
    note: str
    where: str
    asides: Sequence[Aside]


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


class TooMany(Exception):
    """There are more errors than anybody reads; the recipe that set the limit stops."""


class TooMuch(Exception):
    """There is more to look at than the recipe allows, which stops; holds the place where it became too much."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


class Report:
    """Gathers diagnostics; a recipe stops after a stage that reported an error."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._left: int | None = None  # so many errors more, until it is enough
        self._steps: int | None = None  # so many steps more, likewise

    @contextmanager
    def limited(self, most: int, steps: int) -> Iterator[None]:
        """Gather at most so many errors in so many steps, and leave the block then: content made to hurt must not take for ever."""
        self._left, self._steps = most, steps
        try:
            yield
        except TooMuch as gave_up:
            self._found.append(_too_much(gave_up.span, steps))
        except TooMany:
            self._found.append(
                Diagnostic(
                    severity="error",
                    code="too-many",
                    message=f"there are more than {most} mistakes",
                    span=None,
                    where="the rest is not shown",
                    help="correct these first",
                )
            )
        finally:
            self._left = self._steps = None

    def spend(self, steps: int, span: Span) -> None:
        """Count what checking takes where it is more than the text is long: two long lists that are gone through together."""
        if self._steps is not None:
            self._steps -= steps
            if self._steps < 0:
                raise TooMuch(span)

    @property
    def failed(self) -> bool:
        """Whether an error was reported."""
        return any(found.severity == "error" for found in self._found)

    @property
    def errors(self) -> int:
        """How many errors were reported."""
        return sum(found.severity == "error" for found in self._found)

    @contextmanager
    def beside(self, aside: Aside, within: Span) -> Iterator[None]:
        """What is said in the block about a stretch of text belongs to another place as well."""
        before = len(self._found)
        try:
            yield
        finally:
            self._found[before:] = [
                replace(found, asides=(*found.asides, aside)) if found.span and found.span.is_in(within) else found
                for found in self._found[before:]
            ]

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that was reported, once each, by place."""
        unique = dict.fromkeys(self._found)
        return tuple(sorted(unique, key=_order))

    def add(self, found: Diagnostic) -> None:
        """Take a diagnostic made elsewhere."""
        self._found.append(found)
        if self._left is not None and found.severity == "error":
            self._left -= 1
            if self._left < 0:
                self._found.pop()
                raise TooMany

    def error(self, code: str, message: str, span: Span | None, **parts: Unpack[Parts]) -> None:
        """Report something that keeps the content from loading."""
        self.add(_made("error", code, message, span, parts))

    def warning(self, code: str, message: str, span: Span | None, **parts: Unpack[Parts]) -> None:
        """Report something harmless that its author would want to know."""
        self.add(_made("warning", code, message, span, parts))


def _too_much(span: Span, steps: int) -> Diagnostic:
    parts: Parts = {
        "label": "here it became too much",
        "help": "let fewer things read or change so many others, or divide it into packs that can be taken by themselves",
    }
    return _made("error", "too-much", f"checking this takes more than {steps:,} steps", span, parts)


def _made(severity: Severity, code: str, message: str, span: Span | None, parts: Parts) -> Diagnostic:
    return Diagnostic(
        severity=severity,
        code=code,
        message=message,
        span=span,
        label=parts.get("label", ""),
        help=parts.get("help", ""),
        note=parts.get("note", ""),
        where=parts.get("where", ""),
        asides=tuple(parts.get("asides", ())),
    )


def nearest(word: str, known: Sequence[str]) -> str:
    """A help line that names the closest known word, or nothing."""
    close = nearest_word(word, known)
    return f"did you mean `{close}`?" if close else ""


def _order(found: Diagnostic) -> tuple[str, int, str, str]:
    if found.span is None:
        return (found.where, 0, found.code, found.message)
    return (found.span.source.name, found.span.start, found.code, found.message)

"""What a game does when its rules lead nowhere.

In:   what happened, and the line of content.      Out:  exceptions of the library.
The checker proves that content goes on wherever it can; these are for what only a game shows, so that it ends with a line to mend
and not with a traceback.
"""

from __future__ import annotations

from typing import Any

from kfdsl.text.source import Span


class CannotGoOn(RuntimeError):
    """The rules lead nowhere from here: `place` is the line of content as `file:line:column`, `span` the stretch of text."""

    def __init__(self, what: str, span: Span | None) -> None:
        super().__init__(f"{span.place}: {what}" if span is not None else what)
        self.what = what
        self.span = span

    @property
    def place(self) -> str:
        """`file:line:column`; empty where no single line is to blame."""
        return self.span.place if self.span is not None else ""

    def __reduce__(self) -> tuple[Any, ...]:  # it travels between processes
        return type(self), (self.what, self.span)


class Stuck(CannotGoOn):
    """Somebody is asked where nothing can be answered, or something must be done that cannot be."""


class Endless(CannotGoOn):
    """It goes round and round and nobody has a choice, or a game does not come to its end."""


class Unscripted(CannotGoOn):
    """An example came to chance that its script does not cover."""


class TooMany(CannotGoOn):
    """A rule counts further than it may."""


class TooLarge(CannotGoOn):
    """A number, or how many there are of something, would come to more than a number can be."""

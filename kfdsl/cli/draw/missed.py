"""What no example comes to, as a person reads it in a terminal, and a program anywhere.

In:   Coverage.      Out:  lines by file, or plain values.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from kfdsl.engine.lower.marks import Mark
from kfdsl.examples.coverage import Coverage

_SAYS = {"done": "never done", "answer": "never the answer", "refuses": "never refuses"}
_WIDEST = 90


def missed_rows(found: Coverage) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Rows for each file."""
    for name, marks in groupby(found.outermost(), key=lambda mark: mark.span.source.name):
        yield name, [(_position(mark), _SAYS[mark.sort], _words(mark)) for mark in marks]


def missed_values(found: Coverage) -> dict[str, Any]:
    """The same for a program."""
    missed = [{"what": mark.sort, "at": mark.span.place, "text": _words(mark)} for mark in found.outermost()]
    return {"parts": found.parts, "reached": found.reached, "missed": missed}


def _position(mark: Mark) -> str:
    line, column = mark.span.source.position(mark.span.start)
    return f"{line}:{column}"


def _words(mark: Mark) -> str:
    words = " ".join(mark.span.words.split())
    return words if len(words) <= _WIDEST else words[: _WIDEST - 2] + " …"

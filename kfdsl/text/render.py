"""Diagnostics as people and programs read them.

In:   diagnostics, in the order in which they are to be shown.
Out:  a text with excerpt and carets, without a line end after its last line; or plain values for JSON.
This is the only module that knows how a diagnostic looks. It refuses to know where one comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from kfdsl.text.diagnostic import Diagnostic
from kfdsl.text.excerpt import excerpt, is_long
from kfdsl.text.inert import plain
from kfdsl.text.source import Source, Span

# How a terminal is told to paint.
GRAVE, MILD, FRAME, HINT, BOLD = "1;31", "1;33", "1;34", "1;36", "1"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """A stretch of one line to underline, with what is said about it."""

    source: Source
    line: int
    start: int
    end: int
    label: str
    sign: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Brush:
    is_on: bool
    of_sign: dict[str, str]

    def paint(self, text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[0m" if self.is_on and text else text


def render(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Show diagnostics one below the other, with the lines they point at."""
    return "\n\n".join("\n".join(_one(found, colour)) for found in diagnostics)


def to_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, str | int | None]]:
    """Say the same as values that `json` can write; lines and columns count from one."""
    return [_values(found) for found in diagnostics]


def _one(found: Diagnostic, colour: bool) -> Iterator[str]:
    main = GRAVE if found.severity == "error" else MILD
    brush = _Brush(is_on=colour, of_sign={"^": main, "-": FRAME})
    title = brush.paint(f"{found.severity}[{found.code}]", main)
    yield f"{title}{brush.paint(f': {plain(found.message)}', BOLD)}"
    yield from _places(found, brush)
    for word, said in (("help", found.help), ("note", found.note)):
        if said:
            yield f"{brush.paint(word, HINT)}: {plain(said).replace(chr(10), chr(10) + '      ')}"


def _places(found: Diagnostic, brush: _Brush) -> Iterator[str]:
    marks = list(_marks(found))
    width = len(str(max((mark.line for mark in marks), default=1)))
    if found.span is None:
        yield from _arrow("-->", found.where, width, brush) if found.where else ()
    else:
        main = marks[0]
        yield from _arrow("-->", _place(main), width, brush)
        yield from _block([mark for mark in marks if mark.source == main.source], width, brush)
        marks = [mark for mark in marks if mark.source != main.source]
    for _, others in groupby(sorted(marks, key=_order), key=lambda mark: mark.source.name):
        block = list(others)
        yield from _arrow(":::", _place(block[0]), width, brush)
        yield from _block(block, width, brush)


def _arrow(sign: str, place: str, width: int, brush: _Brush) -> Iterator[str]:
    yield f"{' ' * (width + 1)}{brush.paint(sign, FRAME)} {plain(place)}"


def _block(marks: list[_Mark], width: int, brush: _Brush) -> Iterator[str]:
    bar = brush.paint(f"{' ' * (width + 2)}|", FRAME)
    yield bar
    shown = 0
    for mark in sorted(marks, key=_order):
        line = mark.source.line(mark.line)
        cut = excerpt(line, mark.start, mark.end)
        if shown != mark.line or is_long(line):
            yield f"{brush.paint(f' {mark.line:>{width}} |', FRAME)} {cut.line}".rstrip()
            shown = mark.line
        under = f"{mark.sign * cut.width} {plain(mark.label)}".rstrip()
        yield f"{bar} {' ' * cut.indent}{brush.paint(under, brush.of_sign[mark.sign])}"


def _marks(found: Diagnostic) -> Iterator[_Mark]:
    if found.span is not None:
        yield _mark(found.span, found.label, "^")
    for aside in found.asides:
        yield _mark(aside.span, aside.label, "-")


def _mark(span: Span, label: str, sign: str) -> _Mark:
    """A stretch over several lines is marked on its first."""
    start, end = _within(span)
    line, column = span.source.position(start)
    length = len(span.source.line(line))
    first = min(column - 1, length)
    last = min(first + end - start, length)
    return _Mark(source=span.source, line=line, start=first, end=last, label=label, sign=sign)


def _within(span: Span) -> tuple[int, int]:
    length = len(span.source.text)
    start = min(max(span.start, 0), length)
    return start, min(max(span.end, start), length)


def _place(mark: _Mark) -> str:
    return f"{mark.source.name}:{mark.line}:{mark.start + 1}"


def _order(mark: _Mark) -> tuple[str, int, bool, int]:
    return (mark.source.name, mark.line, mark.sign != "^", mark.start)


def _values(found: Diagnostic) -> dict[str, str | int | None]:
    file, line, column, end_line, end_column = _ends(found)
    return {
        "severity": found.severity,
        "code": found.code,
        "message": found.message,
        "file": file,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "label": found.label,
        "help": found.help,
        "note": found.note,
    }


def _ends(found: Diagnostic) -> tuple[str, int | None, int | None, int | None, int | None]:
    if found.span is None:
        return found.where, None, None, None, None
    start, end = _within(found.span)
    source = found.span.source
    return source.name, *source.position(start), *source.position(end)

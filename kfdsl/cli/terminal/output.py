"""What leaves the program: text, JSON, and the exit code that goes with it.

In:   texts and values.      Out:  standard output and standard error.
Colour only where somebody looks at a terminal and did not forbid it. Refuses to know what is said.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from kfdsl.text.diagnostic import Diagnostic
from kfdsl.text.inert import escaped, plain
from kfdsl.text.render import render

FINE, AT_FAULT, CALLED_WRONGLY, OURS = 0, 1, 2, 3
# Mistakes in what was asked for, not in what stands in a pack.
_OF_THE_CALLER = frozenset({"unknown-pack", "no-packs", "no-root"})
_WIDE = 200  # for readers that are programs: rows are not folded
_WIDEST = 100  # of a drawing


class Wrong(Exception):
    """The program was called wrongly; says how in one line."""


class Told(Exception):
    """Everything was said already; only the exit code is left."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Broken(Exception):
    """Content or a file is at fault; says how in a few lines."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at, or types into, a stream."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def is_coloured(stream: TextIO) -> bool:
    """Whether colour may be sent there."""
    return is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str = "") -> None:
    """One text on standard output."""
    print(plain(text))


def say_painted(*parts: tuple[str, str]) -> None:
    """One line on standard output, each part with how a terminal is told to paint it, or nothing."""
    is_on = is_coloured(sys.stdout)
    shown = [(plain(text), colour if is_on else "") for text, colour in parts]
    print("".join(f"\x1b[{colour}m{text}\x1b[0m" if colour else text for text, colour in shown).rstrip())


def complain(text: str) -> None:
    """One text on standard error."""
    print(plain(text), file=sys.stderr)


@contextmanager
def busy(text: str) -> Iterator[None]:
    """A line for somebody who waits at a terminal, gone when it is done; nothing otherwise."""
    if not is_coloured(sys.stderr):
        yield
        return
    print(text, end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def say_json(value: Any) -> None:
    """A value for a program, on standard output."""
    print(escaped(json.dumps(value, indent=2, ensure_ascii=False)))


def diagnostics(found: Iterable[Diagnostic], stream: TextIO) -> None:
    """Diagnostics one below the other, with a line between."""
    text = render(found, colour=is_coloured(stream))
    if text:
        print(text, file=stream)


def code_of(found: Iterable[Diagnostic]) -> int:
    """The exit code that diagnostics ask for."""
    errors = [each.code for each in found if each.severity == "error"]
    if errors and all(code in _OF_THE_CALLER for code in errors):
        return CALLED_WRONGLY
    return AT_FAULT if errors else FINE


class _Console(Console):
    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
        """What is drawn holds names from content, saves and typed lines; only what Rich itself adds may control a terminal."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(plain(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        """Leave it to main, which knows the exit code."""
        raise BrokenPipeError


def console(stream: TextIO | None = None) -> Console:
    """Where tables and panels go; names from content are never read as markup."""
    stream = stream or sys.stdout
    width = None if is_terminal(stream) else _WIDE
    return _Console(
        file=stream, highlight=False, markup=False, emoji=False, width=width, no_color=not is_coloured(stream)
    )


def draw(part: RenderableType) -> None:
    """Something drawn, on standard output; what only fills up lines is left out where no terminal is."""
    drawing = console()
    drawing.width = min(drawing.width, _WIDEST)
    if is_terminal(sys.stdout):
        drawing.print(part)
        return
    with drawing.capture() as taken:
        drawing.print(part)
    print("\n".join(line.rstrip() for line in taken.get().splitlines()))


def prepare() -> None:
    """Let no character that a terminal cannot show, or that nobody typed on purpose, end the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with suppress(ValueError, OSError):
                reconfigure(errors="replace")


def say_rows(rows: Sequence[Sequence[str]], indent: int = 0) -> None:
    """Columns below one another; a terminal folds the last one, a file keeps each row on one line."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    start = indent + sum(width + 2 for width in widths[:-1])
    room = max(get_terminal_size().columns - start, 30) if is_terminal(sys.stdout) else sys.maxsize
    for row in rows:
        first = "".join(f"{cell:<{width + 2}}" for cell, width in zip(row[:-1], widths, strict=False))
        folded = wrap(row[-1], room, break_long_words=False) if len(row[-1]) > room else [row[-1]]
        for number, part in enumerate(folded):
            say((" " * indent + (first if not number else " " * len(first)) + part).rstrip())


def count(number: int, one: str, many: str = "") -> str:
    """`1 pack`, `2 packs`"""
    return f"{number} {one if number == 1 else many or one + 's'}"

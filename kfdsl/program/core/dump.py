"""A program as text, byte for byte the same whenever it means the same.

In:   a Program.      Out:  lines, one a node that holds others, without anything about where it was written.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache

from kfdsl.program import core
from kfdsl.program.types import Type


def dump(program: core.Program) -> str:
    """The whole program as text."""
    return dump_part(program)


def dump_part(part: object) -> str:
    """Any part of a program as text."""
    return "\n".join(_lines("", part, 0)) + "\n"


def _lines(name: str, part: object, depth: int) -> Iterator[str]:
    head = "  " * depth + (f"{name}: " if name else "")
    if isinstance(part, Type):
        yield f"{head}{part.head} {part}" if part.head != str(part) else f"{head}{part}"
    elif dataclasses.is_dataclass(part) and not isinstance(part, type):
        yield head + type(part).__name__
        for each in _compared(type(part)):
            yield from _lines(each, getattr(part, each), depth + 1)
    elif isinstance(part, tuple) and not _is_plain(part):
        yield head + "("
        for each in part:
            yield from _lines("", each, depth + 1)
        yield "  " * depth + ")"
    else:
        yield head + repr(part)


@cache
def _compared(cls: type) -> tuple[str, ...]:
    """The fields that count for equality, as spans do not; see core."""
    assert dataclasses.is_dataclass(cls)
    return tuple(each.name for each in dataclasses.fields(cls) if each.compare)


def _is_plain(part: object) -> bool:
    return all(map(_is_plain, part)) if isinstance(part, tuple) else part is None or isinstance(part, bool | int | str)

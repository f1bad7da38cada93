"""Braces and brackets of a text that may be broken.

In:   a text.      Out:  which brace is never closed, which bracket is open at an offset.
Only signs are looked at, texts in quotes and comments aside; so it works where the parser gave up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kfdsl.text.source import COMMENT

_SIGN = re.compile(rf'"[^"\n]*"?|{COMMENT}|[{{}}()]|\n(?=[A-Za-z])')
_PAIR = {"}": "{", ")": "("}


@dataclass(frozen=True, slots=True)
class Unclosed:
    """A brace without its partner: where it stands, and where that shows."""

    brace: int
    noticed: int


def unclosed(text: str) -> Unclosed | None:
    """The brace that is most likely the one left open: a line begins at the margin while it is."""
    open_: list[int] = []
    suspect: Unclosed | None = None
    for found in _SIGN.finditer(text):
        sign = found[0]
        if sign == "{":
            open_.append(found.start())
        elif sign == "}":
            if (
                open_
                and suspect is None
                and _margin(text, found.start()) < _margin(text, open_[-1])
                and _first_in_line(text, found.start())
            ):
                suspect = Unclosed(open_[-1], found.start())  # closes something further out than what it meets
            if open_:
                open_.pop()
        elif sign == "\n" and open_ and suspect is None:
            suspect = Unclosed(open_[-1], found.end())
    if not open_:
        return None
    return suspect or Unclosed(open_[-1], len(text.rstrip()))


def open_bracket(text: str, at: int, sign: str = "(") -> int | None:
    """The bracket that is open at an offset, if it is the innermost."""
    open_: list[int] = []
    for found in _SIGN.finditer(text, 0, at):
        if found[0] in "({":
            open_.append(found.start())
        elif found[0] in _PAIR and open_:
            open_.pop()
    return open_[-1] if open_ and text[open_[-1]] == sign else None


def is_open(text: str, at: int) -> bool:
    """Whether an offset lies inside braces."""
    signs = [found[0] for found in _SIGN.finditer(text, 0, at)]
    return signs.count("{") > signs.count("}")


def _margin(text: str, at: int) -> int:
    start = text.rfind("\n", 0, at) + 1
    return len(text[start:at]) - len(text[start:at].lstrip())


def _first_in_line(text: str, at: int) -> bool:
    return not text[text.rfind("\n", 0, at) + 1 : at].strip()

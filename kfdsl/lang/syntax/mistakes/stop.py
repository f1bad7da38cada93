"""Where the parser stopped, and what is said about it.

In:   nothing; data only.      Out:  Stop, Slip, and the words for what was expected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kfdsl.lang.syntax.mistakes.braces import Unclosed

_SHOWN = {
    "NAME": "a name",
    "TYPENAME": "a name with a capital",
    "INT": "a number",
    "COUNT": "an amount such as `2 clay`",
    "STRING": "a text in quotes",
    "FIELD": "a name with a colon",
    "CALL": "a name with `(`",
    "FACE": "a face with `{`",
    "COMPARE": "a comparison",
    "$END": "the end of the file",
}
VALUE = {"INT", "NAME", "STRING", "CALL"}
_BESIDE_VALUE = (":=", ".", "}", ")", ";", ",", "to", "in", "is")
DECLARED = tuple(  # words with which an item begins
    """
    token trait values place var kind moment purpose stands ties query effect flow menu shape action on open
    with extend patch replace position example for main closing price
    """.split()
)
ITEM = re.compile(r"^[A-Za-z_]\w*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """What is said, and where, if not at the place where the parser stopped."""

    message: str
    label: str
    help: str
    at: tuple[int, int] | None = None
    aside: tuple[int, str] | None = None
    until: int | None = None  # where reading may go on, if that is not behind the stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Where the parser stopped: the text there, what it would have read on, and what stands before and after."""

    text: str
    at: int
    end: int
    expected: frozenset[str]
    shown: tuple[str, ...]  # words of the grammar that were expected
    is_end: bool
    open: Unclosed | None

    @property
    def found(self) -> str:
        """What came instead."""
        return self.text[self.at : self.end]

    @property
    def line(self) -> str:
        """The line up to the stop."""
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    @property
    def after(self) -> str:
        """The rest of the line."""
        end = self.text.find("\n", self.end)
        return self.text[self.end : end if end >= 0 else len(self.text)]

    @property
    def part(self) -> str:
        """What stands before the stop in its line, back to the last brace, semicolon or name with a colon."""
        return re.split(r"[{};]|\b[\w.]+[ \t]*:(?!=)", self.line)[-1].strip()

    @property
    def rest(self) -> str:
        """What stands in the line from the stop on, up to the next brace, semicolon, comment or name with a colon."""
        return re.split(r"[{};#]|\b[\w.]+[ \t]*:(?!=)", self.found + self.after)[0].strip()

    @property
    def previous(self) -> str:
        """The word or sign before the stop."""
        found = re.search(r"(\w+|[^\w\s])\s*$", self.text[: self.at])
        return found[1] if found else ""

    @property
    def item(self) -> re.Match[str] | None:
        """The word at the margin with which the item begins that holds the stop."""
        return max(ITEM.finditer(self.text, 0, self.at), key=lambda found: found.start(), default=None)


def listed(stop: Stop) -> str:
    """What could have stood there, in a label."""
    plain = stop.expected - {"CALL"} if "NAME" in stop.expected else stop.expected  # a name is what both begin with
    shown = [_SHOWN[name] for name in sorted(plain) if name in _SHOWN] + [f"`{word}`" for word in stop.shown]
    if stop.expected >= VALUE:
        others = [word for word in stop.shown if word in _BESIDE_VALUE]
        shown = [
            "a value",
            *(["a name with a colon"] if "FIELD" in stop.expected else []),
            *(f"`{word}`" for word in others),
        ]
    if not shown:
        return "nothing is expected here"
    if len(shown) > 6:
        return "expected " + ", ".join(shown[:5]) + " or the like"
    return "expected " + (", ".join(shown[:-1]) + " or " if len(shown) > 1 else "") + shown[-1]

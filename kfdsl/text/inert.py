"""Characters that are not seen but change what is: controls, and those that turn, join or hide the text around them.

In:   a text, from anybody.      Out:  where such a character stands, what it is called, or the text without any.
Packs that hold one are refused when they are read; whatever is printed passes through `plain`, because names of files, saves and
typed lines come from strangers as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category, name

TAB = "    "
ODD = "\N{REPLACEMENT CHARACTER}"
# Control, format, half of a pair, private, and the two separators that break lines where nobody wrote a line end.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_HARMLESS = re.compile(r"[\n -~]*")


def is_unseen(char: str) -> bool:
    """Whether a character has no look of its own; a line end and a tab count as well."""
    return category(char) in _UNSEEN


def unseen(text: str, allowed: str = "") -> Iterator[int]:
    """Where characters stand that are not seen, apart from those allowed."""
    odd = re.finditer(f"[^ -~{re.escape(allowed)}]", text)
    return (each.start() for each in odd if is_unseen(each[0]))


def is_inert(text: str) -> bool:
    """Whether every character of a text is seen, line ends and tabs included in what is not."""
    return next(unseen(text), None) is None


def called(char: str) -> str:
    """`U+202E right-to-left override`"""
    return f"U+{ord(char):04X} {name(char, 'control character').lower()}"


def shown(char: str) -> str:
    """One character as a terminal may get it."""
    if char == "\t":
        return TAB
    return ODD if is_unseen(char) else char


def plain(text: str) -> str:
    """A text without the characters that would move, hide or colour what a terminal shows; line ends stay."""
    if _HARMLESS.fullmatch(text):
        return text
    return "".join(char if char == "\n" else shown(char) for char in text)


def escaped(text: str) -> str:
    """The text of a JSON document with such characters written as escapes, so that it says the same and shows nothing else."""
    if _HARMLESS.fullmatch(text):
        return text
    return "".join(_units(char) if char != "\n" and is_unseen(char) else char for char in text)


def _units(char: str) -> str:
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"

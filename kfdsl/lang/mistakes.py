"""What to say of a syntax mistake.

In:   what Lark could not read.      Out:  a diagnostic in an author's words, and where it happened.
A sentence is found by what was expected and what came; only words of the grammar are named, never its rules.
"""

from __future__ import annotations

import re

from lark import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from kfdsl.text.diagnostic import Report, nearest
from kfdsl.text.source import Source, Span

_SHOWN = {
    "NAME": "a name", "TYPENAME": "a name with a capital", "INT": "a number", "COUNT": "an amount such as `2 clay`",
    "STRING": "a text in quotes", "FIELD": "a name with a colon", "CALL": "a name with `(`", "FACE": "a face with `{`",
    "COMPARE": "a comparison", "$END": "the end of the file", "LBRACE": "`{`", "RBRACE": "`}`", "LPAR": "`(`", "RPAR": "`)`",
    "COMMA": "`,`", "EQUAL": "`=`", "DOT": "`.`", "PLUS": "`+`", "MINUS": "`-`", "STAR": "`*`", "QMARK": "`?`",
    "SEMICOLON": "`;`",
}
_OPERAND = {"INT", "NAME", "STRING", "CALL"}


def explain(mistake: UnexpectedInput, source: Source, text: str, report: Report) -> int:
    """Report a mistake; answers the offset at which it stands."""
    at, end = _where(mistake, text)
    span = Span(source, at, end)
    expected = _expected(mistake)
    found = text[at:end]
    message, label, hint = _sentence(mistake, found, text, at, expected)
    report.error("syntax", message, span, label=label, help=hint)
    return at


def _where(mistake: UnexpectedInput, text: str) -> tuple[int, int]:
    if isinstance(mistake, UnexpectedToken) and mistake.token.type != "$END":
        start = mistake.token.start_pos or 0
        return start, max(start + 1, mistake.token.end_pos or 0)
    if isinstance(mistake, UnexpectedCharacters):
        at = mistake.pos_in_stream or 0
        word = re.compile(r"\w+|.", re.DOTALL).match(text, at)
        return at, word.end() if word else at + 1
    at = len(text.rstrip())
    return max(at - 1, 0), max(at, 1)


def _expected(mistake: UnexpectedInput) -> set[str]:
    if isinstance(mistake, UnexpectedToken):
        return set(mistake.accepts or mistake.expected)
    if isinstance(mistake, UnexpectedCharacters):
        return set(mistake.allowed or ())
    return set()


def _sentence(mistake: UnexpectedInput, found: str, text: str, at: int, expected: set[str]) -> tuple[str, str, str]:
    words = sorted(name.lower() for name in expected if name not in _SHOWN and not name.startswith("__"))
    if isinstance(mistake, UnexpectedEOF) or (isinstance(mistake, UnexpectedToken) and mistake.token.type == "$END"):
        return "the text ends in the middle of something", _list(expected, words), "close what is open: a `}` or a `)` is missing"
    if found == '"':
        return "this text has no closing quote on its line", "it begins here", 'write `"` at the end of the text'
    if isinstance(mistake, UnexpectedCharacters) and not re.match(r"[\w{}()\[\].,;:=+*<>!?-]", found):
        return f"`{_printable(found)}` has no meaning here", "this character is not part of the language", \
            "remove it, or put it in quotes if it belongs to a text"
    if re.match(r"[A-Z]", found) and "TYPENAME" not in expected:
        return "names are written in small letters", _list(expected, words), f"write `{found.lower()}`"
    if found == "=" and "FIELD" in expected:
        return "a field is set with a colon", _list(expected, words), "write `name: value`"
    if expected >= _OPERAND:
        return f"a value is missing before `{_printable(found)}`", "expected a value here", "write a number, a name, or `name(...)`"
    before = re.search(r"(\w+)\s*$", text[:at])
    if before and before[1].isidentifier() and "COUNT" in expected and "INT" not in expected:
        return "an amount says how many before it says what", "expected a number here", f"write `1 {found}`"
    return f"`{_printable(found)}` cannot stand here", _list(expected, words), nearest(found, words)


def _list(expected: set[str], words: list[str]) -> str:
    shown = [_SHOWN[name] for name in sorted(expected) if name in _SHOWN] + [f"`{word}`" for word in words]
    if not shown:
        return "nothing is expected here"
    if len(shown) > 8:
        return "expected " + ", ".join(shown[:7]) + " or the like"
    return "expected " + (", ".join(shown[:-1]) + " or " if len(shown) > 1 else "") + shown[-1]


def _printable(found: str) -> str:
    return found if found.isprintable() else repr(found)[1:-1]

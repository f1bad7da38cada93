"""Read JSON and remember where each part of it stands.

In:   a source that should hold JSON.      Out:  its value, with a span for every key and every value.
Stricter than `json`: a key twice, NaN, a lone surrogate, nesting without end are mistakes at their place.
Refuses to know what the value should look like; see manifest.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import NoReturn

from kfdsl.text.diagnostic import Report
from kfdsl.text.inert import called, unseen
from kfdsl.text.source import Source, Span

DEEPEST = 16
SPACE = re.compile(r"[ \t\n\r]*")

Steps = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A JSON value; `values` and `keys` tell where the part at a path stands."""

    value: object
    values: dict[Steps, Span]
    keys: dict[Steps, Span]


def locate(source: Source, report: Report) -> Located | None:
    """Read a source as JSON; a mistake is reported and gives nothing."""
    reader = _Reader(source)
    try:
        value = reader.whole()
    except _Slip as slip:
        report.error(slip.code, slip.message, slip.span, label=slip.label, help=slip.help)
        return None
    return Located(value=value, values=reader.values, keys=reader.keys)


class _Slip(Exception):
    """The first mistake; JSON gives no hold to go on after it."""

    def __init__(self, message: str, span: Span, label: str = "", help: str = "", code: str = "bad-json") -> None:
        super().__init__(message)
        self.message, self.span, self.label, self.help, self.code = message, span, label, help, code


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source, self.text, self.at = source, source.text, 0
        self.values: dict[Steps, Span] = {}
        self.keys: dict[Steps, Span] = {}
        self.decoder = json.JSONDecoder(parse_constant=self._refuse_constant)

    def whole(self) -> object:
        value = self._value(())
        if self._next():
            self._fail("something follows after the end", help="a file holds one `{ … }` and nothing after it")
        return value

    def _value(self, path: Steps) -> object:
        sign, start = self._next(), self.at
        if sign in ("{", "[") and len(path) >= DEEPEST:
            self._fail(f"more than {DEEPEST} levels of brackets")
        value = self._object(path) if sign == "{" else self._list(path) if sign == "[" else self._scalar()
        self.values[path] = Span(self.source, start, self.at)
        return value

    def _object(self, path: Steps) -> dict[str, object]:
        found: dict[str, object] = {}
        self.at += 1
        while self._goes_on("}", is_first=not found):
            if self._next() != '"':
                self._fail("a name in double quotes belongs here", self._meant())
            start = self.at
            key = str(self._scalar())
            self._note((*path, key), Span(self.source, start, self.at))
            self._expect(":")
            found[key] = self._value((*path, key))
        return found

    def _note(self, path: Steps, span: Span) -> None:
        if path in self.keys:
            first = self.keys[path].place
            raise _Slip(f"`{path[-1]}` is said twice", span, f"the first is at {first}", "keep one of them")
        self.keys[path] = span

    def _list(self, path: Steps) -> list[object]:
        found: list[object] = []
        self.at += 1
        while self._goes_on("]", is_first=not found):
            found.append(self._value((*path, len(found))))
        return found

    def _goes_on(self, close: str, is_first: bool) -> bool:
        sign = self._next()
        if sign == close:
            self.at += 1
            return False
        if not is_first:
            if sign != ",":
                self._fail_before(close)
            self.at += 1
            if self._next() == close:
                self._fail("nothing follows this comma", help="JSON takes no comma after the last item")
        return True

    def _fail_before(self, close: str) -> NoReturn:
        """What follows is another item, whose comma was forgotten, or nothing that could follow."""
        if self.text[self.at : self.at + 1] not in ('"', "{", "["):
            self._fail(f"`,` or `{close}` belongs here")
        end = len(self.text[: self.at].rstrip())
        raise _Slip(
            "this is not JSON: a comma is missing",
            Span(self.source, end - 1, end),
            "another item follows this",
            "write `,` behind it",
        )

    def _expect(self, sign: str) -> None:
        if self._next() != sign:
            self._fail(f"`{sign}` belongs here")
        self.at += 1

    def _scalar(self) -> object:
        start = self.at
        try:
            value, self.at = self.decoder.raw_decode(self.text, start)
        except json.JSONDecodeError as problem:
            self.at = problem.pos
            self._fail(problem.msg[:1].lower() + problem.msg[1:], self._meant())
        except ValueError:  # a number too long for Python to read
            self._fail("this number is too long")
        if isinstance(value, str) and not _is_encodable(value):
            self.at = start
            self._fail("half of a character (a lone surrogate)")
        odd = next(unseen(value, "\n\t"), None) if isinstance(value, str) else None
        if isinstance(value, str) and odd is not None:
            raise _Slip(
                "a manifest may not hold characters that cannot be seen",
                Span(self.source, start, self.at),
                called(value[odd]),
                "delete it",
                "unseen-character",
            )
        return value

    def _meant(self) -> str:
        """What is likely to be meant by what is no JSON."""
        rest = self.text[self.at :]
        if rest[:1] in "'\u201c\u201d\u2018\u2019" and rest:
            return 'texts and names stand in straight double quotes: `"…"`'
        if rest[:1] == "#" or rest[:2] in ("//", "/*"):
            return "JSON has no comments: remove it"
        word = re.match(r"\w+", rest)
        if word and word[0].lower() in ("true", "false", "none", "null"):
            return f"write `{'null' if word[0] == 'None' else word[0].lower()}`"
        return f'write `"{word[0]}"`, in double quotes' if word and word[0][0].isalpha() else ""

    def _next(self) -> str:
        found = SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _refuse_constant(self, name: str) -> NoReturn:
        self._fail(f"`{name}` is not JSON", help="write a number, or a text in double quotes")

    def _fail(self, message: str, help: str = "") -> NoReturn:
        label = "" if self.at < len(self.text) else "the text ends here"
        raise _Slip(f"this is not JSON: {message}", Span(self.source, self.at, self.at + 1), label, help)


def _is_encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)

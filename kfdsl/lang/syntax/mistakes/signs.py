"""Slips of signs: quotes, brackets, commas, signs of other languages, and texts that end too early.

In:   a Stop.      Out:  a Slip, or nothing if the slip is another. A docstring shows the slip.
"""

from __future__ import annotations

import re
from unicodedata import name as unicode_name

from kfdsl.lang.syntax.mistakes.braces import is_open, open_bracket
from kfdsl.lang.syntax.mistakes.stop import DECLARED, ITEM, Slip, Stop, listed
from kfdsl.text.source import COMMENT


def quote(stop: Stop) -> Slip | None:
    """`token clay "clay`, `token clay 'clay'`"""
    if stop.found[:1] == '"' and not (len(stop.found) > 1 and stop.found.endswith('"')):
        return Slip(
            message="this text has no closing quote on its line",
            label="it begins here",
            help='write `"` at the end of the text',
        )
    if stop.found[:1] in ("'", "`", "\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u00ab"):
        return Slip(
            message="texts stand in straight double quotes",
            label="not a quote of the language",
            help='write `"a text"`',
        )
    return None


_SIGNS = {
    "&": ("`and` is written as a word", "write `and`"),
    "|": ("`or` is written as a word", "write `or`"),
    "!": ("`not` is written as a word", "write `not`, or `!=` for two things that differ"),
    "/": ("`/` stands between two numbers", "a comment begins with `#`"),
    "[": (
        "square brackets hold a list that is written out, and stand at the beginning of a value",
        "write `item(n, xs)` for an item of a list, counted from 1; what a query takes stands in round brackets",
    ),
    "]": (
        "a value is missing before this `]`, or it closes nothing",
        "a list is `[a, b]`, a row in which a number is looked up `[0, 2, 5] at n`, a set `{a, b}`",
    ),
    "%": ("there is no `%`", "write `a mod b` for what `a / b` leaves over"),
    "$": ("`$` has no meaning", "remove it"),
    "\\": ("`\\` has no meaning", "remove it; a text needs no escapes, and a rule may go on in the next line"),
    "@": ("`@` has no meaning", "remove it, or write `at`"),
}


def sign(stop: Stop) -> Slip | None:
    """`a && b`, `a / 2`, a space that is none"""
    found = stop.found
    if stop.is_end or re.match(r'[\w{}().,;:=+*<>?"-]', found, re.ASCII):
        return None
    if found[0] == "/" and ((found + stop.after)[1:2] in ("/", "*") or stop.previous == "/"):
        return Slip(
            message="a comment begins with `#`",
            label="not a comment",
            help="write `#`; a comment goes on to the end of its line",
            at=(stop.at, stop.at + 2) if stop.previous != "/" else None,
        )
    if found[0] in _SIGNS:
        message, hint = _SIGNS[found[0]]
        label = "not here" if found[0] in "[]" else "not part of the language"
        return Slip(message=message, label=label, help=hint)
    if found.isspace() or not found.isprintable():
        return Slip(
            message=f"there is an invisible character here: {unicode_name(found[0], 'unknown').lower()}",
            label="it looks like nothing",
            help="replace it by a plain space",
        )
    if found[0].isalpha():
        start = stop.at - len(re.search(r"\w*$", stop.line)[0])  # type: ignore[index]
        return Slip(
            message=f"`{stop.text[start : stop.end]}` cannot be a name",
            label="names are made of the letters a to z, digits and `_`",
            help="write it without accents; what people read stands in quotes and may hold any letter",
            at=(start, stop.end),
        )
    return Slip(
        message=f"`{found}` has no meaning here",
        label="not part of the language",
        help="remove it, or put it in quotes if it belongs to a text",
    )


def index(stop: Stop) -> Slip | None:
    """`hand(me) at 2`"""
    if (
        stop.found != "at"
        or not re.match(r"[\w)\]]", stop.previous)
        or ("query" not in stop.shown and ")" not in stop.shown)
    ):
        return None
    return Slip(
        message="`at` looks a number up in a row that is written out, and stands alone with it",
        label="not behind this",
        help="write `[0, 2, 5] at n`, in brackets inside other values; of any other list `item(n, xs)`, counted from 1",
    )


def named(stop: Stop) -> Slip | None:
    """`let big = heat > 3 in …`"""
    if "in" not in stop.shown or not re.search(r"\blet\s+\w+\s*=[^=]*$", stop.line):
        return None
    return Slip(
        message="what gets a name inside an expression is followed by `in` and what it is for",
        label="expected `in`",
        help="write `let n = … in …`, and a condition in brackets: `let big = (heat > 3) in …`",
    )


def brace(stop: Stop) -> Slip | None:
    """`kind kiln {`, and the next item begins"""
    if stop.open is None or stop.at < stop.open.noticed - 1:
        return None
    is_end = stop.open.noticed >= len(stop.text.rstrip())
    return Slip(
        message="this `{` is never closed",
        label="opened here",
        help="write `}` where it ends",
        at=(stop.open.brace, stop.open.brace + 1),
        aside=None if is_end else (stop.open.noticed, "still open here"),
        until=stop.open.noticed,
    )


def extra_brace(stop: Stop) -> Slip | None:
    """`token clay }`"""
    if stop.found == "}" and not stop.is_end and not is_open(stop.text, stop.at):
        return Slip(
            message="this `}` closes nothing",
            label="nothing is open here",
            help="remove it, or write the `{` that it belongs to",
        )
    return None


def bracket(stop: Stop) -> Slip | None:
    """`size(shelf(me)`, and the next line begins"""
    bracket = open_bracket(stop.text, stop.at if not stop.is_end else stop.end)
    if bracket is not None and ")" in stop.shown and (stop.is_end or not stop.line.strip() or stop.found in "{}"):
        return Slip(
            message="this `(` is never closed",
            label="opened here",
            help="write `)` where it ends",
            at=(bracket, bracket + 1),
        )
    return None


def comma(stop: Stop) -> Slip | None:
    """`{ heat: 3, }`, `f(a, )`, `f(a; b)`"""
    if stop.previous == "," and stop.found in ("}", ")", ";"):
        comma = stop.text.rfind(",", 0, stop.at)
        return Slip(message="nothing follows this comma", label="one too many", help="remove it", at=(comma, comma + 1))
    if stop.found == "," and "SEMICOLON" in stop.expected:
        return Slip(
            message="statements stand on lines of their own, or have `;` between them",
            label="not a comma",
            help="write `;`",
        )
    if stop.found == ";" and "COMMA" in stop.expected:
        return Slip(message="these are parted by commas", label="not a semicolon", help="write `,`")
    return None


def late_comma(stop: Stop) -> Slip | None:
    """`season: spring,`, and the next field begins"""
    before = re.search(r",(\s*\n\s*)\w+\s*$", stop.text[: stop.at])
    if stop.found != ":" or before is None:
        return None
    return Slip(
        message="fields stand on lines of their own, and no comma parts them",
        label="one too many",
        help="remove it",
        at=(before.start(), before.start() + 1),
    )


def equals(stop: Stop) -> Slip | None:
    """`heat = 3` for `heat := 3`, `a == b`, `let x := 3`"""
    if stop.found == ":=" and "=" in stop.shown:
        return Slip(
            message="a name gets its value with `=`", label="expected `=`", help="write `=`; `:=` is for variables"
        )
    if stop.found == "=" and ":=" in stop.shown:
        return Slip(message="a variable is set with `:=`", label="expected `:=`", help=f"write `{stop.previous} := …`")
    if stop.found == "=" and stop.previous == "=":
        return Slip(message="one `=` says that two things are the same", label="one too many", help="write `=`")
    if stop.found == "=" and "->" in stop.shown:
        return Slip(
            message="a query says what it gives before it says how",
            label="expected `->` and a type",
            help="write `-> number =`",
        )
    return None


_TRAILING = re.compile(
    rf"(,|[-+*=]|->|\b(?:and|or|not|is|in|to|from|by|at|with|then|else|where|of|for|has|meets|but|per))[ \t]*(?:{COMMENT})?\n\s*"
    rf"^(?=(?:{'|'.join(DECLARED)})\b)",
    re.MULTILINE,
)


def trailing(stop: Stop) -> Slip | None:
    """`token clay is soft,` or `query two() -> number = 1 +`, and the next item begins"""
    last = max(_TRAILING.finditer(stop.text, 0, stop.end), key=lambda found: found.start(), default=None)
    if last is None or is_open(stop.text, last.start()) or len(ITEM.findall(stop.text, last.end(), stop.at)) > 2:
        if not stop.is_end or stop.found != ",":
            return None
        return Slip(message="nothing follows this comma", label="the list ends here", help="remove it")
    message = "nothing follows this comma" if last[1] == "," else f"nothing follows `{last[1]}`"
    hint = "remove it" if last[1] == "," else "write what belongs behind it"
    return Slip(
        message=message,
        label="the line ends here, and the next item begins",
        help=hint,
        at=last.span(1),
        until=last.end(),
    )


def end(stop: Stop) -> Slip | None:
    """The file ends in the middle of something"""
    if stop.is_end:
        return Slip(
            message="the text ends in the middle of something", label=listed(stop), help="finish it, or remove it"
        )
    return None

"""The slips that authors make, and what to say of each.

In:   a Stop.      Out:  a Slip.
Each function knows one slip by what came, what was expected and what stands around it; the first that recognises its slip
speaks. Its docstring shows the slip, and tests/lang/cases/syntax.case what is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from unicodedata import name as unicode_name

from kfdsl.lang.syntax.mistakes.braces import is_open, open_bracket
from kfdsl.lang.syntax.mistakes.stop import ITEM, VALUE, Slip, Stop, listed
from kfdsl.text.diagnostic import nearest

_DECLARED = (
    "token",
    "trait",
    "values",
    "place",
    "var",
    "kind",
    "moment",
    "purpose",
    "stands",
    "ties",
    "query",
    "effect",
    "flow",
    "menu",
    "shape",
    "action",
    "on",
    "open",
    "with",
    "extend",
    "patch",
    "replace",
    "position",
    "example",
    "main",
    "closing",
    "price",
)
_TRAILING = re.compile(
    r"(,|[-+*=]|->|\b(?:and|or|not|is|in|to|from|by|at|with|then|else|where|of|for|has|meets|but|per))[ \t]*(?:#[^\n]*)?\n\s*"
    rf"^(?=(?:{'|'.join(_DECLARED)})\b)",
    re.MULTILINE,
)

_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def slip(stop: Stop) -> Slip:
    """What is said about a stop."""
    return next(found for tell in _SLIPS if (found := tell(stop)) is not None)


def _brace(stop: Stop) -> Slip | None:
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


def _extra_brace(stop: Stop) -> Slip | None:
    """`token clay }`"""
    if stop.found == "}" and not stop.is_end and not is_open(stop.text, stop.at):
        return Slip(
            message="this `}` closes nothing",
            label="nothing is open here",
            help="remove it, or write the `{` that it belongs to",
        )
    return None


def _language(stop: Stop) -> Slip | None:
    """`says "it is warm"`"""
    if stop.previous == "says" and stop.found[:1] == '"':
        return Slip(
            message="a text for people has its language in front",
            label="in which language?",
            help='write `says en "…"`, and further languages behind it',
        )
    return None


def _quote(stop: Stop) -> Slip | None:
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
    "/": ("there is no `/`", "numbers are whole and are not divided; a comment begins with `#`"),
    "[": ("there are no square brackets", "write a set as `{a, b}`, a list of values as `a, b`"),
    "]": ("there are no square brackets", "write a set as `{a, b}`, a list of values as `a, b`"),
    "%": ("there is no `%`", "numbers are whole and are not divided"),
    "$": ("`$` has no meaning", "remove it"),
    "\\": ("`\\` has no meaning", "remove it; a text needs no escapes, and a rule may go on in the next line"),
    "@": ("`@` has no meaning", "remove it, or write `at`"),
}


def _sign(stop: Stop) -> Slip | None:
    """`a && b`, `a / 2`, a space that is none"""
    found = stop.found
    if stop.is_end or re.match(r"[\w{}().,;:=+*<>?-]", found, re.ASCII):
        return None
    if found.startswith("//") or (found == "/" and stop.after.startswith("*")):
        return Slip(
            message="a comment begins with `#`",
            label="not a comment",
            help="write `#`; a comment goes on to the end of its line",
        )
    if found[0] in _SIGNS:
        message, hint = _SIGNS[found[0]]
        return Slip(message=message, label="not part of the language", help=hint)
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


def _bracket(stop: Stop) -> Slip | None:
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


def _end(stop: Stop) -> Slip | None:
    """The file ends in the middle of something"""
    if stop.is_end:
        return Slip(
            message="the text ends in the middle of something", label=listed(stop), help="finish it, or remove it"
        )
    return None


def _equals(stop: Stop) -> Slip | None:
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


def _let(stop: Stop) -> Slip | None:
    """`let Heat = 3`, `token Clay`"""
    if re.match(r"[A-Z]", stop.found) and "TYPENAME" not in stop.expected:
        if "STRING" in stop.expected and "NAME" not in stop.expected:
            return _unquoted(stop)
        return Slip(
            message="names are written in small letters", label=listed(stop), help=f"write `{stop.found.lower()}`"
        )
    if stop.expected == {"TYPENAME"} and re.match(r"[a-z_]", stop.found):
        return Slip(
            message="the name of values begins with a capital",
            label="expected a capital",
            help=f"write `{stop.found.capitalize()}`",
        )
    return None


def _unquoted(stop: Stop) -> Slip | None:
    """`kiln old Old kiln {`, `when ann fire kiln`"""
    if "STRING" not in stop.expected or "NAME" in stop.expected or not re.match(r"\w", stop.found):
        return None
    item = stop.item
    word = item[0] if item else ""
    if "{" in stop.shown and word not in _DECLARED:
        return _misspelt(stop, word, item.start() if item else stop.at)
    return Slip(
        message="what people read or say stands in quotes",
        label="expected a text in quotes",
        help=f'write `"{stop.found} …"`',
    )


def _misspelt(stop: Stop, word: str, start: int) -> Slip:
    """`tokn clay`: a word that begins nothing looks like a kind, and what follows like a thing of it"""
    close = get_close_matches(word, _DECLARED, n=1, cutoff=0.8)
    if close and not re.search(rf"\bkind\s+{word}\b", stop.text):
        return Slip(
            message=f"no declaration begins with `{word}`",
            label="not a word of the language",
            help=f"did you mean `{close[0]}`?",
            at=(start, start + len(word)),
        )
    rest = re.match(r"[\w ]*\w", stop.found + stop.after)
    return Slip(
        message="a thing's name for people stands in quotes, and then `{` begins what is printed on it",
        label=listed(stop),
        help=f'write `"{rest[0] if rest else stop.found}" {{ … }}`',
    )


def _mark(stop: Stop) -> Slip | None:
    """`place shelf of tokens seen by all`"""
    found = re.search(r"\bplace\b.*\bof\s+\w+(\s+is\s+\w+)?(?P<gap>\s+)(seen|counted|holds|in\s+order)\b", stop.line)
    if found is None:
        return None
    at = stop.at - len(stop.line) + found.start("gap")
    return Slip(
        message="what is said about a place stands behind a comma",
        label="expected a comma here",
        help=f"write `, {found[3]} …`",
        at=(at, at + 1),
    )


def _trailing(stop: Stop) -> Slip | None:
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


def _thing(stop: Stop) -> Slip | None:
    """`tokn clay "clay"`, and the next item begins"""
    item = max(
        (found for found in ITEM.finditer(stop.text, 0, max(stop.at - 1, 0))),
        key=lambda found: found.start(),
        default=None,
    )
    if item is None or "{" not in stop.shown or stop.expected - {"LBRACE", "STRING"} or item[0] in _DECLARED:
        return None
    if is_open(stop.text, stop.at):
        return None
    return _misspelt(stop, item[0], item.start())


def _colon(stop: Stop) -> Slip | None:
    """`price = 2 clay`, `price 2 clay`, `var heat number`, `need size(x) > 2`, `query f(x)`"""
    is_field = bool(stop.expected & {"FACE", "RBRACE", "RPAR"}) or stop.expected <= {"FIELD", "BY"}
    if "FIELD" not in stop.expected or not is_field or not re.match(r"[a-z_]", stop.found):
        return None
    if stop.previous in ("need", "ensure"):
        return Slip(
            message=f"`{stop.previous}` begins with a name, by which it is known when it fails",
            label="expected a name with a colon",
            help=f"write `{stop.previous} name: …`",
        )
    if stop.previous in ("ask", "slot"):
        return Slip(
            message=f"`{stop.previous}` begins with a name and a colon",
            label="expected a name with a colon",
            help=f"write `{stop.previous} {stop.found}: …`",
        )
    if stop.previous in ("(", ",") or "RPAR" in stop.expected:
        return Slip(
            message="a parameter is a name and its type",
            label="expected a colon behind this",
            help=f"write `{stop.found}: player`, or whatever it is",
        )
    if re.match(r"\s*=", stop.after):
        return Slip(
            message="a field is set with a colon", label="expected a colon behind this", help=f"write `{stop.found}: …`"
        )
    opened = open_bracket(stop.text, stop.at, "{")
    if re.match(r"\s*\{", stop.after):
        return Slip(
            message=f"`{stop.found}` cannot stand inside these braces",
            label="not expected here",
            help=f"write `}}` before `{stop.found}`, if a brace is missing there",
            aside=None if opened is None else (opened, "they begin here"),
        )
    return Slip(
        message="a name is followed by a colon here",
        label="expected a colon behind this",
        help=f"write `{stop.found}: …`",
    )


def _then(stop: Stop) -> Slip | None:
    """`if heat > 3 then { … }`, `{ dig 1 soft then rest() }`, `elif`, `for each k in yard`, `while`"""
    if stop.found == "then" and "move" in stop.shown:
        return Slip(
            message="inside braces one statement follows the other without `then`",
            label="only what is printed on a card is joined by this",
            help="write `;` instead, or begin a new line",
        )
    if stop.found == "then" and "{" in stop.shown:
        return Slip(
            message="an `if` that does something has braces and no `then`",
            label="expected `{`",
            help="write `if … { … }`",
        )
    if stop.previous == "each" and "in" in stop.shown:
        return Slip(
            message="`for` takes the name right away", label="expected `in`", help=f"write `for {stop.found} in …`"
        )
    if re.search(r"\b(elif|elseif|elsif)\b", stop.line):
        return Slip(
            message="another condition begins with `else if`", label="not expected here", help="write `else if … { … }`"
        )
    return None


def _call(stop: Stop) -> Slip | None:
    """`happens night`, `effect fire {`, `menu work`"""
    if stop.expected == {"CALL"}:
        return Slip(
            message=f"`{stop.previous}` takes a name with its arguments in brackets",
            label="expected `(` behind this",
            help=f"write `{stop.found}()`",
        )
    if stop.expected == {"LPAR"}:
        return Slip(
            message=f"`{stop.previous}` says in brackets what it takes, even if that is nothing",
            label="expected `(`",
            help=f"write `{stop.previous}()`",
        )
    return None


def _whole(stop: Stop) -> Slip | None:
    """`1.5`"""
    if stop.previous == "." and stop.found[:1].isdigit():
        return Slip(
            message="numbers are whole",
            label="nothing follows the point",
            help="write a whole number; halves may be counted double",
        )
    return None


def _move(stop: Stop) -> Slip | None:
    """`move 1 clay from shelf(me)`, `move k.room clay from pit to shelf(me)`, `score 3 for me`"""
    if "to" not in stop.shown or not set(stop.shown) <= {
        "to",
        "+",
        "-",
        "but",
        "*",
        ".",
        "at",
        "from",
        "in",
        "left",
        "per",
    }:
        return None
    if re.search(r"\bscore\b", stop.line):
        return Slip(
            message="points go `to` somebody, `for` something",
            label="expected `to`",
            help="write `score 3 to player for card`",
        )
    counted = re.search(r"\bmove (?:up to )?([\w.]+(?:\([^()]*\))?) $", stop.line)
    if counted and re.fullmatch(r"[a-z]\w*", stop.found):
        return Slip(
            message="before a token stands a number that is written out",
            label="only behind digits",
            help=f"write `move (sum of 1 {stop.found} for n in numbers({counted[1]})) …`",
        )
    return Slip(message="this does not say where to", label="expected `to`", help="write `to` and a place")


def _comma(stop: Stop) -> Slip | None:
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


def _value(stop: Stop) -> Slip | None:
    """`1 + `, `x := }`"""
    if stop.expected >= VALUE and ":=" not in stop.shown:
        return Slip(
            message=f"a value is missing before `{stop.found}`",
            label="expected a value here",
            help="write a number, a name, or `name(…)`",
        )
    number = re.search(rf"\b({'|'.join(_NUMBERS)})\s+\w+\s*$", stop.line)
    if stop.expected >= VALUE and number:
        at = stop.at - len(stop.line) + number.start(1)
        return Slip(
            message="numbers are written in digits",
            label="not a number",
            help=f"write `{_NUMBERS.index(number[1]) + 2}`",
            at=(at, at + len(number[1])),
        )
    if stop.expected >= VALUE:
        return Slip(
            message=f"`{stop.previous}` alone does nothing",
            label=listed(stop),
            help=f"write `{stop.previous}()` to carry it out, or `{stop.previous} := …` to set it",
        )
    return None


def _anything(stop: Stop) -> Slip:
    """All that is left"""
    item = stop.item
    hint = nearest(stop.found, stop.shown)
    if not hint and item is not None and item[0] not in _DECLARED and item.start() == stop.at:
        hint = nearest(item[0], _DECLARED)
    if not hint and len(stop.expected) == 1:
        hint = f"write {listed(stop).removeprefix('expected ')} before it"
    return Slip(
        message=f"`{stop.found}` cannot stand here",
        label=listed(stop),
        help=hint or "remove it, or finish what stands before it",
    )


# From the plainest to the most general.
_SLIPS: tuple[Callable[[Stop], Slip | None], ...] = (
    _language,
    _quote,
    _sign,
    _brace,
    _extra_brace,
    _bracket,
    _trailing,
    _mark,
    _thing,
    _end,
    _equals,
    _let,
    _then,
    _colon,
    _unquoted,
    _call,
    _whole,
    _move,
    _comma,
    _value,
    _anything,
)

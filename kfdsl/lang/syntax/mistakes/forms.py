"""Slips of form: what a place, a field, a call, a condition, a move or a value looks like.

In:   a Stop.      Out:  a Slip, or nothing if the slip is another. A docstring shows the slip.
"""

from __future__ import annotations

import re

from kfdsl.lang.syntax.keywords import KEYWORDS
from kfdsl.lang.syntax.mistakes.braces import open_bracket
from kfdsl.lang.syntax.mistakes.stop import VALUE, Slip, Stop, listed


def mark(stop: Stop) -> Slip | None:
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


def then(stop: Stop) -> Slip | None:
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
    if re.search(r"\b(elif|elseif|elsif)\b", stop.line + stop.found):
        return Slip(
            message="another condition begins with `else if`", label="not expected here", help="write `else if … { … }`"
        )
    return None


def colon(stop: Stop) -> Slip | None:
    """`price = 2 clay`, `price 2 clay`, `var heat number`, `need size(x) > 2`, `query f(x)`"""
    is_field = bool(stop.expected & {"FACE", "RBRACE", "RPAR"}) or stop.expected <= {"FIELD", "BY"}
    if "FIELD" not in stop.expected or not is_field or not re.match(r"[a-z_]", stop.found) or stop.found in KEYWORDS:
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


def step(stop: Stop) -> Slip | None:
    """`extend flow day after { … }`, `extend effect day after dusk { … }`"""
    found = re.search(r"\bextend\s+(flow|effect)\s+(\w+)\s+(before|after|instead)\s+(when\s+)?$", stop.line)
    if found is None:
        return None
    sort, name, word, when = found.groups()
    if sort == "flow" and (stop.found == "{" or when):
        return Slip(
            message=f"`extend flow` names the step that it stands {word if word != 'instead' else 'instead of'}",
            label="expected the name of a step",
            help=f"write `extend flow {name} {word} step {{ … }}`, or `extend effect {name} {word} {{ … }}` for all of it",
        )
    if sort == "effect" and not when and re.fullmatch(r"[a-z_]\w*", stop.found):
        return Slip(
            message=f"`extend effect` changes all of `{name}`",
            label="not expected here",
            help=f"write `extend flow {name} {word} {stop.found} {{ … }}` for a step of it",
        )
    return None


def ties(stop: Stop) -> Slip | None:
    """`ties go to p with most a(p) and least b(p)`"""
    if not re.search(r"\bties\s+go\s+to\b", stop.line) or stop.found not in ("and", "then"):
        return None
    return Slip(
        message="ties are broken by one number after the other",
        label="expected `, then`",
        help="write `, then most …` or `, then least …`",
    )


def call(stop: Stop) -> Slip | None:
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


def move(stop: Stop) -> Slip | None:
    """`move 1 clay from shelf(me)`, `score 3 for me`"""
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
    return Slip(message="this does not say where to", label="expected `to`", help="write `to` and a place")


def value(stop: Stop) -> Slip | None:
    """`1 + `, `x := }`"""
    if stop.expected >= VALUE and ":=" not in stop.shown:
        return Slip(
            message=f"a value is missing before `{stop.found}`",
            label="expected a value here",
            help="write a number, a name, or `name(…)`",
        )
    if stop.expected >= VALUE:
        return Slip(
            message=f"`{stop.previous}` alone does nothing",
            label=listed(stop),
            help=f"write `{stop.previous}()` to carry it out, or `{stop.previous} := …` to set it",
        )
    return None

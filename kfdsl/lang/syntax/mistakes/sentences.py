"""Slips of what is done, and of how it is changed: deeds joined by the wrong word, amounts, `extend` and `patch`.

In:   a Stop.      Out:  a Slip, or nothing if the slip is another. A docstring shows the slip.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kfdsl.lang.syntax.mistakes.stop import Slip, Stop

_SIGN = re.compile(r"\s*,\s*|\s+(?:or|and|then)\s+")
_DEED = re.compile(r"(?!(?:let|if|for|need|ensure|ask|until|query|var|place)\b)[a-z_]\w* \S.*")


def joined(stop: Stop) -> Slip | None:
    """`use: dig 1 clay or burn 1 straw`, `use: dig 1 clay, burn 1 straw`, `do { dig 1 clay and burn 1 straw }`"""
    word, first, second = stop.found, stop.part, stop.rest.removeprefix(stop.found).strip()
    late = re.fullmatch(r"(.*\S)\s*(\+) ([a-z_]\w*)", first)
    if late is not None and re.match(r"\d", word):  # what follows the sign was read as a number until here
        first, word, second = late[1], late[2], f"{late[3]} {stop.rest}"
    if stop.previous == ";" and not first:  # a deed is whole for the parser before its semicolon
        end = stop.text.rfind(";", 0, stop.at)
        first, word, second = replace(stop, at=end, end=end + 1).part, ";", stop.rest
    is_inside, is_printed = "move" in stop.shown, "FIELD" in stop.expected and "move" not in stop.shown
    if word not in ("or", "and", ",", "+", ";") or not _DEED.fullmatch(first) or not (is_inside or is_printed):
        return None
    if (word == ";" and (is_inside or not _DEED.fullmatch(second))) or not second:
        return None
    deeds = [first, *(_SIGN.split(second) if word != "+" else [second])]
    deeds = [f"{first.split()[0]} {deed}" if re.match(r"\d", deed) else deed for deed in deeds]
    is_picked = re.search(r"\bone of\s*\{[^{}]*$", stop.line) is not None
    if word == "or" or is_picked:
        return Slip(
            message="whoever acts picks one of several deeds by `one of`",
            label="each stands in braces of its own" if is_picked else "only conditions are joined by this",
            help="write `one of " + " or ".join(f"{{ {deed} }}" for deed in deeds) + "`",
        )
    where, sign = ("inside braces", "; ") if is_inside else ("on a card", " then ")
    return Slip(
        message=f"{where} one deed follows the other behind `{sign.strip()}`",
        label="this does not join deeds",
        help=f"write `{sign.join(deeds)}`",
        at=(stop.text.rfind(";", 0, stop.at), stop.text.rfind(";", 0, stop.at) + 1) if word == ";" else None,
    )


def choices(stop: Stop) -> Slip | None:
    """`use: choose { … } or { … }`, `use: if heat > 3 then dig 1 clay else dig 1 straw`, `use: if heat > 3 { … }`"""
    whole = stop.line + stop.found + stop.after
    if re.search(r"\bchoose\s*\{[^}]*$", stop.line) and re.search(r"\}\s*or\s*\{", whole):
        at = stop.line.rindex("choose") - len(stop.line) + stop.at
        return Slip(
            message="whoever acts picks one of several deeds by `one of`",
            label="this opens a menu",
            help="write `one of { … } or { … }`",
            at=(at, at + len("choose")),
        )
    bare = re.search(r"\w:\s*([\[{])\s*[a-z_]\w* $", stop.line)
    if bare and re.match(r"\d", stop.found):
        at = stop.at - len(stop.line) + bare.start(1)
        return Slip(
            message="several deeds stand inside `do { … }`, or one behind the other",
            label="this begins a list" if bare[1] == "[" else "this begins a set",
            help="write `do { …; … }`, or `… then …`",
            at=(at, at + 1),
        )
    asked = re.search(r":\s*if [^{};]*$", stop.line)
    if (
        asked
        and (stop.found == "{" or re.search(r"\bthen [a-z_]\w* $", stop.line))
        and set(stop.shown) & {"then", "else"}
    ):
        at = stop.at - len(stop.line) + asked.start() + asked[0].index("if")
        return Slip(
            message="what is done under a condition stands inside `do { … }`",
            label="only a value may stand here",
            help="write `do { if … { … } else { … } }`",
            at=(at, at + len("if")),
        )
    return None


def amounts(stop: Stop) -> Slip | None:
    """`dig 1 clay 1 straw`, `dig clay 2`, `dig 1clay`, `dig one clay`"""
    glued = re.search(r"\b(\d+)$", stop.line)
    if glued and re.fullmatch(r"[a-z_]\w*", stop.found):
        return Slip(
            message="an amount is a number and a token, apart from each other",
            label="expected a blank before this",
            help=f"write `{glued[1]} {stop.found}`",
        )
    if stop.part.endswith(" one") and re.fullmatch(r"[a-z_]\w*", stop.found):
        at = stop.at - len(stop.line) + stop.line.rindex("one")
        return Slip(
            message="numbers are written in digits",
            label="not a number",
            help=f"write `1 {stop.found}`",
            at=(at, at + len("one")),
        )
    if not stop.found.isdigit() or not ({"FIELD", "RBRACE"} & stop.expected):
        return None
    several = re.search(r"(\d+ [a-z_]\w*)$", stop.part)
    other = re.match(r"\s+([a-z_]\w*)", stop.after)
    if several and other:
        return Slip(
            message="amounts are joined by `+`",
            label="expected `+` before this",
            help=f"write `{several[1]} + {stop.found} {other[1]}`",
        )
    turned = re.fullmatch(r"(?:\w+ )?([a-z_]\w*)", stop.part)
    if turned and not other:
        return Slip(
            message="an amount says how many before it says what",
            label="expected this before the name",
            help=f"write `{stop.found} {turned[1]}`",
        )
    return None


def extended(stop: Stop) -> Slip | None:
    """`extend kiln old_kiln { … }`, `extend kind kiln old_kiln { … }`, `extend action old_kiln { price: 1 clay }`"""
    whole = stop.text[stop.text.rfind("\n", 0, stop.at) + 1 : stop.end] + stop.after
    found = re.match(r"\s*extend (?:kind )?([a-z_]\w*) ([a-z_]\w*)\s*\{", whole)
    if found and re.search(r"\bextend (kind \w+ )?$", stop.line):
        return Slip(
            message="what is printed on a card is changed by `patch`",
            label="only what rules say is extended",
            help=f"write `patch {found[1]} {found[2]} {{ … }}`",
        )
    inside = re.search(r"\bextend (?:action|kind|trait|query) (\w+)\s*\{\s*$", stop.line)
    if inside and stop.found.endswith(":"):
        return Slip(
            message="what is printed on a card is changed by `patch`",
            label="a field of a card cannot stand here",
            help=f"write `patch`, the kind of cards, and `{inside[1]} {{ {stop.found} … }}`",
        )
    if re.search(r"\bextend $", stop.line):
        return Slip(
            message="`extend` says which sort of thing it changes",
            label="of which sort is this?",
            help=f"write `extend action {stop.found} …`, or `patch`, the kind of cards, and `{stop.found} {{ … }}` for a card",
        )
    return None


def patched(stop: Stop) -> Slip | None:
    """`patch old_kiln { price: 1 clay }`"""
    if stop.found == "{" and re.search(r"\b(patch|replace) \w+ $", stop.line):
        return Slip(
            message=f"`{stop.line.split()[0]}` names the kind of a card before the card",
            label="one name is missing before this",
            help=f"write the kind of cards before `{stop.previous}`, as in its declaration",
        )
    return None

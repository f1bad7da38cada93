"""Slips of words: names that cannot be, texts without quotes, and words that begin nothing.

In:   a Stop.      Out:  a Slip, or nothing if the slip is another. A docstring shows the slip.
"""

from __future__ import annotations

import re

from kfdsl.lang.syntax.mistakes.braces import is_open
from kfdsl.lang.syntax.mistakes.stop import DECLARED, ITEM, Slip, Stop, listed
from kfdsl.text.diagnostic import nearest
from kfdsl.text.nearest import nearest_word


def language(stop: Stop) -> Slip | None:
    """`says "it is warm"`"""
    if stop.previous == "says" and stop.found[:1] == '"':
        return Slip(
            message="a text for people has its language in front",
            label="in which language?",
            help='write `says en "…"`, and further languages behind it',
        )
    return None


def let(stop: Stop) -> Slip | None:
    """`let Heat = 3`, `token Clay`"""
    if re.match(r"[A-Z]", stop.found) and "TYPENAME" not in stop.expected:
        if "STRING" in stop.expected and "NAME" not in stop.expected:
            return unquoted(stop)
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


def unquoted(stop: Stop) -> Slip | None:
    """`kiln old Old kiln {`, `when ann fire kiln`"""
    if "STRING" not in stop.expected or "NAME" in stop.expected or not re.match(r"\w", stop.found):
        return None
    item = stop.item
    word = item[0] if item else ""
    if "{" in stop.shown and word not in DECLARED:
        return _misspelt(stop, word, item.start() if item else stop.at)
    return Slip(
        message="what people read or say stands in quotes",
        label="expected a text in quotes",
        help=f'write `"{stop.found} …"`',
    )


def _misspelt(stop: Stop, word: str, start: int) -> Slip:
    """`tokn clay`: a word that begins nothing looks like a kind, and what follows like a thing of it"""
    close = nearest_word(word, DECLARED, 0.8)
    if close and not re.search(rf"\bkind\s+{word}\b", stop.text):
        return Slip(
            message=f"no declaration begins with `{word}`",
            label="not a word of the language",
            help=f"did you mean `{close}`?",
            at=(start, start + len(word)),
        )
    rest = re.match(r"[\w ]*\w", stop.found + stop.after)
    return Slip(
        message="a thing's name for people stands in quotes, and then `{` begins what is printed on it",
        label=listed(stop),
        help=f'write `"{rest[0] if rest else stop.found}" {{ … }}`',
    )


def thing(stop: Stop) -> Slip | None:
    """`tokn clay "clay"`, and the next item begins"""
    item = max(
        (found for found in ITEM.finditer(stop.text, 0, max(stop.at - 1, 0))),
        key=lambda found: found.start(),
        default=None,
    )
    if item is None or "{" not in stop.shown or stop.expected - {"LBRACE", "STRING", "COPIES"} or item[0] in DECLARED:
        return None
    if is_open(stop.text, stop.at):
        return None
    return _misspelt(stop, item[0], item.start())


def whole(stop: Stop) -> Slip | None:
    """`1.5`"""
    if stop.previous == "." and stop.found[:1].isdigit():
        return Slip(
            message="numbers are whole",
            label="nothing follows the point",
            help="write a whole number; halves may be counted double",
        )
    return None


def anything(stop: Stop) -> Slip:
    """All that is left"""
    item = stop.item
    hint = nearest(stop.found, stop.shown)
    if not hint and item is not None and item[0] not in DECLARED and item.start() == stop.at:
        hint = nearest(item[0], DECLARED)
    if not hint and len(stop.expected) == 1:
        hint = f"write {listed(stop).removeprefix('expected ')} before it"
    return Slip(
        message=f"`{stop.found}` cannot stand here",
        label=listed(stop),
        help=hint or "remove it, or finish what stands before it",
    )

"""Texts with a few words changed.

In:   a text and dice.      Out:  edits of its words, and the text with them.
Gentle edits mostly leave a text that can be read, so that later stages see it; rough ones mostly do not. Edits are kept apart
from each other, so that whoever finds a crash can take away those that do not matter.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

WORD = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z_][A-Za-z0-9_]*|[0-9]+|:=|->|[<>!]=|[^\sA-Za-z0-9_]|\s+')
NUMBERS = ("0", "1", "2", "3", "6", "7", "13", "100")
STRANGE = (*map(chr, range(9, 127)), "\0", "é", "\u2028", "\U0001f600")
LINE = re.compile(r"[^\n]*\n|[^\n]+$")


class Edit(NamedTuple):
    """Words from `start` up to `end` give way to others."""

    start: int
    end: int
    words: str


def words_of(text: str) -> list[str]:
    """All words, signs and blanks: joined they are the text again."""
    return WORD.findall(text)


def applied(parts: Sequence[str], edits: Iterable[Edit]) -> str:
    """The text with edits; where two of them overlap, the later one is left out."""
    made: list[str] = []
    at = 0
    for edit in sorted(edits):
        if edit.start >= at:
            made += [*parts[at : edit.start], edit.words]
            at = edit.end
    return "".join([*made, *parts[at:]])


def edits_of(parts: Sequence[str], known: Sequence[str], is_gentle: bool, dice: random.Random) -> list[Edit]:
    """One to four changes."""
    spoken = [at for at, part in enumerate(parts) if not part.isspace() and not part.startswith("#")]
    if not spoken:
        return []
    change = _gentle if is_gentle else _rough
    return [change(parts, spoken, known, dice) for _ in range(dice.choice((1, 1, 2, 4)))]


def _gentle(parts: Sequence[str], spoken: Sequence[int], known: Sequence[str], dice: random.Random) -> Edit:
    """A name for a name, a number for a number, a line dropped, doubled or moved."""
    at = dice.choice(spoken)
    part = parts[at]
    match dice.randrange(10):
        case 0:
            return _line_moved(parts, at, dice)
        case 8 | 9:  # a call, a list or a part in brackets for another one, or for a name
            inner = _bracketed(parts, dice.choice(spoken))
            outer = _bracketed(parts, at) if dice.random() < 0.7 else (at, at + 1)
            return Edit(*outer, "".join(parts[slice(*inner)]))
        case 1 | 2:  # a word of the same text, which likely is of the right sort
            return Edit(at, at + 1, _alike(part, [parts[each] for each in spoken], dice))
        case _:
            return Edit(at, at + 1, _alike(part, known, dice))


def _alike(part: str, others: Sequence[str], dice: random.Random) -> str:
    """Another word of the same form."""
    if part.isdigit():
        return dice.choice(NUMBERS)
    if part[0].isalpha():
        found = [word for word in dice.sample(others, min(12, len(others))) if word[0].isalpha()]
        return found[0] if found else part
    swapped = {
        "=": ("!=", ">="),
        "<": (">",),
        ">": ("<",),
        "+": ("-", "*"),
        "-": ("+",),
        ">=": ("<=", "="),
        "<=": (">",),
    }
    return dice.choice(swapped.get(part, (part,)))


def _line_moved(parts: Sequence[str], at: int, dice: random.Random) -> Edit:
    start, end = _line(parts, at)
    line = "".join(parts[start:end])
    match dice.randrange(3):
        case 0:
            return Edit(start, end, "")
        case 1:
            return Edit(start, end, line + "\n" + line)
        case _:
            other = _line(parts, dice.randrange(len(parts)))
            return Edit(start, end, "".join(parts[slice(*other)]))


def _bracketed(parts: Sequence[str], at: int) -> tuple[int, int]:
    """The next part in brackets from a word on, with the name before it; the word alone if there is none near."""
    start = next((each for each in range(at, min(at + 12, len(parts))) if parts[each] in "([{"), None)
    if start is None:
        return at, at + 1
    depth = 0
    for end in range(start, min(start + 200, len(parts))):
        depth += (parts[end] in "([{") - (parts[end] in ")]}")
        if depth == 0:
            return start - (start > 0 and parts[start - 1][0].isalpha()), end + 1
    return at, at + 1


def _line(parts: Sequence[str], at: int) -> tuple[int, int]:
    """The words of the line that a word stands in, without its end."""
    start = next((each + 1 for each in range(at - 1, -1, -1) if "\n" in parts[each]), 0)
    end = next((each for each in range(at, len(parts)) if "\n" in parts[each]), len(parts))
    return start, max(start, end)


def _rough(parts: Sequence[str], spoken: Sequence[int], known: Sequence[str], dice: random.Random) -> Edit:
    """A word dropped, doubled, put in from elsewhere; a letter; the rest cut off."""
    at = dice.choice(spoken)
    part = parts[at]
    match dice.randrange(6):
        case 0:
            return Edit(at, at + 1, "")
        case 1:
            return Edit(at, at + 1, f"{part} {parts[dice.choice(spoken)]}")
        case 2 | 3:
            return Edit(at, at + 1, f" {dice.choice(known)} ")
        case 4:
            where = dice.randint(0, len(part))
            return Edit(at, at + 1, part[:where] + dice.choice(STRANGE) + part[where:])
        case _:
            return Edit(at, dice.choice((len(parts), min(len(parts), at + 5))), "")

"""Texts with one mistake, as fingers make it.

In:   a text, and dice.      Out:  Mutants: the text, where it was changed, and which word stood there.
A changed word is never one that is known: a letter dropped from `then` that leaves another word is another program, not a typing mistake.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from string import ascii_lowercase

PART = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Za-z_]\w*|[0-9]+|:=|->|[<>!]=|[^\s\w]')
WAYS = ("dropped", "doubled", "swapped", "replaced")
TRIES = 40


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text with one change; `word` and `typed` are empty where no word was misspelt."""

    way: str
    text: str
    at: int
    word: str = ""
    typed: str = ""

    @property
    def line(self) -> int:
        """The line that was changed, from 1."""
        return self.text.count("\n", 0, self.at) + 1


def words_of(text: str) -> list[re.Match[str]]:
    """Every name and keyword, outside comments and quotes."""
    return [found for found in PART.finditer(text) if found[0][0].isalpha() or found[0][0] == "_"]


def misspelt(text: str, found: re.Match[str], way: str, known: Collection[str], dice: random.Random) -> Mutant | None:
    """A text with one word misspelt; None if each misspelling of this sort is a word as well."""
    word = found[0]
    for _ in range(TRIES):
        typed = _typed(word, way, dice)
        if typed not in known and re.fullmatch(r"[A-Za-z_]\w*", typed):
            return Mutant(way, text[: found.start()] + typed + text[found.end() :], found.start(), word, typed)
    return None


def _typed(word: str, way: str, dice: random.Random) -> str:
    at = dice.randrange(len(word))
    match way:
        case "dropped":
            return word[:at] + word[at + 1 :]
        case "doubled":
            return word[:at] + word[at] + word[at:]
        case "swapped":
            return word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        case _:
            return word[:at] + dice.choice(ascii_lowercase) + word[at + 1 :]


def _line_deleted(text: str, dice: random.Random) -> Mutant:
    lines = [found for found in re.finditer(r"[^\n]+\n", text) if not re.match(r"\s*(#|$)", found[0])]
    line = dice.choice(lines)
    return Mutant("line deleted", text[: line.start()] + text[line.end() :], line.start())


def _brace_removed(text: str, dice: random.Random) -> Mutant | None:
    braces = [found for found in PART.finditer(text) if found[0] in "{}"]
    if not braces:
        return None
    at = dice.choice(braces).start()
    return Mutant("brace removed", text[:at] + text[at + 1 :], at)


def _words_swapped(text: str, dice: random.Random) -> Mutant | None:
    parts = list(PART.finditer(text))
    pairs = [pair for pair in pairwise(parts) if all(each[0][0].isalpha() for each in pair)]
    if not pairs:
        return None
    one, other = dice.choice(pairs)
    between = text[one.end() : other.start()]
    return Mutant("words swapped", text[: one.start()] + other[0] + between + one[0] + text[other.end() :], one.start())


def _cut(text: str, dice: random.Random) -> Mutant:
    at = dice.choice([found.end() for found in PART.finditer(text)])
    return Mutant("file cut", text[:at], at - 1)


MISHAPS: dict[str, Callable[[str, random.Random], Mutant | None]] = {
    "line deleted": _line_deleted,
    "brace removed": _brace_removed,
    "words swapped": _words_swapped,
    "file cut": _cut,
}


def mishaps(text: str, each: int, dice: random.Random) -> Iterator[Mutant]:
    """Some texts of each sort with a line deleted, a brace removed, two words swapped, the rest cut off."""
    for make in MISHAPS.values():
        for _ in range(each):
            made = make(text, dice)
            if made is not None and made.text != text:
                yield made

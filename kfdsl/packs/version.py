"""Versions, and ranges of them.

In:   `1.4.0`, `2.0.0-beta.1`; `>=1.2 <2`, `^1.2`, `1.2`, `*`.      Out:  values that compare; `range.allows(version)`.
Refuses to guess: what it cannot read is None, and the caller says so. Build data (`+linux`) is read and forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import total_ordering
from operator import eq, ge, gt, le, lt
from typing import Any

NUMBER = r"(?:0|[1-9][0-9]{0,8})"
VERSION = re.compile(rf"({NUMBER})\.({NUMBER})\.({NUMBER})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?", re.ASCII)
TERM = re.compile(rf"(>=|<=|>|<|=|\^)?({NUMBER}(?:\.{NUMBER}){{0,2}})(?:-([0-9A-Za-z.-]+))?", re.ASCII)
COMPARE: dict[str, Callable[[Any, Any], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}


@total_ordering
@dataclass(frozen=True, slots=True)
class Version:
    """`1.4.0`, or `1.4.0-beta.1`, which comes before it."""

    numbers: tuple[int, int, int]
    trial: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join(map(str, self.numbers)) + (f"-{'.'.join(self.trial)}" if self.trial else "")

    def __lt__(self, other: Version) -> bool:
        return _key(self.numbers, self.trial) < _key(other.numbers, other.trial)


@dataclass(frozen=True, slots=True)
class Term:
    """One comparison: `>=1.2` looks at two numbers of a version only; it holds for 1.2.5, and `>1.2` does not."""

    sign: str
    numbers: tuple[int, ...]
    trial: tuple[str, ...] = ()

    def allows(self, version: Version) -> bool:
        """Whether a version satisfies this comparison."""
        count = len(self.numbers)
        if count < len(version.numbers):
            return COMPARE[self.sign](version.numbers[:count], self.numbers)
        return COMPARE[self.sign](_key(version.numbers, version.trial), _key(self.numbers, self.trial))


@dataclass(frozen=True, slots=True)
class Range:
    """Comparisons that must all hold; `*` has none."""

    text: str
    terms: tuple[Term, ...]

    def __str__(self) -> str:
        return self.text

    def allows(self, version: Version) -> bool:
        """Whether a version lies in this range."""
        return all(term.allows(version) for term in self.terms)


def read_version(text: str) -> Version | None:
    """Read a semantic version; nothing if it is none."""
    found = VERSION.fullmatch(text)
    if found is None:
        return None
    trial = tuple(found[4].split(".")) if found[4] else ()
    return None if "" in trial else Version((int(found[1]), int(found[2]), int(found[3])), trial)


def read_range(text: str) -> Range | None:
    """Read a range; nothing if it is none."""
    if text.strip() == "*":
        return Range("*", ())
    terms = [_terms(word) for word in text.split()]
    if not terms or not all(terms):
        return None
    return Range(" ".join(text.split()), tuple(term for some in terms for term in some))


def _terms(word: str) -> tuple[Term, ...]:
    found = TERM.fullmatch(word)
    if found is None:
        return ()
    numbers = tuple(map(int, found[2].split(".")))
    trial = tuple(found[3].split(".")) if found[3] else ()
    if "" in trial or (trial and len(numbers) < 3):
        return ()
    if found[1] != "^":
        return (Term(found[1] or "=", numbers, trial),)
    return (Term(">=", numbers, trial), Term("=", _kept(numbers)))


def _kept(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The numbers that `^` keeps: up to the first that is not zero."""
    first = next((at for at, number in enumerate(numbers) if number), len(numbers) - 1)
    return numbers[: first + 1]


def _key(numbers: tuple[int, ...], trial: tuple[str, ...]) -> tuple[object, ...]:
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in trial)
    return (numbers, not trial, parts)

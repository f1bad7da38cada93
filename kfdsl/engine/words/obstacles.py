"""What stands in the way of something, as it was told: data, and words for people.

In:   what was told natively (see `told.py`).      Out:  Refused, Lacking, UnderWay, NoAnswer, NoCover; each in words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kfdsl.engine.machine.bundles import Bundle, Want
from kfdsl.engine.machine.lacking_words import lacking, short, under_way
from kfdsl.engine.machine.wording import Wording
from kfdsl.program import made_names
from kfdsl.program.types import Type
from kfdsl.text.source import Span


@dataclass(frozen=True, slots=True)
class Refused:
    """A need that does not hold: its name, and its message: texts, and values with their types."""

    span: Span
    need: str
    parts: tuple[str | tuple[Type, Any], ...]

    def words(self, word: Callable[[Any, Type], str]) -> str:
        """Its message, with values as `word` has them."""
        return "".join(part if isinstance(part, str) else word(part[1], part[0]) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Lacking:
    """Pieces that were not there: in which cell, what was wanted of it and what it had."""

    span: Span
    cell: int
    wanted: tuple[Any, ...]  # a bundle, or a want
    there: Bundle


@dataclass(frozen=True, slots=True)
class UnderWay:
    """An effect of a card would be performed inside itself."""

    span: Span
    effect: str


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Something is asked, and there is nothing to answer: a menu, if it is one."""

    span: Span
    menu: str


@dataclass(frozen=True, slots=True)
class NoCover:
    """Something is to be paid, and cannot be: the least that is lacking, if that was found."""

    span: Span
    less: Want


Obstacle = Refused | Lacking | UnderWay | NoAnswer | NoCover


def in_words(obstacle: Obstacle, wording: Wording) -> str:
    """What stands in the way, for people."""
    match obstacle:
        case Refused():
            return obstacle.words(wording.word) or obstacle.need
        case Lacking():
            return f"{lacking(wording, short(obstacle.wanted, obstacle.there))} in {wording.place(obstacle.cell)}"
        case UnderWay():
            return under_way(wording, obstacle.effect)
        case NoAnswer():
            menu = made_names.in_words(obstacle.menu)
            return f"there is nothing to do in {menu}" if menu else "there is nothing to choose"
        case NoCover():
            return lacking(wording, obstacle.less) if obstacle.less else "it cannot be paid with what is there"

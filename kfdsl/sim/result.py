"""One game that was played, as plain data.

In:   nothing; data only.      Out:  Played, which travels between processes.
Cards are numbers of the program's list, all copies of a thing that of the first; seats count from zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

Reason: TypeAlias = tuple[str, int | str]  # ("card", its number) or ("text", the words)
PICKED = ""  # in place of an action: an answer to a question that is no menu


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What a game came to, and what happened to its cards."""

    number: int
    seed: int
    bots: tuple[str, ...]  # by seat
    totals: tuple[int, ...]
    winners: tuple[int, ...]  # all who share the first place
    points: Mapping[tuple[int, Reason], int]  # by seat and reason
    choices: int  # that somebody made
    answers: int  # with those that answered themselves
    longest: int  # list of choices that was offered for one part of an answer
    longest_at: str
    part: frozenset[int]  # cards that took part
    lain: frozenset[tuple[int, str]]  # in which places each card lay
    named: Mapping[tuple[int, str], int]  # how often a card was named with an action
    owners: frozenset[tuple[int, int]]  # cards, each with who had it at the end
    faces: frozenset[tuple[int, str]]  # that a card showed at the end
    turned: frozenset[int]

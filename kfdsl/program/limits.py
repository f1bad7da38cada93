"""How much a game may take: settings of whoever hosts it, never of a pack.

In:   a Program.      Out:  Limits, and a report where a program is larger than they allow.
All of it is counted, never timed, so a game is the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from kfdsl.program import core
from kfdsl.program.numbers import LARGEST_LIMIT, MOST_CARDS, MOST_PIECES
from kfdsl.program.pieces import held_at_start
from kfdsl.text.diagnostic import Report

_MOST = {"pieces": MOST_PIECES, "cards": MOST_CARDS}  # of which a state can hold fewer


@dataclass(frozen=True, slots=True)
class Limits:
    """What packs may take; larger numbers cost whoever hosts time and memory, smaller ones refuse more packs."""

    steps: int = 40_000_000  # between two choices, and for a listing; what a step is, analysis/measures/step_costs.py says
    pieces: int = 10_000  # tokens in the game
    cards: int = 2_000
    answers: int = 100_000  # that are listed at once; part by part there may be more

    def __post_init__(self) -> None:
        for each in fields(self):
            limit, most = getattr(self, each.name), _MOST.get(each.name, LARGEST_LIMIT)
            if not isinstance(limit, int) or not 1 <= limit <= most:
                raise ValueError(f"the limit of {each.name} is a whole number from 1 to {most}, not {limit!r:.40}")


def too_large(program: core.Program, limits: Limits, report: Report) -> None:
    """Report the place or the card with which there are too many."""
    if len(program.cards) > limits.cards:
        report.error(
            "too-large",
            f"there are {len(program.cards)} cards, and {limits.cards} are allowed",
            program.cards[limits.cards].span,
            label="this is one too many",
            help="leave some out, or let a card be used several times",
        )
    pieces = 0
    for place, held in held_at_start(program):
        pieces += held
        if pieces > limits.pieces:
            report.error(
                "too-large",
                f"places hold {pieces} tokens at the start, and {limits.pieces} are allowed",
                place.span,
                label="with these there are too many",
                help="let it hold fewer",
            )
            return

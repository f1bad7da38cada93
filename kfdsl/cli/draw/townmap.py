"""Spots that have names, as a table: who lies there, and what joins them.

In:   for each spot its name, a Figure, and its joins.      Out:  lines no wider than asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from kfdsl.cli.draw.canvas import cut
from kfdsl.cli.draw.figure import Figure

LYING = 50  # columns for who lies there, at most


@dataclass(frozen=True, slots=True)
class Town:
    """A spot, and by label the names of those that it is joined with."""

    name: str
    figure: Figure
    joins: tuple[tuple[str, tuple[str, ...]], ...]


def drawn(towns: Sequence[Town], width: int) -> list[Text]:
    """A line for each spot; its joins go on below where they are too long."""
    names = max((len(town.name) for town in towns), default=0)
    lying = min(LYING, max((len(_lying(town.figure)) for town in towns), default=0))
    first = names + 2 + (lying + 2 if lying else 0)
    lines: list[Text] = []
    for town in towns:
        line = Text(no_wrap=True, overflow="crop")
        line.append(town.name.ljust(names + 2), "bold")
        if lying:
            line.append(cut(_lying(town.figure), lying).ljust(lying + 2), town.figure.style)
        joins = _folded(town.joins, max(width - first, 20))
        line.append(joins[0] if joins else "", "dim")
        line.rstrip()
        lines += [line, *(Text(" " * first + more, style="dim") for more in joins[1:])]
    return lines


def _lying(figure: Figure) -> str:
    return " ".join(part for part in (figure.title + figure.sign, figure.below) if part)


def _folded(joins: Sequence[tuple[str, tuple[str, ...]]], width: int) -> list[str]:
    """`rail: brest, lyon · road: nice`, on as many lines as it takes."""
    words = [
        word
        for number, (label, others) in enumerate(joins)
        for word in (
            *(["·"] if number else []),
            *([f"{label}:"] if label else []),
            *(f"{other}," for other in others[:-1]),
            others[-1],
        )
    ]
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines

"""Examples in the core.

In:   nothing; data only.      Out:  frozen nodes that keep the span they came from, which does not count for equality.
"""

from __future__ import annotations

from dataclasses import field

from kfdsl.program.core.declare import Named
from kfdsl.program.core.expr import Expr, core
from kfdsl.text.source import Span


@core
class GivenDef:
    """What is put where before an example begins."""

    target: Expr
    values: tuple[Expr, ...]
    face: str
    spot: tuple[int, int, int] | None = None
    span: Span = field(compare=False, repr=False)


@core
class CheckDef:
    """What must be so."""

    word: (
        str  # "holds", "lists", "acts", "can", "cannot", "not_asked", "sees", "counts", "cannot_see", "wins", "is_over"
    )
    player: int
    text: str
    expr: Expr | None
    because: str
    items: tuple[Expr, ...] = ()  # of "lists": what the expression has, one after the other
    ordered: bool = True  # whether their order counts
    span: Span = field(compare=False, repr=False)


@core
class DrawDef:
    """What chance brings: tokens; or a card that comes first when its place is shuffled; or one that is turned to a face."""

    tokens: tuple[tuple[int, str, bool], ...] = ()
    card: str = ""
    face: str = ""


@core
class DoDef:
    """A move of an example."""

    player: int
    text: str
    draws: tuple[DrawDef, ...]
    span: Span = field(compare=False, repr=False)


@core
class PositionDef(Named):
    """Where examples may begin; what it says is laid out in each of them."""

    players: tuple[str, ...]


@core
class ExampleDef(Named):
    """Given, when, then; options are settled before the game begins. Of a table, one row, and its span is the row's."""

    players: tuple[str, ...]
    options: tuple[tuple[str, bool | str], ...] = ()
    parts: tuple[GivenDef | DoDef | CheckDef, ...]
    is_row: bool = False

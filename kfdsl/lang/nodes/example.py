"""Positions and examples as written.

In:   nothing; data only.      Out:  frozen nodes with spans, which do not take part in equality.
Docstrings show the source form.
"""

from __future__ import annotations

from dataclasses import field

from kfdsl.lang.nodes.declare import Decl
from kfdsl.lang.nodes.expr import Expr, Node, node
from kfdsl.text.source import Span


@node
class Given(Node):
    """`shelf(ann) = 3 clay`, `kiln shows lit`, `kiln lies at (0, -1) turned 2`, `other_position`"""

    target: Expr
    values: tuple[Expr, ...]
    face: str
    spot: tuple[Expr, ...] = ()  # across, down and, if it is said, turned; or a name
    every: bool = False  # all places of a name: `every fire = empty`


@node
class Position(Decl):
    """`position evening for ann, ben { … }`"""

    players: tuple[str, ...]
    givens: tuple[Given, ...]


@node
class Check(Node):
    """`then ann cannot "fire kiln" because fire.heat`"""

    word: (
        str  # "holds", "lists", "acts", "can", "cannot", "not_asked", "sees", "counts", "cannot_see", "wins", "is_over"
    )
    player: str
    text: str
    expr: Expr | None
    because: tuple[str, ...]
    items: tuple[Expr, ...] = ()  # of "lists"


@node
class Do(Node):
    """`when ann "fire kiln" drawing 1 clay`; a card comes first when it is shuffled, one that `shows` a face is turned to it"""

    player: str
    text: str
    draws: tuple[Expr, ...]


@node
class Row(Node):
    """`old_kiln: 2 clay, lit`"""

    cells: tuple[Expr, ...]


@node
class Example(Node):
    """`example "title" { given … when … then … }`"""

    title: str
    alone: bool  # only in a game of its pack and those that it requires
    parts: tuple[Given | Do | Check, ...]


@node
class ExampleTable(Node):
    """`for k, gives in { old_kiln: 2 clay; long_kiln: 1 clay } { example … }`, `example "title" for k in { old_kiln } { … }`"""

    columns: tuple[str, ...]
    columns_span: Span = field(compare=False, repr=False)
    rows: tuple[Row, ...]
    examples: tuple[Example, ...]

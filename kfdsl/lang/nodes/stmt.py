"""Statements as written.

In:   nothing; data only.      Out:  frozen nodes with spans, which do not take part in equality.
Docstrings show the source form.
"""

from __future__ import annotations

from kfdsl.lang.nodes.expr import Call, Expr, Node, Text, TypeNode, node


@node
class Stmt(Node):
    """Anything that is done."""


@node
class Block(Stmt):
    """`{ … }`"""

    body: tuple[Stmt, ...]


@node
class Step(Stmt):
    """`label: statement`"""

    label: str
    body: Stmt


@node
class Move(Stmt):
    """`move up to 2 clay at random from a to b`"""

    strength: str  # "exactly", "up_to", "every"
    what: Expr | None
    at_random: bool
    source: Expr | None
    target: Expr


@node
class Assign(Stmt):
    """`kiln.heat := 3`"""

    target: Expr
    value: Expr


@node
class Let(Stmt):
    """`let n = 3`"""

    name: str
    value: Expr


@node
class If(Stmt):
    """`if c { … } else { … }`"""

    test: Expr
    then: Stmt
    other: Stmt | None


@node
class For(Stmt):
    """`for x in xs where c { … }`"""

    name: str
    items: Expr
    where: Expr | None
    body: Stmt


@node
class Repeat(Stmt):
    """`repeat { … } until c`"""

    body: Stmt
    until: Expr


@node
class Choose(Stmt):
    """`choose menu(p)`, `repeat choose menu(p) with points = 2 or stop`, `repeat at least once choose menu(p) or stop`"""

    menu: str
    args: tuple[Expr, ...]
    once: bool  # must be answered with an action, at first
    again: bool
    settings: tuple[tuple[str, Expr], ...]


@node
class Ask(Stmt):
    """`ask x: kind in xs where c`, `ask xs: at least 1 of ys`, `ask g: shape(p)`, `ask g: cover w for purpose from shape(p)`"""

    asker: Expr | None
    name: str
    type: TypeNode | None
    items: Expr | None
    where: Expr | None
    shape: Call | None
    want: Expr | None
    purpose: str
    many: tuple[int, int | None] | None = None  # at least and at most so many of the items


@node
class Together(Stmt):
    """`together for p in players ask card: crate in hand(p) { move card to yard }`: sealed until all have answered."""

    name: str
    items: Expr
    ask: Ask
    body: Stmt


@node
class Apart(Stmt):
    """`apart for p in players { ask by p k: kiln in yard(p); show k lit }`: everybody for themselves, in any order."""

    name: str
    items: Expr
    body: Stmt


@node
class OneOf(Stmt):
    """`one of { … } or { … }`"""

    branches: tuple[Stmt, ...]


@node
class Perform(Stmt):
    """`perform kiln.work by me at kiln`"""

    effect: Expr
    by: Expr | None
    at: Expr | None


@node
class CallStmt(Stmt):
    """`fire(kiln) by p`, `give 1 clay from here`"""

    name: str
    args: tuple[Expr, ...]
    labels: tuple[str, ...]
    by: Expr | None
    at: Expr | None


@node
class Happens(Stmt):
    """`happens moment(args)`"""

    name: str
    args: tuple[Expr, ...]


@node
class Shuffle(Stmt):
    """`shuffle place`"""

    place: Expr


@node
class Show(Stmt):
    """`show kiln lit`, `show kiln at random` (no face)"""

    card: Expr
    face: str


@node
class Lay(Stmt):
    """`lay kiln on yard(p) at s`"""

    card: Expr
    plane: Expr
    spot: Expr


@node
class Score(Stmt):
    """`score n to p for what`"""

    value: Expr
    to: Expr
    reason: Expr


@node
class ScoreSets(Stmt):
    """`score 3 per 1 clay + 1 straw in pit once must without roles on main, fields or 2 unfilled to p for kiln`"""

    value: Expr
    want: Expr
    within: Expr | None
    once: bool
    alike: bool
    spare: int | None  # of what must be taken, how much may be left
    roles: bool  # whether a piece of several roles may take part
    ledgers: tuple[str, ...]  # none: the main one
    unfilled: Expr | None
    to: Expr
    reason: Expr


@node
class ScoreLeft(Stmt):
    """`score 1 left clay in pit on fields to p for "clay"`"""

    value: Expr
    name: str
    within: Expr | None
    ledgers: tuple[str, ...]
    to: Expr
    reason: Expr


@node
class Settle(Stmt):
    """`settle p from wares_of(p) for counting`"""

    who: Expr
    shape: Call
    purpose: str


@node
class Proceed(Stmt):
    """`proceed`"""


@node
class Ensure(Stmt):
    """`ensure name: c else "…"`"""

    name: str
    test: Expr
    message: Text | None

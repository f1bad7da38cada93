"""What the core can do.

In:   nothing; data only.      Out:  frozen nodes that keep the span they came from, which does not count for equality.
"""

from __future__ import annotations

from dataclasses import field

from kfdsl.program.core.expr import Expr, FieldOf, PlaceAt, core
from kfdsl.program.types import Type
from kfdsl.text.source import Span


@core
class Stmt:
    """Something done."""

    span: Span = field(compare=False, repr=False)


@core
class Block(Stmt):
    """One after another."""

    body: tuple[Stmt, ...]


@core
class Step(Stmt):
    """A named part of a flow."""

    label: str
    body: Stmt


@core
class Move(Stmt):
    """Pieces from places to a place."""

    strength: str  # "exactly", "up_to", "every"
    what: Expr | None
    only: str  # for "every": the token or trait that goes
    at_random: bool
    source: Expr | None
    target: Expr


@core
class SetVar(Stmt):
    """A variable gets a value."""

    var: str
    args: tuple[Expr, ...]
    value: Expr


@core
class Let(Stmt):
    """A local gets a value."""

    name: str
    value: Expr
    only_told: bool = False  # nothing reads it but a message


@core
class If(Stmt):
    """One of two."""

    test: Expr
    then: Stmt
    other: Stmt | None


@core
class For(Stmt):
    """Once for each item; the items are fixed at the start, the condition is read anew."""

    name: str
    items: Expr
    where: Expr | None
    body: Stmt


@core
class Repeat(Stmt):
    """Until something holds; each round asks somebody."""

    body: Stmt
    until: Expr


@core
class AskFor(Stmt):
    """Somebody picks an item, a group, or a cover of a want."""

    label: str
    name: str
    who: Expr
    items: Expr | None
    where: Expr | None
    shape: str
    args: tuple[Expr, ...]
    want: Expr | None
    purpose: str
    type: Type
    many: tuple[int, int | None] | None = None  # several items, at least and at most so many


@core
class Choose(Stmt):
    """Somebody picks an action of a menu, which is then done."""

    label: str
    menu: str
    args: tuple[Expr, ...]
    again: bool  # again and again, until `stop` is the answer


@core
class Together(Stmt):
    """Several are asked at once, sealed; then something is done with each answer."""

    label: str
    name: str
    items: Expr
    ask: AskFor
    body: Stmt


@core
class Apart(Stmt):
    """Several act at once, in the open: each for themselves, so that it does not matter who is first."""

    name: str
    items: Expr
    body: Stmt


@core
class OneOf(Stmt):
    """Somebody picks a branch that can be carried out."""

    label: str
    who: Expr
    branches: tuple[str, ...]  # rules
    args: tuple[tuple[Expr, ...], ...]


@core
class CallRule(Stmt):
    """Another rule, then on."""

    rule: str
    args: tuple[Expr, ...]


@core
class Perform(Stmt):
    """The effect printed on a card."""

    effect: FieldOf
    by: Expr
    at: Expr


@core
class Shuffle(Stmt):
    """The order of a place is left to chance."""

    place: Expr


@core
class Show(Stmt):
    """A card shows a face; none given, chance picks."""

    card: Expr
    face: str


@core
class Lay(Stmt):
    """A card comes to lie at a spot of a plane."""

    card: Expr
    plane: PlaceAt
    spot: Expr


@core
class Score(Stmt):
    """Points on the sheet."""

    value: Expr
    to: Expr
    reason: Expr


@core
class ScoreSets(Stmt):
    """A scorer comes into force: so much for every set of pieces, as far as the best allocation gives it any."""

    value: Expr
    want: Expr
    within: Expr | None  # a place, or a sum of places
    once: bool
    alike: bool
    spare: int | None
    roles: bool  # whether a piece of several roles may take part
    ledgers: tuple[str, ...]  # a piece is consumed in each of them
    unfilled: Expr | None
    to: Expr
    reason: Expr


@core
class ScoreLeft(Stmt):
    """So much for every piece that is in no set of a ledger."""

    value: Expr
    name: str
    within: Expr | None  # a place, or a sum of places
    ledger: str
    to: Expr
    reason: Expr


@core
class Settle(Stmt):
    """The best allocation of a player's pieces to all scorers in force for that player."""

    who: Expr
    shape: str
    args: tuple[Expr, ...]
    purpose: str


@core
class Reset(Stmt):
    """Variables whose life ends here get their defaults back."""

    vars: tuple[str, ...]


@core
class Ensure(Stmt):
    """A need about what has become so far."""

    name: str
    test: Expr
    message: tuple[str | Expr, ...]

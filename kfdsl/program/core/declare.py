"""Rules, tables and everything with a name in the core.

In:   nothing; data only.      Out:  frozen nodes that keep the span they came from, which does not count for equality.
"""

from __future__ import annotations

from dataclasses import field

from kfdsl.program.core.expr import Expr, core
from kfdsl.program.core.stmt import Stmt
from kfdsl.program.types import Type
from kfdsl.text.source import Span

Spoken = tuple[tuple[str, tuple[str, ...]], ...]  # language, and text with each hole, `{what}`, as a part of its own


@core
class Named:
    """Something with a name, a pack and a place in the text."""

    name: str
    pack: str
    span: Span = field(compare=False, repr=False)


@core
class TokenDef(Named):
    """A piece without identity."""

    nouns: tuple[str, ...]
    traits: tuple[str, ...]


@core
class TraitDef(Named):
    """What tokens, kinds or places share."""

    nouns: tuple[str, ...]


@core
class ValuesDef(Named):
    """A closed list of words."""

    names: tuple[str, ...]


@core
class BoardDef:
    """The spots of a plane: hexes or squares, as far as they go, or spots with names and what joins them."""

    grid: str  # "hexes", "squares", "spots"
    wide: int = 0  # columns, and
    tall: int = 0  # rows; none where there is no end
    radius: int | None = None  # of hexes, from the middle
    diagonals: bool = False
    turned: bool = True  # whether cards may lie in several rotations
    names: tuple[str, ...] = ()
    joins: tuple[tuple[int, int, str], ...] = ()  # two spots, the smaller first, and the label between them
    first: int = 0  # the number of the first spot among all spots with names
    labels: str = ""  # the values that joins carry


@core
class PlaceDef(Named):
    """Where pieces lie."""

    owner: str  # kind or trait that brings it, or ""
    per: tuple[str, ...]  # what there is one for each of: "player", "token", declared values
    content: str  # "" for tokens
    traits: tuple[str, ...]
    ordered: bool
    seen: str  # "all", "owner", "others" than the owner, "none"
    counted: str
    holds: tuple[tuple[int, str, bool], ...]
    single: bool = False  # a slot, which takes one card
    per_corner: bool = False  # six of them a card; an area of a plane holds what its corners hold
    board: BoardDef | None = None  # of a plane: what it looks like
    edged: str = ""  # of a plane: the field that carries the labels of a card's edges, if they have any

    @property
    def per_player(self) -> bool:
        """Whether it is somebody's."""
        return "player" in self.per


@core
class VarDef(Named):
    """What may change."""

    owner: str
    type: Type
    default: Expr
    per: tuple[str, ...] = ()  # as of a place
    menu: str = ""  # the menu it belongs to


@core
class FieldDef(Named):
    """What is printed."""

    owner: str
    type: Type
    faced: bool


@core
class KindDef(Named):
    """A kind of card."""

    traits: tuple[str, ...]  # itself and all its traits
    faces: tuple[str, ...]
    start: str
    start_at: tuple[str, ...] = ()  # which of several places: a value, or the field of a card that says it
    thing_of: str = ""  # of a thing with copies, which is a kind of its own: the kind that was written


@core
class CardDef(Named):
    """One card."""

    kind: str
    nouns: tuple[str, ...]
    values: tuple[tuple[str, str, Expr | None], ...]  # field, face, value
    effects: tuple[tuple[str, str, str], ...]  # field, face, rule
    provisional: tuple[str, ...]
    thing: str = ""  # of which it is a copy
    says: tuple[tuple[str, Spoken], ...] = ()  # face, and what it says there besides; its fields are the holes


@core
class QueryDef(Named):
    """A question with an answer, asked of no one."""

    params: tuple[tuple[str, Type], ...]
    result: Type
    body: Expr
    packs: tuple[str, ...]
    deep: int = 0  # how often it may stand in itself; its last parameter counts down


@core
class RuleDef(Named):
    """Something that can be done."""

    params: tuple[tuple[str, Type], ...]
    body: Stmt
    is_price: bool
    packs: tuple[str, ...]
    says: Spoken = ()  # its parameters are the holes
    nested: bool = (
        False  # of a card, and could come to be performed inside itself: while it is under way, it is impossible
    )


@core
class ClauseDef:
    """A part of a shape."""

    whole: bool
    only: str
    place: Expr
    binders: tuple[tuple[str, Expr], ...]
    where: Expr | None


@core
class ShapeDef(Named):
    """What may be picked up at once."""

    params: tuple[tuple[str, Type], ...]
    clauses: tuple[ClauseDef, ...]


@core
class NeedDef(Named):
    """A condition of an action; it holds if the test or a waiver does."""

    test: Expr
    message: tuple[str | Expr, ...]
    depth: int  # how many of the action's parameters it reads


@core
class ParamDef(Named):
    """A parameter of an action, and what it may be."""

    label: str
    type: Type
    items: Expr | None
    where: Expr | None
    shape: str
    args: tuple[Expr, ...]


@core
class StandsDef:
    """A token that may fill a hole of another, for a purpose, where a condition on `me`, who pays, holds."""

    token: str
    hole: str
    purpose: str
    where: Expr | None


@core
class CompanyDef:
    """Tokens that may count as others where a host is in a set of the same card."""

    host: str
    guests: tuple[str, ...]
    counts_as: tuple[str, ...]
    purpose: str


@core
class RoleDef:
    """A token that is one of several in an allocation."""

    token: str
    roles: tuple[str, ...]
    purpose: str


@core
class ActionDef(Named):
    """Something a player may do; a free one beside every question while its menu is open."""

    is_free: bool
    menu: str
    params: tuple[ParamDef, ...]
    needs: tuple[NeedDef, ...]
    rule: str
    packs: tuple[str, ...]


@core
class MenuDef(Named):
    """What may be chosen from; its first parameter is the one who chooses."""

    params: tuple[tuple[str, Type], ...]
    actions: tuple[str, ...]

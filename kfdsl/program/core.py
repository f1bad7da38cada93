"""The core program: all that the engine ever sees.

In:   nothing; data only.      Out:  typed expressions, statements, rules, and the tables they speak of.
Packs, menus' origins, amendments and sugar are gone. Every node keeps the span it came from, which does not count for
equality, so that two programs are the same when they mean the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from kfdsl.program.types import Type
from kfdsl.text.source import Span

C = TypeVar("C")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def core(cls: type[C]) -> type[C]:
    """A frozen, slotted, keyword-only dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


# ---- expressions


@core
class Expr:
    """A typed expression."""

    type: Type
    span: Span = field(compare=False, repr=False)


@core
class Const(Expr):
    """A number, truth, text, nothing; a token, value, card or seat by its id; a bundle or want by its entries."""

    value: int | bool | str | tuple[tuple[int, str, bool], ...] | None


@core
class Local(Expr):
    """A parameter or a `let`."""

    name: str


@core
class PlaceAt(Expr):
    """What lies in a place."""

    place: str
    args: tuple[Expr, ...]


@core
class PlacesWith(Expr):
    """What lies in all places of a card that have a trait, together."""

    trait: str
    card: Expr


@core
class VarOf(Expr):
    """A variable of the game, or of a card."""

    var: str
    card: Expr | None


@core
class FieldOf(Expr):
    """What is printed on a card, on the face that shows or on a given one."""

    field: str
    card: Expr
    face: str


@core
class Ask(Expr):
    """The answer of a query."""

    query: str
    args: tuple[Expr, ...]


@core
class Prim(Expr):
    """A built-in word at work."""

    word: str
    args: tuple[Expr, ...]
    data: str = ""


@core
class IfElse(Expr):
    """One of two values."""

    test: Expr
    then: Expr
    other: Expr


@core
class Pick(Expr):
    """`any`, `no`, `all`, `only`, `first`: something about the items for which a condition holds."""

    word: str
    name: str
    items: Expr
    where: Expr | None
    ranking: Expr | None
    least: bool


@core
class Fold(Expr):
    """`sum`, `most`, `least`, `common`, `union`, `list`: one value made of one for each item."""

    word: str
    value: Expr
    binders: tuple[tuple[str, Expr], ...]
    where: Expr | None
    otherwise: Expr | None


@core
class Before(Expr):
    """As it was before the deed."""

    expr: Expr


@core
class Trial(Expr):
    """Whether an effect of a card could be carried out, or would come to nothing."""

    word: str
    effect: FieldOf
    by: Expr
    at: Expr


# ---- statements


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
    card: Expr | None
    value: Expr


@core
class Let(Stmt):
    """A local gets a value."""

    name: str
    value: Expr


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
    within: PlaceAt | None
    once: bool
    alike: bool
    spare: int | None
    ledger: str
    unfilled: Expr | None
    to: Expr
    reason: Expr


@core
class ScoreLeft(Stmt):
    """So much for every piece that is in no set of a ledger."""

    value: Expr
    name: str
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


# ---- rules and tables


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
class PlaceDef(Named):
    """Where pieces lie."""

    owner: str  # kind or trait that brings it, or ""
    per_player: bool
    content: str  # "" for tokens
    traits: tuple[str, ...]
    ordered: bool
    seen: str  # "all", "owner", "none"
    counted: str
    holds: tuple[tuple[int, str, bool], ...]
    single: bool = False  # a slot, which takes one card
    per_corner: bool = False  # six of them a card; an area of a plane holds what its corners hold
    edged: str = ""  # of a plane: the field that carries the labels of a card's edges


@core
class VarDef(Named):
    """What may change."""

    owner: str
    type: Type
    default: Expr
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


@core
class CardDef(Named):
    """One card."""

    kind: str
    nouns: tuple[str, ...]
    values: tuple[tuple[str, str, Expr | None], ...]  # field, face, value
    effects: tuple[tuple[str, str, str], ...]  # field, face, rule
    provisional: tuple[str, ...]


@core
class QueryDef(Named):
    """A question with an answer, asked of no one."""

    params: tuple[tuple[str, Type], ...]
    result: Type
    body: Expr
    packs: tuple[str, ...]


@core
class RuleDef(Named):
    """Something that can be done."""

    params: tuple[tuple[str, Type], ...]
    body: Stmt
    is_price: bool
    packs: tuple[str, ...]
    says: tuple[tuple[str, tuple[str, ...]], ...] = ()  # language, and text with `{param}` as parts of their own


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


# ---- examples


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

    word: str
    player: int
    text: str
    expr: Expr | None
    because: str
    span: Span = field(compare=False, repr=False)


@core
class DoDef:
    """A move of an example."""

    player: int
    text: str
    draws: tuple[tuple[tuple[int, str, bool], ...], ...]
    span: Span = field(compare=False, repr=False)


@core
class ExampleDef(Named):
    """Given, when, then."""

    players: tuple[str, ...]
    parts: tuple[GivenDef | DoDef | CheckDef, ...]


@core
class Program:
    """Everything, in canonical order."""

    packs: tuple[tuple[str, str], ...]  # name and version
    tokens: tuple[TokenDef, ...]
    traits: tuple[TraitDef, ...]
    values: tuple[ValuesDef, ...]
    places: tuple[PlaceDef, ...]
    vars: tuple[VarDef, ...]
    fields: tuple[FieldDef, ...]
    kinds: tuple[KindDef, ...]
    cards: tuple[CardDef, ...]
    stands: tuple[StandsDef, ...]
    companies: tuple[CompanyDef, ...]
    roles: tuple[RoleDef, ...]
    ledgers: tuple[str, ...]  # the unnamed one first
    nouns: tuple[tuple[str, str, tuple[str, ...]], ...]  # language, name, singular and plural
    queries: tuple[QueryDef, ...]
    rules: tuple[RuleDef, ...]
    shapes: tuple[ShapeDef, ...]
    menus: tuple[MenuDef, ...]
    actions: tuple[ActionDef, ...]
    main: str
    examples: tuple[ExampleDef, ...]

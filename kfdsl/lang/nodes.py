"""The content as written: what each construct of the grammar looks like once it is built.

In:   nothing; data only.      Out:  frozen nodes with spans, which do not take part in equality.
No name is bound and no type is known here. Docstrings show the source form.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

from kfdsl.text.source import Span

C = TypeVar("C")


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
def node(cls: type[C]) -> type[C]:
    """A frozen, slotted, keyword-only dataclass."""
    return dataclass(frozen=True, slots=True, kw_only=True)(cls)


@node
class Node:
    """Anything written somewhere."""

    span: Span = field(compare=False, repr=False)


# ---- expressions


@node
class Expr(Node):
    """Anything that has a value."""


@node
class Number(Expr):
    """`3`"""

    value: int


@node
class Text(Expr):
    """`"a text with {holes}"`"""

    value: str


@node
class Name(Expr):
    """`leader`"""

    name: str


@node
class Amount(Expr):
    """`2 clay`, `3 different clay`"""

    count: int
    name: str
    different: bool = False


@node
class Call(Expr):
    """`f(a, b)`"""

    name: str
    args: tuple[Expr, ...]


@node
class Dot(Expr):
    """`kiln.heat`"""

    base: Expr
    name: str


@node
class Op(Expr):
    """`a + b`, `not a`, `x has y`: an operator and what it works on."""

    op: str
    args: tuple[Expr, ...]


@node
class SetOf(Expr):
    """`{a, b}`"""

    items: tuple[Expr, ...]


@node
class IfElse(Expr):
    """`if a then b else c`"""

    test: Expr
    then: Expr
    other: Expr


@node
class Shows(Expr):
    """`kiln shows lit`"""

    card: Expr
    face: str


@node
class Before(Expr):
    """`before heat(kiln)`: as it was before the deed."""

    expr: Expr


@node
class Trial(Expr):
    """`idle kiln.work by me at kiln`, `possible …`"""

    word: str
    effect: Expr
    by: Expr | None
    at: Expr | None


@node
class Pick(Expr):
    """`any x in xs where c`, `no …`, `all …`, `the only x in xs with most e where c`"""

    word: str
    name: str
    items: Expr
    where: Expr | None
    ranking: Expr | None = None
    least: bool = False


@node
class Fold(Expr):
    """`sum of e for x in xs where c otherwise d`"""

    word: str
    value: Expr
    name: str
    items: Expr
    where: Expr | None
    otherwise: Expr | None


# ---- statements


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
    """`choose menu(p)`, `repeat choose menu(p) with points = 2 or stop`"""

    menu: str
    args: tuple[Expr, ...]
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
    """`score 3 per 1 clay + 1 straw in pit once must on fields or 2 unfilled to p for kiln`"""

    value: Expr
    want: Expr
    within: Expr | None
    once: bool
    alike: bool
    spare: int | None  # of what must be taken, how much may be left
    ledger: str
    unfilled: Expr | None
    to: Expr
    reason: Expr


@node
class ScoreLeft(Stmt):
    """`score 1 left clay on fields to p for "clay"`"""

    value: Expr
    name: str
    ledger: str
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


# ---- declarations


@node
class TypeNode(Node):
    """`player?`, `list of kiln`"""

    head: str
    inner: TypeNode | None = None


@node
class Param(Node):
    """`with group: shape(me)`"""

    label: str
    name: str
    type: TypeNode | None
    items: Expr | None = None
    where: Expr | None = None
    shape: Call | None = None


@node
class Decl(Node):
    """Something with a name that others may use."""

    name: str
    open: bool = False


@node
class Token(Decl):
    """`token clay "clay" is soft`"""

    nouns: tuple[str, ...]
    traits: tuple[str, ...]


@node
class Trait(Decl):
    """`trait soft { … }`"""

    nouns: tuple[str, ...]
    traits: tuple[str, ...]
    members: tuple[Decl, ...]


@node
class Values(Decl):
    """`values Heat cold, warm`"""

    names: tuple[str, ...]


@node
class Place(Decl):
    """`place shelf per player of tokens is near, seen by owner, holds 3 clay`"""

    per: tuple[str, ...]
    content: str  # "" for tokens, otherwise a kind or trait
    traits: tuple[str, ...]
    ordered: bool
    seen: str
    counted: str
    holds: Expr | None
    edged: str = ""  # of a plane: the field that carries the labels of a card's six edges


@node
class Var(Decl):
    """`var heat: number = 0 until night`"""

    type: TypeNode
    default: Expr
    until: str


@node
class FieldDecl(Decl):
    """`price: want = none`"""

    type: TypeNode
    default: Value | None


@node
class Slot(Decl):
    """`slot lid: cover`"""

    kind: str


@node
class Faces(Decl):
    """`face cold, lit { … }`"""

    names: tuple[str, ...]
    fields: tuple[FieldDecl, ...]


@node
class Kind(Decl):
    """`kind kiln is warm starts in yard { … }`"""

    traits: tuple[str, ...]
    start: str
    members: tuple[Decl, ...]


@node
class Moment(Decl):
    """`moment night(p: player)`"""

    params: tuple[Param, ...]


@node
class Purpose(Decl):
    """`purpose building`"""


@node
class Ledger(Decl):
    """`ledger fields`"""


@node
class Nouns(Node):
    """`nouns nl { clay "klei" "klei" }`"""

    language: str
    entries: tuple[tuple[str, tuple[str, ...]], ...]


@node
class Company(Node):
    """`company of jug lets clay, straw count as clay, straw in counting`"""

    host: str
    guests: tuple[str, ...]
    counts_as: tuple[str, ...]
    purpose: str


@node
class Role(Node):
    """`role of joker is one of clay, straw in counting`"""

    token: str
    roles: tuple[str, ...]
    purpose: str


@node
class Stands(Node):
    """`stands brick for clay in building where handy(me)`"""

    token: str
    holes: tuple[str, ...]
    purpose: str
    where: Expr | None


@node
class Contribution(Node):
    """`add e for x in xs where c`, `plus 2 where c`, `except x where c`"""

    word: str
    value: Expr | None
    name: str
    binders: tuple[tuple[str, Expr], ...]
    where: Expr | None


@node
class Query(Decl):
    """`query f(x: kiln) -> number = e`"""

    params: tuple[Param, ...]
    result: TypeNode
    body: Expr | None
    joined: str
    contributions: tuple[Contribution, ...]


@node
class Effect(Decl):
    """`effect fire(x: number) at kiln { … }`; a flow is one that is made of steps."""

    params: tuple[Param, ...]
    at: str
    body: Block
    is_flow: bool
    is_main: bool
    is_price: bool
    says: tuple[tuple[str, Text], ...] = ()  # language and text


@node
class Menu(Decl):
    """`menu work(me: player) { var points: number = 0 }`"""

    params: tuple[Param, ...]
    vars: tuple[Var, ...]


@node
class Clause(Node):
    """`some clay of shelf(p)`, `whole box(k, p) for k in kilns where c`"""

    whole: bool
    filter: str
    place: Expr
    binders: tuple[tuple[str, Expr], ...]
    where: Expr | None


@node
class Shape(Decl):
    """`shape hand(p: player) { … }`"""

    params: tuple[Param, ...]
    clauses: tuple[Clause, ...]


@node
class Need(Node):
    """`need name: c else "…"`"""

    name: str
    test: Expr
    message: Text | None


@node
class Action(Decl):
    """`free action fire in work(k: kiln in kilns) { need …; do { … } }`"""

    is_free: bool
    menu: str
    params: tuple[Param, ...]
    needs: tuple[Need, ...]
    body: Block


@node
class On(Node):
    """`on night where c { … }`"""

    moment: str
    where: Expr | None
    body: Block


@node
class FieldValue(Node):
    """`price: 2 clay`, `lit.heat: add 3`"""

    path: str
    op: str  # "set", "add", "remove"
    value: Value


@node
class WhileOwned(Node):
    """`while owned { extend … }`"""

    changes: tuple[Change, ...]


@node
class Thing(Decl):
    """`kiln old_kiln "Old kiln" { … }`"""

    kind: str
    nouns: tuple[str, ...]
    fields: tuple[FieldValue, ...]
    lasting: tuple[tuple[str, WhileOwned], ...]  # the face it stands on, or ""
    provisional: tuple[str, ...]


# ---- changes to what another pack wrote


@node
class When(Node):
    """`extend query f when c then v over pack`"""

    query: str
    test: Expr
    value: Expr
    over: str


@node
class Join(Node):
    """`extend query f { add … }`"""

    query: str
    contributions: tuple[Contribution, ...]


@node
class Waive(Node):
    """`waive name when c`"""

    name: str
    test: Expr


@node
class ActionChange(Node):
    """`extend action fire { need …; ensure …; waive …; before { … } after { … } }`"""

    action: str
    needs: tuple[Need, ...]
    ensures: tuple[Ensure, ...]
    waives: tuple[Waive, ...]
    before: tuple[Block, ...]
    after: tuple[Block, ...]


@node
class EffectChange(Node):
    """`extend effect fire instead when c { … proceed … }`, `extend flow day after noon { … }`"""

    effect: str
    step: str
    word: str  # "before", "after", "instead"
    when: Expr | None
    body: Block
    over: str


@node
class MemberChange(Node):
    """`extend kind kiln { … }`"""

    owner: str
    is_kind: bool
    members: tuple[Decl, ...]


@node
class HoldsChange(Node):
    """`extend place shelf holds 1 clay`"""

    place: str
    holds: Expr


@node
class ValuesChange(Node):
    """`extend values Heat molten`"""

    values: str
    names: tuple[str, ...]


@node
class ShapeChange(Node):
    """`extend shape hand { … }`"""

    shape: str
    clauses: tuple[Clause, ...]


@node
class Patch(Node):
    """`patch kiln old_kiln { lit.heat: 3 }`"""

    kind: str
    thing: str
    fields: tuple[FieldValue, ...]


@node
class PatchTable(Node):
    """`patch table kiln (lit.heat, price) { old_kiln: 3, 2 clay }`: a patch for each row."""

    patches: tuple[Patch, ...]


@node
class Replace(Node):
    """`replace kiln old_kiln with kiln new_kiln { … }`"""

    kind: str
    thing: str
    by: Thing


@node
class WithPack(Node):
    """`with hollow { … }`"""

    pack: str
    items: tuple[Item, ...]


# ---- positions and examples


@node
class Given(Node):
    """`shelf(ann) = 3 clay`, `kiln shows lit`, `other_position`"""

    target: Expr
    values: tuple[Expr, ...]
    face: str
    spot: tuple[int, int, int] | None = None  # across, down, turned


@node
class Position(Decl):
    """`position evening for ann, ben { … }`"""

    players: tuple[str, ...]
    givens: tuple[Given, ...]


@node
class Check(Node):
    """`then ann cannot "fire kiln" because fire.heat`"""

    word: str  # "holds", "acts", "can", "cannot", "sees", "counts", "cannot_see"
    player: str
    text: str
    expr: Expr | None
    because: tuple[str, ...]


@node
class Do(Node):
    """`when ann "fire kiln" drawing 1 clay`"""

    player: str
    text: str
    draws: tuple[Expr, ...]


@node
class Example(Node):
    """`example "title" { given … when … then … }`"""

    title: str
    parts: tuple[Given | Do | Check, ...]


Value = Expr | Block | tuple[Expr, ...]
Change = (When | Join | ActionChange | EffectChange | MemberChange | HoldsChange | ValuesChange | ShapeChange)
Item = Decl | Change | Patch | PatchTable | Replace | WithPack | Position | Example | On | Stands | Company | Role | Nouns


@node
class File(Node):
    """One source, built."""

    items: tuple[Item, ...]

"""Declarations as written.

In:   nothing; data only.      Out:  frozen nodes with spans, which do not take part in equality.
Docstrings show the source form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kfdsl.lang.nodes.expr import Call, Expr, Node, Text, TypeNode, node
from kfdsl.lang.nodes.stmt import Block

if TYPE_CHECKING:
    from kfdsl.lang.nodes.change import Lasting

Value = Expr | Block | tuple[Expr, ...]


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
class SpotRow(Node):
    """`paris joins lyon, brest by rail`"""

    name: str
    others: tuple[str, ...]
    label: str


@node
class Board(Node):
    """`on squares 5 by 5 with diagonals`, `on hexes radius 4`, `on spots { … }`"""

    grid: str  # "hexes", "squares", "spots"
    size: tuple[int, ...] = ()  # columns and rows, or how far from the middle
    diagonals: bool = False
    rows: tuple[SpotRow, ...] = ()


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
    board: Board | None = None  # of a plane: what it looks like
    edged: str = ""  # of a plane: the field that carries the labels of a card's edges
    unturned: bool = False


@node
class Var(Decl):
    """`var debt: number per player = 0 until night`"""

    type: TypeNode
    per: tuple[str, ...]
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
class Starts(Node):
    """`starts in stack(size)`"""

    place: str
    at: tuple[str, ...]  # fields of the kind, or values


@node
class Kind(Decl):
    """`kind kiln is warm starts in yard { … }`"""

    traits: tuple[str, ...]
    starts: Starts | None
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
class Ties(Node):
    """`ties go to p with most size(shelf(p)), then least heat`"""

    name: str
    rankings: tuple[tuple[Expr, bool], ...]  # each with whether the least is ahead


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
    """`query f(x: kiln) -> number = e`, and `… -> number up to 20 deep otherwise 0 = e`"""

    params: tuple[Param, ...]
    result: TypeNode
    body: Expr | None
    joined: str
    contributions: tuple[Contribution, ...]
    deep: int = 0  # how often it may stand in itself
    deeper: Expr | None = None  # what it is where that is not enough


@node
class Effect(Decl):
    """`effect fire(x: number) at kiln { … }`; a flow is one that is made of steps."""

    params: tuple[Param, ...]
    at: str
    body: Block
    is_flow: bool
    is_main: bool
    is_closing: bool
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
    """`on night where c { … } over pack`"""

    moment: str
    where: Expr | None
    body: Block
    over: tuple[str, ...]  # packs


@node
class FieldValue(Node):
    """`price: 2 clay`, `lit.heat: add 3`"""

    path: str
    op: str  # "set", "add", "remove"
    value: Value


@node
class Says(Node):
    """`says en "all kilns are warm" nl "alle ovens zijn warm"`, on a thing or one of its faces."""

    face: str
    texts: tuple[tuple[str, Text], ...]  # language and text


@node
class WhileOwned(Node):
    """`while owned { extend …; on night { … }; stands pot for clay in paying }`"""

    changes: tuple[Lasting, ...]


@node
class Thing(Decl):
    """`kiln old_kiln "Old kiln" copies 3 { … }`"""

    kind: str
    nouns: tuple[str, ...]
    fields: tuple[FieldValue, ...]
    lasting: tuple[tuple[str, WhileOwned], ...]  # the face it stands on, or ""
    says: tuple[Says, ...]
    provisional: tuple[str, ...]
    copies: int = 0  # how many cards; 0 for one that needs no number

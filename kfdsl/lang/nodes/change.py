"""Changes to what another pack wrote, as written.

In:   nothing; data only.      Out:  frozen nodes with spans, which do not take part in equality.
Docstrings show the source form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kfdsl.lang.nodes.declare import Clause, Contribution, Decl, FieldValue, Need, On, Stands, Thing
from kfdsl.lang.nodes.expr import Expr, Node, node
from kfdsl.lang.nodes.stmt import Block, Ensure

if TYPE_CHECKING:
    from kfdsl.lang.nodes import Item


@node
class When(Node):
    """`extend query f when c then v over pack`"""

    query: str
    test: Expr
    value: Expr
    over: tuple[str, ...]  # packs


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
    """`extend action fire { need …; ensure …; waive …; before { … } after paid { … } instead { … proceed … } }`"""

    action: str
    needs: tuple[Need, ...]
    ensures: tuple[Ensure, ...]
    waives: tuple[Waive, ...]
    around: tuple[EffectChange, ...]


@node
class EffectChange(Node):
    """`extend effect fire instead when c { … proceed … }`, `extend flow day after noon { … }`, and the same in an action"""

    effect: str
    step: str
    word: str  # "before", "after", "instead"
    when: Expr | None
    body: Block
    over: tuple[str, ...]  # packs


@node
class MemberChange(Node):
    """`extend kind kiln { … }`"""

    owner: str
    is_kind: bool
    members: tuple[Decl, ...]


@node
class TokenChange(Node):
    """`extend token clay is glazed`"""

    token: str
    traits: tuple[str, ...]


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
    """`patch kiln old_kiln { lit.heat: 3; provisional "…" }`"""

    kinds: tuple[str, ...]  # or traits, one of which it is
    thing: str
    fields: tuple[FieldValue, ...]
    provisional: tuple[str, ...] = ()


@node
class PatchTable(Node):
    """`patch table kiln, shop (lit.heat, price) { old_kiln: 3, 2 clay }`: a patch for each row; what is provisional is so in all."""

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


Change = (
    When | Join | ActionChange | EffectChange | MemberChange | TokenChange | HoldsChange | ValuesChange | ShapeChange
)
Lasting = Change | On | Stands  # what may hold as long as somebody has a card

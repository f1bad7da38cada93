"""One field on one face: what was set last, then what was added and removed.

In:   what packs write for it.      Out:  a value, or a rule for an effect.
"""

from __future__ import annotations

import dataclasses

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.cards.printed_values import changed_value, constant_value
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.rules.made_rules import MadeRules
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.statement import block_stmt
from kfdsl.program import core, made_names, types
from kfdsl.program.boards import HEXES, SIDES
from kfdsl.program.types import EFFECT, PLAYER
from kfdsl.text.diagnostic import Aside

EDGES = {"hexes": HEXES, "squares": SIDES}
NUMBERS = {4: "four", 6: "six"}
Given = tuple[str, frozenset[str], nodes.FieldValue]


def add_value(
    rules: MadeRules,
    card: str,
    node: nodes.Thing,
    member: Member,
    face: str,
    given: list[Given],
    values: list[tuple[str, str, core.Expr | None]],
    effects: list[tuple[str, str, str]],
) -> None:
    """One field on one face: what was set last, then what was added and removed."""
    decl = member.node
    assert isinstance(decl, nodes.FieldDecl)
    type_ = rules.context.names.type(decl.type)
    full = made_names.member(member.owner, member.name)
    setters = [each for each in given if each[2].op == "set"]
    for index, one in enumerate(setters):
        for other in setters[index + 1 :]:
            if one[0] == other[0] or not rules.context.model.ordered(one[0], other[0]):
                rules.context.report.error(
                    "set-twice",
                    f"two places set `{member.name}` of `{card}`",
                    other[2].span,
                    label=f"set here by `{other[0]}`",
                    asides=[Aside(span=one[2].span, label=f"and here by `{one[0]}`")],
                    help="keep one, or let one pack follow the other in its manifest",
                )
    chosen = setters[-1] if setters else None
    if chosen is None and decl.default is None:
        rules.context.wrong(
            "missing-field",
            f"`{card}` has no `{member.name}`",
            node.span.word(card),
            f"every {node.kind} needs one",
            f"write `{member.name}: …`",
        )
        return
    if type_ == EFFECT:
        block = _named_effect(rules.context, chosen, decl.default, member.pack)
        if isinstance(block, nodes.Block | nodes.Call) or (isinstance(block, nodes.Name) and block.name != "none"):
            add_card_effect(
                rules,
                card,
                node,
                face,
                member,
                block,
                chosen[0] if chosen else member.pack,
                chosen[1] if chosen else frozenset(),
                effects,
            )
        elif not (isinstance(block, nodes.Name) and block.name == "none"):
            rules.context.wrong(
                "wrong-type",
                "an effect is wanted here",
                chosen[2].span if chosen else decl.span,
                "nothing is done here",
                "write what is done, such as `burn 1 clay`",
            )
        return
    scope = Scope(pack=chosen[0] if chosen else member.pack, also=chosen[1] if chosen else frozenset())
    made = constant_value(
        rules.context,
        chosen[2].value if chosen else decl.default,
        type_,
        scope,
        chosen[2].span if chosen else decl.span,
    )
    for pack, also, change in given:
        if change.op != "set":
            other_value = constant_value(rules.context, change.value, type_, Scope(pack=pack, also=also), change.span)
            made = changed_value(rules.context, made, other_value, change.op, change.span)
    check_edges(rules.context, card, node.kind, member, made)
    values.append((full, face, made))


def _named_effect(context: Context, chosen: Given | None, default: nodes.Value | None, pack: str) -> nodes.Value | None:
    """What is printed for an effect; where only a name is written, what that is called in the program."""
    value = chosen[2].value if chosen else default
    scope = Scope(pack=chosen[0], also=chosen[1]) if chosen else Scope(pack=pack)
    value = context.simple(value, scope, "effect") if isinstance(value, nodes.Expr) else value
    if not isinstance(value, nodes.Name) or value.declared:
        return value
    return dataclasses.replace(value, name=context.named(value.name, scope, value.span, "effect"))


def check_edges(context: Context, card: str, kind: str, member: Member, made: core.Expr) -> None:
    """A card that may lie on a plane has as many edges as its spots."""
    for plane in context.names.planes_of(kind):
        if isinstance(plane.node, nodes.Place) and plane.node.edged == member.name and isinstance(made, core.Prim):
            spots = context.names.boards[plane.name].grid
            if spots in EDGES and len(made.args) != len(EDGES[spots]):
                context.wrong(
                    "wrong-edges",
                    f"`{card}` has {len(made.args)} edges",
                    made.span,
                    f"{spots} have {NUMBERS[len(EDGES[spots])]}",
                    f"list {NUMBERS[len(EDGES[spots])]} of them, from the bottom clockwise",
                )
                return


def add_card_effect(
    rules: MadeRules,
    card: str,
    node: nodes.Thing,
    face: str,
    member: Member,
    block: nodes.Value,
    pack: str,
    also: frozenset[str],
    effects: list[tuple[str, str, str]],
) -> None:
    """A printed effect as a rule that takes who acts and where."""
    rule = made_names.printed_effect(card, face, member.name)
    scope = Scope(pack=pack, also=also, me=True, here=types.card(node.kind), rule=rule)
    if isinstance(block, nodes.Name):
        block = nodes.Call(name=block.name, args=(), span=block.span)
    if isinstance(block, nodes.Call):
        call = nodes.CallStmt(
            name=block.name, args=block.args, labels=("",) * len(block.args), by=None, at=None, span=block.span
        )
        block = nodes.Block(body=(call,), span=block.span)
    assert isinstance(block, nodes.Block)
    body = block_stmt(rules.body(pack), block, scope)
    rules.add(rule, pack, (("me", PLAYER), ("here", types.card(node.kind))), body, block.span)
    effects.append((made_names.member(member.owner, member.name), face, rule))

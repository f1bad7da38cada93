"""What is so before an example begins, positions laid out flat.

In:   a `given` as written.      Out:  core.GivenDef; options that it settles are gathered beside.
A position is worked out once, since many examples begin with the same; how many may stand in one another is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.examples.copies import any_copies
from kfdsl.lang.elaborate.examples.places_given import corner, every, is_nothing
from kfdsl.lang.elaborate.expr.faces import surely_faced
from kfdsl.lang.elaborate.expr.options import check_choice, is_option
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.boards import NAMED
from kfdsl.program.numbers import FARTHEST
from kfdsl.program.types import BUNDLE, UNKNOWN, Type
from kfdsl.text.diagnostic import nearest

MOST_POSITIONS = 20  # one in the other
MOST_MENTIONED = 1000  # in one example, all together
Part = core.GivenDef | core.DoDef | core.CheckDef


class Position(NamedTuple):
    """What a position gives, the options it settles, and how many positions it mentions."""

    parts: list[Part]
    options: dict[str, bool | str]
    mentions: int


@dataclass(slots=True)
class Givens:
    """What is known of all positions, and of the example at hand."""

    context: Context
    positions: dict[tuple[str, tuple[str, ...]], Position] = field(default_factory=dict)  # by name and who plays
    left: int = MOST_MENTIONED  # so many positions may still be mentioned
    options: dict[str, bool | str] = field(default_factory=dict)

    def begin(self) -> None:
        """Another example."""
        self.left, self.options = MOST_MENTIONED, {}


def is_position(node: nodes.Given) -> bool:
    """Whether only a position is named, which stands for all that it gives."""
    return not (node.values or node.face or node.spot)


def given(givens: Givens, node: nodes.Given, scope: Scope, seen: tuple[str, ...]) -> list[Part]:
    """What is so at the start; another position is all that it says."""
    context = givens.context
    if is_position(node):
        assert isinstance(node.target, nodes.Name)
        return _other_position(givens, node.target, scope, seen)
    if node.every:
        everywhere = Scope(pack=scope.pack, also=frozenset(context.model.after), seats=scope.seats)
        return [part for each in every(context, node, scope) for part in given(givens, each, everywhere, ())]
    target = corner(context, node.target, scope) or context.expr(node.target, scope)
    if node.spot:
        return _lying(context, node, target, scope)
    if node.face:
        surely_faced(context, target, node.face, node.span)
        return [core.GivenDef(target=target, values=(), face=node.face, span=node.span)]
    if isinstance(target, core.Prim) and target.word == "slot":
        target = target.args[0]
    return _holding(givens, node, target, scope)


def _other_position(givens: Givens, target: nodes.Name, scope: Scope, seen: tuple[str, ...]) -> list[Part]:
    context = givens.context
    name = context.named(target.name, scope, target.span, "position")
    givens.left -= 1
    if name in seen or len(seen) > MOST_POSITIONS or givens.left < 0:
        if givens.left >= -1:
            context.wrong(
                "position-cycle",
                f"`{name}` stands for itself" if name in seen else "too many positions stand for one another",
                target.span,
                "it refers to itself" if name in seen else "this is one of them",
                "write out what it gives",
            )
        givens.left = min(givens.left, -1)
        return []
    entry = context.model.declared.get(name)
    if entry is None or not isinstance(entry.node, nodes.Position):
        no_position(context, target)
        return []
    context.model.used.add(name)
    inner = Scope(pack=entry.pack, also=entry.also, seats=scope.seats)
    return _position(givens, entry.node, inner, (*seen, name))


def no_position(context: Context, target: nodes.Name) -> None:
    """Report a name that no position has."""
    context.wrong(
        "unknown-name",
        f"no position is called `{target.name}`",
        target.span,
        "not a position",
        nearest(target.name, context.model.names_of(nodes.Position))
        or f"declare it: `position {target.name} for ann, ben {{ … }}`",
    )


def _position(givens: Givens, node: nodes.Position, scope: Scope, seen: tuple[str, ...]) -> list[Part]:
    known = givens.positions.get((node.name, scope.seats))
    if known is not None and known.mentions <= givens.left:
        givens.left -= known.mentions
        givens.options |= known.options
        return known.parts
    left, options, givens.options = givens.left, givens.options, {}
    parts = [part for each in node.givens for part in given(givens, each, scope, seen)]
    if givens.left >= 0:
        givens.positions[node.name, scope.seats] = Position(parts, givens.options, left - givens.left)
    givens.options = options | givens.options
    return parts


def _lying(context: Context, node: nodes.Given, target: core.Expr, scope: Scope) -> list[Part]:
    """`kiln lies at (0, -1) turned 2`"""
    if target.type == UNKNOWN:
        return []
    if target.type.head != "card" or not context.names.planes_of(target.type.name):
        context.wrong(
            "no-plane",
            "only cards of a plane lie at a spot",
            target.span,
            f"{target.type}",
            "name a card that may lie on a plane",
        )
        return []
    if isinstance(node.spot[0], nodes.Name) and len(node.spot) == 1:
        spot = context.expr(node.spot[0], scope, types.SPOT)
        if not isinstance(spot, core.Const) or spot.type != types.SPOT:
            return []
        named = (context.names.spots[str(spot.value)], NAMED, 0)
        return [core.GivenDef(target=target, values=(), face="", spot=named, span=node.span)]
    numbers = [_number(context, each, scope) for each in node.spot]
    across, down, turned = (*numbers, 0)[:3]
    if across is None or down is None or turned is None:
        return []
    if max(abs(across), abs(down)) >= FARTHEST:
        context.wrong(
            "number-too-large",
            "this is farther off than a card can lie",
            node.spot[0 if abs(across) >= FARTHEST else 1].span,
            f"a spot lies at most {FARTHEST - 1} away from the middle",
            "write smaller numbers",
        )
        return []
    return [core.GivenDef(target=target, values=(), face="", spot=(across, down, turned % 6), span=node.span)]


def _number(context: Context, node: nodes.Expr, scope: Scope) -> int | None:
    found = context.expr(node, scope, types.NUMBER)
    match found:
        case core.Const(value=int(number)):
            return number
        case core.Prim(word="negative", args=(core.Const(value=int(number)),)):
            return -number
        case _ if found.type != UNKNOWN:
            context.wrong(
                "not-constant",
                "where a card lies is written out",
                found.span,
                "this depends on the position",
                "write a number, or a column of numbers",
            )
    return None


def _holding(givens: Givens, node: nodes.Given, target: core.Expr, scope: Scope) -> list[Part]:
    """`shelf(ann) = 3 clay`, `heat = 2`, `option(pace) = "slow"`"""
    context = givens.context
    match target:
        case core.PlaceAt():
            wanted = target.type.inner if target.type.head == "list" and target.type.inner else BUNDLE
            values = tuple(value for value in node.values if not is_nothing(value))
        case core.VarOf() if len(node.values) > 1:
            context.wrong(
                "wrong-arguments",
                "a variable has one value",
                node.values[1].span,
                "this would be another one",
                "write one value",
            )
            return []
        case core.VarOf() if is_option(target):
            _settle(givens, target, node.values[0], scope)
            return []
        case core.VarOf():
            wanted, values = target.type, node.values
        case core.Prim(word="score_of") if len(node.values) == 1:
            wanted, values = target.type, node.values
        case _:
            if target.type != UNKNOWN:
                context.wrong(
                    "not-a-place",
                    "only places, variables and points can be given",
                    target.span,
                    f"{target.type}",
                    "write `place = amount`, `variable = value` or `score_of(player) = number`",
                )
            return []
    made = tuple(one for value in values for one in _given_values(context, value, scope, wanted))
    return [core.GivenDef(target=target, values=made, face="", span=node.span)]


def _given_values(context: Context, value: nodes.Expr, scope: Scope, wanted: Type) -> tuple[core.Expr, ...]:
    """What is given: one value, or so many copies of a thing."""
    copies = any_copies(context, value, scope) if wanted.head == "card" else None
    if copies is None:
        return (context.expr(value, scope, wanted),)
    return tuple(context.want(one, wanted) for one in copies)


def _settle(givens: Givens, target: core.VarOf, node: nodes.Expr, scope: Scope) -> None:
    """An option is chosen before the game begins, so nothing of the game can be read for it."""
    context = givens.context
    value = context.expr(node, scope, target.type)
    check_choice(context, target, value)
    if isinstance(value, core.Const) and isinstance(value.value, bool | str):
        givens.options[target.var.partition("#")[2]] = value.value
    elif value.type != UNKNOWN:
        context.wrong(
            "not-constant",
            "what is chosen for an option is written out",
            value.span,
            "not known before the game begins",
            "write `true`, `false` or a text",
        )

"""Which places a position states.

In:   a `given` as written.      Out:  the same for each place of a name; one corner of a card as a place of its own.
Areas are for rules: they change with what is laid, and a position states where cards lie together with all the rest.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.program.boards import board_of
from kfdsl.program.types import BUNDLE, NUMBER
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def every(context: Context, node: nodes.Given, scope: Scope) -> list[nodes.Given]:
    """All places of a name, one after the other."""
    assert isinstance(node.target, nodes.Name)
    span = node.span
    name = context.named(node.target.name, scope, span, "place", "var")
    member = context.names.places.get(name) or context.names.vars.get(name)
    if member is None or not isinstance(member.node, nodes.Place | nodes.Var) or not _is_indexed(member):
        known = [*context.names.places, *(each for each, var in context.names.vars.items() if _is_indexed(var))]
        context.wrong(
            "not-a-place",
            f"`{name}` is no place, and no variable of which there are several",
            span,
            "",
            f"there is one: write `{name} = …`" if member else nearest(name, known) or "write the name of a place",
        )
        return []
    is_of_cards = isinstance(member.node, nodes.Place) and member.node.content
    if is_of_cards and not all(is_nothing(value) for value in node.values):
        context.wrong(
            "wrong-type",
            "a card lies in one place only",
            node.values[0].span,
            f"not in every `{name}`",
            f"write `every {name} = empty`, or say of each what lies there",
        )
        return []
    rows: list[tuple[nodes.Expr, ...]] = [()]
    if member.owner:
        kinds = set(context.names.kinds_of(member.owner))
        rows = [
            (one,)
            for card, entry in context.model.declared.items()
            if isinstance(entry.node, nodes.Thing) and entry.node.kind in kinds
            for one in _each_card(card, entry.node.copies, span)
        ]
    for word in member.node.per:
        rows = [(*row, one) for row in rows for one in _each_of(context, word, scope, row, span)]
    return [
        nodes.Given(
            target=nodes.Call(name=name, args=row, span=span) if row else nodes.Name(name=name, declared=True, span=span),
            values=node.values,
            face="",
            span=span,
        )
        for row in rows
    ]


def _each_card(thing: str, copies: int, span: Span) -> list[nodes.Expr]:
    if not copies:
        return [nodes.Name(name=thing, declared=True, span=span)]
    return [nodes.Copy(thing=thing, number=number, span=span) for number in range(1, copies + 1)]


def _is_indexed(member: Member) -> bool:
    return not isinstance(member.node, nodes.Var) or bool(member.node.per)


def _each_of(context: Context, per: str, scope: Scope, row: tuple[nodes.Expr, ...], span: Span) -> list[nodes.Expr]:
    """All that there is a place for, of a card that was named before if it is one of a card's."""
    if per == "corner":
        most = _corners(context, context.expr(row[0], scope).type.name)
        return [nodes.Number(value=at, span=span) for at in range(1, most + 1)]
    names = {"player": scope.seats, "token": tuple(context.names.token_traits)}
    return [nodes.Name(name=name, declared=per != "player", span=span) for name in names.get(per, context.names.values.get(per, ()))]


def corner(context: Context, node: nodes.Expr, scope: Scope) -> core.Expr | None:
    """`lawn(bed, 2)`: what lies on one corner of a card, if the place is one per corner."""
    member = context.names.places.get(node.name) if isinstance(node, nodes.Call) else None
    if member is None or not isinstance(member.node, nodes.Place) or "corner" not in member.node.per:
        return None
    assert isinstance(node, nodes.Call)
    context.model.used.add(member.name)
    context.allowed(member.pack, member.name, scope, node.span)
    if len(node.args) != 2:
        return _which_corner(context, member, node.span, "which corner of which card?")
    card = context.expr(node.args[0], scope, context.names.card(member.owner))
    number = context.expr(node.args[1], scope, NUMBER)
    most = _corners(context, card.type.name or member.owner)
    if not isinstance(number, core.Const) or number.value not in range(1, most + 1):
        return _which_corner(context, member, number.span, "no corner")
    return core.PlaceAt(place=member.name, args=(card, number), type=BUNDLE, span=node.span)


def _corners(context: Context, sort: str) -> int:
    """How many corners a card of a kind has, on whichever plane it lies."""
    boards = [board_of(context.names.boards[plane.name]) for plane in context.names.planes_of(sort)]
    return max((board.edges for board in boards if board.has_lines), default=0)


def _which_corner(context: Context, member: Member, span: Span, label: str) -> core.Expr:
    return context.wrong(
        "wrong-arguments",
        f"a position states `{member.name}` by a card and one of its corners, from 1 to {_corners(context, member.owner)}",
        span,
        label,
        f"write `{member.name}(card, 1) = …`",
    )


def is_nothing(value: nodes.Expr) -> bool:
    """`empty` or `none`: what stands for no piece at all."""
    return isinstance(value, nodes.Name) and value.name in ("none", "empty")

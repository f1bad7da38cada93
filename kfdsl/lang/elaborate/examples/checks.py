"""What an example does and states, with players as seats.

In:   `when` and `then` as written.      Out:  core.CheckDef, seats, and what chance brings.
"""

from __future__ import annotations

from typing import TypeVar

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.examples.copies import any_copies
from kfdsl.lang.elaborate.examples.notation import in_notation
from kfdsl.lang.elaborate.expr.faces import surely_faced
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, made_names, types
from kfdsl.program.types import BOOL, BUNDLE, UNKNOWN
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

T = TypeVar("T")


def draw(context: Context, node: nodes.Expr, scope: Scope) -> core.DrawDef:
    """What chance brings: tokens, a card that comes first, or one that is turned to a face."""
    if isinstance(node, nodes.Shows):
        card = context.expr(node.card, scope)
        surely_faced(context, card, node.face, node.span)
        return core.DrawDef(card=_written_out(context, card, str) or "", face=node.face)
    node = context.simple(node, scope, "thing")
    copies = any_copies(context, node, scope) if isinstance(node, nodes.Name) else None
    if copies is not None and isinstance(node, nodes.Name):
        return core.DrawDef(card=context.named(node.name, scope, node.span, "thing"))
    if isinstance(node, nodes.Name | nodes.Copy):
        found = context.expr(node, scope)
        if found.type.head in ("card", "unknown"):
            return core.DrawDef(card=_written_out(context, found, str) or "")
    return core.DrawDef(tokens=_written_out(context, context.expr(node, scope, BUNDLE), tuple) or ())


def _written_out(context: Context, found: core.Expr, sort: type[T]) -> T | None:
    if isinstance(found, core.Const) and isinstance(found.value, sort):
        return found.value
    if found.type != UNKNOWN:
        context.wrong(
            "not-constant",
            "what chance brings is written out",
            found.span,
            "this depends on the position",
            "write an amount, such as `2 clay`, or the name of a card",
        )
    return None


def seat(context: Context, name: str, scope: Scope, span: Span) -> int:
    """The seat of a named player."""
    if name not in scope.seats:
        context.wrong(
            "unknown-name",
            f"nobody called `{name}` plays here",
            span.word(name),
            "who?",
            nearest(name, list(scope.seats)) or f"those at the table are {', '.join(scope.seats)}",
        )
        return 0
    return scope.seats.index(name)


def check(context: Context, node: nodes.Check, scope: Scope) -> core.CheckDef:
    """What must be so afterwards."""
    if node.word == "lists":
        assert node.expr is not None
        return _lists(context, node, context.expr(node.expr, scope), node.items, scope)
    listed = _one_item(context, node, scope)
    if listed is not None:
        return listed
    player = seat(context, node.player, scope, node.span) if node.player else 0
    *action, need = node.because or ("",)
    if action:
        need = made_names.need(context.named(".".join(action), scope, node.span, "action"), need)
    wanted = BOOL if node.word == "holds" else UNKNOWN
    expr = context.expr(node.expr, scope, wanted) if node.expr else None
    return core.CheckDef(
        word=node.word,
        player=player,
        text=in_notation(context, node.text, scope, node.span),
        expr=expr,
        because=need,
        span=node.span,

    )


def _lists(
    context: Context, node: nodes.Check, expr: core.Expr, items: tuple[nodes.Expr, ...], scope: Scope
) -> core.CheckDef:
    """`yard = old_kiln, long_kiln`: exactly these; in this order, unless a place keeps none."""
    if expr.type.head not in ("list", "unknown"):
        hints = {"bundle": "write `1 a + 1 b`", "set": "write `{a, b}`"}
        context.wrong(
            "wrong-type",
            "only a list, or a place of cards, is compared with several",
            expr.span,
            f"{expr.type}",
            hints.get(expr.type.head, "compare it with one"),
        )
    made = tuple(one for item in items for one in _listed(context, item, scope, expr.type.inner))
    place = context.names.places[expr.place].node if isinstance(expr, core.PlaceAt) else None
    return core.CheckDef(
        word="lists",
        player=0,
        text="",
        expr=expr,
        because="",
        items=made,
        ordered=not isinstance(place, nodes.Place) or place.ordered,
        span=node.span,
    )


def _listed(context: Context, item: nodes.Expr, scope: Scope, wanted: types.Type | None) -> tuple[core.Expr, ...]:
    """What is listed: one value, or so many copies of a thing."""
    copies = any_copies(context, item, scope)
    if copies is None:
        return (context.expr(item, scope, wanted),)
    return tuple(context.want(one, wanted) for one in copies) if wanted else copies


def _one_item(context: Context, node: nodes.Check, scope: Scope) -> core.CheckDef | None:
    """`yard = old_kiln`: the same with one item, told from a comparison of lists by its type."""
    if not isinstance(node.expr, nodes.Op) or node.expr.op != "=":
        return None
    copies = any_copies(context, node.expr.args[1], scope)
    left = context.expr(node.expr.args[0], scope)
    right = copies[0] if copies else context.expr(node.expr.args[1], scope)
    if left.type.head != "list" or left.type.inner is None:
        return None
    fits = types.fits(right.type, left.type.inner, context.names.lineage)
    return _lists(context, node, left, node.expr.args[1:], scope) if fits else None

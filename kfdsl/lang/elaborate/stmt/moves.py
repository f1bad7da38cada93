"""Pieces moved, laid and shuffled.

In:   nodes.Stmt and a Scope.      Out:  core.Stmt.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import card_sort, trait_name
from kfdsl.lang.elaborate.expr.places import is_plane
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.rule_body import nothing
from kfdsl.program import core, types
from kfdsl.program.types import BUNDLE, WANT, Type, fits
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def move_stmt(context: Context, node: nodes.Move, scope: Scope) -> core.Stmt:
    """Pieces from places to a place."""
    span = node.span
    target = place_named(context, node.target, scope, "to")
    source = place_named(context, node.source, scope, "from") if node.source else None
    if target is None or (node.source and source is None):
        return nothing(span)
    if node.strength == "every":
        return move_every(context, node, source, target, scope)
    assert node.what is not None
    what = context.expr(node.what, scope)
    head = what.type.head
    if head == "unknown":
        return nothing(span)
    if source is None:
        if head == "card":
            return move_card(context, what, target, span)
        if head != "group":
            context.wrong(
                "no-source",
                f"where does {what.type} come from?",
                span,
                "only a card or a group knows where it lies",
                "write `from place`",
            )
        elif target.type != BUNDLE:
            context.wrong(
                "wrong-place",
                "a group of tokens cannot lie among cards",
                target.span,
                f"{target.type}",
                "name a place of tokens",
            )
        return core.Move(strength="exactly", what=what, only="", at_random=False, source=None, target=target, span=span)
    wanted = WANT if node.at_random else BUNDLE
    if not fits(what.type, wanted, context.names.lineage) or source.type != BUNDLE or target.type != BUNDLE:
        hint = (
            "say which tokens, or let chance pick: `at random`"
            if head == "want"
            else "write an amount such as `2 clay`"
        )
        context.wrong("wrong-type", f"{what.type} cannot be moved from here to there", what.span, f"{what.type}", hint)
    return core.Move(
        strength=node.strength,
        what=what,
        only="",
        at_random=node.at_random,
        source=source,
        target=target,
        span=span,
    )


def move_every(
    context: Context, node: nodes.Move, source: core.Expr | None, target: core.Expr, scope: Scope
) -> core.Stmt:
    """`move all clay from shelf to pit`"""
    if source is None:
        context.wrong("no-source", "all of what?", node.span, "nothing says where they come from", "write `from place`")
        return nothing(node.span)
    only = ""
    if node.what is not None:
        assert isinstance(node.what, nodes.Name)
        pick = trait_name(context, node.what, scope) if source.type == BUNDLE else card_sort(context, node.what, scope)
        if pick is None:
            context.wrong(
                "unknown-name",
                f"nothing there is called `{node.what.name}`",
                node.what.span,
                "not a token or trait",
                nearest(node.what.name, list(context.model.declared)) or "name a token or a trait that lies there",
            )
        only = pick or ""
    if source.type.head != target.type.head:
        context.wrong(
            "wrong-place",
            "tokens and cards do not mix",
            target.span,
            f"{target.type}",
            "name a place of tokens" if source.type == BUNDLE else "name a place of cards",
        )
    elif target.type.inner and source.type.inner:
        check_content(context, types.card(only) if only else source.type.inner, target)
    return core.Move(
        strength="every", what=None, only=only, at_random=False, source=source, target=target, span=node.span
    )


def move_card(context: Context, what: core.Expr, target: core.Expr, span: Span) -> core.Stmt:
    """One card to a place of cards."""
    check_content(context, what.type, target)
    return core.Move(strength="exactly", what=what, only="", at_random=False, source=None, target=target, span=span)


def lay_stmt(context: Context, node: nodes.Lay, scope: Scope) -> core.Stmt:
    """A card comes to lie at a spot of a plane."""
    card = context.expr(node.card, scope)
    plane = place_named(context, node.plane, scope, "to")
    spot = context.expr(node.spot, scope, types.SPOT)
    if plane is None or card.type.head == "unknown":
        return nothing(node.span)
    if not isinstance(plane, core.PlaceAt) or not is_plane(context, plane.place):
        context.wrong(
            "no-plane",
            "cards are laid on planes",
            plane.span,
            "this is none",
            "declare it with `plane`, or `move` the card there",
        )
        return nothing(node.span)
    check_content(context, card.type, plane)
    return core.Lay(card=card, plane=plane, spot=spot, span=node.span)


def shuffle_stmt(context: Context, node: nodes.Shuffle, scope: Scope) -> core.Stmt:
    """The order of a place is left to chance."""
    place = context.expr(node.place, scope)
    if place.type.head == "unknown":
        return nothing(node.span)
    if not isinstance(place, core.PlaceAt) or place.type.head != "list":
        context.wrong(
            "wrong-type",
            "only a place of cards can be shuffled",
            place.span,
            f"{place.type}",
            "name a place of cards, `in order`",
        )
        return nothing(node.span)
    return core.Shuffle(place=place, span=node.span)


def place_named(context: Context, node: nodes.Expr, scope: Scope, what: str) -> core.Expr | None:
    """A place to move to or from."""
    found = context.expr(node, scope)
    if isinstance(found, core.Prim) and found.word == "slot":
        return found.args[0]
    if isinstance(found, core.PlaceAt) or (what == "from" and isinstance(found, core.PlacesWith)):
        return found
    if found.type.head != "unknown":
        context.wrong(
            "not-a-place",
            f"pieces move {what} places",
            found.span,
            "this is not a place",
            "write the name of a place",
        )
    return None


def check_content(context: Context, card: Type, target: core.Expr) -> None:
    """Report a card that a place does not take."""
    if target.type.inner is None:
        context.wrong(
            "wrong-place", "a card cannot lie among tokens", target.span, f"{target.type}", "name a place of cards"
        )
    elif not fits(card, target.type.inner, context.names.lineage):
        context.wrong(
            "wrong-place",
            f"this place takes only {target.type.inner}",
            target.span,
            f"not {card}",
            f"first ask whether it `is {target.type.inner}`",
        )

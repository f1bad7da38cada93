"""Faces of cards: whether a card may show one, and that it surely can where it must.

In:   a card and a face.      Out:  core.Expr, or a complaint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core
from kfdsl.program.types import BOOL
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def shows_expr(context: Context, node: nodes.Shows, scope: Scope) -> core.Expr:
    """`kiln shows lit`; a card that has no such face does not."""
    card = context.expr(node.card, scope)
    return faced(
        context,
        card,
        node.face,
        node.span,
        lambda face: core.Prim(word="shows", args=(card,), data=face, type=BOOL, span=node.span),
    )


def faced(context: Context, card: core.Expr, face: str, span: Span, make: Callable[[str], core.Expr]) -> core.Expr:
    """Something about a face that some cards of this sort have."""
    if card.type.head == "unknown":
        return card
    if card.type.head != "card":
        return context.wrong(
            "wrong-type",
            f"only cards have faces, not {card.type}",
            card.span,
            f"{card.type}",
            f"first ask `{card.span.words} is there`" if card.type.head == "maybe" else "name a card",
        )
    known = context.names.faces_of(card.type.name)
    if face and face not in known:
        hint = nearest(face, known) or (f"its faces are {', '.join(known)}" if known else "it has no faces")
        return context.wrong(
            "unknown-name",
            f"`{card.type.name}` has no face `{face}`",
            span.word(face, last=True),
            "not one of its faces",
            hint,
        )
    return make(face)


def surely_faced(context: Context, card: core.Expr, face: str, span: Span) -> core.Expr:
    """A card that can be turned to a face, whatever card it is; without a face, to any."""

    def made(_: str) -> core.Expr:
        faceless = context.names.without_face(card.type.name, face)
        return not_every_one(context, card, face, faceless, span) if faceless else card

    return faced(context, card, face, span, made)


def not_every_one(context: Context, card: core.Expr, face: str, faceless: Sequence[str], span: Span) -> core.Expr:
    """Report cards among these that have no such face."""
    kind, what = card.type.name, f"a face `{face}`" if face else "faces"
    others = [each for each in context.names.kinds_of(kind) if each not in faceless]
    return context.wrong(
        "no-face",
        f"not every {kind} has {what}" if others else f"no {kind} has {what}",
        span,
        f"`{faceless[0]}` has none" if others else "",
        f"first ask `{card.span.words} is {others[0]}`"
        if others
        else f"declare them: `kind {kind} … {{ face front, back }}`",
    )

"""Members: fields, variables and slots of cards.

In:   `card.name`, `card.face.name`.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.faces import not_every_one
from kfdsl.lang.elaborate.indexes import index_types, indexed
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.bind import BY_CALL
from kfdsl.lang.link.meanings import ALONE
from kfdsl.program import core, made_names, types
from kfdsl.program.words import WORDS
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

_OF_SPOTS = ("across", "down", "turned")


def dot_expr(context: Context, node: nodes.Dot | nodes.DotCall, scope: Scope) -> core.Expr:
    """`kiln.heat`, `kiln.lit.heat`, `kiln.debt(ann)`; `promos.kiln`, `promos.worth(ann)`"""
    simple = context.simple(node, scope, *(BY_CALL if isinstance(node, nodes.DotCall) else ALONE))
    if simple is not node:
        return context.expr(simple, scope)
    args = node.args if isinstance(node, nodes.DotCall) else ()
    if isinstance(node.base, nodes.Dot) and context.simple(node.base, scope) is node.base:
        inner = context.expr(node.base.base, scope)
        if inner.type.head == "card" and node.base.name in context.names.faces_of(inner.type.name):
            faceless = context.names.without_face(inner.type.name, node.base.name)
            if faceless:
                return not_every_one(context, inner, node.base.name, faceless, node.span)
            return member_expr(context, inner, node.name, node.base.name, args, scope, node.span)
    base = context.expr(node.base, scope)
    return member_expr(context, base, node.name, "", args, scope, node.span)


def member_expr(
    context: Context, base: core.Expr, name: str, face: str, args: Sequence[nodes.Expr], scope: Scope, span: Span
) -> core.Expr:
    """A field, variable or slot of a card."""
    if base.type.head == "unknown":
        return context.unknown(span)
    if base.type.head == "maybe":
        return context.wrong(
            "may-be-none",
            f"`{base.span.words}` may be none",
            base.span,
            f"{base.type}",
            f"first ask `{base.span.words} is there`",
        )
    if base.type == types.SPOT and name in _OF_SPOTS:
        return core.Prim(word=f"spot_{name}", args=(base,), type=types.NUMBER, span=span)
    if base.type.head != "card":
        hint = f"write `{name}({base.span.words})`" if name in WORDS else "write the name of a card before the point"
        return context.wrong("no-member", f"{base.type} has no `.{name}`", span, "only cards have members", hint)
    found = context.names.member(base.type.name, name)
    if found is None:
        holders = [owner for owner, table in context.names.members.items() if name in table]
        table = {
            key for holder in context.names.lineage[base.type.name] for key in context.names.members.get(holder, {})
        }
        hint = f"first ask `{base.span.words} is {holders[0]}`" if holders else nearest(name, sorted(table))
        return context.wrong(
            "no-member",
            f"`{base.type.name}` has no `{name}`",
            span.word(name, last=True) if "." not in name else span,
            "not declared for it",
            hint or f"it has {', '.join(sorted(table)) or 'no members'}",
        )
    context.allowed(found.pack, name, scope, span)
    if face and not found.faced:
        return context.wrong(
            "which-face",
            f"`{name}` is the same on every face",
            span.word(name, last=True),
            "not a matter of faces",
            f"write `{base.span.words}.{name}`",
        )
    per = found.node.per if isinstance(found.node, nodes.Var) else ()
    rest = (
        ()
        if isinstance(found.node, nodes.Place)
        else indexed(context, f"{base.span.words}.{name}", index_types(context.names, per), args, scope, span)
    )
    if rest is None:
        return context.unknown(span)
    match found.node:
        case nodes.Var(type=type_):
            var = made_names.member(found.owner, name)
            return core.VarOf(var=var, args=(base, *rest), type=context.names.type(type_), span=span)
        case nodes.FieldDecl(type=type_):
            context.fields_read.add((found.owner, name))
            return core.FieldOf(
                field=made_names.member(found.owner, name),
                card=base,
                face=face,
                type=context.names.type(type_),
                span=span,
            )
        case nodes.Slot(kind=kind):
            context.model.used.add(found.name)
            inner = context.names.card(kind)
            place = core.PlaceAt(place=found.name, args=(base,), type=types.list_of(inner), span=span)
            return core.Prim(word="slot", args=(place,), type=types.maybe(inner), span=span)
        case _:
            return context.wrong(
                "no-member",
                f"`{name}` is a place",
                span,
                "places stand in front of their card",
                f"write `{name}({base.span.words})`",
            )

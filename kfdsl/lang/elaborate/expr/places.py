"""Places and amounts: what lies somewhere, and what is written out.

In:   `shelf(me)`, `2 clay`.      Out:  core.Expr.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import DECLARE, Context
from kfdsl.lang.elaborate.indexes import index_types, indexed
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.types import BUNDLE, NUMBER, TOKEN, UNKNOWN, WANT, Type
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

ONE = ("one", "a", "an")
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def amount_expr(context: Context, node: nodes.Amount, scope: Scope) -> core.Expr:
    """`2 clay`"""
    if scope.locals.get(node.name) == TOKEN and not node.different:
        token = core.Local(name=node.name, type=TOKEN, span=node.span)
        return core.Prim(word="amount", args=(token,), data=str(node.count), type=BUNDLE, span=node.span)
    local = scope.locals.get(node.name, UNKNOWN)
    if local != UNKNOWN:
        return context.wrong(
            "wrong-type",
            f"`{node.name}` is {local} here, not the name of a token",
            node.span.word(node.name),
            "a local hides whatever else is called so",
            "rename the local",
        )
    name = context.named(node.name, scope, node.span, "token", "trait")
    sort = context.names.sort(name)
    if sort not in (nodes.Token, nodes.Trait) or (sort is nodes.Trait and not context.names.tokens_of(name)):
        known = [
            *scope.locals,
            *context.names.token_traits,
            *(n for n, e in context.model.declared.items() if isinstance(e.node, nodes.Trait)),
        ]
        return context.wrong(
            "unknown-name",
            f"no token or trait of tokens is called `{node.name}`",
            node.span.word(node.name),
            f"neither `{scope.pack}` nor a pack it requires declares this",
            nearest(node.name, known) or DECLARE,
        )
    context.seen(name, scope, node.span)
    sorts = context.names.tokens_of(name)
    if node.different and node.count > max(len(sorts), 1):
        return context.wrong(
            "never",
            f"nobody ever has {node.count} different {node.name}",
            node.span,
            f"there {'are' if len(sorts) > 1 else 'is'} only {', '.join(sorts)}",
            f"write `{len(sorts)} different {node.name}`" if len(sorts) > 1 else f"write `{node.count} {node.name}`",
        )
    exact = sort is nodes.Token and not node.different
    return core.Const(value=((node.count, name, node.different),), type=BUNDLE if exact else WANT, span=node.span)


def counted_expr(context: Context, node: nodes.Counted, scope: Scope) -> core.Expr:
    """`n clay`: so many times one; none if it is zero or less."""
    one = amount_expr(context, nodes.Amount(count=1, name=node.name, different=node.different, span=node.span), scope)
    word = node.count.name if isinstance(node.count, nodes.Name) else ""
    if word in (*ONE, *NUMBERS) and word not in scope.locals and word not in context.model.declared:
        hint = f"write `{1 if word in ONE else NUMBERS.index(word) + 2} {node.name}`"
        return context.wrong("unknown-name", "numbers are written in digits", node.count.span, "not a number", hint)
    count = context.expr(node.count, scope, NUMBER)
    if UNKNOWN in (one.type, count.type):
        return context.unknown(node.span)
    if isinstance(one, core.Const) and isinstance(count, core.Const) and isinstance(count.value, int):
        return core.Const(value=((max(count.value, 0), node.name, node.different),), type=one.type, span=node.span)
    return core.Prim(word="*", args=(count, one), type=one.type, span=node.span)


def place_expr(context: Context, member: Member, args: Sequence[nodes.Expr], scope: Scope, span: Span) -> core.Expr:
    """What lies in a place: `shelf(me)`, `crate(kiln, me)`."""
    context.model.used.add(member.name)
    context.allowed(member.pack, member.name, scope, span)
    node = member.node
    wanted: list[Type] = [context.names.card(member.owner)] if member.owner else []
    if isinstance(node, nodes.Place):
        wanted = [types.AREA] if "corner" in node.per else wanted + index_types(context.names, node.per)
        content = node.content
    else:
        assert isinstance(node, nodes.Slot)
        content = node.kind
    exprs = indexed(context, member.name, wanted, args, scope, span)
    if exprs is None:
        return context.unknown(span)
    if not content:
        return core.PlaceAt(place=member.name, args=exprs, type=BUNDLE, span=span)
    inner = context.names.card(content)
    if inner == UNKNOWN:
        return context.unknown(span)
    return core.PlaceAt(place=member.name, args=exprs, type=types.list_of(inner), span=span)


def var_expr(context: Context, node: nodes.Var, args: Sequence[nodes.Expr], scope: Scope, span: Span) -> core.Expr:
    """A variable of the game: `heat`, `debt(me)`."""
    context.seen(node.name, scope, span)
    found = indexed(context, node.name, index_types(context.names, node.per), args, scope, span)
    if found is None:
        return context.unknown(span)
    return core.VarOf(var=node.name, args=found, type=context.names.type(node.type), span=span)


def is_plane(context: Context, place: str) -> bool:
    """Whether a place is a plane."""
    node = context.names.places[place].node
    return isinstance(node, nodes.Place) and node.board is not None

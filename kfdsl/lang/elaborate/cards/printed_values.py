"""Values that are printed on cards, which depend on nothing.

In:   a value as written.      Out:  core.Expr, a constant.
"""

from __future__ import annotations

from typing import cast

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.types import UNKNOWN, Type
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

_PLAIN = ("none", "true", "false", "players", "me", "here", "this", "owner")  # words that mean something of their own


def constant_value(context: Context, value: nodes.Value | None, type_: Type, scope: Scope, span: Span) -> core.Expr:
    """A printed value, which depends on nothing."""
    if isinstance(value, tuple) or _is_single(value, type_):
        parts = value if isinstance(value, tuple) else (cast(nodes.Expr, value),)
        if type_.head not in ("list", "set") or type_.inner is None:
            help_ = "join them with `+`" if type_.head in ("want", "bundle") else "write one of them"
            return context.wrong("wrong-type", f"one {type_} is wanted here, not {len(parts)}", span, f"{type_}", help_)
        items = tuple(
            no_such_value(context, part, type_.inner) or context.expr(part, scope, type_.inner) for part in parts
        )
        return core.Prim(word="items" if type_.head == "list" else "set", args=items, type=type_, span=span)
    if isinstance(value, nodes.Block) or value is None:
        return context.wrong(
            "wrong-type",
            f"{type_} is wanted here, not something to do",
            span,
            f"{type_}",
            f"write a value of type {type_}",
        )
    made = no_such_value(context, value, type_) or context.expr(value, scope, None)
    if type_.head in ("want", "bundle") and isinstance(made, core.Const) and made.value is None:
        return core.Const(value=(), type=type_, span=made.span)
    made = context.want(made, type_)
    if not is_constant(made):
        return context.wrong(
            "not-constant",
            "what is printed on a card is written out",
            made.span,
            "this depends on the game",
            "use a query for what changes",
        )
    return made


def no_such_value(context: Context, value: nodes.Expr, type_: Type) -> core.Expr | None:
    """A complaint that lists all values, where one of them is wanted and something unheard of stands."""
    words = [word for word, name in context.names.value_type.items() if types.value(name) in (type_, type_.inner)]
    if not words or not isinstance(value, nodes.Name) or value.name in context.model.meanings.declared:
        return None
    if value.name in _PLAIN:
        return None
    return context.wrong(
        "unknown-name",
        f"no {type_} is called `{value.name}`",
        value.span,
        "not one of them",
        nearest(value.name, [*words, *(["none"] if type_.head == "maybe" else [])])
        or f"it is one of {', '.join(words)}",
    )


def changed_value(context: Context, made: core.Expr, other: core.Expr, op: str, span: Span) -> core.Expr:
    """A value with something added or removed."""
    if UNKNOWN in (made.type, other.type):
        return made
    if isinstance(made, core.Const) and isinstance(other, core.Const):
        sign = 1 if op == "add" else -1
        if isinstance(made.value, int) and isinstance(other.value, int):
            return core.Const(value=made.value + sign * other.value, type=made.type, span=span)
        if isinstance(made.value, tuple) and isinstance(other.value, tuple):
            counts = {(name, different): count for count, name, different in made.value}
            for count, name, different in other.value:
                counts[name, different] = counts.get((name, different), 0) + sign * count
            if any(count < 0 for count in counts.values()):
                return context.wrong(
                    "nothing-to-remove",
                    "this removes more than is there",
                    span,
                    "there are fewer",
                    "remove less, or set the field",
                )
            entries = tuple((count, *rest) for rest, count in counts.items() if count)
            return core.Const(value=entries, type=made.type, span=span)
    if isinstance(made, core.Prim) and isinstance(other, core.Prim):
        kept = [item for item in made.args if op == "add" or item not in other.args]
        args = (*made.args, *other.args) if op == "add" else tuple(kept)
        return core.Prim(word=made.word, args=args, type=made.type, span=span)
    return context.wrong(
        "wrong-type",
        f"nothing can be {'added to' if op == 'add' else 'removed from'} {made.type}",
        span,
        "it is no amount",
        "set it instead",
    )


def _is_none(value: nodes.Expr) -> bool:
    return isinstance(value, nodes.Name) and value.name == "none"


def is_constant(expr: core.Expr) -> bool:
    """Whether a value is known before anybody plays; a seat that may be empty is not."""
    if isinstance(expr, core.Prim) and expr.word in ("set", "items", "tokens", "seat", "negative", "spot"):
        return expr.type.head != "maybe" and all(is_constant(arg) for arg in expr.args)
    return isinstance(expr, core.Const)


def _is_single(value: nodes.Value | None, type_: Type) -> bool:
    """Whether one item is written where several could stand."""
    if not isinstance(value, nodes.Expr) or _is_none(value):
        return False
    if isinstance(value, nodes.ListOf) and type_.inner is not None and type_.inner.head != "list":
        return False
    return type_.head == "list" or (type_.head == "set" and not isinstance(value, nodes.SetOf | nodes.Call))

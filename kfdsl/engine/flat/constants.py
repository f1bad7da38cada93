"""What is known of a function before it runs, worked out.

In:   a function in flat form.      Out:  the same without locals that are one constant, and with known sums.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Const,
    Expr,
    For,
    ForEach,
    Function,
    Get,
    If,
    Set,
    Stmt,
    Switch,
    While,
    changed_in,
    inside,
)
from kfdsl.engine.flat.substitute import mapped, mapped_body

_SURE = 1 << 31  # sums of known numbers below this stay what they are


def without_constants(function: Function) -> Function:
    """A function without locals that are one constant from beginning to end."""
    changed = Counter(changed_in(function.body))
    names: dict[str, Expr] = {
        node.name: node.value
        for node in inside(function.body)
        if isinstance(node, Set) and isinstance(node.value, Const) and changed[node.name] == 1
    }
    for param in function.params:
        names.pop(param, None)
    body = _without(mapped_body(function.body, lambda expr: _folded(expr, names)), names)
    return Function(function.name, function.params, body)


def _folded(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    """An expression with constants for locals; what is known then is worked out."""
    if isinstance(expr, Get):
        return names.get(expr.name, expr)
    match mapped(expr, lambda part: _folded(part, names)):
        case Binary("+" | "-" | "<<" | ">>" | "|" | "^", found, Const(0)) | Binary("+" | "|", Const(0), found):
            return found
        case Binary("+", Const(one), Const(other)):
            return Const(one + other)
        case Binary("-", Const(one), Const(other)):
            return Const(one - other)
        case Binary("+", Binary("+", found, Const(one)), Const(other)) if abs(one + other) < _SURE:
            return Binary("+", found, Const(one + other))
        case found:
            return found


def _without(body: Body, names: Mapping[str, Expr]) -> Body:
    found: list[Stmt] = []
    for statement in body:
        match statement:
            case Set(name, _) if name in names:
                continue
            case If(test, then, other):
                found.append(If(test, _without(then, names), _without(other, names)))
            case While(test, inner):
                found.append(While(test, _without(inner, names)))
            case For(name, start, end, inner):
                found.append(For(name, start, end, _without(inner, names)))
            case ForEach():
                found.append(replace(statement, body=_without(statement.body, names)))
            case Switch(value, cases, other):
                each = tuple((some, _without(inner, names)) for some, inner in cases)
                found.append(Switch(value, each, _without(other, names)))
            case _:
                found.append(statement)
    return tuple(found)

"""Functions of one expression, written out where they are called.

In:   the function and its arguments.      Out:  the expression, or None where that would change what is done.
An argument that is more than a name is worked out once, where it is read first; that must be a place that is always come to.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kfdsl.engine.flat.form import Both, Call, Const, Either, Expr, Get, IfElse, Tee, inside
from kfdsl.engine.flat.read.reading import Reading
from kfdsl.engine.flat.read.sorts import NotFlat, Typed
from kfdsl.engine.flat.read.sources import Source


def written_out(
    reading: Reading, source: Source, args: list[Expr], expression: Callable[[Reading, ast.expr], Typed]
) -> Expr | None:
    """The one expression of a function, with arguments in place of its parameters."""
    match source.tree.body[-1]:
        case ast.Return(value=ast.expr() as value):
            inner = Reading(source, reading.waiting)
            body = expression(inner, value).expr
        case _:
            raise NotFlat(f"{source.name} is no single expression, so it cannot be written out")
    names: dict[str, Expr] = {}
    waiting: dict[str, Expr] = {}
    for (name, sort), arg in zip(source.params, args, strict=True):
        if isinstance(arg, Const | Get):
            names[name] = arg
        elif sum(node == Get(name) for node in inside(body)) > 1 or any(isinstance(n, Call) for n in inside(arg)):
            fresh = reading.fresh(sort)
            names[name] = Get(fresh)
            waiting[fresh] = arg
        else:
            names[name] = arg
    for name, sort in inner.sorts.items():
        if name not in dict(source.params):  # a local that was made inside
            names[name] = Get(reading.fresh(sort))
    found = _replaced(body, names)
    for fresh, arg in waiting.items():
        first = _first_read(found, Get(fresh))
        if first is None:
            return None
        found = first(Tee(fresh, arg))
    return found


def _replaced(expr: Expr, names: dict[str, Expr]) -> Expr:
    match expr:
        case Get(name):
            return names.get(name, expr)
        case Tee(name, value):
            made = names[name]
            assert isinstance(made, Get)
            return Tee(made.name, _replaced(value, names))
        case Const():
            return expr
        case Call(function, args):
            return Call(function, tuple(_replaced(arg, names) for arg in args))
    return _with(expr, {part: _replaced(getattr(expr, part), names) for part in _parts(expr)})


def _parts(expr: Expr) -> list[str]:
    """The parts of an expression, in the order in which they are worked out."""
    match expr:
        case Both() | Either():
            return ["left", "right"]
        case IfElse():
            return ["test", "then", "other"]
        case Call() | Const() | Get():
            return []
    return [part for part in ("base", "left", "right", "value") if hasattr(expr, part)]


def _first_read(expr: Expr, wanted: Get) -> Callable[[Expr], Expr] | None:
    """How to put something in the place where a local is read first, if that is always come to."""
    if expr == wanted:
        return lambda other: other
    if isinstance(expr, Call):
        for at, arg in enumerate(expr.args):
            if wanted in list(inside(arg)):
                return _at_arg(expr, at, _first_read(arg, wanted))
        return None
    certain = _parts(expr)[:1] if isinstance(expr, Both | Either | IfElse) else _parts(expr)
    for part in certain:
        inner = getattr(expr, part)
        if wanted in list(inside(inner)):
            return _at_part(expr, part, _first_read(inner, wanted))
    return None


def _at_arg(call: Call, at: int, deeper: Callable[[Expr], Expr] | None) -> Callable[[Expr], Expr] | None:
    if deeper is None:
        return None
    return lambda other: Call(call.function, (*call.args[:at], deeper(other), *call.args[at + 1 :]))


def _at_part(expr: Expr, part: str, deeper: Callable[[Expr], Expr] | None) -> Callable[[Expr], Expr] | None:
    if deeper is None:
        return None
    return lambda other: _with(expr, {part: deeper(other)})


def _with(expr: Any, parts: dict[str, Expr]) -> Expr:
    """The same with other parts; all parts of an expression are expressions."""
    changed: Expr = replace(expr, **parts)
    return changed

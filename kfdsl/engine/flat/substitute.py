"""Expressions in flat form with others in place of locals.

In:   an expression, and what its locals stand for.      Out:  the same with these put in.
An argument that is more than a name is worked out once, where it is read first; that must be a place that is always come to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Both,
    Break,
    Call,
    Clear,
    Const,
    Continue,
    Copy,
    Do,
    Either,
    Expr,
    Fault,
    For,
    ForEach,
    Function,
    Get,
    If,
    IfElse,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Tee,
    Unary,
    While,
    inside,
)


def put_in(body: Expr, args: Mapping[str, Expr], names: Mapping[str, Expr], fresh: Callable[[str], str]) -> Expr | None:
    """An expression with arguments for its parameters and names for its other locals; None where that would change what is done."""
    put: dict[str, Expr] = dict(names)
    waiting: dict[str, Expr] = {}
    for name, arg in args.items():
        if isinstance(arg, Const | Get):
            put[name] = arg
        elif sum(node == Get(name) for node in inside(body)) > 1 or any(isinstance(n, Call) for n in inside(arg)):
            made = fresh(name)
            put[name] = Get(made)
            waiting[made] = arg
        else:
            put[name] = arg
    found = replaced(body, put)
    for made, arg in waiting.items():
        first = _first_read(found, Get(made))
        if first is None:
            return None
        found = first(Tee(made, arg))
    return found


def replaced(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    """The same with others in place of locals."""
    match expr:
        case Get(name):
            return names.get(name, expr)
        case Tee(name, value):
            made = names.get(name, Get(name))
            assert isinstance(made, Get)
            return Tee(made.name, replaced(value, names))
    return mapped(expr, lambda part: replaced(part, names))


def with_names(function: Function, fixed: Mapping[tuple[int, int], str]) -> Function:
    """A function with names for numbers of the memory that stay as they are, by width and place."""

    def named(expr: Expr) -> Expr:
        match expr:
            case Load(width, Const(at), offset) if (width, at + offset) in fixed:
                return Get(fixed[width, at + offset])
        return mapped(expr, named)

    return Function(function.name, function.params, mapped_body(function.body, named)) if fixed else function


def mapped(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """The same with each part changed."""
    match expr:
        case Const() | Get():
            return expr
        case Binary(op, left, right):
            return Binary(op, change(left), change(right))
        case Load(width, base, offset):
            return Load(width, change(base), offset)
        case Call(function, args):
            return Call(function, tuple([change(arg) for arg in args]))
        case Unary(op, value):
            return Unary(op, change(value))
        case Both(left, right):
            return Both(change(left), change(right))
        case Either(left, right):
            return Either(change(left), change(right))
        case IfElse(test, then, other):
            return IfElse(change(test), change(then), change(other))
        case Tee(name, value):
            return Tee(name, change(value))


def mapped_body(body: Body, change: Callable[[Expr], Expr]) -> Body:
    """A body with each of its expressions changed."""
    return tuple([_mapped_statement(statement, change) for statement in body])


def _mapped_statement(statement: Stmt, change: Callable[[Expr], Expr]) -> Stmt:
    def block(body: Body) -> Body:
        return mapped_body(body, change)

    match statement:
        case Set(name, value):
            return Set(name, change(value))
        case Store(width, base, offset, value):
            return Store(width, change(base), offset, change(value))
        case If(test, then, other):
            return If(change(test), block(then), block(other))
        case While(test, body):
            return While(change(test), block(body))
        case For(name, start, end, body):
            return For(name, change(start), change(end), block(body))
        case ForEach(index, first, item, width, row, count, body):
            return ForEach(index, first, item, width, change(row), change(count), block(body))
        case Switch(value, cases, other):
            return Switch(change(value), tuple((some, block(body)) for some, body in cases), block(other))
        case Return(value):
            return Return(change(value))
        case Do(value):
            return Do(change(value))
        case Copy(width, to, start, count):
            return Copy(width, change(to), change(start), change(count))
        case Clear(width, to, count):
            return Clear(width, change(to), change(count))
        case Fault(what, where):
            return Fault(change(what), change(where))
        case Break() | Continue():
            return statement


def parts_of(expr: Expr) -> list[str]:
    """The parts of an expression, in the order in which they are worked out."""
    match expr:
        case Both() | Either():
            return ["left", "right"]
        case IfElse():
            return ["test", "then", "other"]
        case Call() | Const() | Get():
            return []
    return [part for part in ("base", "left", "right", "value") if hasattr(expr, part)]


def with_parts(expr: Any, parts: dict[str, Expr]) -> Expr:
    """The same with other parts; all parts of an expression are expressions."""
    changed: Expr = replace(expr, **parts)
    return changed


def _first_read(expr: Expr, wanted: Get) -> Callable[[Expr], Expr] | None:
    """How to put something in the place where a local is read first, if that is always come to."""
    if expr == wanted:
        return lambda other: other
    if isinstance(expr, Call):
        for at, arg in enumerate(expr.args):
            if wanted in list(inside(arg)):
                return _at_arg(expr, at, _first_read(arg, wanted))
        return None
    certain = parts_of(expr)[:1] if isinstance(expr, Both | Either | IfElse) else parts_of(expr)
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
    return lambda other: with_parts(expr, {part: deeper(other)})

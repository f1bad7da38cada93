"""Loops over numbers that lie in a row, said as such: Python goes over a row quicker than it reads each place of it.

In:   a function with loops that count.      Out:  the same; a loop whose first statement reads a row by the number that counts goes over it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kfdsl.engine.flat.form import (
    Binary,
    Body,
    Call,
    Clear,
    Const,
    Copy,
    Do,
    Expr,
    For,
    ForEach,
    Function,
    Get,
    If,
    Load,
    Return,
    Set,
    Stmt,
    Store,
    Switch,
    Tee,
    While,
    changed_in,
    inside,
    locals_of,
)
from kfdsl.engine.flat.substitute import mapped


def going_over_rows(function: Function) -> Function:
    """A function with its loops over rows said as such."""
    if not any(isinstance(node, For) for node in inside(function.body)):
        return function
    return Function(function.name, function.params, _Going(function).block(function.body))


@dataclass(slots=True)
class _Going:
    function: Function
    taken: set[str] = field(init=False)
    outside: set[str] = field(init=False)  # numbers that count and are read elsewhere, too

    def __post_init__(self) -> None:
        self.taken = set(locals_of(self.function))
        loops = [node for node in inside(self.function.body) if isinstance(node, For)]
        own = Counter(
            node.name
            for loop in loops
            for node in inside(loop.body)
            if isinstance(node, Get) and node.name == loop.name
        )
        everywhere = Counter(node.name for node in inside(self.function.body) if isinstance(node, Get))
        self.outside = {loop.name for loop in loops if own[loop.name] != everywhere[loop.name]}

    def fresh(self) -> str:
        number = 1
        while f"each_{number}" in self.taken:
            number += 1
        self.taken.add(f"each_{number}")
        return f"each_{number}"

    def block(self, body: Body) -> Body:
        return tuple(self.statement(statement) for statement in body)

    def statement(self, statement: Stmt) -> Stmt:
        match statement:
            case If(test, then, other):
                return If(test, self.block(then), self.block(other))
            case While(test, body):
                return While(test, self.block(body))
            case For(name, start, end, body):
                loop = For(name, start, end, self.block(body))
                return self.over(loop) or loop
            case ForEach():
                return replace(statement, body=self.block(statement.body))
            case Switch(value, cases, other):
                return Switch(value, tuple((some, self.block(body)) for some, body in cases), self.block(other))
        return statement

    def over(self, loop: For) -> ForEach | None:
        """A loop that goes over a row, if it is one."""
        start = loop.start
        if not loop.body or not isinstance(start, Const):
            return None
        changed = set(changed_in(loop.body))
        first = loop.body[0]
        own = list(_own(first))
        if loop.name in changed or any(isinstance(node, Call | Tee) for expr in own for node in inside(expr)):
            return None
        still = not any(isinstance(node, Store | Copy | Clear | Call) for node in inside(loop.body))
        for load in (node for expr in own for node in inside(expr) if isinstance(node, Load)):
            rest = _rest(load.base, loop.name)
            if rest is None or not _is_steady(rest, {*changed, loop.name}, still):
                continue
            item = self.fresh()
            put = _put(first, load, Get(item))
            body = (put, *loop.body[1:])
            if isinstance(put, Set) and put.value == Get(item):  # it had a name
                self.taken.discard(item)
                item, body = put.name, body[1:]
            kept = loop.name in self.outside or Get(loop.name) in list(inside(body))
            place = _sum(rest, Const(load.offset + start.value))
            count = _sum(loop.end, Const(-start.value))
            return ForEach(loop.name if kept else "", start.value, item, load.width, place, count, body)
        return None


def _own(statement: Stmt) -> Iterator[Expr]:
    """What a statement works out before it does anything."""
    match statement:
        case Set(_, value) | Do(value) | Return(value) | If(value, _, _) | Switch(value, _, _):
            yield value
        case Store(_, base, _, value):
            yield from (base, value)


def _rest(base: Expr, name: str) -> Expr | None:
    """What else a place is the sum of, besides a number that counts."""
    match base:
        case Get(found) if found == name:
            return Const(0)
        case Binary("+", left, right):
            for one, other in ((left, right), (right, left)):
                if Get(name) not in list(inside(other)):
                    rest = _rest(one, name)
                    return None if rest is None else _sum(rest, other)
    return None


def _sum(one: Expr, other: Expr) -> Expr:
    match one, other:
        case Const(0), _:
            return other
        case _, Const(0):
            return one
        case Const(a), Const(b):
            return Const(a + b)
        case Const(), _:
            return _sum(other, one)
        case Binary("+", inner, Const(a)), Const(b):
            return _sum(inner, Const(a + b))
    return Binary("+", one, other)


def _is_steady(expr: Expr, changed: set[str], still: bool) -> bool:
    """Whether an expression is worth the same in every round."""
    return all(
        node.name not in changed if isinstance(node, Get) else still or not isinstance(node, Load)
        for node in inside(expr)
    ) and not any(isinstance(node, Call | Tee) for node in inside(expr))


def _put(statement: Stmt, load: Load, item: Get) -> Stmt:
    """A statement that reads an item where it read a place."""

    def put(expr: Expr) -> Expr:
        return item if expr == load else mapped(expr, put)

    match statement:
        case Set(name, value):
            return Set(name, put(value))
        case Do(value):
            return Do(put(value))
        case Return(value):
            return Return(put(value))
        case If(test, then, other):
            return If(put(test), then, other)
        case Switch(value, cases, other):
            return Switch(put(value), cases, other)
        case Store(width, base, offset, value):
            return Store(width, put(base), offset, put(value))
    raise AssertionError(statement)

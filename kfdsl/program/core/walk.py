"""Walks over the core program: what stands below a node.

In:   a core node.      Out:  the expressions or statements inside it.
Only `through_queries` enters another query, each once; who wants to go into rules follows the names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

from kfdsl.program import core

_INNER: dict[type, tuple[str, ...]] = {}

Key = tuple[object, ...]


def children(node: object) -> Iterator[core.Expr]:
    """The expressions directly below a node; those of inner statements are theirs."""
    if isinstance(node, core.Expr | core.Stmt | core.ClauseDef | core.ParamDef):
        for name in parts_of(type(node)):
            part = getattr(node, name)
            if isinstance(part, core.Expr):  # most parts are none or a name: no need to look into them
                yield part
            elif isinstance(part, tuple):
                yield from _found(part)


def expressions(node: object) -> Iterator[core.Expr]:
    """An expression and everything below it."""
    waiting = [node] if isinstance(node, core.Expr) else list(children(node))[::-1]
    while waiting:
        found = waiting.pop()
        assert isinstance(found, core.Expr)
        yield found
        waiting += [*children(found)][::-1]


def through_queries(expr: core.Expr, queries: Mapping[str, core.QueryDef]) -> Iterator[core.Expr]:
    """An expression and everything below it, and below the queries that it asks; each query once, however often it is asked."""
    seen: set[str] = set()
    waiting = [expr]
    while waiting:
        for part in expressions(waiting.pop()):
            yield part
            if isinstance(part, core.Ask) and part.query not in seen:
                seen.add(part.query)
                waiting.append(queries[part.query].body)


def statements(stmt: core.Stmt) -> Iterator[core.Stmt]:
    """A statement and everything done inside it."""
    yield stmt
    for part in inner(stmt):
        yield from statements(part)


def inner(stmt: core.Stmt) -> tuple[core.Stmt, ...]:
    """The statements directly inside one."""
    match stmt:
        case core.Block():
            return stmt.body
        case core.Step() | core.For() | core.Repeat() | core.Apart():
            return (stmt.body,)
        case core.Together():
            return (stmt.ask, stmt.body)
        case core.If():
            return (stmt.then,) if stmt.other is None else (stmt.then, stmt.other)
        case _:
            return ()


def with_inner(stmt: core.Stmt, changed: Callable[[core.Stmt], core.Stmt]) -> core.Stmt:
    """A statement with those directly inside it changed; an ask whose answers are sealed stays."""
    match stmt:
        case core.Block():
            return dataclasses.replace(stmt, body=tuple(map(changed, stmt.body)))
        case core.Step() | core.For() | core.Repeat() | core.Apart() | core.Together():
            return dataclasses.replace(stmt, body=changed(stmt.body))
        case core.If():
            other = None if stmt.other is None else changed(stmt.other)
            return dataclasses.replace(stmt, then=changed(stmt.then), other=other)
        case _:
            return stmt


def parts_of(cls: type) -> tuple[str, ...]:
    """The fields of a node that have a meaning."""
    found = _INNER.get(cls)
    if found is None:
        assert dataclasses.is_dataclass(cls)
        found = tuple(each.name for each in dataclasses.fields(cls) if each.name not in ("span", "type", "declared"))
        _INNER[cls] = found
    return found


def key(expr: object) -> Key:
    """An expression without its types and spans, to remember facts by."""
    if isinstance(expr, core.Expr):
        parts = [getattr(expr, name) for name in parts_of(type(expr))]
        return (type(expr).__name__, *(key(part) if isinstance(part, core.Expr | tuple) else part for part in parts))
    if isinstance(expr, tuple):
        return tuple(key(part) if isinstance(part, core.Expr | tuple) else part for part in expr)
    return (expr,)


def _found(part: object) -> Iterator[core.Expr]:
    if isinstance(part, core.Expr):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _found(each)

"""The engine's own code in flat form.

In:   the functions that are called from outside.      Out:  a module of them and of all that they call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from kfdsl.engine.flat.form import Function, Module
from kfdsl.engine.flat.read.reading import Reading
from kfdsl.engine.flat.read.sorts import NotFlat
from kfdsl.engine.flat.read.sources import Source, source_of
from kfdsl.engine.flat.read.statement import block


def read(entries: Iterable[Callable[..., Any]]) -> Module:
    """All functions that are needed, by name."""
    waiting = list(entries)
    found: Module = {}
    origins: dict[str, str] = {}
    while waiting:
        source = source_of(waiting.pop())
        if source.name in found:
            assert origins[source.name] == source.path, f"two functions are called {source.name}"
            continue
        origins[source.name] = source.path
        found[source.name], called = _function(source)
        waiting += called
    return dict(sorted(found.items()))


@cache
def _function(source: Source) -> tuple[Function, tuple[Callable[..., Any], ...]]:
    """A function, and those that it calls; what is read once is read for all programs."""
    reading = Reading(source, [])
    try:
        body = block(reading, _without_doc(source.tree.body))
    except NotFlat as mistake:
        raise NotFlat(f"{source.path}:{reading.line}: {mistake}") from None
    return Function(source.name, tuple(name for name, _ in source.params), body), tuple(reading.waiting)


def _without_doc(body: list[ast.stmt]) -> list[ast.stmt]:
    match body[0]:
        case ast.Expr(value=ast.Constant(value=str())):
            return body[1:]
    return body

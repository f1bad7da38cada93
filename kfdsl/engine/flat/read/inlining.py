"""Functions of one expression that are marked to be written out where they are called.

In:   the function and its arguments.      Out:  the expression, or None where that would change what is done.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from kfdsl.engine.flat.form import Expr, Get
from kfdsl.engine.flat.read.reading import Reading
from kfdsl.engine.flat.read.sorts import NotFlat, Typed
from kfdsl.engine.flat.read.sources import Source
from kfdsl.engine.flat.substitute import put_in


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
    sorts = dict(source.params)
    made: dict[str, Expr] = {
        name: Get(reading.fresh(sort)) for name, sort in inner.sorts.items() if name not in sorts
    }
    given = {name: arg for (name, _), arg in zip(source.params, args, strict=True)}
    return put_in(body, given, made, lambda name: reading.fresh(sorts[name]))

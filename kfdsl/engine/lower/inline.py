"""Queries that are small enough to be written out where they are asked, and loops that are better written out.

In:   an ask of a query, or a fold.      Out:  an expression in its place, or nothing.
A call costs more than counting four tokens. Only a body that binds no names is put in, and only for arguments that are names
or constants, so nothing is worked out twice and no name is caught.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeVar, cast

from kfdsl.analysis.measures.step_costs import StepCosts
from kfdsl.program import core
from kfdsl.program.core.walk import expressions
from kfdsl.program.numbering import is_converted

SMALL = 14  # expressions in a body; a call is as dear as about so many
T = TypeVar("T")


class Inliner:
    """Which queries of a program are small enough, each looked at once."""

    def __init__(self, queries: Mapping[str, core.QueryDef], costs: StepCosts) -> None:
        self.queries = queries
        self.costs = costs
        self._sizes: dict[str, int] = {}

    def inlined(self, ask: core.Ask) -> core.Expr | None:
        """What a query comes to for these arguments, if it is small."""
        query = self.queries[ask.query]
        if not all(isinstance(arg, core.Local | core.Const) for arg in ask.args):
            return None
        if any(is_converted(arg.type, type_) for arg, (_, type_) in zip(ask.args, query.params, strict=True)):
            return None
        if self.size(ask.query) > SMALL or self.costs.entry("query", ask.query):  # what charges is entered
            return None
        return substituted(
            alone(query.body), {name: arg for (name, _), arg in zip(query.params, ask.args, strict=True)}
        )

    def size(self, name: str) -> int:
        """How many expressions a body has with the small queries in it written out as well; more than is small if it binds names.

        Counting what is written out is what keeps queries that ask each other twice, twenty deep, from growing a million times.
        """
        found = self._sizes.get(name)
        if found is None:
            found = self._sizes[name] = self._counted(alone(self.queries[name].body))
        return found

    def _counted(self, body: core.Expr) -> int:
        count = 0
        for part in expressions(body):
            if isinstance(part, core.Pick | core.Fold | core.LetIn | core.Trial | core.Before):
                return SMALL + 1
            is_light = isinstance(part, core.Ask) and not self.costs.entry("query", part.query)
            inner = self.size(part.query) if isinstance(part, core.Ask) and is_light else 1
            count += 1 if inner > SMALL else inner
            if count > SMALL:
                break
        return count


def alone(body: core.Expr) -> core.Expr:
    """A join of a single contribution is that contribution."""
    match body:
        case core.Prim(
            word="join", data="any" | "all" | "sum" | "union", args=(core.Fold(binders=(), where=None) as fold,)
        ):
            return fold.value
        case _:
            return body


def substituted(tree: T, values: Mapping[str, core.Expr]) -> T:
    """A tree with expressions in place of locals."""
    if isinstance(tree, core.Local):
        return cast(T, values.get(tree.name, tree))
    if isinstance(tree, tuple):
        return cast(T, tuple([substituted(part, values) for part in tree]))
    if isinstance(tree, core.Expr):
        parts = {
            each.name: substituted(getattr(tree, each.name), values)
            for each in dataclasses.fields(tree)
            if each.name not in ("span", "type")
        }
        return cast(T, dataclasses.replace(tree, **parts))
    return tree

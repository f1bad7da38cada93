"""Which places of tokens a deed may look at, apart from what it performs.

In:   an action.      Out:  places, each with what it belongs to, as far as that is a parameter of the action's rule; None if it is not known.
Groups that have the same tokens are alike to a deed that looks only at kinds, unless they come from places that it looks at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kfdsl.analysis.calls import Calls
from kfdsl.program import core
from kfdsl.program.core.walk import children, expressions, inner, statements

Names = Mapping[str, str]  # locals that are parameters of the action's rule, and which
Looked = tuple[str, tuple[str | None, ...]]  # a place, and for each argument the parameter that it is, or None
_PLAIN = (core.Block, core.Step, core.If, core.SetVar, core.Score, core.Move, core.Perform, core.Reset, core.Show)


class _NotKnown(Exception):
    """Something may look anywhere."""


def places_looked_at(action: core.ActionDef, calls: Calls) -> frozenset[Looked] | None:
    """All places that the deed of an action names, and comes to by the rules and queries that it calls."""
    rule = calls.rules[action.rule]
    try:
        return frozenset(_Walk(calls).body(rule.body, {name: name for name, _ in rule.params}))
    except _NotKnown:
        return None


class _Walk:
    """Goes where calls lead, once for the same arguments."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.places = calls.program.places
        self.seen: set[tuple[str, str, tuple[tuple[str, str], ...]]] = set()

    def body(self, body: core.Stmt, names: Names) -> Iterator[Looked]:
        for part in statements(body):
            names = _without(part, {name: known for name, known in names.items() if name != getattr(part, "name", "")})
        yield from self.rule(body, names)

    def rule(self, stmt: core.Stmt, names: Names) -> Iterator[Looked]:
        match stmt:
            case core.CallRule():
                called = self.calls.rules[stmt.rule]
                inside = _handed([name for name, _ in called.params], stmt.args, names)
                yield from self._all(children(stmt), names)
                if self._is_new("rule", stmt.rule, inside):
                    yield from self.body(called.body, inside)
            case core.Ensure():
                yield from self.expr(stmt.test, names)
            case core.Let():
                if not stmt.only_told:
                    yield from self.expr(stmt.value, names)
            case core.AskFor() if stmt.items is None:
                raise _NotKnown
            case core.AskFor():
                yield from self._all(children(stmt), names)
            case _ if isinstance(stmt, _PLAIN):
                yield from self._all(children(stmt), names)
                for part in inner(stmt):
                    yield from self.rule(part, names)
            case _:
                raise _NotKnown

    def expr(self, expr: core.Expr, names: Names) -> Iterator[Looked]:
        for part in expressions(expr):
            match part:
                case core.PlaceAt():
                    yield part.place, tuple(_parameter(arg, names) for arg in part.args)
                case core.PlacesWith():
                    card = _parameter(part.card, names)
                    for place in self.places:
                        if part.trait in place.traits:
                            yield place.name, (card, *[None] * len(place.per))
                case core.Ask():
                    asked = self.calls.queries[part.query]
                    inside = _handed([name for name, _ in asked.params], part.args, names)
                    if self._is_new("query", part.query, inside):
                        yield from self.expr(asked.body, _without(asked.body, inside))
                case core.Trial():
                    raise _NotKnown

    def _all(self, exprs: Iterator[core.Expr], names: Names) -> Iterator[Looked]:
        for expr in exprs:
            yield from self.expr(expr, names)

    def _is_new(self, sort: str, name: str, names: Names) -> bool:
        call = (sort, name, tuple(sorted(names.items())))
        if call in self.seen:
            return False
        self.seen.add(call)
        return True


def _handed(params: list[str], args: tuple[core.Expr, ...], names: Names) -> Names:
    """What a rule or query that is called calls these parameters."""
    found = {name: _parameter(arg, names) for name, arg in zip(params, args, strict=True)}
    return {name: known for name, known in found.items() if known is not None}


def _without(node: core.Expr | core.Stmt, names: Names) -> Names:
    """Without what is called the same inside expressions and is something else there."""
    bound: set[str] = set()
    for part in expressions(node):
        if isinstance(part, core.Pick | core.LetIn):
            bound.add(part.name)
        elif isinstance(part, core.Fold):
            bound.update(name for name, _ in part.binders)
    return {name: known for name, known in names.items() if name not in bound}


def _parameter(arg: core.Expr, names: Names) -> str | None:
    return names.get(arg.name) if isinstance(arg, core.Local) else None

"""That no set could have more members than a set holds, and that there are no more sorts of tokens than that.

In:   a Program.      Out:  a report.
A set is the bits of one number wherever rules run, and which tokens lie somewhere is a set; cards are counted through all kinds.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.program import core
from kfdsl.program.core.walk import expressions, statements
from kfdsl.program.numbers import MOST_MEMBERS
from kfdsl.program.types import Type
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span


def wide_sets(program: core.Program, report: Report) -> None:
    """Report the token with which there are too many, and the first set of each type that could have too many members."""
    if len(program.tokens) > MOST_MEMBERS:
        report.error(
            "too-many-members",
            f"there are {len(program.tokens)} sorts of tokens, and {MOST_MEMBERS} at most can be told apart",
            program.tokens[MOST_MEMBERS].span,
            label="this is one too many",
            help="let cards stand for some of them, or let what differs only by where it lies be one token",
        )
    counts = {values.name: len(values.names) for values in program.values if len(values.names) > MOST_MEMBERS}
    if not counts and len(program.cards) <= MOST_MEMBERS:
        return
    told: set[Type] = set()
    for type_, span in _types(program):
        found = _members(type_, counts, len(program.cards)) if type_ not in told else None
        if found is not None:
            told.add(type_)
            report.error(
                "too-many-members",
                f"a set has {MOST_MEMBERS} members at most, and there are {found[0]} {found[1]}",
                span,
                label=f"{type_}",
                help=f"write `list of {type_.inner}` instead",
            )


def _members(type_: Type, counts: dict[str, int], cards: int) -> tuple[int, str] | None:
    """How many members a set could have, and of what, if these are too many."""
    inner = type_.inner
    if type_.head != "set" or inner is None:
        return None
    if inner.head == "card":
        return (cards, "cards in all") if cards > MOST_MEMBERS else None
    return (counts[inner.name], f"values `{inner.name}`") if inner.head == "value" and inner.name in counts else None


def _types(program: core.Program) -> Iterator[tuple[Type, Span]]:
    yield from ((var.type, var.span) for var in program.vars)
    yield from ((field.type, field.span) for field in program.fields)
    yield from ((type_, query.span) for query in program.queries for _, type_ in query.params)
    parts: list[object] = [query.body for query in program.queries]
    parts += [clause for shape in program.shapes for clause in shape.clauses]
    parts += [stand.where for stand in program.stands if stand.where is not None]
    for action in program.actions:
        parts += [*action.params, *(need.test for need in action.needs)]
    parts += [stmt for rule in program.rules for stmt in statements(rule.body)]
    for part in parts:
        yield from ((expr.type, expr.span) for expr in expressions(part))

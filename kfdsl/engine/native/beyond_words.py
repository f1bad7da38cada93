"""What a state of words has no room for yet.

In:   a program, and what whoever hosts allows.      Out:  why games of it cannot be played out, or nothing.
A set is the bits of one number, so it has 62 members at most; counts of pieces have 32 bits.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.program import core
from kfdsl.program.core.walk import expressions, statements
from kfdsl.program.limits import Limits
from kfdsl.program.types import Type

MEMBERS = 62
MOST_PIECES = (1 << 31) - 1


def beyond_words(program: core.Program, limits: Limits) -> str:
    """Why not, in words; empty if there is no reason."""
    if len(program.tokens) > MEMBERS:
        return (
            f"there are {len(program.tokens)} tokens, and games with more than {MEMBERS} cannot be played out at once"
        )
    if limits.pieces > MOST_PIECES:
        return f"with more than {MOST_PIECES} pieces games cannot be played out at once"
    members = {values.name: len(values.names) for values in program.values}
    for type_ in _types(program):
        inner = type_.inner
        if type_.head != "set" or inner is None or inner.head in ("token", "player", "none", "unknown"):
            continue
        count = (
            members.get(inner.name) if inner.head == "value" else len(program.cards) if inner.head == "card" else None
        )
        if count is None or count > MEMBERS:
            return f"a set of {inner} may have more than {MEMBERS} members, and games with such sets cannot be played out at once"
    return ""


def _types(program: core.Program) -> Iterator[Type]:
    yield from (var.type for var in program.vars)
    yield from (field.type for field in program.fields)
    parts: list[object] = [query.body for query in program.queries]
    parts += [clause for shape in program.shapes for clause in shape.clauses]
    parts += [stand.where for stand in program.stands if stand.where is not None]
    for action in program.actions:
        parts += [*action.params, *(need.test for need in action.needs)]
    parts += [stmt for rule in program.rules for stmt in statements(rule.body)]
    for part in parts:
        yield from (expr.type for expr in expressions(part))

"""Whether two conditions can never hold together.

In:   core conditions.      Out:  yes, as far as finite tests show: of a token, a trait, a value, a face.
"""

from __future__ import annotations

from kfdsl.program import core
from kfdsl.program.types import BOOL


def are_disjoint(one: core.Expr, other: core.Expr) -> bool:
    """Whether two conditions can never hold together, as far as finite tests show."""
    for left in _conjuncts(one):
        for right in _conjuncts(other):
            a, b = _finite(left), _finite(right)
            if a and b and a[0] == b[0] and not a[1] & b[1]:
                return True
    return False


def _conjuncts(test: core.Expr) -> list[core.Expr]:
    if isinstance(test, core.Prim) and test.word == "and":
        return _conjuncts(test.args[0]) + _conjuncts(test.args[1])
    return [test]


def _finite(test: core.Expr) -> tuple[core.Expr, frozenset[object]] | None:
    """What is tested, and against which constants."""
    if not isinstance(test, core.Prim):
        return None
    if test.word == "in" and isinstance(test.args[1], core.Prim) and test.args[1].word == "set":
        items = [item.value for item in test.args[1].args if isinstance(item, core.Const)]
        return (test.args[0], frozenset(items)) if len(items) == len(test.args[1].args) else None
    if test.word == "=":
        for one, other in (test.args, test.args[::-1]):
            if isinstance(other, core.Const):
                return one, frozenset({other.value})
    if test.word == "shows":
        return core.Prim(word="shows", args=test.args, type=BOOL, span=test.span), frozenset({test.data})
    return None

"""What is known at one point of a rule: locals, who acts, and what has been narrowed.

In:   nothing; data only.      Out:  Scope, never changed, only made anew.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field

from kfdsl.lang import nodes
from kfdsl.program import core, types
from kfdsl.program.core.walk import Key, key
from kfdsl.program.types import Type


@dataclass(frozen=True, slots=True)
class Scope:
    """Locals with their types, facts about expressions, and the rule's surroundings."""

    pack: str
    also: frozenset[str] = frozenset()
    locals: Mapping[str, Type] = field(default_factory=dict)
    facts: Mapping[Key, Type] = field(default_factory=dict)
    me: bool = False
    here: Type | None = None
    seats: tuple[str, ...] = ()
    rule: str = ""
    in_deed: bool = False  # inside an action's `do`, where `ensure` and `before` have a meaning

    def bind(self, name: str, type_: Type) -> Scope:
        """With one more local."""
        return dataclasses.replace(self, locals={**self.locals, name: type_})

    def type_of(self, node: nodes.Name) -> Type | None:
        """The type of a local, if a name is one."""
        return None if node.declared else self.locals.get(node.name)

    def knowing(self, facts: Mapping[Key, Type]) -> Scope:
        """With more facts."""
        return dataclasses.replace(self, facts={**self.facts, **facts}) if facts else self


def facts(test: core.Expr, holds: bool) -> dict[Key, Type]:
    """What is known where a condition holds, or where it does not."""
    if not isinstance(test, core.Prim):
        return {}
    match test.word, holds:
        case "there", True:
            inner = test.args[0].type
            return {key(test.args[0]): inner.inner} if inner.head == "maybe" and inner.inner else {}
        case "none", False:
            return facts(core.Prim(word="there", args=test.args, type=types.BOOL, span=test.span), True)
        case "kind", True:
            return {key(test.args[0]): types.card(test.data)}
        case "not", _:
            return facts(test.args[0], not holds)
        case ("and", True) | ("or", False):
            return facts(test.args[0], holds) | facts(test.args[1], holds)
        case "=", True:
            return _same(test)
        case _:
            return {}


def _same(test: core.Prim) -> dict[Key, Type]:
    # what equals something that is surely there is there as well
    one, other = test.args
    if one.type.head == "maybe" and other.type.head not in ("maybe", "none") and one.type.inner:
        return {key(one): one.type.inner}
    if other.type.head == "maybe" and one.type.head not in ("maybe", "none") and other.type.inner:
        return {key(other): other.type.inner}
    return {}

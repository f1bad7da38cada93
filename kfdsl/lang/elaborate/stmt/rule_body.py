"""What the statements of one rule share.

In:   nothing; data only.      Out:  RuleBody, which grows while its statements are elaborated one after another.
The files of the family call what tells statements apart, and it calls them: so it is part of this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.actors import Actors
from kfdsl.program import core, made_names
from kfdsl.program.types import Type
from kfdsl.text.source import Span

AddRule = Callable[[str, tuple[tuple[str, Type], ...], core.Stmt, Span], None]

Waivers = Callable[[str, Scope], list[core.Expr]]
Elaborated = Callable[["RuleBody", nodes.Stmt, Scope], tuple[core.Stmt, Scope]]


@dataclass(slots=True)
class RuleBody:
    """What is shared by the statements of one rule: its labels, its needs, and what `proceed` is there."""

    context: Context
    actors: Actors
    add_rule: AddRule
    elaborated: Elaborated
    labels: dict[str, int] = field(default_factory=dict)
    proceed: core.Stmt | None = None  # what `proceed` is, inside `instead`
    waivers: Waivers | None = None  # of an action's needs
    ensured: dict[str, Span] = field(default_factory=dict)

    def label(self, name: str) -> str:
        """A label that is unique within the rule, the same for the same text."""
        self.labels[name] = self.labels.get(name, 0) + 1
        return made_names.counted(name, self.labels[name])

    def inner(self, node: nodes.Stmt, scope: Scope) -> core.Stmt:
        """A statement whose locals end with it."""
        return self.elaborated(self, node, scope)[0]


def nothing(span: Span) -> core.Stmt:
    """What stands for something already reported."""
    return core.Block(body=(), span=span)

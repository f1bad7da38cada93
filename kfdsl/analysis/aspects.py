"""What an outcome can depend on, so that choices need not be tried one by one.

In:   rules and queries.      Out:  who asks; which rules are sure to succeed; which conditions try something out.
The answer is safe: a rule called sure never fails. What deeds look at in a group is told by kinds.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from kfdsl.analysis.group_classes import Kinds, reads
from kfdsl.analysis.group_loss import Takings
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions, statements
from kfdsl.program.numbering import Numbering


class Aspects:
    """Answers about a program, worked out once."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.effects = {rule for card in numbering.program.cards for _, _, rule in card.effects}
        self.asking = self._asking()
        self.effects_ask = bool(self.effects & self.asking)
        self._sure: dict[str, bool] = {}
        self.takings = Takings(numbering.program, numbering.rules)
        self.kinds = Kinds(numbering, self.takings, self.effects)

    def _asking(self) -> frozenset[str]:
        asking = {rule.name for rule in self.numbering.program.rules if rule.nested}  # frames show what is under way
        while True:
            more = {
                rule.name
                for rule in self.numbering.program.rules
                if rule.name not in asking and self._asks(rule.body, asking)
            }
            if not more:
                return frozenset(asking)
            asking |= more

    def _asks(self, stmt: core.Stmt, asking: set[str]) -> bool:
        for part in statements(stmt):
            if isinstance(part, core.AskFor | core.Choose | core.OneOf | core.Repeat | core.Together | core.Apart):
                return True
            if isinstance(part, core.CallRule) and part.rule in asking:
                return True
            if isinstance(part, core.Perform) and self.effects & asking:
                return True
        return False

    def sure(self, rule: str) -> bool:
        """Whether a rule can always be carried out."""
        if rule not in self._sure:
            self._sure[rule] = False
            made = self.numbering.rules[rule]
            self._sure[rule] = not made.nested and self.sure_stmt(made.body)
        return self._sure[rule]

    def sure_stmt(self, stmt: core.Stmt) -> bool:
        """Whether a statement, with all inside it, can always be carried out."""
        return all(self._sure_stmt(part) for part in statements(stmt)) and not self.takings.may_lack(stmt)

    def _sure_stmt(self, stmt: core.Stmt) -> bool:
        match stmt:
            case core.Move(strength="exactly", what=what, target=target):
                if what is not None and what.type.head == "card":
                    return isinstance(target, core.PlaceAt) and not self.numbering.places[target.place].single
                is_group = what is not None and what.type.head == "group"
                return is_group and isinstance(target, core.PlaceAt) and target.place not in self.takings.picked_up
            case core.Ensure() | core.AskFor() | core.Choose() | core.Perform() | core.Together() | core.Apart():
                return False
            case core.OneOf():
                return any(self.sure(branch) for branch in stmt.branches)
            case core.CallRule():
                return self.sure(stmt.rule)
            case _:
                return True

    def tries(self, expr: core.Expr) -> bool:
        """Whether an expression asks what would come of an effect."""
        return any(isinstance(part, core.Trial) for part in reads(self.numbering, expr))


def size_only(test: core.Expr, group: str) -> core.Expr | None:
    """A condition that reads a group only by its size, in terms of a number; None if it reads more."""
    changed = _with_size(test, group)
    return (
        None if any(isinstance(part, core.Local) and part.name == group for part in expressions(changed)) else changed
    )


def _with_size(expr: core.Expr, group: str) -> core.Expr:
    if (
        isinstance(expr, core.Prim)
        and expr.word == "size"
        and isinstance(expr.args[0], core.Local)
        and expr.args[0].name == group
    ):
        return core.Local(name=made_names.SIZE, type=expr.type, span=expr.span)
    parts: dict[str, Any] = {}
    for each in dataclasses.fields(expr):
        value = getattr(expr, each.name)
        if isinstance(value, core.Expr):
            parts[each.name] = _with_size(value, group)
        elif isinstance(value, tuple) and value and all(isinstance(part, core.Expr) for part in value):
            parts[each.name] = tuple(_with_size(part, group) for part in value)
    return dataclasses.replace(expr, **parts) if parts else expr

"""What the engine knows of a program before anything is played.

In:   a numbered program that was judged before.      Out:  ProgramFacts: who asks, what may fail, which groups speak for others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from kfdsl.analysis.calls import Calls, calls_of
from kfdsl.analysis.can_fail import CanFail
from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.group_classes import GroupClasses
from kfdsl.analysis.measures.number_ranges import NumberRanges
from kfdsl.analysis.measures.step_costs import StepCosts
from kfdsl.program import core
from kfdsl.program.core.walk import inner, statements
from kfdsl.program.numbering import Numbering


class ProgramFacts:
    """Facts about a program, each worked out once."""

    def __init__(self, numbering: Numbering) -> None:
        self.calls = calls_of(numbering.program)
        self.can_fail = CanFail(self.calls)
        self.deeds = Deeds(self.calls)
        self.group_classes = GroupClasses(self.deeds, self.can_fail.loss)
        self.costs = StepCosts(numbering, self.calls)
        self.ranges = NumberRanges(self.costs, self.calls)

    @cached_property
    def asking(self) -> frozenset[str]:
        """The rules that stop somewhere to wait for somebody, themselves or in what they call."""
        return asking_rules(self.calls)

    def effect_asks(self, effect: core.FieldOf) -> bool:
        """Whether an effect that some card may have there asks."""
        return not self.asking.isdisjoint(self.calls.effects(effect))


def asking_rules(calls: Calls) -> frozenset[str]:
    """The rules that stop somewhere to wait for somebody, themselves or in what they call."""
    found = {rule.name for rule in calls.program.rules if rule.nested}  # frames show what is under way
    for sort, name in calls.order:
        if sort == "rule" and any(asks(part, found, calls) for part in statements(calls.rules[name].body)):
            found.add(name)
    return frozenset(found)


def asks(stmt: core.Stmt, asking: Collection[str], calls: Calls) -> bool:
    """Whether a statement waits by itself, not counting statements inside it."""
    match stmt:
        case core.AskFor() | core.Choose() | core.OneOf() | core.Repeat() | core.Together() | core.Apart():
            return True
        case core.CallRule():
            return stmt.rule in asking
        case core.Perform():
            return any(rule in asking for rule in calls.effects(stmt.effect))
        case _:
            return False


def waits(stmt: core.Stmt, asking: Collection[str], calls: Calls) -> Iterator[core.Stmt]:
    """Every statement inside that waits, or holds one that does: as often as that a rule is cut."""
    found = [wait for part in inner(stmt) for wait in waits(part, asking, calls)]
    if asks(stmt, asking, calls) or (found and not isinstance(stmt, core.Block | core.Step)):
        yield stmt
    yield from found

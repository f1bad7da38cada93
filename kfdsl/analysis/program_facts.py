"""What the engine knows of a program before anything is played.

In:   a numbered program that was judged before.      Out:  ProgramFacts: who asks, what may fail, which groups speak for others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from kfdsl.analysis.calls import Calls, calls_of
from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.group_classes import GroupClasses
from kfdsl.analysis.measures.number_ranges import NumberRanges
from kfdsl.analysis.measures.step_costs import StepCosts
from kfdsl.analysis.named_reads import reads_of
from kfdsl.analysis.scope import Reads
from kfdsl.program import core
from kfdsl.program.core.walk import inner, statements
from kfdsl.program.numbering import Numbering


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """What is asked again and again while a game is played; small, so that it is kept with the code."""

    sure_rules: frozenset[str]  # that can always be carried out
    by_kinds: frozenset[str]  # actions whose last group speaks for all of its class
    trying_needs: frozenset[tuple[str, int]]  # action and number of needs that try something out


class ProgramFacts:
    """Facts about a program, each worked out once, when it is first asked for."""

    def __init__(self, numbering: Numbering, play: PlayFacts | None = None) -> None:
        self.numbering = numbering
        if play is not None:
            self.play = play

    @cached_property
    def calls(self) -> Calls:
        """Who calls whom."""
        return calls_of(self.numbering.program)

    @cached_property
    def reads(self) -> Reads:
        """What queries look at."""
        return reads_of(self.calls)

    @cached_property
    def deeds(self) -> Deeds:
        """What rules do."""
        return Deeds(self.reads)

    @cached_property
    def can_fail(self) -> CanFail:
        """What may fail."""
        return CanFail(self.deeds)

    @cached_property
    def group_classes(self) -> GroupClasses:
        """Which groups speak for others."""
        return GroupClasses(self.reads, self.can_fail.loss)

    @cached_property
    def costs(self) -> StepCosts:
        """What steps cost."""
        return StepCosts(self.numbering, self.calls)

    @cached_property
    def ranges(self) -> NumberRanges:
        """How large numbers become."""
        return NumberRanges(self.costs, self.calls)

    @cached_property
    def play(self) -> PlayFacts:
        """What is asked while a game is played."""
        actions = self.numbering.program.actions
        needs = ((action.name, at, need) for action in actions for at, need in enumerate(action.needs))
        return PlayFacts(
            sure_rules=frozenset(name for name in self.calls.rules if self.can_fail.sure(name)),
            by_kinds=frozenset(action.name for action in actions if self.group_classes.only(action)),
            trying_needs=frozenset((name, at) for name, at, need in needs if self.calls.tries(need.test)),
        )

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

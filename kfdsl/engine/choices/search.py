"""Whether a beginning can be completed to an answer, for one action or one ask.

In:   a table, a state, what is known about the action, and the values chosen so far.      Out:  yes or no, and the items and groups
that come next.
All that is found out is remembered; a question makes one search for each action. What costs little is tested first: needs that only
read, then whether any size of group is allowed, then needs that try something out, and last the deed itself.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from kfdsl.engine.machine.groups import GroupDomain, SeveralDomain
from kfdsl.engine.machine.state import State
from kfdsl.engine.rules.plans import Function, Plan
from kfdsl.engine.rules.table import Table
from kfdsl.engine.rules.trial import MenuAnswers, completable, possible

Values = tuple[Any, ...]
Parts = tuple[int, ...]
SIZE = 10  # steps for asking a need about a size
STOP = -2  # in place of an action: no more of this menu


class Search:
    """What is common to actions and asks: values come one after the other, each an item or a group."""

    groups: tuple[bool, ...]  # which values are groups

    def __init__(self, table: Table, listed: MenuAnswers, g: State) -> None:
        self.table = table
        self.listed = listed  # how the wholes of a menu are found, where a trial comes to one
        self.g = g
        self._leaf: dict[Values, bool] = {}

    def items(self, values: Values) -> tuple[Any, ...]:
        """What the next value may be, before needs."""
        raise AssertionError(values)

    def domain(self, values: Values) -> GroupDomain | SeveralDomain:
        """The groups that the next value may be."""
        raise AssertionError(values)

    def holds(self, values: Values) -> bool:
        """Whether the needs that read exactly these values hold, as far as that costs little."""
        return True

    def holds_in_trials(self, values: Values) -> bool:
        """Whether those hold that try something out."""
        return True

    def promises(self, values: Values, parts: Parts) -> bool:
        """Whether a short look leaves hope for completing values."""
        return True

    def tried(self, values: Values) -> bool:
        """Whether a whole whose needs hold can be carried out."""
        raise AssertionError(values)

    def leaf(self, values: Values) -> bool:
        """The same, found out once."""
        found = self._leaf.get(values)
        if found is None:
            found = self._leaf[values] = self.tried(values)
        return found

    def reachable(self, values: Values, parts: Parts) -> bool:
        """Whether some whole begins with values and with parts of a group."""
        depths = range(len(values) + 1)
        for depth in depths:
            if not self.holds(values[:depth]):
                return False
            if depth and self.groups[depth - 1] and self.is_nothing(values[: depth - 1], values[depth - 1]):
                return False  # nothing at all is no group
        if not self.promises(values, parts):
            return False
        return all(self.holds_in_trials(values[:depth]) for depth in depths) and self.exists(values, parts)

    def is_nothing(self, before: Values, value: Any) -> bool:
        """Whether a choice in parts came to less than may be chosen."""
        domain = self.domain(before)
        return not value if isinstance(domain, GroupDomain) else domain.counts(value) is None

    def exists(self, values: Values, parts: Parts) -> bool:
        """Whether values can be completed; their needs are known to hold."""
        at = len(values)
        if at == len(self.groups):
            return self.leaf(values)
        if self.groups[at]:
            return self.group_exists(values, parts)
        return any(self.extends(values, item) for item in self.items(values))

    def group_exists(self, values: Values, parts: Parts) -> bool:
        """Whether some group that begins with parts keeps the needs and can be completed."""
        domain = self.domain(values)
        return any(self.extends(values, domain.group(row)) for row in domain.every(parts))

    def extends(self, values: Values, value: Any) -> bool:
        """Whether one more value keeps the needs and can be completed."""
        longer = (*values, value)
        return (
            self.holds(longer)
            and self.promises(longer, ())
            and self.holds_in_trials(longer)
            and self.exists(longer, ())
        )


class StopSearch(Search):
    """No more of a menu."""

    groups = ()

    def tried(self, values: Values) -> bool:
        """Whether what is under way can be finished then."""
        return completable(self.table, self.listed, self.g, (STOP,))


class AskSearch(Search):
    """An ask that is no menu: one value."""

    def __init__(self, table: Table, listed: MenuAnswers, g: State, who: int) -> None:
        super().__init__(table, listed, g)
        self.who = who
        self.groups = (table.ask(g).sort in ("group", "several"),)
        self._items: tuple[Any, ...] | None = None
        self._domain: GroupDomain | SeveralDomain | None = None

    def items(self, values: Values) -> tuple[Any, ...]:
        """What is asked for."""
        if self._items is None:
            self._items = tuple(self.table.items(self.g, self.who))
        return self._items

    def domain(self, values: Values) -> GroupDomain | SeveralDomain:
        """What is asked for, in parts."""
        if self._domain is None:
            self._domain = self.table.domain(self.g, self.who)
        return self._domain

    def tried(self, values: Values) -> bool:
        """Whether what is under way can be finished after this answer."""
        return completable(self.table, self.listed, self.g, values[0])


class ActionSearch(Search):
    """An action of a menu: its parameters, its needs, its deed."""

    def __init__(
        self,
        table: Table,
        listed: MenuAnswers,
        g: State,
        plan: Plan,
        given: tuple[Any, ...],
        shared: dict[tuple[str, tuple[Any, ...]], GroupDomain],
        still_open: Callable[[Values], bool] | None,
    ) -> None:
        super().__init__(table, listed, g)
        self.groups = plan.groups
        self.plan = plan
        self.given = given  # the arguments of the menu
        self.still_open = still_open  # of a free action: whether what is asked could be answered after it
        self.by_class = plan.kinds_only and plan.only_sizes and still_open is None
        self._shared = shared
        self._domains: dict[Values, GroupDomain] = {}
        self._items: dict[Values, tuple[Any, ...]] = {}
        self._holds: dict[Values, bool] = {}
        self._trials: dict[Values, bool] = {}
        self._sizes: dict[Values, int] = {}
        self._classes: dict[Values, dict[int, bool]] = {}

    def items(self, values: Values) -> tuple[Any, ...]:
        """What the next parameter may be, before needs."""
        found = self._items.get(values)
        if found is None:
            found = self._items[values] = self.plan.domains[len(values)](self.g, *self.given, *values)
        return found

    def domain(self, values: Values) -> GroupDomain:
        """The groups that the next parameter may be."""
        found = self._domains.get(values)
        if found is None:
            key = self.plan.shared[len(values)]
            found = self._shared.get((key, self.given)) if key else None
            if found is None:
                sources = self.plan.domains[len(values)](self.g, *self.given, *values)
                found = GroupDomain(sources, self.g.meter, self.plan.action.span)
            if key:
                self._shared[key, self.given] = found
            self._domains[values] = found
        return found

    def holds(self, values: Values) -> bool:
        """Whether the needs hold that only read."""
        return self._passes(self.plan.needs[len(values)], self._holds, values)

    def holds_in_trials(self, values: Values) -> bool:
        """Whether the needs hold that try something out."""
        return self._passes(self.plan.trials[len(values)], self._trials, values)

    def _passes(self, tests: tuple[Function, ...], known: dict[Values, bool], values: Values) -> bool:
        if not tests:
            return True
        found = known.get(values)
        if found is None:
            found = True
            for test in tests:
                if not test(self.g, *self.given, *values):
                    found = False
                    break
            known[values] = found
        return found

    def tried(self, values: Values) -> bool:
        """Whether the deed is possible, and leaves what is asked open if it comes beside it."""
        found, _ = possible(self.table, self.listed, self.g, self.plan.rule, (*self.given, *values))
        return found and (self.still_open is None or self.still_open(values))

    # ---- the last parameter, if it is a group

    def is_last_group(self, values: Values) -> bool:
        """Whether all that is missing is the group that the action ends with."""
        return len(values) == len(self.groups) - 1 and self.groups[-1]

    def promises(self, values: Values, parts: Parts) -> bool:
        """Whether any size of the last group is allowed."""
        return not self.is_last_group(values) or self.sizes(values) != 0

    def sizes(self, values: Values) -> int:
        """The sizes of the last group that needs allow, as bits: those needs that read only its size."""
        found = self._sizes.get(values)
        if found is None:
            found = 0
            most = self.domain(values).most
            self.g.meter.charge(most * (1 + SIZE * len(self.plan.sizes)), self.plan.action.span)
            for size in range(1, most + 1):
                for test in self.plan.sizes:
                    if not test(self.g, *self.given, *values, size):
                        break
                else:
                    found |= 1 << size
            self._sizes[values] = found
        return found

    def group_exists(self, values: Values, parts: Parts) -> bool:
        """Whether some group completes the action; where a deed looks only at kinds, one of a class speaks for all."""
        if not self.is_last_group(values):
            return super().group_exists(values, parts)
        domain, sizes = self.domain(values), self.sizes(values)
        for taken, fits in domain.fitting(parts, sizes):
            verdict = self.verdict(values, taken, parts, fits)
            if verdict or (verdict is None and self.any_row(values, taken, parts, fits)):
                return True
        return False

    def verdict(self, values: Values, taken: int, parts: Parts, fits: int) -> bool | None:
        """Whether the deed is possible with the groups of a class; None where they may differ."""
        if not self.by_class:
            return None
        verdicts = self._classes.get(values)
        if verdicts is None:
            verdicts = self._classes[values] = {}
        known = verdicts.get(taken)
        if known is not None:
            return known
        domain = self.domain(values)
        group = domain.group(domain.row_of_size(taken, parts, (fits & -fits).bit_length() - 1))
        found, fine = possible(self.table, self.listed, self.g, self.plan.rule, (*self.given, *values, group))
        if fine:
            return found or None
        verdicts[taken] = found
        return found

    def any_row(self, values: Values, taken: int, parts: Parts, fits: int) -> bool:
        """Whether one of the groups of a class completes the action, tried one by one."""
        domain = self.domain(values)
        return any(
            fits >> domain.size(row) & 1 and self.extends(values, domain.group(row))
            for row in domain.rows(taken, parts)
        )

    def last_groups(self, values: Values, most: int | None = None) -> list[Parts]:
        """The rows of all groups that complete the action, in the order in which parts would come to them.

        Where there are more than `most`, some of them, more than that: nobody asks for all of so many.
        """
        domain, sizes = self.domain(values), self.sizes(values)
        found: list[Parts] = []
        for taken, fits in domain.fitting((), sizes):
            if self.verdict(values, taken, (), fits) is False:
                continue
            alike = self._classes.get(values, {}).get(taken)
            rows = (
                row
                for row in domain.rows(taken, ())
                if fits >> domain.size(row) & 1 and (alike or self.extends(values, domain.group(row)))
            )
            found += rows if most is None else islice(rows, most + 1 - len(found))
            if most is not None and len(found) > most:
                break
        return sorted(found)

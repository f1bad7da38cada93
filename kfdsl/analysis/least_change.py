"""How much rules change, for those who expect others to do as little as possible.

In:   a numbered program.      Out:  ChangeWeights: for each rule how much it changes, counted from what it says.
Counted are pieces moved, cards laid or turned, further questions; all branches together.
"""

from __future__ import annotations

from collections.abc import Iterable

from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.program.numbering import Numbering

_STIRS = (core.Move, core.Show, core.Lay, core.Shuffle, core.Perform)
_ASKS = (core.AskFor, core.Choose, core.Together)


class ChangeWeights:
    """How much each rule of a program changes."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._weights: dict[str, int] = {}

    def weight(self, rule: str) -> int:
        """How much a rule changes."""
        found = self._weights.get(rule)
        if found is None:
            self._weights[rule] = 0  # rules do not come back to themselves
            body = self._numbering.rules[rule].body
            found = self._weights[rule] = sum(map(self._stirs, statements(body)))
        return found

    def _stirs(self, stmt: core.Stmt) -> int:
        match stmt:
            case core.CallRule():
                return self.weight(stmt.rule)
            case core.OneOf():
                return 1 + min(map(self.weight, stmt.branches))
            case _:
                return isinstance(stmt, _STIRS) + isinstance(stmt, _ASKS)

    def actions(self, numbers: Iterable[int]) -> list[int]:
        """Actions by number, the one that changes least first."""
        actions = self._numbering.program.actions
        return sorted(numbers, key=lambda number: self.weight(actions[number].rule))

    def idle(self, numbers: Iterable[int]) -> list[int]:
        """Those of them that change nothing and ask for nothing."""
        actions = self._numbering.program.actions
        return [
            number
            for number in self.actions(numbers)
            if not self.weight(actions[number].rule) and not actions[number].params
        ]

    def branches(self, rules: tuple[str, ...]) -> list[int]:
        """Branches by number, the one that changes least first."""
        return sorted(range(len(rules)), key=lambda number: self.weight(rules[number]))

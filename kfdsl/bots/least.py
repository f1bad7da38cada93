"""Doing as little as possible: what somebody answers of whom nothing is expected.

In:   a Table, a question.      Out:  the answer that changes least, as far as rules can be read beforehand.
How much an action changes is counted once, from what it says: pieces moved, cards laid or turned, further questions. Of the rest of an
answer the first that is offered is taken, which for amounts is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kfdsl.engine.question import STOP, Atoms, Question
from kfdsl.engine.table import Table
from kfdsl.program import core
from kfdsl.program.walk import statements

_STIRS = (core.Move, core.Show, core.Lay, core.Shuffle, core.Perform)
_ASKS = (core.AskFor, core.Choose, core.OneOf, core.Together)


class Least:
    """How much each rule of a table changes."""

    def __init__(self, table: Table) -> None:
        self._rules = table.numbering.rules
        self._weights: dict[str, int] = {}
        actions = table.program.actions
        self.menus = {
            menu: sorted(numbers, key=lambda number: self.weight(actions[number].rule))
            for menu, numbers in table.menu_actions.items()
        }

    def weight(self, rule: str) -> int:
        """How much a rule changes."""
        found = self._weights.get(rule)
        if found is None:
            self._weights[rule] = 0  # rules do not come back to themselves
            found = self._weights[rule] = sum(map(self._stirs, statements(self._rules[rule].body)))
        return found

    def _stirs(self, stmt: core.Stmt) -> int:
        match stmt:
            case core.CallRule():
                return self.weight(stmt.rule)
            case core.OneOf():
                return 1 + min(map(self.weight, stmt.branches))
            case _:
                return isinstance(stmt, _STIRS) + isinstance(stmt, _ASKS)

    def answer(self, question: Question) -> Any:
        """What is answered by somebody who does as little as possible."""
        atoms: Atoms = ()
        while (answer := question.answer(atoms)) is None:
            longer = next((row for row in self._longer(question, atoms) if question.reachable(row)), None)
            if longer is None:
                return None
            atoms = longer
        return answer

    def _longer(self, question: Question, atoms: Atoms) -> Iterable[Atoms]:
        if atoms or question.info.sort not in ("menu", "branches"):
            return ((*atoms, atom) for atom in question.candidates(atoms))
        if question.info.sort == "menu":
            return (
                (number,)
                for number in ((STOP,) if question.info.can_stop else ()) + tuple(self.menus[question.info.menu])
            )
        rules = question.info.branches
        return ((number,) for number in sorted(range(len(rules)), key=lambda number: self.weight(rules[number])))

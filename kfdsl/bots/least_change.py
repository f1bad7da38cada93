"""Doing as little as possible: what is expected of everybody else.

In:   a Table, a question.      Out:  the answer that does nothing, or else the one that changes least.
How much an action changes is counted once, from what its rule says: pieces moved, cards laid or turned, further questions. Of the
rest of an answer the first that is offered is taken, which for amounts is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.library.choices.search import STOP
from kfdsl.engine.rules.table import Table
from kfdsl.program import core
from kfdsl.program.core.walk import statements

_STIRS = (core.Move, core.Show, core.Lay, core.Shuffle, core.Perform)
_ASKS = (core.AskFor, core.Choose, core.Together)


class LeastChange:
    """How much each rule of a table changes."""

    def __init__(self, table: Table) -> None:
        self._rules = table.numbering.rules
        self._weights: dict[str, int] = {}
        actions = table.program.actions
        self._menus = {
            menu: sorted(numbers, key=lambda number: self.weight(actions[number].rule))
            for menu, numbers in table.menu_actions.items()
        }

    def weight(self, rule: str) -> int:
        """How much a rule changes, all branches together."""
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

    def nothing(self, question: Question) -> Any:
        """The answer that does nothing at all; None if something has to be done."""
        found = next((row for row in self._idle(question) if question.reachable(row)), None)
        return None if found is None else question.answer(found)

    def _idle(self, question: Question) -> Iterator[Atoms]:
        info = question.info
        if info.sort == "several" and not info.many[0]:
            yield (0,) * len(question.domain(-1, ()).parts)
        elif info.sort == "menu":
            if info.can_stop:
                yield (STOP,)
            for number in self._menus[info.menu]:
                action = question.action(number)
                if not self.weight(action.rule) and not action.params:
                    yield (number,)

    def answer(self, question: Question) -> Any:
        """What somebody answers who does as little as possible; None if there is nothing to answer."""
        atoms: Atoms = ()
        while (answer := question.answer(atoms)) is None:
            longer = next((row for row in self._longer(question, atoms) if question.reachable(row)), None)
            if longer is None:
                return None
            atoms = longer
        return answer

    def _longer(self, question: Question, atoms: Atoms) -> Iterator[Atoms]:
        """Rows with one more part, the one that changes least first."""
        info = question.info
        if atoms or info.sort not in ("menu", "branches"):
            yield from ((*atoms, atom) for atom in question.first_options(atoms, 1))
        elif info.sort == "branches":
            numbers = range(len(info.branches))
            yield from ((number,) for number in sorted(numbers, key=lambda number: self.weight(info.branches[number])))
        else:
            if info.can_stop:
                yield (STOP,)
            yield from ((number,) for number in self._menus[info.menu])

"""Doing as little as possible: what is expected of everybody else.

In:   a Table, a question.      Out:  the answer that does nothing, or else the one that changes least.
How much an action changes is counted once (see `analysis/least_change.py`). Of the rest of an answer the first that is offered is
taken, which for amounts is the smallest.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kfdsl.analysis.least_change import ChangeWeights
from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.library.choices.search import STOP
from kfdsl.engine.rules.table import Table


class LeastChange:
    """What changes least on a table."""

    def __init__(self, table: Table) -> None:
        self._weights = ChangeWeights(table.numbering)
        self._menus = {menu: self._weights.actions(numbers) for menu, numbers in table.menu_actions.items()}
        self._idle_actions = {menu: self._weights.idle(numbers) for menu, numbers in table.menu_actions.items()}

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
            yield from ((number,) for number in self._idle_actions[info.menu])

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
            yield from ((number,) for number in self._weights.branches(info.branches))
        else:
            if info.can_stop:
                yield (STOP,)
            yield from ((number,) for number in self._menus[info.menu])

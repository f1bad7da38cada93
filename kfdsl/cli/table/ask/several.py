"""Several of a list, picked by their numbers in one line.

In:   a step with items.      Out:  the choice of those that were named; None for a step back.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kfdsl.cli.table.ask.step import Option, Step
from kfdsl.cli.terminal import output
from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.choice import Choice
from kfdsl.engine.choices.domains import SeveralDomain
from kfdsl.engine.choices.question import ASK
from kfdsl.engine.choices.rows import going_on

if TYPE_CHECKING:
    from kfdsl.cli.table.ask.dialogue import Asking

NOTHING = ("none", "nothing", "0")


class Several:
    """Asks for several items at once."""

    def __init__(self, asking: Asking) -> None:
        self.asking, self.game, self.host = asking, asking.game, asking.host
        self.domain = asking.game.question.domain(ASK, ())

    def ask(self, step: Step) -> Choice | None:
        """The items of a step that are wanted."""
        assert isinstance(self.domain, SeveralDomain) and step.items is not None
        blank = self.game.choice(self.game.atoms)
        shown = [
            Option(key=str(number), text=item.text, choice=blank, card=item.card)
            for number, item in enumerate(step.items, start=1)
        ]
        besides = [
            Option(key=str(len(shown) + at), text=each.text, choice=each.choice)
            for at, each in enumerate(step.options, start=1)
        ]
        return self.asking.pick(
            besides, f"{step.heading} {self.how_many()}", listed=[*shown, *besides], reading=self.picked
        )

    def how_many(self) -> str:
        """What may be typed."""
        assert isinstance(self.domain, SeveralDomain)
        low, high = self.domain.low, self.domain.high
        many = f"{low}" if low == high else f"{low} to {high}" if low else f"up to {high}"
        return f"Type the numbers of {many}, such as `1 2`{', or `none`' if not low else ''}."

    def picked(self, words: str) -> Choice | str | None:
        """The choice that a line of numbers means, or what is wrong with it; None if it is no such line."""
        assert isinstance(self.domain, SeveralDomain)
        numbers = [] if words in NOTHING else re.findall(r"\d+", words)
        if words not in NOTHING and not re.fullmatch(r"\d+(?:(?:\s*,\s*|\s+)\d+)*", words):
            return None
        wanted = {int(number) for number in numbers if len(number) < 4}
        most = len(self.domain.items)
        if len(wanted) < len(numbers) or not all(1 <= number <= most for number in wanted):
            return f"Type numbers from 1 to {most}, each once."
        if not self.domain.low <= len(wanted) <= self.domain.high:
            return f"That is {output.count(len(wanted), 'thing')}. {self.how_many()}"
        row: Atoms = tuple(int(at + 1 in wanted) for at in range(most)) or (0,)
        atoms = (*self.game.atoms, *row)
        if going_on(self.game.question, self.game.atoms, atoms) is None:
            return "What is under way could not be finished with these."
        return self.game.choice(atoms)

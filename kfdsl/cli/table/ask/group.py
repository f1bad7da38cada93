"""A long list of groups that would do, narrowed down piece by piece.

In:   options that are groups.      Out:  one of them; None for a step back.
Each question asks how many of one sort of piece are taken; where the options left agree, nothing is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kfdsl.cli.table.ask.step import SHORT_LIST, Option, Step
from kfdsl.engine.choices.choice import Choice
from kfdsl.engine.machine.bundles import Group

if TYPE_CHECKING:
    from kfdsl.cli.table.ask.dialogue import Asking

Part = tuple[int, int]  # a place and a token


class Narrow:
    """Asks for one of many groups."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.wording = asking.game.table.wording

    def ask(self, step: Step) -> Choice | None:
        """One of the options of a step."""
        groups = [option for option in step.options if _group(option) is not None]
        if len(groups) <= SHORT_LIST:
            return self.asking.pick(step.options, step.heading, step.prefix)
        return self.among(groups, step.heading)

    def among(self, left: Sequence[Option], heading: str) -> Choice | None:
        """One of the options that are left; a step back returns to the question before."""
        while True:
            part = _differing(left)
            if part is None or len(left) <= SHORT_LIST:
                listed = [Option(key=str(at), text=each.text, choice=each.choice) for at, each in enumerate(left, 1)]
                return self.asking.pick(listed, heading)
            counts = sorted({_count(option, part) for option in left})
            noun, place = self.wording.noun(part[1], 2), self.wording.place(part[0])
            kept = {count: [option for option in left if _count(option, part) == count] for count in counts}
            asked = [
                Option(key=str(count), text=self.how_many(part, kept[count]), choice=kept[count][0].choice)
                for count in counts
            ]
            chosen = self.asking.pick(asked, f"{heading.rstrip('?')}: how many {noun} of {place}?")
            if chosen is None:
                return None
            picked = next((option for option in asked if option.choice is chosen), None)
            if picked is None:
                return chosen  # spelled out
            found = self.among(kept[int(picked.key)], heading) if len(kept[int(picked.key)]) > 1 else chosen
            if found is not None:
                return found

    def how_many(self, part: Part, left: Sequence[Option]) -> str:
        """An amount, and how many ways remain behind it."""
        count = _count(left[0], part)
        more = f" ({len(left)} ways to take the rest)" if len(left) > 1 else f": {left[0].text}"
        return f"{count} {self.wording.noun(part[1], count)}{more}"


def _group(option: Option) -> Group | None:
    value = option.choice.atoms[-1] if len(option.choice.atoms) == 1 else None
    return value if isinstance(value, tuple) else None


def _count(option: Option, part: Part) -> int:
    return sum(bundle[part[1]] for cell, bundle in _group(option) or () if cell == part[0])


def _differing(left: Sequence[Option]) -> Part | None:
    """The first sort of piece of which the options take different numbers."""
    parts = dict.fromkeys(
        (cell, token) for option in left for cell, bundle in _group(option) or () for token in range(len(bundle))
    )
    return next((part for part in sorted(parts) if len({_count(option, part) for option in left}) > 1), None)

"""Which area of a plane: the map with a sign in every corner that belongs to one.

In:   a step whose options are areas.      Out:  one of them; None for a step back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

from rich.console import Group

from kfdsl.cli.table.ask.step import Option, Step, is_free
from kfdsl.engine.choices.choice import Choice

if TYPE_CHECKING:
    from kfdsl.cli.table.ask.dialogue import Asking

SIGNS = digits[1:] + ascii_lowercase


class Areas:
    """Asks for an area."""

    def __init__(self, asking: Asking) -> None:
        self.asking, self.host = asking, asking.host

    def ask(self, step: Step) -> Choice | None:
        """One of the areas of a step, by the sign that it has on the map."""
        if len(step.options) > len(SIGNS):
            return self.asking.pick(step.options, step.heading, step.prefix)
        options = [
            replace(option, key=sign, text=option.text + self.lying(option))
            for sign, option in zip(SIGNS, step.options, strict=False)
        ]
        signs = {corner: option.key for option in options for corner in _corners(option)}
        maps = self.host.maps()
        for plane in maps.all():
            laid = maps.laid(plane)
            marks = {
                card: tuple(signs.get((card, (corner - spot[2]) % plane.sides), "") for corner in range(plane.sides))
                for card, spot in laid.items()
            }
            if any(map(any, marks.values())):
                self.host.show(Group(*maps.map(plane, marks=marks)))
        return self.asking.pick(options, step.heading, step.prefix)

    def lying(self, option: Option) -> str:
        """What lies in the area of an option."""
        visible = self.host.maps().visible
        found: Counter[str] = Counter()
        for card, corner in _corners(option):
            for at, cell in visible.places(card=card, player=None):
                found.update(visible.held(at).get("tokens", {}) if cell.corner == corner else {})
        return f" ({visible.words({'tokens': found})})" if found else ""


def _corners(option: Option) -> tuple[tuple[int, int], ...]:
    """The corners of the area that an option ends with, each a card and its own number."""
    found = () if is_free(option.choice.atoms) else option.choice.atoms[-1]
    return found if isinstance(found, tuple) else ()

"""Where a card is to lie: first the spot, on a map with the free ones numbered, then the rotation, then a look at it.

In:   a step whose options are spots.      Out:  one of them; None for a step back.
Which card it is, and on which plane, is found by doing it in a world that the player cannot tell from this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rich.console import Group

from kfdsl.api import Game
from kfdsl.cli.draw.figure import Figure
from kfdsl.cli.draw.plane import Place, Plane, Spot, Trying
from kfdsl.cli.table.ask.step import Option, Step, is_free
from kfdsl.engine.choices.choice import Choice, IllegalChoice

if TYPE_CHECKING:
    from kfdsl.cli.table.ask.dialogue import Asking

NOUNS = {"hexes": "hex", "squares": "square", "spots": "spot"}
FAR = 8  # answers behind this one within which the card has to be laid


class Spots:
    """Asks for a spot."""

    def __init__(self, asking: Asking) -> None:
        self.asking, self.game, self.host = asking, asking.game, asking.host

    def ask(self, step: Step) -> Choice | None:
        """One of the spots of a step."""
        choices = [option.choice for option in step.options if not is_free(option.choice.atoms)]
        found = laying(self.game, choices[0]) if choices else None
        plane = next((plane for plane in self.host.maps().all() if found and plane.at == found.place), None)
        if found is None or plane is None:
            return self.asking.pick(step.options, step.heading, step.prefix)
        free = [option for option in step.options if is_free(option.choice.atoms)]
        while True:
            chosen = self.hex(plane, found.card, choices, free, step.prefix)
            if chosen is None or spot_of(chosen) is None or self.asking.is_meant_already:
                return chosen
            ways = [choice for choice in choices if _hex(choice) == _hex(chosen)]
            final = self.rotation(plane, found.card, ways, chosen)
            if final is not None:
                return final

    # ---- hex, rotation, a look

    def hex(
        self, plane: Plane, card: int, choices: Sequence[Choice], free: Sequence[Option], prefix: str
    ) -> Choice | None:
        """A hex, by the number it has on the map: the first choice that lies there."""
        hexes = sorted({_hex(choice) for choice in choices})
        numbers = {hex_: str(number) for number, hex_ in enumerate(hexes, start=1)}
        noun = NOUNS[plane.grid]
        self.host.show(Group(*self.host.maps().map(plane, free=numbers)))
        options = [
            Option(key=numbers[hex_], text=f"{noun} {numbers[hex_]}", choice=next(c for c in choices if _hex(c) == hex_))
            for hex_ in hexes
        ]
        besides = [replace(option, key=str(len(hexes) + at)) for at, option in enumerate(free, start=1)]
        range_ = f", 1 to {len(hexes)}" if len(hexes) > 1 else ""
        heading = f"{self.game.table.wording.title(card)}: where? Type the number of a {noun}{range_}."
        return self.asking.pick([*options, *besides], heading, prefix, listed=besides)

    def rotation(self, plane: Plane, card: int, ways: Sequence[Choice], typed: Choice) -> Choice | None:
        """A rotation at a hex, looked at on the map before it is final."""
        while True:
            chosen = typed if len(ways) < 2 else self.way(plane, card, ways)
            if chosen is None:
                return None
            spot = spot_of(chosen)
            if spot is None:
                return chosen
            self.host.show(Group(*self.host.maps().map(plane, trying=Trying(card, spot))))
            title = self.game.table.wording.title(card)
            if not self.host.confirms or self.asking.is_meant(f"{title} like this"):
                self.asking.is_meant_already = True
                return chosen
            if len(ways) < 2:
                return None

    def way(self, plane: Plane, card: int, ways: Sequence[Choice]) -> Choice | None:
        """One of several rotations, drawn side by side."""
        shapes = []
        for number, choice in enumerate(ways, start=1):
            spot = spot_of(choice)
            assert spot is not None
            strokes = self.host.maps().figure(plane, card, spot[2]).strokes
            shapes.append(Figure(title=str(number), below="", strokes=strokes, style="bold"))
        self.host.show(Group(*self.host.maps().beside_one_another(plane, shapes)))
        options = [
            Option(key=str(number), text=_rotated(choice), choice=choice) for number, choice in enumerate(ways, start=1)
        ]
        heading = f"{self.game.table.wording.title(card)}: which way round? 1 to {len(ways)}"
        return self.asking.pick(options, heading, listed=())


def spot_of(choice: Choice) -> Spot | None:
    """The spot that a choice ends with."""
    last = choice.atoms[-1]
    is_spot = isinstance(last, tuple) and len(last) == 3 and all(isinstance(part, int) for part in last)
    return (last[0], last[1], last[2]) if is_spot else None


def _hex(choice: Choice) -> Place:
    spot = spot_of(choice)
    assert spot is not None
    return spot[:2]


def _rotated(choice: Choice) -> str:
    spot = spot_of(choice)
    return f"rotated by {spot[2]}" if spot and spot[2] else "upright"


# ---- which card, and where


@dataclass(frozen=True, slots=True)
class Laying:
    """A card, and the place on which it comes to lie."""

    card: int
    place: int


def laying(game: Game, choice: Choice) -> Laying | None:
    """What a choice lays at its spot, if it lays something soon."""
    spot, tables = spot_of(choice), game.table.layout.tables
    trial = _after(game, choice)
    for _ in range(FAR):
        if trial is None or spot is None:
            return None
        for card, at in enumerate(tables["SPOT"]):
            if at >= 0 and trial.state.cells[at] == spot and game.state.cells[at] != spot:
                return Laying(card, trial.state.cells[tables["WHERE"][card]])
        trial = _after(trial, trial.choices()[0]) if not trial.over and trial.player == game.player else None
    return None


def _after(game: Game, choice: Choice) -> Game | None:
    trial = game.redealt(game.player, len(game.log))
    try:
        trial.play(choice)
    except (IllegalChoice, RuntimeError):  # rules that do not go on are told where it really happens
        return None
    return trial

"""What a bot thinks, step by step: parts of `engine/library/looking` called one at a time."""

from __future__ import annotations

from collections.abc import Callable

import kfdsl
from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.flat.memory import using
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.library import lists
from kfdsl.engine.library.choices.choosing import Choosing
from kfdsl.engine.library.looking import ahead, doing_least, imagining, sampling
from kfdsl.engine.library.machine import State as StateWords
from kfdsl.engine.library.playing import doors
from kfdsl.engine.words.state import State

ENOUGH = 40_000_000  # steps


class Thinking:
    """Somebody who is asked in a game, at one moment of it, in a memory of their own."""

    def __init__(self, game: kfdsl.Game) -> None:
        self.table, self.question, self.begun = game.table, game.question, game.atoms
        self.engine = self.table.new_engine(is_native=False)
        self.look_at(game)

    def look_at(self, game: kfdsl.Game) -> None:
        """Go on with another moment."""
        self.question, self.begun = game.question, game.atoms
        self.engine.load(self.question.g.copy())
        self.engine.clear()
        self.engine.fill()

    def call(self, function: Callable[..., object], *args: int) -> int:
        """One of the functions of the library; what it puts into scratch memory stays there."""
        return self.engine.names[flat_name(function)](*args)

    def choosing(self, atoms: Atoms) -> int:
        """An answer that begins in some way."""
        row = self.engine.put_row(self.question.codes_of(atoms))
        return self.call(doors.choosing_as, self.engine.at, self.question.who, row)

    def dice(self, start: int) -> int:
        """Dice at a place in memory."""
        row = self.engine.put_row((start,))
        return row + 1

    def sample(self, wanted: int, dice: int) -> dict[Atoms, int]:
        """Some wholes that go on from what was begun, each with the answer that was put together."""
        begun = self.call(sampling.beginning, self.choosing(self.begun))
        start = self.call(lists.begin_list)
        self.call(sampling.sample, begun, wanted, self.dice(dice))
        found = self.engine.listed(self.call(lists.end_list, start))
        with using(self.engine.memory):
            pairs = [(sampling.Beginning(at).codes.at, sampling.Beginning(at).choosing.at) for at in found]
        assert len(found) == len({self.atoms(codes) for codes, _ in pairs}), "the same is looked at twice"
        return {self.atoms(codes): choosing for codes, choosing in pairs}

    def atoms(self, codes: int) -> Atoms:
        """A list of codes behind what was begun, as the game knows them."""
        found = self.begun
        for code in self.engine.listed(codes):
            found = (*found, self.question.option(found, code))
        return found

    def nothing(self) -> int | None:
        """The action that does nothing; None if there is none."""
        return self._action(self.call(doing_least.nothing, self.engine.at))

    def least(self) -> tuple[int, int] | None:
        """The action that changes least, or none where there is no menu, and the first value."""
        place = self.call(doing_least.least, self.engine.at)
        with using(self.engine.memory):
            return (Choosing(place).search.action, Choosing(place).search.row[0]) if place else None

    def _action(self, place: int) -> int | None:
        with using(self.engine.memory):
            return Choosing(place).search.action if place else None

    def imagined(self, stream: int) -> int:
        """A world in which to think."""
        return self.call(imagining.imagined, self.engine.at, self.question.who, stream)

    def world(self, place: int) -> State:
        """The same, as Python reads states."""
        words, layout, flat = self.engine.memory.bytes, self.table.words, self.table.words.flat
        with using(self.engine.memory):
            top = StateWords(place).top
        found = State(layout)
        found.stretches = layout.parted(words[place * 8 : place * 8 + layout.end])
        found.frames = bytes(words[(place + flat.frames_at) * 8 : (place + top) * 8])
        return found

    def thinker(self, world: int, left: int = 0) -> int:
        """Who looks ahead in a world."""
        found = self.call(ahead.new_thinker, self.question.who, ENOUGH)
        self.call(ahead.think_in, found, world)
        with using(self.engine.memory):
            ahead.Thinker(found).left = left
        return found

    def turns_left(self, thinker: int) -> int:
        """How often the thinker can still do something."""
        return self.call(ahead.turns_left, thinker)

    def value_after(self, thinker: int, choosing: int) -> int:
        """What an answer comes to."""
        return self.call(ahead.value_after, thinker, choosing, 1)

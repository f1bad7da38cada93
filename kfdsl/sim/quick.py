"""A game of a simulation played natively, and then followed to see what became of its cards.

In:   who plays natively, the bots at the seats, a seed.      Out:  Played, the same as of a game that was played choice by choice.
To follow costs a fraction of playing: nothing is listed, and nobody thinks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kfdsl.engine.flat.wasm.native import Broken
from kfdsl.engine.machine.cannot_go_on import CannotGoOn
from kfdsl.engine.native.playouts import POLICIES, Player, Way
from kfdsl.engine.play.followed import Followed
from kfdsl.sim.result import Played
from kfdsl.sim.watch import Watch, place


class Quick:
    """Plays games of one simulation."""

    def __init__(self, player: Player, names: Sequence[str], options: Mapping[str, bool | str]) -> None:
        self.player = player
        self.names = tuple(names)
        self.options = options

    def played(self, seed: int, who: tuple[str, ...], number: int) -> Played | None:
        """A game; None if it has to be played choice by choice, which also tells what went wrong in it."""
        if not POLICIES.keys() >= set(who):
            return None
        try:
            points = self.player.play(seed, who, is_watched=True).points
        except (CannotGoOn, Broken):
            return None
        way = self.player.way()
        if way is None:
            return None
        watch = self.followed(seed, way)
        watch.choices, watch.longest = way.wholes, way.longest
        watch.longest_at = place(way.longest_ask, way.longest_part, self.player.table.numbering)
        found = watch.ended(number, who)
        assert found.totals == points, f"the game with seed {seed} came to {points} natively, and to {found.totals} here"
        return found

    def followed(self, seed: int, way: Way) -> Watch:
        """Somebody who looked at every question that was answered by choice."""
        game = Followed(self.player.table, self.names, seed, options=self.options)
        watch: Watch | None = None
        for given in way.answers:
            question = game.comes_to(given.seat)
            if given.is_real:
                watch = watch or Watch(game)
                watch.asked(question)
            game.takes(given.action, given.values, given.is_free, alone=not given.is_real)
        game.runs()
        return watch or Watch(game)

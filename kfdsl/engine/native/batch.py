"""Many games that go on side by side, for those who choose by numbers: no object is made for any choice.

In:   a Player, seeds.      Out:  Batch: how many options there are in each game, who is asked, and a step in all of them.
A game that waits is kept as the part of its words that is in use; one at a time lies where the engine works.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kfdsl.engine.flat.memory import using
from kfdsl.engine.library.playing.playout import Playout
from kfdsl.engine.library.playing.stepping import go_on, step
from kfdsl.engine.native.answers import answers
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.play.followed import Followed
from kfdsl.engine.play.standing import totals
from kfdsl.engine.words.state import State

OVER = -1  # in place of a seat: nobody is asked any more
_PLAYOUT = Playout.record_size()


@dataclass(slots=True)
class Waiting:
    """A game between two steps."""

    seed: int
    state: State
    playout: bytes = b""  # how far it has come
    kept: list[bytes] = field(default_factory=list)  # the answers so far
    row: list[int] = field(default_factory=list)  # parts of an answer that is not whole yet
    options: list[int] = field(default_factory=list)  # codes for the next part; none if the game is over
    seat: int = OVER


class Batch:
    """Games side by side."""

    def __init__(
        self, player: Player, cells: Sequence[Any], options: Mapping[str, bool | str], seeds: Sequence[int]
    ) -> None:
        self.player = player
        self.options = dict(options)
        player.begin_with(cells)
        self.games = [self._begun(seed) for seed in seeds]

    @property
    def counts(self) -> list[int]:
        """How many options there are for the next part of the answer, by game; 0 where it is over."""
        return [len(game.options) for game in self.games]

    @property
    def seats(self) -> list[int]:
        """Who is asked, by game; -1 where it is over."""
        return [game.seat for game in self.games]

    @property
    def over(self) -> bool:
        """Whether all games are."""
        return not any(game.options for game in self.games)

    def step(self, picks: Sequence[int]) -> None:
        """Pick one of the options in each game; what is picked where a game is over makes no difference."""
        if len(picks) != len(self.games):
            raise ValueError(f"{len(picks)} picks do not fit {len(self.games)} games")
        for number, (game, pick) in enumerate(zip(self.games, picks, strict=True)):
            if game.options and not 0 <= pick < len(game.options):
                raise ValueError(f"game {number} has options from 0 to {len(game.options) - 1}, not {pick}")
        for game, pick in zip(self.games, picks, strict=True):
            if game.options:
                self._step(game, pick)

    def points(self) -> list[tuple[int, ...]]:
        """What is on the sheets, by game and seat."""
        return [self._points(game) for game in self.games]

    def game(self, number: int) -> Followed:
        """One of the games as an object that stands where it stands: its `choices` are the options, in their order."""
        waiting, table = self.games[number], self.player.table
        names = [f"p{seat + 1}" for seat in range(table.layout.players)]
        game = Followed(table, names, waiting.seed, options=self.options)
        for entries in waiting.kept:
            for given in answers(table, entries):
                game.follows(given.seat, given.action, given.values, given.is_free, alone=not given.is_real)
        game.stands(waiting.seat, waiting.row)
        return game

    # ---- one game

    def _begun(self, seed: int) -> Waiting:
        player = self.player
        game = Waiting(seed, player.lay_out(seed))
        self._store(game, player.instance.change_beside(go_on, player.playout, game.state))
        return game

    def _step(self, game: Waiting, pick: int) -> None:
        player, instance = self.player, self.player.instance
        at = player.playout * 8
        instance.memory.bytes[at : at + len(game.playout)] = game.playout
        row = instance.put_row([*game.row, game.options[pick]])
        found = instance.change_beside(step, player.playout, game.state, row)
        game.row = instance.listed(row)
        self._store(game, found)

    def _store(self, game: Waiting, found: int) -> None:
        """Keep what was answered, and what the next part may be."""
        player, memory = self.player, self.player.instance.memory
        game.options = player.instance.listed(found)
        with using(memory):
            playout = Playout(player.playout)
            game.seat = playout.asked if game.options else OVER
            if playout.kept.top > player.kept:
                game.kept.append(bytes(memory.bytes[player.kept * 8 : playout.kept.top * 8]))
                playout.kept.top = player.kept
        game.playout = bytes(memory.bytes[player.playout * 8 : (player.playout + _PLAYOUT) * 8])

    def _points(self, game: Waiting) -> tuple[int, ...]:
        return tuple(totals(self.player.table, game.state))

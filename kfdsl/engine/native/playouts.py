"""Whole games played at once, without an object for each choice.

In:   a Table, how many games, a seed.      Out:  Playouts: points and numbers of choices.
A game is the same one that bots of the same policies would play with the same seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kfdsl.engine.flat.memory import Rows, using
from kfdsl.engine.library.machine import Line
from kfdsl.engine.library.machine import State as StateWords
from kfdsl.engine.library.playing.playout import GREEDY, RANDOM, Playout, play
from kfdsl.engine.library.under_way.running import start_rule
from kfdsl.engine.machine.cannot_go_on import Stuck
from kfdsl.engine.machine.chance import signed, stream
from kfdsl.engine.native.answers import Given, answers
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.instance import SCRATCH
from kfdsl.engine.words.state import State

KEPT = 1 << 17  # numbers for the answers of a game
POLICIES = {"random": RANDOM, "greedy": GREEDY}  # how somebody chooses: as the bot of that name
MOST = 200_000  # choices after which nobody believes any more that a game ends


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """One game that was played to its end."""

    seed: int
    points: tuple[int, ...]  # by seat
    choices: int  # that were made, each part of an answer one
    answers: int  # lines of the log


@dataclass(frozen=True, slots=True)
class Way:
    """How a game went."""

    answers: tuple[Given, ...]
    wholes: int  # choices with which an answer was whole
    longest: int  # list of options that somebody chose from for one part of an answer,
    longest_ask: str  # the menu there, or the rule that asks,
    longest_part: int  # and which part it was


class Player:
    """Plays games out, one after the other, in a memory of its own."""

    def __init__(self, table: Table, is_native: bool) -> None:
        self.table = table
        self.instance = instance = table.new_engine(is_native)
        self.playout = instance.free
        self.kept = self.playout + Playout.record_size()
        instance.free = self.kept + KEPT + SCRATCH
        self.cells: tuple[Any, ...] = ()
        self.last: State  # state that a game came to
        self.begin_with(table.layout.first)

    def begin_with(self, cells: Sequence[Any]) -> None:
        """Let games begin with these cells: options differ."""
        if self.cells == tuple(cells):
            return
        self.cells = tuple(cells)
        self.first = self.table.state(cells, 0)  # before the set-up; it is copied for each game
        self.first.is_summary = True  # nobody who plays games out asks what the points are for
        main = self.instance.layout.stacks.rule_numbers[self.table.program.main]
        self.instance.change(start_rule, self.first, main, self.instance.put_row(()))

    def lay_out(self, seed: int) -> State:
        """Lay a state before the very first rule."""
        instance = self.instance
        state = self.first.copy()
        state.chance = stream(seed)
        instance.load(state)
        instance.clear()
        for far in range(Playout.record_size()):
            instance.memory.seen[8][self.playout + far] = 0
        with using(instance.memory):
            playout = Playout(self.playout)
            playout.seed, playout.steps, playout.most = signed(seed), instance.steps, MOST
            kept = playout.kept
            kept.top, kept.end, kept.largest = self.kept, self.kept + KEPT, self._largest_answer()
        return state

    def play(self, seed: int, policies: Sequence[str] = (), is_watched: bool = False) -> PlayedOut:
        """One game, from its seed; whoever has no policy chooses at random."""
        self.last = state = self.lay_out(seed)
        with using(self.instance.memory):
            playout = Playout(self.playout)
            playout.is_watched = is_watched
            for seat, policy in enumerate(policies):
                playout.policies[seat] = POLICIES[policy]
        if self.instance.change_beside(play, self.playout, state):
            raise Stuck("something cannot be done that nobody chose", None)
        with using(self.instance.memory):
            playout = Playout(self.playout)
            return PlayedOut(seed, self.points(), playout.choices, playout.lines)

    def points(self) -> tuple[int, ...]:
        """What is on the sheet, by seat."""
        with using(self.instance.memory):
            points, at = [0] * self.table.layout.players, self.instance.at
            for line in Rows(Line, at + self.instance.lowered.layout.sheet_at).first(StateWords(at).lines):
                points[line.player] += line.points
            return tuple(points)

    def way(self) -> Way | None:
        """How the last game went; None if there was no room for all answers."""
        instance = self.instance
        with using(instance.memory):
            playout = Playout(self.playout)
            if playout.kept.is_cut:
                return None
            asked = instance.lowered.asks[playout.longest_ask]
            return Way(
                tuple(answers(self.table, instance.memory.bytes[self.kept * 8 : playout.kept.top * 8])),
                playout.wholes,
                playout.longest,
                asked.menu or asked.rule,
                playout.longest_part,
            )

    def _largest_answer(self) -> int:
        """More numbers than an answer takes: all there is of everything that could be named."""
        layout = self.instance.lowered.layout
        return 64 * (layout.cards + 16) + len(layout.places) * (layout.tokens + 4)

"""Copies of a state in the middle of a game: as `Game` keeps it, and as words of one memory.

In:   packs and how many players.      Out:  Runners, for the same point of the same game.
Words are copied whole, by the engine's own `copy_state`; a loop in the engine's language calls it, since no door of the library
does. Trials copy less than that, where only some of a state changed.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from benchmarks.headline.extended import with_functions
from benchmarks.headline.playing import SEED
from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import SIMULATED, Game, Rules
from kfdsl.bots.random_bot import at_random
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.under_way.copies import copy_state, new_state
from kfdsl.engine.machine.chance import stream

NUMBER = 1  # of the game that is copied
MANY = 1000  # copies at once


def copy_many(g: State, count: int) -> int:
    """In the engine's own language."""
    with machine().scratch.held():
        to = new_state()
        for _ in range(count):
            copy_state(to, g)
        return to.chance


def halfway_choices(rules: Rules, players: int) -> int:
    """How many choices are half of those of a game."""
    (whole,) = rules.playouts(1, SEED, players, first=NUMBER)
    return whole.choices // 2


def halfway_seed() -> int:
    """Of that game."""
    return stream(SEED, SIMULATED + NUMBER)


def halfway(rules: Rules, players: int) -> Game:
    """A game of which half the choices are made."""
    game = rules.new_game([f"p{seat}" for seat in range(players)], seed=halfway_seed())
    for _ in range(halfway_choices(rules, players)):
        game.play(at_random(game))
    return game


def runners(label: str, rules: Rules, players: int, share: float, native: bool) -> list[Runner]:
    """Ways to copy the same."""
    game = halfway(rules, players)
    ways = {"Game.clone": _in_python(game.clone), "State.copy": _in_python(game.state.copy)}
    if native:
        engine, state = with_functions(game.table, (copy_many,), is_native=True), game.state.copy()
        assert engine.call(copy_many, state, 1) & (1 << 64) - 1 == state.chance
        ways["words, natively"] = _in_words(lambda: engine.call(copy_many, state, MANY))
    return [Runner(f"{way}, {label}", work, times_for(work, share)) for way, work in ways.items()]


def _in_python(copy: Callable[[], object]) -> Callable[[int], Pass]:
    def work(_: int) -> Pass:
        begin = process_time()
        for _ in range(MANY):
            copy()
        return Pass(process_time() - begin, {"copies": MANY})

    return work


def _in_words(copy: Callable[[], object]) -> Callable[[int], Pass]:
    def work(_: int) -> Pass:
        begin = process_time()
        copy()
        return Pass(process_time() - begin, {"copies": MANY})

    return work

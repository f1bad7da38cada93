"""Copies of a state in the middle of a game: as `Game` keeps it, and as words of one memory.

In:   packs and how many players.      Out:  Runners, for the same point of the same game.
Words are copied whole, by the engine's own `copy_state`; a loop in the engine's language calls it, since no door of the library
does. Trials copy less than that, where only some of a state changed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from time import process_time
from unittest.mock import patch

from kfdsl.engine.native.instance import PAGES, SCRATCH, Instance

from benchmarks.headline.playing import SEED
from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import SIMULATED, Game, Rules
from kfdsl.bots.random_bot import at_random
from kfdsl.engine.flat.read.module import read
from kfdsl.engine.flat.read.sources import flat_name, source_of
from kfdsl.engine.flat.wasm.module import wasm_bytes
from kfdsl.engine.flat.wasm.native import Native, compiled
from kfdsl.engine.library.machine import State
from kfdsl.engine.library.under_way.copies import copy_state
from kfdsl.engine.machine.cannot_go_on import Endless
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.native import playouts

NUMBER = 1  # of the game that is copied
MANY = 1000  # copies at once


def copy_many(to: State, g: State, count: int) -> None:
    """In the engine's own language."""
    for _ in range(count):
        copy_state(to, g)


def halfway(rules: Rules, players: int) -> Game:
    """A game of which half the choices are made."""
    (whole,) = rules.playouts(1, SEED, players, first=NUMBER)
    game = rules.new_game([f"p{seat}" for seat in range(players)], seed=stream(SEED, SIMULATED + NUMBER))
    made = 0
    while made < whole.choices // 2 or game.atoms:
        game.play(at_random(game))
        made += 1
    return game


def halfway_in_words(rules: Rules, players: int) -> playouts.Player:
    """The same point, in the memory of one who plays games out: no more choices were allowed."""
    (whole,) = rules.playouts(1, SEED, players, first=NUMBER)
    player = playouts.Player(Instance(rules.table(players)))
    with patch.object(playouts, "MOST", whole.choices // 2), suppress(Endless):
        player.play(stream(SEED, SIMULATED + NUMBER))
        raise AssertionError("a game of half the choices came to its end")
    return player


def runners(label: str, rules: Rules, players: int, share: float, native: bool) -> list[Runner]:
    """Ways to copy the same."""
    game = halfway(rules, players)
    ways = {"Game.clone": _in_python(game.clone), "State.copy": _in_python(game.state.copy)}
    if native:
        ways["words, natively"] = _in_words(halfway_in_words(rules, players))
    return [Runner(f"{way}, {label}", work, times_for(work, share)) for way, work in ways.items()]


def _in_python(copy: Callable[[], object]) -> Callable[[int], Pass]:
    def work(_: int) -> Pass:
        begin = process_time()
        for _ in range(MANY):
            copy()
        return Pass(process_time() - begin, {"copies": MANY})

    return work


def _in_words(player: playouts.Player) -> Callable[[int], Pass]:
    """Where all lies in one memory, a copy of it goes on in another instance, which has nothing but the loop."""
    name, width = flat_name(copy_many), len(source_of(copy_many).params)
    made = Native(compiled(wasm_bytes(read([copy_many]), [name], PAGES, [])), [(name, width)])
    made.memory.bytes[:] = player.instance.memory.bytes
    to, cells = player.playout + SCRATCH, player.instance.lowered.layout.sheet_at

    def work(_: int) -> Pass:
        begin = process_time()
        made.functions[name](to, player.state, MANY)
        return Pass(process_time() - begin, {"copies": MANY})

    work(0)
    words = made.memory.seen[8]
    assert list(words[to : to + cells]) == list(words[player.state : player.state + cells])
    return work

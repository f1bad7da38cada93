"""Other doors than whole games: copies that go on, saves, simulations.

In:   packs and how many players.      Out:  Runners, for the middle of the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time

from benchmarks.headline.copying import halfway
from benchmarks.headline.playing import SEED
from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import Game, Rules
from kfdsl.sim.play import play
from kfdsl.sim.quick import Quick

MANY = 20


def runners(label: str, rules: Rules, players: int, share: float, native: bool) -> Iterator[Runner]:
    """What a game in its middle costs, and a simulation."""
    game = halfway(rules, players)
    saved = game.save()
    ways: dict[str, Callable[[int], Pass]] = {
        "Game.clone, play, drop": _repeated("answers", lambda: _answered(game)),
        "Game.save": _repeated("saves", game.save),
        "Rules.resume": _repeated("saves", lambda: rules.resume(saved), 1),
        "sim choice by choice": lambda number: _simulated(rules, players, number, None),
    }
    if native:
        settled = rules.settled({})
        player = rules.native_player(players, settled)
        assert player is not None
        quick = Quick(player, [f"p{seat}" for seat in range(players)], settled)
        ways["sim followed"] = lambda number: _simulated(rules, players, number, quick)
    for way, work in ways.items():
        yield Runner(f"{way}, {label}", work, times_for(work, share))


def _repeated(unit: str, once: Callable[[], object], many: int = MANY) -> Callable[[int], Pass]:
    def work(_: int) -> Pass:
        begin = process_time()
        for _ in range(many):
            once()
        return Pass(process_time() - begin, {unit: many})

    return work


def _answered(game: Game) -> None:
    """As one who looks ahead would: with choices that are known to be there."""
    copy = game.clone()
    copy.tells = False
    copy.play(copy.choices()[-1])


def _simulated(rules: Rules, players: int, number: int, quick: Quick | None) -> Pass:
    names = [f"p{seat}" for seat in range(players)]
    begin = process_time()
    play(lambda seed: rules.new_game(names, seed), ["random"] * players, SEED, number, quick)
    return Pass(process_time() - begin, {"games": 1})

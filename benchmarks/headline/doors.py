"""Other doors than whole games: choosing by numbers, simulations, copies that go on, saves, loading.

In:   packs and how many players.      Out:  Runners.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from time import process_time

from benchmarks.headline.copying import halfway
from benchmarks.headline.playing import SEED
from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import Game, Rules
from kfdsl.sim.play import play
from kfdsl.sim.quick import Quick

TOP = Path(__file__).resolve().parents[2]
STRANGER = TOP / "tests" / "strangers" / "toll"  # a pack of one tile
SIDE_BY_SIDE = 16  # games that go on by numbers
MANY = 20
LOADED = """
import json, sys, time
start = time.process_time()
import kfdsl
imported = time.process_time()
rules = kfdsl.load(*sys.argv[2:])
loaded = time.process_time()
if sys.argv[1] == "play":
    list(rules.playouts(1, players=4))
print(json.dumps([loaded - imported, time.process_time() - imported]))
"""


def runners(label: str, rules: Rules, players: int, share: float, native: bool) -> Iterator[Runner]:
    """What a game in its middle, and games side by side, cost."""
    game = halfway(rules, players)
    saved = game.save()
    ways: dict[str, Callable[[int], Pass]] = {
        "Game.clone, play, drop": _repeated("answers", lambda: _answered(game)),
        "Game.save": _repeated("saves", game.save),
        "Rules.resume": _repeated("saves", lambda: rules.resume(saved)),
        "sim choice by choice": lambda number: _simulated(rules, players, number, None),
    }
    if native:
        settled = rules.settled({})
        player = rules.native_player(players, settled)
        assert player is not None
        quick = Quick(player, [f"p{seat}" for seat in range(players)], settled)
        ways["sim followed"] = lambda number: _simulated(rules, players, number, quick)
        ways["batch by numbers"] = lambda number: _by_numbers(rules, players, number)
    for way, work in ways.items():
        yield Runner(f"{way}, {label}", work, times_for(work, share))


def _repeated(unit: str, once: Callable[[], object]) -> Callable[[int], Pass]:
    def work(_: int) -> Pass:
        begin = process_time()
        for _ in range(MANY):
            once()
        return Pass(process_time() - begin, {unit: MANY})

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


def _by_numbers(rules: Rules, players: int, number: int) -> Pass:
    begin = process_time()
    games = rules.batch(SIDE_BY_SIDE, SEED, players, first=SIDE_BY_SIDE * number)
    dice, made = random.Random(number), 0
    while not games.over:
        counts = games.counts
        made += sum(count > 0 for count in counts)
        games.step([dice.randrange(count) if count else 0 for count in counts])
    return Pass(process_time() - begin, {"games": SIDE_BY_SIDE, "choices": made})


# ---- loading, each time in a process of its own


def loads(label: str, names: tuple[str, ...]) -> Iterator[Runner]:
    """Cold, from the cache, and with the text of one pack changed; and the same until a game was played out."""
    for way in ("cold", "cached", "one text changed"):
        for until in ("load", "play"):
            shown = f"load {way}" if until == "load" else f"load {way}, one game played out"
            yield Runner(f"{shown}, {label}", _loading(way, until, names), 1)


def _loading(way: str, until: str, names: tuple[str, ...]) -> Callable[[int], Pass]:
    def work(_: int) -> Pass:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "pack"
            copytree(STRANGER, root)
            if way != "cold":
                _loaded(folder, until, names)
            if way == "one text changed":
                text = next(root.rglob("*.kf"))
                text.write_text(text.read_text(encoding="utf-8") + "\n# another line\n", encoding="utf-8")
            return Pass(_loaded(folder, until, names), {"loads": 1})

    return work


def _loaded(folder: str, until: str, names: tuple[str, ...]) -> float:
    """Seconds of a load of shipped packs and a stranger's."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, until, f"{folder}/pack", *names],
        cwd=TOP,
        env=os.environ | {"KFDSL_CACHE": f"{folder}/cache"},
        capture_output=True,
        text=True,
        check=True,
    )
    load, whole = map(float, done.stdout.strip("[]\n").split(","))
    return load if until == "load" else whole

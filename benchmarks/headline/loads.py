"""Loading packs, each time in a process of its own; and what rules and games take of memory there.

In:   packs.      Out:  Runners; sizes in bytes.
A stranger's pack of one tile is loaded besides, since that is what changes from load to load. Processor time of `kfdsl.load` alone,
or up to the end of the first game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.headline.rounds import Pass, Runner
from benchmarks.surroundings import TOP

STRANGER = TOP / "tests" / "strangers" / "toll"  # a pack of one tile,
TILE = "tiles/toll/toll_gate.kf"  # which is changed
WAYS = ("cold", "cached", "one tile changed")
UNTIL = {"": "load", ", then a game in batch": "batch", ", then a game through Game": "game"}
FIRST_GAME = """
def first_game(rules, until):
    if until == "batch":
        list(rules.playouts(1, players=4))
    elif until == "game":
        from kfdsl.bots import BOTS
        game = rules.new_game(["p0", "p1", "p2", "p3"], seed=1)
        game.tells = False
        while not game.over:
            game.play(BOTS["random"](game))
"""
LOADED = f"""
import json, sys, time
{FIRST_GAME}
import kfdsl
imported = time.process_time()
rules = kfdsl.load(*sys.argv[2:])
first_game(rules, sys.argv[1])
print(json.dumps(time.process_time() - imported))
"""
SIZES = """
import gc, json, sys, tracemalloc
import kfdsl
from kfdsl.bots import BOTS
def resident():
    return next(1024 * int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))
def taken():
    gc.collect()
    return tracemalloc.get_traced_memory()[0], resident()
def played(rules, seed, count):
    game = rules.new_game(["p0", "p1", "p2", "p3"], seed=seed)
    for _ in range(count):
        if game.over:
            break
        game.play(BOTS["random"](game))
    return game
if sys.argv[1] == "python":
    tracemalloc.start()
before = taken()
rules = kfdsl.load(*sys.argv[2:])
loaded = taken()
played(rules, 0, 10**6)
list(rules.playouts(1, players=4))
ready = taken()
games = [played(rules, seed, 150) for seed in range(1, 11)]
begun = taken()
clones = [games[0].clone() for _ in range(1000)]
cloned = taken()
print(json.dumps([before, loaded, ready, begun, cloned]))
"""


def loads(label: str, names: tuple[str, ...], rounds: int) -> Iterator[Runner]:
    """Cold, from the cache, and with one tile changed; and the same until a game was played out."""
    for way in WAYS:
        for behind, until in UNTIL.items():
            yield Runner(f"load {way}{behind}, {label}", _loading(way, until, names), 1, rounds=rounds)


def _loading(way: str, until: str, names: tuple[str, ...]) -> Callable[[int], Pass]:
    if way == "cold":
        return lambda _: _loaded(until, names, TemporaryDirectory())
    warm = TemporaryDirectory()

    def work(number: int) -> Pass:
        if number == 0:
            _loaded(until, names, warm)
        return _loaded(until, names, warm, points=1 if way == "cached" else number + 2)

    return work


def _loaded(until: str, names: tuple[str, ...], folder: TemporaryDirectory[str], points: int = 1) -> Pass:
    """One load; the cache lies in a folder, and so does the stranger's pack, whose tile brings some points."""
    root = Path(folder.name) / "pack"
    copytree(STRANGER, root, dirs_exist_ok=True)
    text = root / TILE
    text.write_text(text.read_text(encoding="utf-8").replace("points: 1", f"points: {points}"), encoding="utf-8")
    return Pass(_told(LOADED, (until, str(root), *names), folder.name), {"loads": 1})


def sizes(label: str, names: tuple[str, ...], rounds: int) -> dict[str, list[int]]:
    """Bytes of rules and of a game, by what they are."""
    found: dict[str, list[int]] = {}
    for _ in range(rounds):
        for how, at in (("python", 0), ("resident", 1)):
            with TemporaryDirectory() as folder:
                before, loaded, ready, begun, cloned = (row[at] for row in _told(SIZES, (how, *names), folder))
            shown = "allocated by Python (tracemalloc)" if how == "python" else "resident (VmRSS)"
            for what, size in (
                ("rules, loaded", loaded - before),
                ("rules, after a game through Game and one in batch, 4 players", ready - before),
                ("a game after 150 choices, with its log", (begun - ready) // 10),
                ("a clone of it", (cloned - begun) // 1000),
            ):
                found.setdefault(f"{what}, {label}, {shown}", []).append(size)
    return found


def _told(code: str, words: tuple[str, ...], folder: str) -> Any:
    """What a process of its own prints; the cache is in a folder."""
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=TOP,
        env=os.environ | {"KFDSL_CACHE": f"{folder}/cache"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)

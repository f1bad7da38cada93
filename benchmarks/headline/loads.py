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
from collections.abc import Callable, Iterable, Iterator
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
def allocated():
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
def played(rules, seed, count):
    game = rules.new_game(["p0", "p1", "p2", "p3"], seed=seed)
    for _ in range(count):
        if game.over:
            break
        game.play(BOTS["random"](game))
    return game
if sys.argv[1] == "rules, resident (VmRSS)":
    before = resident()
    rules = kfdsl.load(*sys.argv[2:])
    loaded = resident()
    played(rules, 0, 10**6)
    list(rules.playouts(1, players=4))
    print(json.dumps({"loaded": loaded - before, "after a game of 4 through Game and one in batch": resident() - before}))
else:
    tracemalloc.start()
    before = allocated()
    rules = kfdsl.load(*sys.argv[2:])
    loaded = allocated()
    tracemalloc.stop()
    played(rules, 0, 10**6)
    tracemalloc.start()
    ready = allocated()
    games = [played(rules, seed, 150) for seed in range(1, 6)]
    begun = allocated()
    clones = [games[0].clone() for _ in range(1000)]
    print(json.dumps({
        "rules, loaded": loaded - before,
        "a game after 150 choices, with its log": (begun - ready) // len(games),
        "a clone of it": (allocated() - begun) // len(clones),
    }))
"""


def loads(label: str, names: tuple[str, ...], rounds: int, untils: Iterable[str]) -> Iterator[Runner]:
    """Cold, from the cache, and with one tile changed; and the same until a game was played out."""
    for behind in untils:
        until = UNTIL[behind]
        warm = TemporaryDirectory()
        _loaded(until, names, warm)
        for way in WAYS:
            yield Runner(f"load {way}{behind}, {label}", _loading(way, until, names, warm), 1, rounds=rounds)


def _loading(way: str, until: str, names: tuple[str, ...], warm: TemporaryDirectory[str]) -> Callable[[int], Pass]:
    def work(number: int) -> Pass:
        folder = TemporaryDirectory() if way == "cold" else warm
        return _loaded(until, names, folder, number + 2 if way == "one tile changed" else 1)

    return work


def _loaded(until: str, names: tuple[str, ...], folder: TemporaryDirectory[str], points: int = 1) -> Pass:
    """One load; the cache lies in a folder, and so does the stranger's pack, whose tile brings some points."""
    root = Path(folder.name) / "pack"
    copytree(STRANGER, root, dirs_exist_ok=True)
    text = root / TILE
    text.write_text(text.read_text(encoding="utf-8").replace("points: 1", f"points: {points}"), encoding="utf-8")
    return Pass(_told(LOADED, (until, str(root), *names), folder.name), {"loads": 1})


def sizes(label: str, names: tuple[str, ...], rounds: int) -> dict[str, list[int]]:
    """Bytes of rules that were kept in the cache and of a game, by what they are and how that was found out."""
    found: dict[str, list[int]] = {}
    with TemporaryDirectory() as folder:
        _told(LOADED, ("batch", *names), folder)
        for _ in range(rounds):
            for how in ("rules, resident (VmRSS)", "allocated by Python (tracemalloc)"):
                for what, size in _told(SIZES, (how, *names), folder).items():
                    found.setdefault(f"{how}: {what}, {label}", []).append(size)
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

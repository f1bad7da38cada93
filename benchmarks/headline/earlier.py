"""An earlier revision of this project, at work in a process of its own with its own package and its own content.

In:   a revision, as git knows it.      Out:  Runners that do the same sort of things; what came of games is compared where both played the same.
Its files are put under build/, out of the repository itself; nothing is downloaded.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from pathlib import Path

from benchmarks.headline.playing import Play, passed, seeds_of
from benchmarks.headline.rounds import Pass, Runner, times_for
from benchmarks.headline.worker import Missing, Worker
from benchmarks.surroundings import TOP, git

FOLDER = TOP / "build" / "earlier"
NEEDED = ("kfdsl", "content", "grammar", "pyproject.toml")
BEFORE = "before"  # in names of what it does
MANY = 1000  # copies at once


class Earlier:
    """Somebody who works with it."""

    def __init__(self, revision: str) -> None:
        self.revision = git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
        if not self.revision:
            raise Missing(f"there is no revision {revision}")
        place = _checked_out(self.revision)
        environment = os.environ | {"PYTHONPATH": str(place), "KFDSL_CACHE": str(FOLDER / f"{self.revision}-cache")}
        worker = Path(__file__).resolve().parent / "revision_worker.py"
        self._worker = Worker([sys.executable, str(worker), str(place)], environment)

    @property
    def told(self) -> str:
        """Which it is, and of when."""
        return git("log", "-1", "--format=%h of %ci", self.revision)

    def close(self) -> None:
        """Let it end."""
        self._worker.close()

    def plays(self, packs: tuple[str, ...], players: int, policy: str, *, is_shown: bool) -> Play:
        """Whole games through its `Game`, by its bots, or with all that is offered shown."""

        def play(numbers: range) -> Pass:
            told = self._worker.ask(
                do="games", packs=packs, players=players, bot=policy, shown=is_shown, seeds=seeds_of(numbers)
            )
            return passed(told["seconds"], [(tuple(points), count) for points, count in told["outcomes"]])

        return play

    def lists(self, label: str, way: str, crowd: tuple[int, int, int], share: float) -> Runner:
        """What may be answered at a crowded turn."""

        def work(_: int) -> Pass:
            told = self._worker.ask(do="lists", way=way, crowd=crowd)
            return Pass(told["seconds"], {"lists": 1}, told["count"])

        return Runner(f"{BEFORE}: {label}", work, times_for(work, share))

    def copies(self, label: str, packs: tuple[str, ...], seed: int, choices: int, share: float) -> Runner:
        """Copies of a state in the middle of a game."""

        def work(_: int) -> Pass:
            told = self._worker.ask(do="copies", packs=packs, seed=seed, choices=choices, many=MANY)
            return Pass(told["seconds"], {"copies": MANY})

        return Runner(f"{BEFORE}: State.copy, {label}", work, times_for(work, share))


def _checked_out(revision: str) -> Path:
    """Its files, in a folder of their own."""
    place = FOLDER / revision
    if not place.exists():
        done = subprocess.run(["git", "archive", revision, *NEEDED], cwd=TOP, capture_output=True, check=True)
        unfinished = FOLDER / f"{revision}.unfinished"
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as packed:
            packed.extractall(unfinished, filter="data")
        unfinished.rename(place)
    return place

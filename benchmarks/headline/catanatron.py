"""Catanatron, a game of Catan written by hand in Python, at work in an environment of its own.

In:   nothing; it is installed when it is not there yet.      Out:  Catanatron, which plays games by four random players.
It is no dependency of ours: it lies under build/ and runs in a process of its own, which tells its own processor time.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.headline.rounds import Pass, Runner, times_for
from benchmarks.headline.worker import Missing, Worker
from benchmarks.surroundings import TOP

ENVIRONMENT = TOP / "build" / "catanatron"
WANTED = "catanatron==3.2.1"
CATAN = "Catanatron, 4 players"
FEW = 4  # games at once


class Catanatron:
    """Somebody who plays."""

    def __init__(self) -> None:
        here = Path(__file__).resolve().parent
        self._worker = Worker([str(_installed()), "-I", str(here / "catanatron_worker.py")])  # -I: it sees nothing of ours
        self.version = str(self._worker.ask()["version"])

    def play(self, seeds: range) -> Pass:
        """Games with these seeds."""
        told = self._worker.ask(first=seeds.start, count=len(seeds))
        return Pass(told["seconds"], {"games": len(seeds), "choices": told["choices"]})

    def runner(self, share: float) -> Runner:
        """Its games, other ones in each round."""
        games = times_for(lambda _: self.play(range(FEW)), share) * FEW
        return Runner(CATAN, lambda number: self.play(range(number * games, (number + 1) * games)), 1)

    def close(self) -> None:
        """Let it end."""
        self._worker.close()


def _installed() -> Path:
    """The Python of an environment that has it."""
    python = ENVIRONMENT / "bin" / "python"
    done = ENVIRONMENT / WANTED
    if not done.exists():
        try:
            _run(sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT))
            _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", WANTED)
        except subprocess.CalledProcessError as mistake:
            last = [line for line in mistake.stderr.splitlines() if line.strip()][-1:]
            raise Missing(f"it cannot be installed: {''.join(last)}") from mistake
        done.touch()
    return python


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)

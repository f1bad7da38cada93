"""Catanatron, a game of Catan written by hand in Python, at work in an environment of its own.

In:   nothing; it is installed when it is not there yet.      Out:  Catanatron, which plays games by four random players.
It is no dependency of ours: it lies under build/ and runs in a process of its own, which tells its own processor time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.headline.rounds import Pass

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE.parents[1] / "build" / "catanatron"
WANTED = "catanatron==3.2.1"


class Missing(Exception):
    """It cannot be had; says why."""


class Catanatron:
    """A process that plays, one request after the other."""

    def __init__(self) -> None:
        command = [str(_installed()), "-I", str(HERE / "catanatron_worker.py")]  # -I: it sees nothing of ours
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.version = str(self._ask({})["version"])

    def play(self, seeds: range) -> Pass:
        """Games with these seeds."""
        told = self._ask({"first": seeds.start, "count": len(seeds)})
        return Pass(told["seconds"], {"games": len(seeds), "choices": told["choices"]})

    def close(self) -> None:
        """Let it end."""
        self._process.communicate()

    def _ask(self, request: dict[str, int]) -> dict[str, Any]:
        asks, tells = self._process.stdin, self._process.stdout
        assert asks is not None and tells is not None
        asks.write(json.dumps(request) + "\n")
        asks.flush()
        line = tells.readline()
        if not line:
            raise Missing("it does not start")
        found: dict[str, Any] = json.loads(line)
        return found


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

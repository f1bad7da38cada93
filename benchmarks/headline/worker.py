"""A process that works for a benchmark, one request after the other, and tells its own processor time.

In:   a command.      Out:  Worker: each request is a line of JSON, and so is what it answers.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any


class Missing(Exception):
    """It cannot be had; says why."""


class Worker:
    """One that runs until it is closed."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=None if environment is None else dict(environment),
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """What it answers."""
        asks, tells = self._process.stdin, self._process.stdout
        assert asks is not None and tells is not None
        asks.write(json.dumps(request) + "\n")
        asks.flush()
        line = tells.readline()
        if not line:
            raise Missing("it does not answer")
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        """Let it end."""
        self._process.communicate()

"""A person at a terminal: a program behind a pseudo terminal, what it shows, and what is typed."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # a machine that is busy with other tests is slow
CLEAR = "\x1b[2J"
_STYLE = re.compile(r"\x1b\[(?:[0-9;]*m|\?[0-9]+[hl])")


class Terminal:
    """`kfdsl` with words behind it, in a folder."""

    def __init__(self, *words: str | Path, cwd: Path) -> None:
        self.near, far = pty.openpty()
        env = {
            **os.environ,
            "PYTHONPATH": str(TOP),
            "TERM": "xterm",
            "COLUMNS": "100",
            "LINES": "50",
            "PYTHONUTF8": "1",
        }
        command = [sys.executable, "-m", "kfdsl", *map(str, words)]
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=far,
            stdout=far,
            stderr=far,
            start_new_session=True,
            close_fds=True,
            preexec_fn=_own_terminal,  # noqa: PLW1509  # one system call, then another program
        )
        os.close(far)
        self.shown = ""

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self.near, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C and wait for the end; again if nothing comes of it: Python loses one that comes while it runs a callback."""
        for _ in range(int(PATIENCE / 5)):
            self.type("\x03")
            deadline = time.monotonic() + 5
            while self._read(deadline):
                pass
            try:
                self.process.wait(timeout=1)
            except subprocess.TimeoutExpired:
                continue
            return

    def until(self, text: str) -> str:
        """Wait for a text, and take everything before it."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert self._read(deadline), f"waited in vain for {text!r}; shown was: {self.shown}"
        found, _, self.shown = self.shown.partition(text)
        return found

    def end(self) -> tuple[int, str]:
        """Wait for the end: the exit code, and what was still shown."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            pass
        os.close(self.near)
        return self.process.wait(timeout=PATIENCE), self.shown

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.near], [], [], max(0.0, deadline - time.monotonic()))
        try:
            data = os.read(self.near, 65536) if ready else b""
        except OSError:  # how a pseudo terminal says that nobody is left at its other end
            data = b""
        self.shown = _STYLE.sub("", self.shown + data.decode("utf-8", "replace").replace("\r\n", "\n"))
        return bool(data)


def _own_terminal() -> None:
    """Make the terminal the one whose Ctrl-C reaches the process, also where the tests run in the background and ignore it."""
    import fcntl
    import signal
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)

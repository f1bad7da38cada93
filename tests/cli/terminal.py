"""A person at a terminal: a program behind a pseudo terminal, what it shows, and what is typed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import sys
import termios
import time
import traceback
import warnings
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path

from kfdsl.cli.main import main

TOP = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # a machine that is busy with other tests is slow
CLEAR = "\x1b[2J"
_STYLE = re.compile(r"\x1b\[(?:[0-9;]*m|\?[0-9]+[hl])")


class Terminal:
    """`kfdsl` with words behind it, in a folder: a process of its own, with all that this one has imported unless it is to begin afresh."""

    def __init__(
        self, *words: str | Path, cwd: Path, is_fresh: bool = False, shell: Mapping[str, str] | None = None
    ) -> None:
        """With a shell, which is an environment, the words are its script."""
        self.near, far = pty.openpty()
        command = ["bash", "-e", "-c"] if shell is not None else [sys.executable, "-m", "kfdsl"]
        self.process = get_context("fork").Process(
            target=_begin,
            args=([*command, *map(str, words)], cwd, is_fresh or shell is not None, shell or {}, self.near, far),
        )
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # whoever hands out tests waits in another thread, and holds nothing
            self.process.start()
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
            if self._ends_within(1):
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
        assert self._ends_within(PATIENCE), f"it goes on; shown was: {self.shown}"
        assert self.process.exitcode is not None
        return self.process.exitcode, self.shown

    def _ends_within(self, seconds: float) -> bool:
        """Wait for the process; `join` would wait for ever for one that has become another program."""
        deadline = time.monotonic() + seconds
        while self.process.exitcode is None and time.monotonic() < deadline:
            time.sleep(0.01)
        return self.process.exitcode is not None

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.near], [], [], max(0.0, deadline - time.monotonic()))
        try:
            data = os.read(self.near, 65536) if ready else b""
        except OSError:  # how a pseudo terminal says that nobody is left at its other end
            data = b""
        self.shown = _STYLE.sub("", self.shown + data.decode("utf-8", "replace").replace("\r\n", "\n"))
        return bool(data)


def _begin(command: list[str], cwd: Path, is_fresh: bool, env: Mapping[str, str], near: int, far: int) -> None:
    """Become a program at the far end."""
    os.close(near)
    os.setsid()
    fcntl.ioctl(
        far, termios.TIOCSCTTY, 0
    )  # its Ctrl-C reaches us, also where the tests run in the background and ignore it
    signal.signal(signal.SIGINT, signal.SIG_DFL if is_fresh else signal.default_int_handler)
    for stream in range(3):
        os.dup2(far, stream)
    os.close(far)
    os.chdir(cwd)
    os.environ |= {"PYTHONPATH": str(TOP), "TERM": "xterm", "COLUMNS": "100", "LINES": "50", "PYTHONUTF8": "1", **env}
    if is_fresh:
        os.execvp(command[0], command)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout, sys.stderr = (os.fdopen(stream, "w", 1, encoding="utf-8", closefd=False) for stream in (1, 2))
    code = 1
    try:
        code = main(command[3:])
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)  # nothing of the tests is to be ended here

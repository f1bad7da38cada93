"""Games of a simulation, in this process or in several.

In:   Settings, how many games and jobs.      Out:  each game as it is over, with the seconds it took.
A game follows from its number alone, so who plays it makes no difference. Other processes load the packs themselves, mostly from
the cache. Ctrl-C is the business of this process: the others do not hear it, and are ended.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING

from kfdsl.api import Game, Rules
from kfdsl.cli.terminal import output
from kfdsl.cli.terminal.load import load
from kfdsl.sim.play import play
from kfdsl.sim.result import Played

if TYPE_CHECKING:
    from kfdsl.sim.quick import Quick

Timed = tuple[Played, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that a game of a simulation follows from, but for its number."""

    packs: tuple[str, ...]
    marks: tuple[tuple[str, str, str], ...]  # as they were when the simulation began
    names: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, bool | str], ...]


def run(settings: Settings, rules: Rules, games: int, jobs: int) -> Iterator[Timed]:
    """Play games; they come in any order."""
    if min(jobs, games) <= 1:
        return _played(settings, rules, range(games))
    return _by_others(settings, games, min(jobs, games))


def _played(settings: Settings, rules: Rules, numbers: Sequence[int]) -> Iterator[Timed]:
    def begin(seed: int) -> Game:
        return rules.new_game(settings.names, seed, dict(settings.options))

    quick = _quick(settings, rules)
    for number in numbers:
        start = perf_counter()
        played = play(begin, settings.bots, settings.seed, number, quick)
        yield played, perf_counter() - start


def _quick(settings: Settings, rules: Rules) -> Quick | None:
    """Who plays natively, if the rules allow it and there is something to run WebAssembly with."""
    options = rules.settled(dict(settings.options))
    player = rules.native_player(len(settings.names), options)
    if player is None:
        return None
    from kfdsl.sim.quick import Quick

    return Quick(player, settings.names, options)


# ---- several processes


def _by_others(settings: Settings, games: int, jobs: int) -> Iterator[Timed]:
    others: list[SpawnProcess] = []
    try:
        heard = [_started(settings, range(first, games, jobs), others) for first in range(jobs)]
        while heard:
            for each in wait(heard):
                assert isinstance(each, Connection)
                found = _received(each)
                if isinstance(found, Exception):
                    raise found
                if found is None:
                    heard.remove(each)
                else:
                    yield found
    finally:
        for other in others:
            other.terminate()
        for other in others:
            other.join()


def _started(settings: Settings, numbers: range, others: list[SpawnProcess]) -> Connection:
    context = get_context("spawn")
    near, far = context.Pipe(duplex=False)
    other = context.Process(target=_work, args=(far, settings, numbers), daemon=True)
    with _deaf():
        other.start()
    others.append(other)
    far.close()
    return near


def _received(near: Connection) -> Timed | Exception | None:
    try:
        found: Timed | Exception | None = near.recv()
    except (EOFError, OSError):
        return RuntimeError("a process that played games has ended by itself")
    return found


@contextmanager
def _deaf() -> Iterator[None]:
    """Do not hear Ctrl-C, and start nobody who does."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(far: Connection, settings: Settings, numbers: range) -> None:
    """What another process does: tell every game, what went wrong, or that all is done."""
    with suppress(BrokenPipeError):
        try:
            rules = load(list(settings.packs))
            if rules.marks != settings.marks:
                raise output.Broken("a pack was changed while games were played")
            for timed in _played(settings, rules, numbers):
                far.send(timed)
            far.send(None)
        except BrokenPipeError:
            raise
        except Exception as mistake:
            try:
                far.send(mistake)
            except Exception:  # not every exception can travel
                far.send(RuntimeError(f"{type(mistake).__name__}: {mistake}"))

"""`kfdsl sim`: many games by bots, and what they tell about the cards.

In:   the options of the command.      Out:  tables or JSON. The same seed gives the same numbers, whatever the number of jobs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from os import cpu_count
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kfdsl.api import MOST_PLAYERS, Rules
from kfdsl.bots import BOTS, USUAL
from kfdsl.cli.commands.sim_jobs import Settings, run
from kfdsl.cli.commands.sim_tables import tell
from kfdsl.cli.terminal import arguments, output
from kfdsl.cli.terminal.load import load, split
from kfdsl.sim.report import report
from kfdsl.sim.result import Played
from kfdsl.sim.tally import Tally

INTERRUPTED = 130
MOST_GAMES, MOST_JOBS = 10_000_000, 256
TABLE = 4  # players, if nobody says how many


def sim(
    *,
    packs: str,
    players: str | None,
    games: str,
    seed: str,
    bots: str | None,
    option: list[str],
    jobs: str | None,
    json: bool,
) -> int:
    """Play games, and tell what they came to; what was interrupted is told as far as it came."""
    many = arguments.number(games, "--games", 1, MOST_GAMES)
    side_by_side = (cpu_count() or 1) if jobs is None else arguments.number(jobs, "--jobs", 1, MOST_JOBS)
    number = arguments.seed(seed)
    seats = None if players is None else arguments.number(players, "--players", 1, MOST_PLAYERS)
    kinds = _kinds(bots, seats)
    wanted = split(packs)
    rules = load(wanted, json)
    who = _filled(kinds, seats, rules)
    settings = Settings(
        packs=tuple(wanted),
        marks=rules.marks,
        names=tuple(f"seat {seat + 1}" for seat in range(len(who))),
        bots=who,
        seed=number,
        options=tuple(arguments.settled(option, "--set", rules.options).items()),
    )
    try:
        rules.new_game(settings.names, 0, dict(settings.options))
    except ValueError as mistake:
        raise output.Wrong(str(mistake)) from mistake
    count = _Count()
    is_whole = _counted(count, settings, rules, many, side_by_side)
    if not count.tally.games:
        output.complain("kfdsl: interrupted before any game was over")
        return INTERRUPTED
    found = {"fine": is_whole, **_asked(settings, rules, many), **report(count.tally, rules.program)}
    if json:
        output.say_json(found)
    else:
        tell(found, count.seconds)
    if not is_whole:
        output.complain(
            f"kfdsl: interrupted; this is what {output.count(len(count.tally.games), 'game')} of {many} came to"
        )
        return INTERRUPTED
    return output.FINE


# ---- who plays


def _kinds(bots: str | None, seats: int | None) -> tuple[str, ...]:
    kinds = tuple(word.strip() for word in (USUAL if bots is None else bots).split(","))
    for kind in kinds:
        if kind not in BOTS:
            raise output.Wrong(f"--bots: there is no bot `{kind[:30]}`; there are: {', '.join(BOTS)}")
    if len(kinds) > (MOST_PLAYERS if seats is None else seats):
        raise output.Wrong(f"--bots: {len(kinds)} bots do not sit at a table for {seats or MOST_PLAYERS}")
    return kinds


def _filled(kinds: tuple[str, ...], seats: int | None, rules: Rules) -> tuple[str, ...]:
    """A bot for every seat; the last one named takes those that are left."""
    few, many = rules.seats
    wanted = seats if seats is not None else max(len(kinds), few, min(TABLE, many))
    return kinds + kinds[-1:] * (wanted - len(kinds))


# ---- counting


class _Count:
    """Games counted in the order of their numbers, whoever is ready first."""

    def __init__(self) -> None:
        self.tally = Tally()
        self.seconds = 0.0
        self.waiting: dict[int, Played] = {}
        self.next = 0

    def add(self, played: Played, seconds: float) -> None:
        """One more game."""
        self.seconds += seconds
        self.waiting[played.number] = played
        while self.next in self.waiting:
            self.tally.add(self.waiting.pop(self.next))
            self.next += 1

    def end(self) -> None:
        """No more will come: count those that waited for others."""
        for number in sorted(self.waiting):
            self.tally.add(self.waiting.pop(number))


def _counted(count: _Count, settings: Settings, rules: Rules, games: int, jobs: int) -> bool:
    """Whether all games were played."""
    try:
        with _progress(games) as step:
            for played, seconds in run(settings, rules, games, jobs):
                count.add(played, seconds)
                step()
    except KeyboardInterrupt:
        return False
    finally:
        count.end()
    return True


@contextmanager
def _progress(games: int) -> Iterator[Any]:
    """A bar for somebody who looks on; nothing otherwise."""
    if not output.is_terminal(sys.stderr):
        yield lambda: None
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=output.console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=games)
        yield lambda: bar.advance(task)


def _asked(settings: Settings, rules: Rules, games: int) -> dict[str, Any]:
    return {
        "packs": [f"{name} {version}" for name, version, _ in rules.marks],
        "players": len(settings.bots),
        "seed": settings.seed,
        "asked": games,
        "options": dict(settings.options),
    }

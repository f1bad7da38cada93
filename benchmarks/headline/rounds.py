"""Several that do the same or something alike, in turn, round after round.

In:   Runners.      Out:  rates by runner and unit, one for each round, and ratios between them with their spread.
Only processor time counts, so a busy machine matters little; ratios are made of what was measured in the same round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

LONG = 4  # shares, after which something is done but once
Found = dict[tuple[str, str], list[float]]  # rates of every round, by runner and unit


@dataclass(frozen=True, slots=True)
class Pass:
    """What was done once, in how many seconds."""

    seconds: float
    done: dict[str, int]  # by unit: games, choices, copies
    outcome: object = None  # how it came out, for those who must do the same


@dataclass(frozen=True, slots=True)
class Runner:
    """One that is measured: the work of a round, and how often it is done in it."""

    name: str
    work: Callable[[int], Pass]  # of the round with a number
    times: int
    alike: str = ""  # whoever has the same word here must come out the same,
    is_free: bool = False  # unless it is only counted how often it does
    rounds: int = 1 << 30  # at most, of what takes long

    def run(self, number: int) -> Pass:
        """One round."""
        passes = [self.work(number) for _ in range(self.times)]
        done = {unit: sum(each.done[unit] for each in passes) for unit in passes[0].done}
        return Pass(sum(each.seconds for each in passes), done, passes[0].outcome)


@dataclass(frozen=True, slots=True)
class Spread:
    """A median, and the least and the most beside it."""

    middle: float
    least: float
    most: float


def times_for(work: Callable[[int], Pass], share: float) -> int:
    """How often something fits into so many seconds; it is done twice for it, as the first time may be slow, unless it is very slow."""
    first = work(0).seconds
    return 1 if first > LONG * share else max(1, round(share / max(work(0).seconds, 1e-9)))


def measured(runners: Sequence[Runner], rounds: int) -> tuple[Found, dict[str, int]]:
    """Rates of all, in turn; and in how many rounds those who are free came out the same as the others."""
    found: Found = {}
    same: dict[str, int] = {}
    for number in range(rounds):
        outcomes: dict[str, object] = {}
        for runner in sorted(runners, key=lambda runner: runner.is_free):
            if number >= runner.rounds:
                continue
            passed = runner.run(number)
            if runner.alike:
                is_same = outcomes.setdefault(runner.alike, passed.outcome) == passed.outcome
                if runner.is_free:
                    same[runner.name] = same.get(runner.name, 0) + is_same
                elif not is_same:
                    raise SystemExit(f"{runner.name}: these are other games than those of {runner.alike} before it")
            for unit, count in passed.done.items():
                found.setdefault((runner.name, unit), []).append(count / passed.seconds)
    return found, same


def spread(values: Sequence[float]) -> Spread:
    """Of some values."""
    return Spread(median(values), min(values), max(values))


def ratio(found: Found, above: str, below: str, unit: str) -> Spread | None:
    """One rate by another, round by round; none if one of them was not measured."""
    over, under = found.get((above, unit)), found.get((below, unit))
    return spread([one / other for one, other in zip(over, under, strict=True)]) if over and under else None

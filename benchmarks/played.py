"""End positions of played games: what each player's scoring has to solve, and how long it takes.

python -m benchmarks.played [games] [packs, with commas]
Games are played at random by 2 to 6, and the bag is emptied onto the table: random players have little in the end, so each
position is scored as it is and once more with twenty pieces more of each player's. Prints percentiles, writes nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from time import process_time
from unittest.mock import patch

import kfdsl
from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.score import settle
from kfdsl.engine.score.allocate.allocate import allocate, best_total
from kfdsl.engine.score.allocate.problem import Allocation, Problem

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
MORE = 20


def problems(packs: tuple[str, ...], seeds: range) -> Iterator[Problem]:
    """What is to be solved at the ends of random games, for every player."""
    rules = kfdsl.load(*packs)
    for seed in seeds:
        found: list[Problem] = []

        def keep(problem: Problem, _: Meter, found: list[Problem] = found) -> Allocation:
            found.append(problem)
            return allocate(problem)

        game = rules.new_game(NAMES[: 2 + seed % 5], seed=seed)
        game.tells = False
        dice = Random(seed)
        with patch.object(settle, "allocate", keep):
            while not game.over:
                game.play(dice.choice(game.choices()))
        for problem in found:
            yield problem
            yield richer(problem, dice)


def richer(problem: Problem, dice: Random) -> Problem:
    """The same with more pieces."""
    counts = list(problem.counts)
    for _ in range(MORE if counts else 0):
        counts[dice.randrange(len(counts))] += 1
    return Problem(
        counts=tuple(counts),
        scorers=problem.scorers,
        lefts=problem.lefts,
        settled=problem.settled,
        companies=problem.companies,
    )


def main() -> None:
    """Print percentiles."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    packs = tuple(sys.argv[2].split(",")) if len(sys.argv) > 2 else ("keyflower",)
    best_total(Problem(counts=(), scorers=()))  # makes the search ready, once
    whole, total = list[float](), list[float]()
    for problem in problems(packs, range(games)):
        for times, solve in ((whole, allocate), (total, best_total)):
            began = process_time()
            solve(problem)
            times.append(process_time() - began)
    print(f"{'+'.join(packs)}: {len(whole)} positions of {games} games, milliseconds of processor time")
    for name, times in (("what lies where", whole), ("what it is worth", total)):
        times.sort()
        marks = {mark: times[min(int(len(times) * share), len(times) - 1)] * 1000 for mark, share in MARKS.items()}
        print(f"  {name}: " + ", ".join(f"{mark} {value:.2f}" for mark, value in marks.items()))


MARKS = {"median": 0.5, "95 %": 0.95, "99 %": 0.99, "most": 1.0}

if __name__ == "__main__":
    main()

"""The best allocation of items to scorers: exact, and the same one everywhere.

In:   a Problem.      Out:  an Allocation.
Every item serves at most one set in a ledger. The total is the value of all fills, of what is left over, and of
scorers that are never filled. Among equal totals the one wins that fills the first scorer most, by its first want that
allows it, then the second, and so on; then the one with most left over of the highest value, then the one with the
fewest hosts in company. Holes are filled in order, each by the first class that leaves enough for the rest.

How: what it is worth is found by a search over one flat memory (search/, behind door.py), in a few steps in played games.
What is too hard there, and which items lie where, is found by branch and bound over an exact linear relaxation (linear/).
"""

from __future__ import annotations

from itertools import product

from kfdsl.engine.machine.meter import UNLIMITED, Meter
from kfdsl.engine.score.allocate.door import searched
from kfdsl.engine.score.allocate.linear.parts import Part, split
from kfdsl.engine.score.allocate.linear.sheet import Sheet
from kfdsl.engine.score.allocate.linear.solver import Given, Solver
from kfdsl.engine.score.allocate.problem import Allocation, Problem
from kfdsl.engine.score.allocate.report import report
from kfdsl.engine.score.allocate.search.records import SCORER_STEPS, TRY_STEPS

APART = 2  # settled items that are tried in one part after the other; more of them join the parts they could serve

Way = tuple[Given, ...]  # for every part, which settled items it may have


def best_total(problem: Problem, meter: Meter | None = None) -> int:
    """What the best allocation is worth, for whoever does not ask what lies where."""
    meter = meter or Meter(UNLIMITED)
    found, tries = searched(problem)
    meter.charge(SCORER_STEPS * len(problem.scorers) + TRY_STEPS * tries)
    return _best(_solvers(problem, meter)[1])[0] if found is None else found.total


def allocate(problem: Problem, meter: Meter | None = None) -> Allocation:
    """The best allocation of all items, as far as the steps last."""
    sheet, solvers = _solvers(problem, meter or Meter(UNLIMITED))
    total, ways = _best(solvers)
    way = max(ways, key=lambda way: _rank(problem, solvers, way)) if len(ways) > 1 else ways[0]
    return report(
        sheet, total, [(solver.written, solver.first(given)) for solver, given in zip(solvers, way, strict=True)]
    )


def _solvers(problem: Problem, meter: Meter) -> tuple[Sheet, list[Solver]]:
    sheet, parts = split(problem)
    return sheet, [Solver(sheet, part, meter) for part in _joined(parts, problem, sheet.stances)]


def _joined(parts: list[Part], problem: Problem, stances: list[tuple[int, tuple[int, ...]]]) -> list[Part]:
    """Parts, of which no more than a few settled items have a choice."""
    roaming = 0
    for item in range(len(problem.settled)):
        served = [part for part in parts if any(stances[number][0] == item for number in part.stances)]
        roaming += len(served) > 1
        if len(served) > 1 and roaming > APART:
            parts = [part for part in parts if part not in served]
            ledgers = sorted({ledger for part in served for ledger in part.masks})
            parts.append(
                Part(
                    scorers=sorted(scorer for part in served for scorer in part.scorers),
                    masks={ledger: sum(part.masks.get(ledger, 0) for part in served) for ledger in ledgers},
                    stances=sorted(number for part in served for number in part.stances),
                )
            )
    return parts


def _best(solvers: list[Solver]) -> tuple[int, list[Way]]:
    """The best total, and all ways of giving settled items to parts that reach it."""
    plain = [Given(item for item in one.items if sum(item in other.items for other in solvers) == 1) for one in solvers]
    values = [solver.best(given) for solver, given in zip(solvers, plain, strict=True)]
    roaming = sorted({item for solver in solvers for item in solver.items}.difference(*plain))
    best, ways = 0, [tuple(plain)]
    for places in product(*([-1, *(n for n, one in enumerate(solvers) if item in one.items)] for item in roaming)):
        way = list(plain)
        for item, place in zip(roaming, places, strict=True):
            if place >= 0:
                way[place] |= {item}
        more = _more(solvers, values, plain, way, best) if way != plain else None
        if more is not None and more > best:
            best, ways = more, []
        if more is not None:
            ways.append(tuple(way))
    return sum(values) + best, ways


def _more(solvers: list[Solver], values: list[int], plain: list[Given], way: list[Given], least: int) -> int | None:
    """What a way adds to the plain values, if it is at least so much."""
    changed = [number for number, given in enumerate(way) if given != plain[number]]
    more = 0
    for number in changed:
        floor = least - more if number == changed[-1] else 0
        value = solvers[number].best_of(way[number], values[number] + floor)
        if value is None:
            return None
        more += value - values[number]
    return more


def _rank(problem: Problem, solvers: list[Solver], way: Way) -> list[int]:
    """Fills of the scorers in order, and behind each which of its wants it is, the first best."""
    rank = [0, 0] * len(problem.scorers)
    for solver, given in zip(solvers, way, strict=True):
        point = solver.first(given)
        for batch in solver.written.batches:
            if point[batch.column]:
                rank[2 * batch.scorer] += point[batch.column]
                rank[2 * batch.scorer + 1] = -batch.want
    return rank

"""The one door to the search: a memory, and the function that solves what lies in it.

In:   a Problem.      Out:  its best total and its fills, or nothing if it is too hard here.
The search is the same however it is run; `as_it_stands` is for whoever looks for a mistake, with all bounds checked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kfdsl.engine.flat import print_python
from kfdsl.engine.flat.memory import EIGHT, Fault, Memory, using
from kfdsl.engine.flat.read.module import read
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.flat.wasm import native
from kfdsl.engine.flat.wasm.module import PAGE, wasm_bytes
from kfdsl.engine.score.allocate.problem import Problem
from kfdsl.engine.score.allocate.search.records import ARENA_EIGHTS, Answer, Workspace
from kfdsl.engine.score.allocate.search.solve import solve
from kfdsl.engine.score.allocate.write import TooLarge, begin, steps_taken, total_and_fills, write

START = 8  # of the workspace, in units of eight bytes: what lies before belongs to whoever runs the function


@dataclass(frozen=True, slots=True)
class Solved:
    """What the search found."""

    total: int
    fills: list[tuple[int, int]]  # for every scorer, how often it is filled and with which want


class Solver:
    """A memory, and a function that is given the place of a workspace there."""

    def __init__(self, memory: Memory, function: Callable[[int], int]) -> None:
        self.memory = memory
        self.function = function
        self.steps = 0  # that the last problem took

    def solve(self, problem: Problem) -> Solved | None:
        """The best total and the first fills that have it; None if that is too hard."""
        self.steps = 0
        begin(self.memory, START, range(START + Workspace.record_size(), _eights()))
        try:
            write(problem, self.memory, START)
            answer = self.function(START)
        except (TooLarge, Fault):  # there is not enough room to write it, or to solve it
            answer = Answer.TOO_HARD
        self.steps = steps_taken(self.memory, START)
        return Solved(*total_and_fills(self.memory, START)) if answer == Answer.SOLVED else None


_idle: list[Solver] = []  # whoever solves takes one of them, or a new one, so that several may do so at once


def searched(problem: Problem) -> tuple[Solved | None, int]:
    """What the quickest form of the search finds, and in how many steps."""
    try:
        solver = _idle.pop()
    except IndexError:
        solver = quickest()
    found = solver.solve(problem)
    _idle.append(solver)
    return found, solver.steps


def quickest() -> Solver:
    """The search in the quickest form there is here."""
    return as_webassembly() if native.available() else as_python()


def as_it_stands() -> Solver:
    """The search as it is written."""
    memory = Memory(bytearray(_eights() * EIGHT))

    def function(at: int) -> int:
        with using(memory):
            return solve(Workspace(at))

    return Solver(memory, function)


def as_python() -> Solver:
    """The search printed as Python."""
    memory = Memory(bytearray(_eights() * EIGHT))
    return Solver(memory, print_python.bind(read([solve]), memory)[flat_name(solve)])


def as_webassembly() -> Solver:
    """The search printed as WebAssembly."""
    name = flat_name(solve)
    binary = wasm_bytes(read([solve]), [name], -(-_eights() * EIGHT // PAGE))
    made = native.Native(native.compiled(binary), [(name, 1)])
    return Solver(made.memory, made.functions[name])


def _eights() -> int:
    """How large the memory must be."""
    return START + Workspace.record_size() + ARENA_EIGHTS

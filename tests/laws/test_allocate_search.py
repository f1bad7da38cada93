"""The search for the best allocation, in all forms that it is run in: as it stands, as Python, as WebAssembly.

What it solves is solved as by trying everything and as by the solver over a linear relaxation, fills among equals included;
what it calls too hard is counted, so that it does not call everything so.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.allocation import base, everything
from benchmarks.played import problems
from kfdsl.engine.flat.wasm.native import available
from kfdsl.engine.score.allocate.allocate import allocate
from kfdsl.engine.score.allocate.door import Solved, Solver, as_it_stands, as_python, as_webassembly
from kfdsl.engine.score.allocate.problem import Company, Fit, Hole, Left, Problem, Scorer, Settled
from tests.laws.allocate_oracles import Rank, brute, rank
from tests.laws.small_allocations import made, small

ALL = ("keyflower", "merchants", "farmers", "keymelequin", "key_celeste", "emporium")
MANY = 10 if os.environ.get("KFDSL_FULL") else 1
FORMS: dict[str, Callable[[], Solver]] = {"as it stands": as_it_stands, "python": as_python}
if available():
    FORMS["webassembly"] = as_webassembly


@pytest.fixture(scope="module", params=FORMS)
def solver(request: pytest.FixtureRequest) -> Solver:
    return FORMS[request.param]()


@pytest.fixture(scope="module")
def quickest() -> Solver:
    return list(FORMS.values())[-1]()


def ranked(solved: Solved) -> Rank:
    return solved.total, *(part for times, want in solved.fills for part in (times, -want))


# ---- against everything that could be done


@pytest.mark.parametrize("block", range(MANY))
def test_what_is_solved_is_solved_as_by_trying_everything(solver: Solver, block: int) -> None:
    solved = 0
    for seed in range(1000 * block, 1000 * block + 200):
        problem = small(seed)
        found = solver.solve(problem)
        if found is not None:
            solved += 1
            assert ranked(found) == brute(problem), f"seed {seed}"
    assert solved > 70


@pytest.mark.parametrize("block", range(MANY))
def test_what_is_solved_is_solved_as_by_the_other_solver(quickest: Solver, block: int) -> None:
    solved = 0
    for seed in range(10_000 * block, 10_000 * block + 3000):
        problem = with_one_role(small(seed))
        found = quickest.solve(problem)
        if found is not None:
            solved += 1
            assert ranked(found) == rank(allocate(problem)), f"seed {seed}"
    assert solved > 2000


def with_one_role(problem: Problem) -> Problem:
    """No more than one settled item, and none that might be a host: anything else is too hard in any case."""
    hosts = {company.host for company in problem.companies}
    roles = [tuple(role for role in settled.roles if role not in hosts) for settled in problem.settled[:1]]
    return replace(problem, settled=tuple(Settled(roles=some) for some in roles if some))


@settings(max_examples=100 * MANY, deadline=None)
@given(random=st.randoms(use_true_random=False), is_company=st.booleans())
def test_no_small_problem_is_solved_wrong(quickest: Solver, random: Random, is_company: bool) -> None:
    problem = with_one_role(made(random, is_company=is_company))
    found = quickest.solve(problem)
    assert found is None or ranked(found) == rank(allocate(problem))


def one(value: int, *takes: int, ledgers: tuple[int, ...] = (0,), card: int | None = None) -> Scorer:
    """A scorer of one item."""
    return Scorer(value=value, wants=((Hole(count=1, fits=(Fit(takes=takes),)),),), most=1, ledgers=ledgers, card=card)


# what random problems seldom meet
RARE = {
    "which item several ledgers agree on decides which of two equal ones is filled": Problem(
        counts=(1, 1), scorers=(one(5, 0, 1, ledgers=(0, 1)), one(1, 0), one(1, 1))
    ),
    "a host in one hole of a card lets a guest into another that shares nothing with it": Problem(
        counts=(1, 0, 1),
        scorers=(one(1, 0, card=0), one(1, 1, card=0)),
        companies=(Company(host=0, guests=(2,), counts_as=(1,)),),
    ),
    "roles that fit alike differ in what they are worth": Problem(
        counts=(0, 0),
        scorers=(one(1, 0, 1),),
        lefts=(
            Left(value=3, classes=(0,)),
            Left(value=1, classes=(0,), ledger=1),
            Left(value=2, classes=(1,), ledger=1),
        ),
        settled=(Settled(roles=(0, 1)),),
    ),
    "an item has one role in all ledgers of a part": Problem(
        counts=(0, 0, 1),
        scorers=(one(20, 2, ledgers=(0, 1)), one(5, 0, 2), one(5, 1, 2, ledgers=(1,))),
        settled=(Settled(roles=(0, 1)),),
    ),
}


@pytest.mark.parametrize("problem", RARE.values(), ids=RARE)
def test_rare_problems_are_solved_as_by_trying_everything(solver: Solver, problem: Problem) -> None:
    found = solver.solve(problem)
    assert found is not None
    assert ranked(found) == brute(problem)


# ---- against the other solver


@pytest.mark.parametrize("packs", [("keyflower",), ALL], ids=len)
def test_played_games_are_scored_as_by_the_other_solver_and_none_is_too_hard(
    quickest: Solver, packs: tuple[str, ...]
) -> None:
    for problem in problems(packs, range(700, 700 + 4 * MANY)):
        found = quickest.solve(problem)
        assert found is not None
        assert ranked(found) == rank(allocate(problem))


@pytest.mark.parametrize(("kind", "least"), [(base, 10), (everything, 0)])
def test_crowded_positions_are_scored_as_by_the_other_solver_or_are_too_hard(
    quickest: Solver, kind: Callable[[int], Problem], least: int
) -> None:
    solved = 0
    for seed in range(2_000_000, 2_000_000 + 100 * MANY):
        found = quickest.solve(kind(seed))
        if found is not None:
            solved += 1
            assert ranked(found) == rank(allocate(kind(seed))), f"seed {seed}"
    assert solved >= least * MANY


# ---- what it is like


def test_all_forms_take_the_same_steps_to_the_same_answer() -> None:
    solvers = [form() for form in FORMS.values()]
    several = [small(seed) for seed in range(300, 400)] + [base(seed) for seed in range(3)]
    several += islice(problems(ALL, range(800, 801)), 8)
    for problem in several:
        found = [(solver.solve(problem), solver.steps) for solver in solvers]
        assert all(one == found[0] for one in found)


def test_what_was_solved_before_leaves_no_trace(solver: Solver) -> None:
    several = [small(seed) for seed in range(200)]
    fresh = [(solver.solve(problem), solver.steps) for problem in several]
    again = [(solver.solve(problem), solver.steps) for problem in reversed(several)]
    assert fresh == again[::-1]


def two_alike(value: int, count: int, **more: int) -> Problem:
    scorer = replace(one(value, 0), **{"most": None, **more})
    return Problem(counts=(count,), scorers=(scorer, scorer), lefts=(Left(value=1, classes=(0,)),))


def test_numbers_that_could_leave_their_range_are_too_hard(solver: Solver) -> None:
    at_most = solver.solve(two_alike(1 << 20, 5))
    assert at_most is not None
    assert at_most.total == 5 << 20
    assert solver.solve(two_alike((1 << 20) + 1, 5)) is None
    assert solver.solve(two_alike(1, (1 << 14) + 1, most=1)) is None
    assert solver.solve(two_alike(1, 1, unfilled=-(1 << 20) - 1)) is None
    assert solver.solve(two_alike(1, 1, most=(1 << 14) + 1)) is None


def test_more_items_than_can_be_tried_are_too_hard(solver: Solver) -> None:
    assert solver.solve(two_alike(1, 1 << 14, unfilled=1 << 20)) is None
    assert solver.steps < 2000


def test_as_many_classes_are_told_apart_as_a_word_has_bits(solver: Solver) -> None:
    def chain(size: int) -> Problem:
        """Each scorer takes one of two neighbours, so that all of them are one part."""
        return Problem(counts=(1,) * size, scorers=tuple(one(1, c, c + 1) for c in range(size - 1)))

    found = solver.solve(chain(62))
    assert found is not None
    assert found.fills == [(1, 0)] * 61
    assert solver.solve(chain(63)) is None

"""Slow answers to allocation problems, written without a look at the quick ones.

`brute` tries every way of laying items into holes; `general` hands the problem to CP-SAT. `recount` adds up a finished
allocation and checks every right by which an item lies where it lies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

from ortools.sat.python import cp_model

from kfdsl.engine.score.allocate.problem import Allocation, Company, Fit, Hole, Manner, Problem, Scorer, Use, Want

Rank = tuple[int, ...]  # the total, then for every scorer how often it is filled and, below zero, its want


# ---- every way there is


def brute(problem: Problem) -> Rank:
    """The best total and, among equals, the first fills."""
    least = must_floors(problem)
    best: Rank | None = None
    for roles in product(*([None, *one.roles] for one in problem.settled)):
        counts = list(problem.counts)
        for role in roles:
            if role is not None:
                counts[role] += 1
        for times in product(
            *(range(low, _bound(scorer, sum(counts)) + 1) for scorer, low in zip(problem.scorers, least, strict=True))
        ):
            for wants in product(
                *(
                    range(len(scorer.wants)) if count else [0]
                    for scorer, count in zip(problem.scorers, times, strict=True)
                )
            ):
                left = _best_left(problem, counts, times, wants)
                if left is not None:
                    fills = sum(
                        scorer.value * count if count else scorer.unfilled
                        for scorer, count in zip(problem.scorers, times, strict=True)
                    )
                    rank = (
                        fills + left,
                        *(part for count, want in zip(times, wants, strict=True) for part in (count, -want)),
                    )
                    best = rank if best is None else max(best, rank)
    assert best is not None
    return best


def _bound(scorer: Scorer, items: int) -> int:
    smallest = min(sum(hole.count for hole in want) for want in scorer.wants)
    most = items // smallest if smallest else scorer.most
    assert most is not None
    return most if scorer.most is None else min(most, scorer.most)


def must_floors(problem: Problem) -> list[int]:
    """How often each scorer has to be filled: in order, by items that are what it asks for."""
    floors = [0] * len(problem.scorers)
    for number, scorer in enumerate(problem.scorers):
        if scorer.spare is None:
            continue
        plain = Problem(
            counts=problem.counts,
            scorers=tuple(
                _direct(one, is_shut=one.spare is None or at > number) for at, one in enumerate(problem.scorers)
            ),
        )
        times = _bound(scorer, sum(problem.counts))
        while times and not _can(plain, [*floors[:number], times, *[0] * (len(floors) - number - 1)]):
            times -= 1
        floors[number] = max(0, times - scorer.spare)
    return floors


def _direct(scorer: Scorer, is_shut: bool) -> Scorer:
    wants = tuple(
        tuple(
            type(hole)(count=hole.count, fits=tuple(Fit(takes=() if is_shut else fit.takes) for fit in hole.fits))
            for hole in want
        )
        for want in scorer.wants
    )
    return Scorer(value=0, wants=wants, most=scorer.most, ledgers=scorer.ledgers)


def _can(problem: Problem, times: list[int]) -> bool:
    return any(
        _best_left(problem, list(problem.counts), tuple(times), wants) is not None
        for wants in product(
            *(range(len(scorer.wants)) if count else [0] for scorer, count in zip(problem.scorers, times, strict=True))
        )
    )


def _best_left(problem: Problem, counts: list[int], times: tuple[int, ...], wants: tuple[int, ...]) -> int | None:
    """The best value of what is left over if the scorers are filled so often; None if they cannot be."""
    holes: list[tuple[int, Hole, int]] = []  # of which scorer, how many of its one fit in a row
    for number, (scorer, count, want) in enumerate(zip(problem.scorers, times, wants, strict=True)):
        for hole in scorer.wants[want] if count else ():
            holes += [(number, hole, hole.count * count)] if len(hole.fits) == 1 else [(number, hole, 0)] * count
    for ledger in {ledger for scorer in problem.scorers for ledger in scorer.ledgers}:
        if sum(
            amount or hole.count for number, hole, amount in holes if ledger in problem.scorers[number].ledgers
        ) > sum(counts):
            return None
    used: dict[int, Counter[int]] = {}
    lain: list[tuple[int, Fit, int]] = []
    best: int | None = None
    ledgers = {ledger for scorer in problem.scorers for ledger in scorer.ledgers}
    for ledger in ledgers:
        used[ledger] = Counter()

    def go(at: int) -> None:
        nonlocal best
        if at == len(holes):
            if _are_right(problem, lain):
                value = sum(
                    left.value * (counts[c] - used.get(left.ledger, Counter())[c])
                    for left in problem.lefts
                    for c in left.classes
                )
                best = value if best is None else max(best, value)
            return
        number, hole, amount = holes[at]
        for chosen in [hole.fits * amount] if amount else combinations(hole.fits, hole.count):
            for _ in _lay(problem, counts, used, lain, number, list(chosen), is_alike=amount > 0):
                go(at + 1)

    go(0)
    return best


def _lay(
    problem: Problem,
    counts: list[int],
    used: dict[int, Counter[int]],
    lain: list[tuple[int, Fit, int]],
    number: int,
    fits: list[Fit],
    *,
    is_alike: bool,
    start: int = 0,
) -> Iterator[None]:
    """Every way to lay items into a row of holes of one scorer; done while the caller looks, undone after.

    In holes that are alike the order does not matter, so their classes go upwards.
    """
    if not fits:
        yield
        return
    ledgers = problem.scorers[number].ledgers
    for c in range(start, len(counts)):
        if all(used[ledger][c] < counts[c] for ledger in ledgers) and (
            _fits(fits[0], c) or any(c in one.guests and _lends(one, fits[0]) for one in problem.companies)
        ):
            for ledger in ledgers:
                used[ledger][c] += 1
            lain.append((number, fits[0], c))
            yield from _lay(
                problem, counts, used, lain, number, fits[1:], is_alike=is_alike, start=c if is_alike else 0
            )
            lain.pop()
            for ledger in ledgers:
                used[ledger][c] -= 1


def _fits(fit: Fit, c: int) -> bool:
    return c in fit.takes or c in fit.stand_ins


def _lends(company: Company, fit: Fit) -> bool:
    return any(c in fit.takes or (c in fit.stand_ins and not company.stands_only) for c in company.counts_as)


def _are_right(problem: Problem, lain: list[tuple[int, Fit, int]]) -> bool:
    """Whether every guest has its host on the same card."""
    for number, fit, c in lain:
        if not _fits(fit, c):
            card = problem.scorers[number].card
            there = {item for other, _, item in lain if card is not None and problem.scorers[other].card == card}
            if not any(one.host in there and c in one.guests and _lends(one, fit) for one in problem.companies):
                return False
    return True


# ---- a general solver


def general(problem: Problem, floors: list[int] | None = None) -> int:
    """The best total by CP-SAT, with a variable for every class in every hole."""
    model = cp_model.CpModel()
    floors = must_floors(problem) if floors is None else floors
    classes = range(len(problem.counts))
    have: list[cp_model.LinearExprT] = list(problem.counts)
    for number, settled in enumerate(problem.settled):
        roles = [model.NewBoolVar(f"role {number} {role}") for role in settled.roles]
        model.Add(sum(roles) <= 1)
        for role, is_so in zip(settled.roles, roles, strict=True):
            have[role] = have[role] + is_so
    cards = sorted({scorer.card for scorer in problem.scorers if scorer.card is not None})
    present = {
        (card, at): model.NewBoolVar(f"host {card} {at}") for card in cards for at in range(len(problem.companies))
    }
    on_card: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    used: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    goal: list[cp_model.LinearExprT] = []
    most = sum(problem.counts) + len(problem.settled)

    def lay(number: int, fit: Fit, amount: cp_model.LinearExprT) -> None:
        scorer, own = problem.scorers[number], []
        for c in classes:
            hosts = [
                present[scorer.card, at]
                for at, one in enumerate(problem.companies)
                if scorer.card is not None and c in one.guests and _lends(one, fit)
            ]
            if _fits(fit, c) or hosts:
                y = model.NewIntVar(0, most, "")
                if not _fits(fit, c):
                    model.Add(y <= most * sum(hosts))
                own.append(y)
                for ledger in scorer.ledgers:
                    used.setdefault((ledger, c), []).append(y)
                if scorer.card is not None:
                    on_card.setdefault((scorer.card, c), []).append(y)
        model.Add(sum(own) == amount)

    for number, scorer in enumerate(problem.scorers):
        filled = model.NewBoolVar("")
        chosen = [model.NewBoolVar("") for _ in scorer.wants]
        times = [model.NewIntVar(0, most if scorer.most is None else scorer.most, "") for _ in scorer.wants]
        model.AddExactlyOne(chosen)
        for count, is_so in zip(times, chosen, strict=True):
            model.Add(count == 0).OnlyEnforceIf(is_so.Not())
        model.Add(sum(times) >= 1).OnlyEnforceIf(filled)
        model.Add(sum(times) == 0).OnlyEnforceIf(filled.Not())
        model.Add(sum(times) >= floors[number])
        goal += [scorer.value * sum(times), scorer.unfilled * (1 - filled)]
        for want, count in zip(scorer.wants, times, strict=True):
            for hole in want:
                if len(hole.fits) == 1:
                    lay(number, hole.fits[0], hole.count * count)
                    continue
                own = [model.NewIntVar(0, most, "") for _ in hole.fits]
                model.Add(sum(own) == hole.count * count)
                for fit, amount in zip(hole.fits, own, strict=True):
                    model.Add(amount <= count)
                    lay(number, fit, amount)
    for (card, at), is_so in present.items():
        model.Add(sum(on_card.get((card, problem.companies[at].host), [])) >= is_so)
    for (_, c), own in used.items():
        model.Add(sum(own) <= have[c])
    for left in problem.lefts:
        goal += [left.value * (have[c] - sum(used.get((left.ledger, c), []))) for c in left.classes]
    model.Maximize(sum(goal))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.Solve(model) == cp_model.OPTIMAL
    return round(solver.ObjectiveValue())


# ---- adding up


def rank(allocation: Allocation) -> Rank:
    """What `brute` says of the same problem."""
    return allocation.total, *(part for fill in allocation.fills for part in (fill.times, -(fill.want or 0)))


def recount(problem: Problem, allocation: Allocation) -> int:
    """The total of an allocation item by item; fails if an item has no right to lie where it lies."""
    have = Counter(dict(enumerate(problem.counts)))
    for settled, role in zip(problem.settled, allocation.roles, strict=True):
        assert role is None or role in settled.roles
        have[role if role is not None else -1] += 1
    used: dict[int, Counter[int]] = {}
    total = 0
    for scorer, fill in zip(problem.scorers, allocation.fills, strict=True):
        total += scorer.value * fill.times if fill.times else scorer.unfilled
        assert scorer.most is None or fill.times <= scorer.most
        assert (fill.want is None) == (not fill.times)
        if fill.want is not None:
            _check_sets(scorer.wants[fill.want], fill.times, _amounts(fill.uses))
        for use in fill.uses:
            _check_right(problem, allocation, scorer, fill.want or 0, use)
            for ledger in scorer.ledgers:
                used.setdefault(ledger, Counter())[use.item] += use.count
    for row in used.values():
        assert all(count <= have[c] for c, count in row.items())
    for left, counts in zip(problem.lefts, allocation.left, strict=True):
        assert list(counts) == [have[c] - used.get(left.ledger, Counter())[c] for c in left.classes]
        total += left.value * sum(counts)
    return total


def _amounts(uses: tuple[Use, ...]) -> Counter[tuple[int, int]]:
    found: Counter[tuple[int, int]] = Counter()
    for use in uses:
        found[use.hole, use.fit] += use.count
    return found


def _check_sets(want: Want, times: int, amounts: Counter[tuple[int, int]]) -> None:
    for number, hole in enumerate(want):
        own = [amounts[number, fit] for fit in range(len(hole.fits))]
        assert sum(own) == hole.count * times
        assert len(own) == 1 or max(own) <= times


def _check_right(problem: Problem, allocation: Allocation, scorer: Scorer, want: int, use: Use) -> None:
    fit = scorer.wants[want][use.hole].fits[use.fit]
    assert use.settled is None or allocation.roles[use.settled] == use.item
    match use.manner:
        case Manner.DIRECT:
            assert use.item in fit.takes
        case Manner.STAND_IN:
            assert use.item in fit.stand_ins
        case Manner.COMPANY:
            there = {
                other.item
                for one, fill in zip(problem.scorers, allocation.fills, strict=True)
                if one.card == scorer.card is not None
                for other in fill.uses
            }
            assert any(
                one.host in there and use.item in one.guests and use.counts_as in one.counts_as and _lends(one, fit)
                for one in problem.companies
            )

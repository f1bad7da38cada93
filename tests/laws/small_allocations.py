"""Small allocation problems, made at random."""

from __future__ import annotations

from random import Random

from kfdsl.engine.score.allocate.problem import Company, Fit, Hole, Left, Problem, Scorer, Settled, Want


def small(seed: int) -> Problem:
    """The same one for a seed; every second is about company."""
    return made(Random(seed), is_company=bool(seed % 2))


def made(random: Random, *, is_company: bool) -> Problem:
    """A problem with a few items and any of the features; for company, with narrow holes on few cards so that it matters."""
    size = random.randint(2, 4)
    counts = [random.randint(0, 2) for _ in range(size)]
    while sum(counts) > 5:
        counts[random.randrange(size)] = 0

    def some(least: int = 1, most: int = 3) -> tuple[int, ...]:
        return tuple(random.sample(range(size), min(size, random.randint(least, most))))

    def fit() -> Fit:
        takes = some(1, 1 if is_company else 3)
        return Fit(takes=takes, stand_ins=tuple(c for c in some(0, 1) if c not in takes))

    def hole() -> Hole:
        fits = random.choice([1, 1, 1, 2, 3])
        return Hole(count=random.randint(1, 2 if fits == 1 else fits), fits=tuple(fit() for _ in range(fits)))

    def want() -> Want:
        return tuple(hole() for _ in range(random.choice([1, 1, 2])))

    ledgers = random.choice([1, 1, 2])
    scorers = tuple(
        Scorer(
            value=random.randint(-1, 6),
            wants=tuple(want() for _ in range(random.choice([1, 1, 1, 2, 3]))),
            most=random.choice([None, None, 1, 2]),
            spare=random.choice([None, None, None, None, 0, 1]),
            ledgers=tuple(sorted(random.sample(range(ledgers), random.randint(1, ledgers)))),
            card=random.choice([0, 1] if is_company else [None, 0, 1]),
            unfilled=random.choice([0, 0, 0, -2, 2, 3]),
        )
        for _ in range(random.randint(1, 3))
    )
    return Problem(
        counts=tuple(counts),
        scorers=scorers,
        lefts=tuple(
            Left(value=random.randint(-1, 2), classes=some(), ledger=random.randrange(ledgers))
            for _ in range(random.randint(0, 2))
        ),
        settled=tuple(
            Settled(roles=some(1, 4))
            for _ in range(random.choice([0, 0, 1, 1, 2, 3]) if sum(counts) < 4 else random.choice([0, 1]))
        ),
        companies=tuple(
            Company(host=random.randrange(size), guests=some(), counts_as=some(1, 2), stands_only=random.random() < 0.3)
            for _ in range(random.randint(1, 2) if is_company else 0)
        ),
    )

"""Random games of subsets of the shipped packs, for the laws.

A law is checked on a game or two of some subsets; KFDSL_FULL=1 takes every subset, and plays more and longer.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import kfdsl
from kfdsl.engine.choices import notation
from kfdsl.engine.choices.begun import Atoms

TOP = Path(__file__).resolve().parent.parent.parent
FULL = bool(os.environ.get("KFDSL_FULL"))
CONSTRUCTS = str(TOP / "tests" / "constructs")  # packs that say what the shipped ones do not
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@cache
def rules_of(*packs: str) -> kfdsl.Rules:
    return kfdsl.load(*packs)


@cache
def subsets() -> tuple[tuple[str, ...], ...]:
    """Every set of shipped packs that can stand by itself, the smallest first; without KFDSL_FULL the first and the last."""
    names = sorted(path.name.removesuffix(".pack.json") for path in (TOP / "content").glob("*.pack.json"))
    wanted = [some for size in range(1, len(names) + 1) for some in combinations(names, size)]
    found = tuple(dict.fromkeys(closed(some) for some in wanted))
    by_size = sorted(found, key=len)
    return found if FULL else (by_size[0], by_size[-1])


def each_subset(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test on every subset, and on the packs that are there to prove constructs."""
    return pytest.mark.parametrize(
        "packs", (*subsets(), (CONSTRUCTS,)), ids=lambda packs: "+".join(Path(pack).name for pack in packs)
    )(test)


def closed(some: tuple[str, ...]) -> tuple[str, ...]:
    """With the packs that these require."""
    found = set(some)
    for name in some:
        found |= set(closed(tuple(json.loads((TOP / "content" / f"{name}.pack.json").read_text())["requires"])))
    return tuple(sorted(found))


def times(small: int, large: int) -> int:
    return large if FULL else small


def new_game(packs: tuple[str, ...], seed: int) -> kfdsl.Game:
    """A game; how many play and what chance brings follow from the seed."""
    return rules_of(*packs).new_game(NAMES[: 2 + seed % 3], seed=seed)


def walk(game: kfdsl.Game, seed: int, most: int = 5000) -> Iterator[kfdsl.Game]:
    """Play on at random; gives the game before each part."""
    rnd = random.Random(seed)
    for _ in range(most):
        if game.over:
            return
        yield game
        game.play(rnd.choice(game.choices()))
    assert game.over, "a random game does not end"


def some_positions(packs: tuple[str, ...], seed: int, count: int) -> Iterator[kfdsl.Game]:
    """A few positions of one random game, spread over all of it, some of them between two parts of an answer."""
    rnd = random.Random(seed)
    every = [game.clone() for game in walk(new_game(packs, seed), seed)]
    yield from rnd.sample(every, min(count, len(every)))


def snapshot(game: kfdsl.Game) -> dict[str, Any]:
    """All that a game is."""
    state = game.state
    names = ("chance", "ask", "frame", "apart", "acting", "aparts", "sheet", "tallies")
    kept = {name: getattr(state, name) for name in names}
    cells = tuple(state.cells[cell] for cell in range(len(state.cells)))
    return kept | {"cells": cells, "log": tuple(game.log), "begun": game.begun(), "names": game.names}


def tree(game: kfdsl.Game, most: int) -> list[str]:
    """The notations of what is offered, part by part, depth first."""
    found: list[str] = []
    if game.over:
        return found
    question, stack = game.question, [game.atoms]
    while stack and len(found) < most:
        atoms = stack.pop()
        options = question.options(atoms)
        longer = [(*atoms, option) for option in options]
        found += [notation.write(question, each) for each in longer]
        stack += [each for each in reversed(longer) if question.answer(each) is None]
    return found


def finish(game: kfdsl.Game, first: Atoms, rnd: random.Random) -> Atoms:
    """A whole that begins with some parts."""
    question, atoms = game.question, first
    while question.answer(atoms) is None:
        options = question.options(atoms)
        assert options, f"{notation.write(question, atoms)} cannot be completed"
        atoms = (*atoms, rnd.choice(options))
    return atoms

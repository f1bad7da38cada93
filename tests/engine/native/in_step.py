"""Games on two engines at once, of the same rules: Python and WebAssembly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from kfdsl.api import Rules
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from tests.laws.games_for_laws import CONSTRUCTS, FULL, TOP, rules_of, subsets

STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
PACKS = [*subsets(), (CONSTRUCTS,), *((path,) for path in (STRANGERS if FULL else STRANGERS[::3]))]
SETS = [(packs, seats) for at, packs in enumerate(PACKS) for seats in ((2, 3, 4, 5, 6) if FULL else (2 + at % 3,))]
STEPS = 1_000_000 if FULL else 60  # of a game that Python plays as well


def named(each: object) -> str:
    return "+".join(Path(pack).name for pack in each) if isinstance(each, tuple) else str(each)


def seats_for(packs: tuple[str, ...], wanted: int) -> int:
    few, many = rules_of(*packs).seats
    return min(max(wanted, few), many)


def twins(packs: tuple[str, ...], wanted: int, seed: int) -> tuple[Game, Game]:
    """The same game twice: on a table that goes on natively from the start, and on one that never does."""
    return twins_of(rules_of(*packs), seats_for(packs, wanted), seed)


def twins_of(rules: Rules, seats: int, seed: int) -> tuple[Game, Game]:
    """The same by some rules."""
    native, plain = (Table(rules.numbering, seats, rules.limits, lambda: rules.facts) for _ in range(2))
    native.compile_now()
    plain.is_native_sound = False
    names = [f"p{seat + 1}" for seat in range(seats)]
    settled = rules.settled({})
    return Game(native, names, seed, options=settled), Game(plain, names, seed, options=settled)


def walked(packs: tuple[str, ...], wanted: int, seed: int, most: int = STEPS) -> Iterator[tuple[Game, Game]]:
    """Two games in step, with the same choices at random; at each choice what is offered is the same, in its order."""
    one, other = twins(packs, wanted, seed)
    for _ in in_step(one, other, random.Random(seed), most):
        yield one, other


def in_step(one: Game, other: Game, dice: random.Random, most: int = STEPS) -> Iterator[None]:
    """Go on with both, choice by choice, as far as that; once before the first choice, too."""
    for _ in range(most):
        yield
        if one.over:
            return
        offered = one.choices()
        assert offered == other.choices()
        pick = dice.choice(offered)
        one.play(pick)
        other.play(pick)


def words_of(game: Game) -> tuple[bytes, ...]:
    """A state, but for what only says where it was copied from."""
    state = game.state.copy()
    header = state.layout.header
    numbers = bytearray(b"".join(state.stretches))
    for name in ("dirty", "fresh", "fine", "did", "quick"):
        numbers[8 * header[name] : 8 * header[name] + 8] = bytes(8)
    return bytes(numbers), state.lines, state.tallied, state.frames

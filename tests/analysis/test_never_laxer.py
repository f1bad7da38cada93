"""The engine is never laxer than the checker: what the checker says of rules holds in every position that is played."""

from __future__ import annotations

import random
from functools import partial
from itertools import combinations, product
from typing import Any

import pytest

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import ASK, READ, Summary, commute
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.named_reads import reads_of
from kfdsl.engine.words.state import State
from kfdsl.program import core
from tests.analysis.other_positions import other_positions
from tests.analysis.small_programs import Small, all_that_is, carried_out, done, positions, small_program
from tests.laws.games_for_laws import FULL

PAIRS = 12  # of a position, in make test
SEEDS = range(8)
POSITIONS, TIMES = 8, 2


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_called_sure_never_fails(seed: int) -> None:
    small, dice = small_program(seed), random.Random(seed)
    can_fail = CanFail(Deeds(reads_of(small.calls)))
    sure = [rule for rule in small.effects if can_fail.sure(rule.name)]
    for state in positions(small, dice, POSITIONS):
        for rule, _ in product(sure, range(TIMES)):
            assert carried_out(small, state.copy(), rule, dice), f"{said(small, rule)} failed"


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_called_independent_comes_to_the_same_in_either_order(seed: int) -> None:
    small, dice = small_program(seed), random.Random(seed)
    deeds, can_fail = Deeds(reads_of(small.calls)), CanFail(Deeds(reads_of(small.calls)))
    sure = [rule for rule in small.effects if can_fail.sure(rule.name) and not asks(deeds.rules[rule.name])]
    pairs = [
        (one, other)
        for one, other in combinations(sure, 2)
        if commute(deeds.of_rule(one.name), deeds.of_rule(other.name), deeds.reads.places)
    ]
    for state in positions(small, dice, POSITIONS):
        for pair in pairs if FULL else dice.sample(pairs, min(len(pairs), PAIRS)):
            ends = []
            for order in (pair, pair[::-1]):
                end = state.copy()
                assert all(done(small, end, list(order), dice))
                ends.append(all_that_is(small.table, end))
            assert ends[0] == ends[1], " and ".join(said(small, rule) for rule in pair)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_called_unread_does_not_change_an_answer(seed: int) -> None:
    small, dice = small_program(seed), random.Random(seed)
    deeds = Deeds(reads_of(small.calls))
    for state in positions(small, dice, POSITIONS):
        for query in small.queries:
            ask = partial(_asked, small, query.name)
            reads = deeds.of_query(query.name)
            for other, what in other_positions(small.table, state, reads, {}, range(len(state.cells))):
                assert ask(state) == ask(other), f"{said(small, query)} noticed {what}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rule_leaves_alone_what_it_is_not_said_to_touch(seed: int) -> None:
    small, dice = small_program(seed), random.Random(seed)
    deeds = Deeds(reads_of(small.calls))
    for state in positions(small, dice, POSITIONS):
        for rule in small.effects:
            end = state.copy()
            if not carried_out(small, end, rule, dice):
                continue
            touched = {effect.what for effect in deeds.rules[rule.name] if effect.deed != READ}
            for cell, before, after in zip(small.table.layout.cells, state.cells, end.cells, strict=True):
                if cell.sort in ("tokens", "cards", "var") and before != after:
                    assert cell.name in touched, f"{said(small, rule)} changed {cell.name}"


def test_the_laws_are_about_something() -> None:
    sure = pairs = 0
    for seed in SEEDS:
        small = small_program(seed)
        deeds, can_fail = Deeds(reads_of(small.calls)), CanFail(Deeds(reads_of(small.calls)))
        names = [rule.name for rule in small.effects if can_fail.sure(rule.name)]
        sure += len(names)
        pairs += sum(
            commute(deeds.of_rule(one), deeds.of_rule(other), deeds.reads.places) for one, other in combinations(names, 2)
        )
    assert sure > 2 * len(SEEDS) and pairs > len(SEEDS), (sure, pairs)


def _asked(small: Small, query: str, state: State) -> Any:
    return small.table.query(state, query)


def asks(summary: Summary) -> bool:
    return any(effect.deed == ASK for effect in summary)


def said(small: Small, named: core.Named) -> str:
    return next(
        line for line in small.text.splitlines() if f" {named.name}(" in line.partition("{")[0].partition("=")[0]
    )

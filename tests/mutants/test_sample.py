"""A sample of the sweep over misspelt content; `make test-all` tries every word of it.

Whoever changes what is said of mistakes looks at `python -m tests.mutants.sweep --share 0.02 --misses`.
"""

from __future__ import annotations

import random

import pytest

from tests.lang.samples import YARD
from tests.mutants.figures import Figures
from tests.mutants.sweep import Task, tried
from tests.mutants.words import MISHAPS, WAYS, misspelt, words_of

SAMPLE = (  # of rules, of cards and of examples, so many words of which one is tried
    ("keyflower", "rules/keyflower/hauling.kf", 60),
    ("keyflower", "tiles/keyflower/spring.kf", 60),
    ("keyflower", "rules/keyflower/examples/scoring.kf", 60),
)
FEW = 0.15  # of so few words, two at most


def test_misspelt_words_are_told_of_at_their_line_and_by_name() -> None:
    figures = Figures()
    for pack, file, one_of in SAMPLE:
        figures.join(tried(Task(pack, file, 1 / one_of, 1, seed=7)))
    assert sum(figures.counts[way, "all"] for way in WAYS) > 12
    assert figures.is_good(FEW), "\n".join([figures.table(), *(" ".join(miss) for miss in figures.misses)])


@pytest.mark.parametrize("way", WAYS)
def test_a_misspelt_word_is_none_that_is_known(way: str) -> None:
    dice = random.Random(1)
    known = {found[0] for found in words_of(YARD)}
    for found in words_of(YARD):
        mutant = misspelt(YARD, found, way, known, dice)
        assert mutant is None or (mutant.typed not in known and mutant.text != YARD)


@pytest.mark.parametrize("way", MISHAPS)
def test_a_mishap_changes_the_text(way: str) -> None:
    mutant = MISHAPS[way](YARD, random.Random(1))
    assert mutant is not None and mutant.text != YARD and mutant.line <= YARD.count("\n") + 1

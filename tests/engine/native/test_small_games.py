"""Python and WebAssembly play games of generated rules in step."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import kfdsl
from tests.engine.native.in_step import in_step, twins_of, words_of
from tests.engine.native.small_games import small_games
from tests.laws.games_for_laws import FULL
from tests.record.pottery import write_pack

GAMES = 300 if FULL else 6
PHASES = list(Phase) if FULL else [Phase.generate]  # making a failing game smaller takes minutes


@settings(
    max_examples=GAMES,
    phases=PHASES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(small_games(), st.integers(2, 4), st.integers(0, 1 << 30))
def test_games_of_generated_rules_are_the_same_word_by_word(text: str, seats: int, seed: int) -> None:
    with TemporaryDirectory() as folder:
        rules = kfdsl.load(write_pack(Path(folder), text))
        one, other = twins_of(rules, seats, seed)
        for _ in in_step(one, other, random.Random(seed)):
            assert words_of(one) == words_of(other)
            assert one.events == other.events
        assert one.log == other.log
        assert one.totals() == other.totals()
        assert one.state.sheet == other.state.sheet

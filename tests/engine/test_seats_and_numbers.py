"""Seats that are empty, and numbers that nobody should count to."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from tests.record.pottery import POTTERY, write_pack

TEXT = (
    POTTERY
    + """
var far: number = 400
var met: number = 0
action count in stint { do { far := far + 400; met := size(numbers(far)); rounds := rounds + 1 } }
action greet in stint {
  do {
    met := 0
    for n in numbers(4) { if seat(n) is there { met := met + 1 } }
    if me is seat(4) { met := met + 100 }
    rounds := rounds + 1
  }
}
position bench for ann, ben { far = 400 }
example "counting far" { given bench; when ann "count"; when ben "count" then met = 1200 }
"""
)


@pytest.fixture
def rules(tmp_path: Path) -> kfdsl.Rules:
    return kfdsl.load(write_pack(tmp_path, TEXT))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_there_are_as_many_seats_as_players(players: int, rules: kfdsl.Rules) -> None:
    game = rules.new_game(["Ann", "Ben", "Cleo", "Dora"][:players], seed=1)
    game.play("greet")
    assert game.view()["variables"]["met"] == players


def test_counting_too_far_ends_with_the_line_of_content(rules: kfdsl.Rules) -> None:
    game = rules.new_game(["Ann", "Ben"], seed=1)
    game.play("count")
    assert game.view()["variables"]["met"] == 800
    with pytest.raises(kfdsl.TooMany, match=r"`numbers` counts to 1000 at most, and 1200 are wanted here") as caught:
        game.play("count")
    assert caught.value.place == "rules/hollow/all.kf:30:60"
    (failed,) = rules.check_examples()
    assert "1200 are wanted here" in str(failed)

"""What the sheet says was allocated: an invented table of tokens, no game."""

from __future__ import annotations

from typing import cast

from kfdsl.engine.machine.wording import Wording
from kfdsl.engine.score.settle import ANYWHERE, Customs, Tally, settled

LOAM, SAND, GEM, JOKER = range(4)
CUSTOMS = Customs(stands={}, companies=(), roles={JOKER: (LOAM, SAND, GEM)})


class Nouns:
    def noun(self, token: int, count: int) -> str:
        return ("loam", "sand", "gem" if count == 1 else "gems", "joker")[token]


def tally(value: int, *want: tuple[int, int], left: bool = False) -> Tally:
    return Tally(
        player=0,
        sets=not left,
        value=value,
        want=tuple((count, 1 << token, False) for count, token in want),
        within=ANYWHERE,
        once=False,
        alike=False,
        spare=None,
        roles=True,
        ledgers=(0,),
        unfilled=0,
        reason=("text", "it"),
        line=1,
    )


def lines(*tallies: Tally, have: tuple[int, ...]) -> list[tuple[int, str]]:
    made = settled(tallies, [(0, 0, have)], CUSTOMS, cast(Wording, Nouns()))
    return [(points, words) for _, points, _, _, words in made]


def test_a_piece_of_several_roles_is_told_by_its_own_name() -> None:
    assert lines(tally(10, (1, LOAM), (1, SAND)), have=(1, 0, 0, 1)) == [(10, "1 loam, 1 joker as sand")]


def test_it_is_told_by_its_own_name_where_it_is_left_as_well() -> None:
    assert lines(tally(1, (1, GEM), left=True), have=(0, 0, 2, 1)) == [(3, "2 gems, 1 joker as gem")]


def test_what_was_taken_is_not_told_as_left() -> None:
    told = lines(tally(9, (1, SAND)), tally(1, (1, GEM), left=True), have=(0, 0, 2, 1))
    assert told == [(9, "1 joker as sand"), (2, "2 gems")]

"""What the sheet says was allocated: an invented table of tokens, no game."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import kfdsl
from kfdsl.engine.machine.wording import Wording
from kfdsl.engine.score.settle import ANYWHERE, Customs, Tally, settled
from tests.laws.games_for_laws import walk
from tests.record.pottery import write_pack

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


# ---- what was settled before is remembered

RECKONING = """
trait ware "ware" "wares"
token clay is ware; token straw is ware; token pot is ware
place store of tokens, seen by all, holds 40 clay + 40 straw + 40 pot
place shelf per player of tokens, seen by all
var days: number = 0
var lenient: player? = none
var heat: number = 0
purpose counting; purpose weighing
stands pot for clay in counting where lenient is me
stands straw for clay in counting where heat > 1
stands straw for pot in weighing
shape wares(p: player) { some of shelf(p) }
menu work(me: player)
action let_be in work     { do { lenient := me } }
action be_strict in work  { do { lenient := none } }
action stoke in work      { do { heat := if heat > 1 then 0 else heat + 1 } }
action swap in work       { do { ask t: token in tokens(ware); move all from shelf(me) to store; move up to 3 t from store to shelf(me) } }
action count in work      { do { reckon(); settle me from wares(me) for counting } }
action weigh in work      { do { reckon(); settle me from wares(me) for weighing } }
effect reckon() { score 5 per 1 clay + 1 straw to me for "mixed"; score 4 per 2 clay to me for "clay"; score 1 left pot to me for "left" }
main flow fair {
  opening: for p in players { for t in tokens(ware) { move up to 2 t from store to shelf(p) } }
  work: repeat { for p in players { choose work(p) }; days := days + 1 } until days >= 12
}
"""


def totals(game: kfdsl.Game) -> list[int]:
    return [sum(points for who, points, *_ in game.state.sheet if who == seat) for seat in range(2)]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_remembered_of_a_settling_is_what_it_comes_to_in_this_position(seed: int, tmp_path: Path) -> None:
    """Stand-ins come and go with variables and with who counts, while pieces and scorers are the same."""
    folder = write_pack(tmp_path, RECKONING)
    games = [kfdsl.load(folder).new_game(["Ann", "Ben"], seed=seed) for _ in range(4)]
    game, anew, summed, summed_anew = games
    summed.state.is_summary = summed_anew.state.is_summary = True
    for _ in walk(game, seed):
        pass
    for line in game.log:
        for each in games[1:]:
            if line.alone or len(each.log) == len(game.log):
                continue
            if line.notation in ("count", "weigh") and each in (anew, summed_anew):  # nothing is remembered in a new memory
                each.table.engine.forget()
                del each.table.engine
            each.play(line.notation)
    assert anew.log == game.log
    assert anew.scores() == game.scores()
    assert anew.state.sheet == game.state.sheet
    assert summed.state.sheet == summed_anew.state.sheet
    assert summed.state.sheet != game.state.sheet
    assert totals(summed) == totals(game)

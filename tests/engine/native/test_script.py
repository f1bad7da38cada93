"""A script of chance is followed in words as it is in cells, and what is left of it is the same."""

from __future__ import annotations

import random

import pytest
from kfdsl.engine.native.script import follow, left_over

import kfdsl
from kfdsl.engine.machine.cannot_go_on import TooMany, Unscripted
from kfdsl.program import made_names
from tests.engine.native.test_needs import Both
from tests.packs.roots_for_tests import folder, pack

TEXT = """
trait ore "piece of ore" "pieces of ore"
token tin "tin" "tin" is ore
token iron "iron" "iron" is ore
token gem "gem" "gems"
place mine of tokens, seen by all, holds 9 tin + 3 iron + 2 gem
place purse per player of tokens, seen by all
place pile of tool, in order, seen by all
kind tool starts in pile { face top, back }
tool pick "Pick" { }
tool adze "Adze" { }
tool hoe "Hoe" { }
tool saw "Saw" { }
menu work(me: player)
action rest in work { do { } }
action dig in work { do { move up to 2 ore + 1 gem at random from mine to purse(me) } }
action dig_on in work { do { move up to 1 ore at random from mine to purse(me); move up to 1 gem at random from mine to purse(me) } }
action mix in work { do { shuffle pile } }
action turn in work { do { show adze at random; show hoe at random } }
action stir in work { do { move up to 1 gem at random from mine to purse(me); show hoe at random; shuffle pile } }
main flow days { for p in players { for day in numbers(9) { choose work(p) } } }
"""
PICK, ADZE, HOE, SAW = range(4)


@pytest.fixture(scope="module")
def ores(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(folder(tmp_path_factory.mktemp("ores"), pack("ores", TEXT)))


def turned(game: kfdsl.Game, card: int, face: int) -> Turned:
    return Turned(game.table.layout.tables["FACE"][card], face)


def cells_and_left(both: Both, script: list[Scripted], action: str) -> list[object]:
    """What a script comes to in cells and in words: the events, where everything lies and chance, what is left; or that it fails."""
    game, ends = both.game, []
    game.state.script = list(script)
    at = next(at for at, choice in enumerate(game.choices()) if choice.notation == action)
    follow(both.instance, script)
    both.listener.listen()
    for go_on in (lambda: game.play(action), lambda: both.batch.step([at])):
        try:
            go_on()
            ends.append("")
        except Unscripted as mistake:
            ends.append(type(mistake).__name__)
    left = left_over(both.instance)
    if ends == ["", ""]:
        assert [event[:4] for event in both.listener.hear().events] == [event[:4] for event in game.events]
        assert left == game.state.script
    assert ends[0] == ends[1], (script, action)
    game.state.script = None
    return [*ends, left]


@pytest.mark.parametrize("native", [True, False])
def test_a_draw_a_shuffle_and_a_toss_bring_what_is_written(ores: str, native: bool) -> None:
    both = Both((ores,), 2, seed=3, native=native)
    game = both.game
    assert cells_and_left(both, [(1, 1, 1)], "dig") == ["", "", [(0, 0, 0)]]
    assert cells_and_left(both, [(1, 0, 0), (0, 0, 1), (0, 1, 0)], "dig_on") == ["", "", [(0, 0, 0), (0, 1, 0)]]
    assert cells_and_left(both, [ComesFirst(SAW), ComesFirst(ADZE), ComesFirst(SAW)], "mix")[2] == [ComesFirst(SAW)]
    assert game.state.cells[game.table.layout.tables[made_names.place_cells("pile")]][:2] == (SAW, ADZE)
    assert cells_and_left(both, [turned(game, HOE, 1)], "turn")[2] == []
    assert cells_and_left(both, [turned(game, ADZE, 1), turned(game, HOE, 0)], "turn")[2] == []


@pytest.mark.parametrize("script", [[], [(0, 0, 1)], [(1, 0, 0)], [ComesFirst(PICK), (1, 1, 1)]])
def test_a_draw_that_is_not_written_is_told_with_its_line_and_the_game_stands(ores: str, script: list[Scripted]) -> None:
    both = Both((ores,), 2, seed=3)
    at = next(at for at, choice in enumerate(both.game.choices()) if choice.notation == "dig")
    words = both.batch.games[0].words
    follow(both.instance, script)
    with pytest.raises(Unscripted) as told:
        both.batch.step([at])
    assert told.value.span is not None and told.value.span.words.startswith("move up to 2 ore")
    left_over(both.instance)
    assert both.batch.games[0].words == words
    both.batch.step([at])


@pytest.mark.parametrize("native", [True, False])
def test_any_script_comes_to_the_same(ores: str, native: bool) -> None:
    rnd = random.Random(5)
    for seed in range(6):
        both = Both((ores,), 2, seed=seed, native=native)
        while not both.batch.over:
            entries: list[Scripted] = [
                (rnd.randrange(3), rnd.randrange(2), rnd.randrange(2)),
                (rnd.randrange(3), rnd.randrange(2), rnd.randrange(2)),
                ComesFirst(rnd.randrange(4)),
                ComesFirst(rnd.randrange(4)),
                turned(both.game, rnd.choice((ADZE, HOE)), rnd.randrange(2)),
            ]
            script = rnd.sample(entries, rnd.randrange(len(entries) + 1))
            cells_and_left(both, script, rnd.choice(both.game.choices()).notation)


def test_what_is_tried_uses_nothing_up(ores: str) -> None:
    both = Both((ores,), 2, seed=3)
    script: list[Scripted] = [(1, 0, 0), ComesFirst(HOE)]
    follow(both.instance, script)
    both.batch.step([0])  # rest; all actions were tried for what comes next
    assert left_over(both.instance) == script


def test_a_script_that_is_too_long_is_refused(ores: str) -> None:
    both = Both((ores,), 2, seed=3)
    with pytest.raises(TooMany):
        follow(both.instance, [(0, 0, 0)] * 20_000)
    assert left_over(both.instance) == []

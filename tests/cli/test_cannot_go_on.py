"""Rules that lead nowhere although the checker let them pass: the line is told, and the game is not lost.

The game here has a free action that leaves something to chance. What was asked beside it is looked at again only afterwards, and by then the
action may have taken away all that could be answered.
"""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import kfdsl
from tests.cli.conftest import Call
from tests.cli.kilns import write_pack
from tests.cli.scripted import session

HEARTH = """
place yard of log, in order, seen by all
place shed of log, in order, seen by all
kind log starts in yard { }
log oak { }
log elm { }

menu work(me: player)
action burn in work { do { if yard is not empty { ask l: log in yard; move l to shed } } }
free action tidy in work {
  need once: not tidied else "all is tidy"
  do { tidied := true; ask p: player in players; shuffle yard; clear(); score 1 to p for "tidy" }
}
var tidied: bool = false
action rest in work { do { } }
effect clear() { for l in yard { move l to shed } }
main flow day { for p in players { choose work(p) } }

position noon for ann, ben { yard = oak, elm }
example "a tidy yard leaves nothing to burn" {
  given noon
  when ann "burn"
  when ann "tidy"
  when ann "p2"
  then shed has oak
}
example "an oak burns" {
  given noon
  when ann "burn"
  when ann "oak"
  then shed has oak
}
"""
PLACE = "rules/hearth/hearth.kf:8:51"


@pytest.fixture
def hearth(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "hearth", "hearth", HEARTH)


def burning(hearth: Path) -> kfdsl.Game:
    game = kfdsl.load(hearth).new_game(["Ann", "Ben"], seed=1)
    game.play("burn")
    game.play("tidy")
    return game


def test_a_program_gets_an_exception_with_the_line_and_the_game_as_it_was(hearth: Path) -> None:
    game = burning(hearth)
    before = game.save()
    with pytest.raises(kfdsl.Stuck) as told:
        game.play("p2")
    assert told.value.place == PLACE
    assert str(told.value).startswith(f"{PLACE}: ")
    assert isinstance(told.value, kfdsl.CannotGoOn)
    assert game.save() == before
    assert [choice.notation for choice in game.choices()] == ["p1", "p2"]
    sent = pickle.loads(pickle.dumps(told.value))
    assert (type(sent), str(sent), sent.place) == (kfdsl.Stuck, str(told.value), PLACE)


def test_an_example_that_leads_nowhere_fails_by_name_and_the_next_is_run(call: Call, hearth: Path) -> None:
    said = call("test", hearth)
    assert said.code == 1
    assert 'error[example-failed]: "a tidy yard leaves nothing to burn" does not hold' in said.out
    assert "the rules do not go on from here" in said.out
    assert "nothing can be answered" in said.out  # beside the line that asks
    assert said.out.endswith("1 of 2 examples failed\n")


def test_a_game_at_the_terminal_is_kept_and_the_line_is_told(
    hearth: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = kfdsl.load(hearth)
    lines = ["", "burn", "tidy", "p2"]
    at_table = session(rules.new_game(["Ann", "Ben"], seed=1), lines, tmp_path)
    assert at_table.play() == 1
    said = capsys.readouterr()
    assert f"kfdsl: the rules do not go on: {PLACE}: " in said.err
    assert "The game is kept in" in said.out
    again = rules.resume(tmp_path / "game.save.json")
    assert (again.player, [line.notation for line in again.log]) == ("Ann", ["burn", "tidy"])


def test_bots_keep_the_game_too_and_a_simulation_tells_how_to_come_there_again(
    call: Call, hearth: Path, tmp_path: Path
) -> None:
    save = tmp_path / "bots.save.json"
    seeds = [
        seed for seed in range(20) if call("play", "--packs", hearth, "--bots", "random,random", "--seed", seed).code
    ]
    assert seeds, "no bot tidied up"
    said = call("play", "--packs", hearth, "--bots", "random,random", "--seed", seeds[0], "--save", save)
    assert (said.code, said.out) == (1, "")
    assert f"the rules do not go on: {PLACE}: " in said.err
    assert kfdsl.load(hearth).resume(save).log
    for jobs in "12":
        said = call("sim", "--packs", hearth, "--players", "2", "--games", "20", "--bots", "random", "--jobs", jobs)
        assert (said.code, said.out) == (1, "")
        assert PLACE in said.err
        seed = said.err.partition("with seed ")[2].partition(" ")[0]
        assert call("play", "--packs", hearth, "--bots", "random,random", "--seed", seed).code == 1


def test_answers_without_a_choice_come_to_an_end_whatever_the_checker_overlooked(
    hearth: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kfdsl.engine.play import game as engine

    text = "menu turn(me: player)\naction nod in turn { }\nmain flow day { for p in players { choose turn(p) } }"
    rules = kfdsl.load(write_pack(hearth.parent / "nods", "nods", text))
    assert rules.new_game(["Ann", "Ben", "Cleo"]).over
    monkeypatch.setattr(engine, "MOST_SILENT", 1)
    with pytest.raises(kfdsl.Endless) as told:
        rules.new_game(["Ann", "Ben", "Cleo"])
    assert told.value.place == "rules/nods/nods.kf:3:36"

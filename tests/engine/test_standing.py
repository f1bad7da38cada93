"""Who is ahead, and among equals."""

from __future__ import annotations

from pathlib import Path

import pytest

import kfdsl
from kfdsl.cli.table.score_sheet import sheet_values, tell_sheet
from kfdsl.record import cache
from tests.packs.roots_for_tests import folder, pack

RACE = """
var turn: number = 0
kind runner starts in track { var came: number = 0 }
place track of runner, in order, seen by all
place lane per player of runner, seen by all
runner red_one { }
runner blue_one { }
runner green_one { }

menu run(me: player)
action arrive in run(r: runner in track) { do { turn := turn + 1; r.came := turn; move r to lane(me) } }
action drop_out in run { }
main flow race { for p in players { choose run(p) }; for p in players { score prize(p) to p for "prize" } }

open query prize(p: player) -> number = 3
open query arrival(p: player) -> number = if lane(p) is empty then 9 else sum of r.came for r in lane(p)
"""
LEAST = "ties go to p with least arrival(p)\n"
MOST = "ties go to p with most arrival(p)\n"


def finished(tmp_path: Path, text: str, answers: tuple[str, ...], **more: str) -> kfdsl.Game:
    files = pack("race", RACE + text)
    for name, other in more.items():
        files |= pack(name, other, requires={"race": "*"})
    rules = kfdsl.load(folder(tmp_path, files))
    assert not rules.warnings
    game = rules.new_game(["Ann", "Ben", "Cleo"], seed=1)
    for answer in answers:
        game.play(answer)
    assert game.over
    return game


ARRIVED = ("arrive green_one", "drop_out", "arrive red_one")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("", {"Ann": 1, "Ben": 1, "Cleo": 1}),
        (LEAST, {"Ann": 1, "Ben": 3, "Cleo": 2}),
        (MOST, {"Ann": 3, "Ben": 1, "Cleo": 2}),
    ],
)
def test_ties_go_to_whom_the_rules_say(tmp_path: Path, text: str, places: dict[str, int]) -> None:
    assert finished(tmp_path, text, ARRIVED).scores().places == places


def test_points_come_before_what_breaks_ties(tmp_path: Path) -> None:
    more = "extend query prize { plus 1 where p is seat(2) }"
    assert finished(tmp_path, LEAST + more, ARRIVED).scores().places == {"Ann": 2, "Ben": 1, "Cleo": 3}


def test_those_who_are_equal_in_that_too_share_a_place(tmp_path: Path) -> None:
    game = finished(tmp_path, LEAST, ("drop_out", "arrive red_one", "drop_out"))
    assert game.scores().places == {"Ann": 2, "Ben": 1, "Cleo": 2}


def test_another_pack_changes_who_is_ahead_by_extending_the_query(tmp_path: Path) -> None:
    game = finished(tmp_path, LEAST, ARRIVED, late="extend query arrival { plus 10 where p is seat(1) }")
    assert game.scores().places == {"Ann": 3, "Ben": 2, "Cleo": 1}


def test_the_sheet_names_the_winner_among_equals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = finished(tmp_path, LEAST, ARRIVED)
    tell_sheet(game)
    said = capsys.readouterr().out
    assert said.index("1. Ann: 3 points") < said.index("2. Cleo: 3 points") < said.index("3. Ben: 3 points")
    assert "Winner: Ann" in said
    assert sheet_values(game)["places"] == {"Ann": 1, "Ben": 3, "Cleo": 2}


def test_before_the_end_the_present_state_decides(tmp_path: Path) -> None:
    rules = kfdsl.load(folder(tmp_path, pack("race", RACE + LEAST)))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    assert game.scores().places == {"Ann": 1, "Ben": 1}
    game.play("arrive red_one")
    assert game.scores().places == {"Ann": 1, "Ben": 2}


def test_two_who_say_it_are_an_error_that_names_both_places(tmp_path: Path) -> None:
    files = pack("race", RACE + LEAST) | pack("late", MOST, requires={"race": "*"})
    with pytest.raises(kfdsl.ContentError) as caught:
        kfdsl.load(folder(tmp_path, files))
    (found,) = caught.value.diagnostics
    assert found.code == "declared-twice"
    assert found.span is not None
    assert {found.span.source.pack, *(aside.span.source.pack for aside in found.asides)} == {"race", "late"}


def test_rules_from_the_cache_break_ties_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KFDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_BORN", float("inf"))  # code that was edited just now is not kept
    for _ in range(2):
        assert finished(tmp_path / "packs", LEAST, ARRIVED).scores().places["Ann"] == 1
        assert len(list((tmp_path / "cache").glob("*.rules"))) == 1

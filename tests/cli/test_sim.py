"""Many games by bots on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kfdsl.cli.commands.sim_tables import GAUGE, bar, gauge
from tests.cli.conftest import Call
from tests.cli.terminal import Terminal

WOODS = Path(__file__).resolve().parents[1] / "bots" / "woods"
FEW = ("sim", "--packs", WOODS, "--players", "3", "--games", "7", "--bots", "greedy,random")


def test_the_number_of_jobs_makes_no_difference(call: Call) -> None:
    one, two, three = (call(*FEW, "--json", "--jobs", jobs) for jobs in "123")
    assert one.code == 0
    assert one == two == three
    assert json.loads(one.out)["games"][6]["number"] == 6


def test_another_seed_gives_other_games_and_more_games_begin_with_the_same(call: Call) -> None:
    words = ("sim", "--packs", WOODS, "--bots", "random", "--jobs", "1", "--json")
    games = [
        json.loads(call(*words, *more).out)["games"] for more in (("--games", "3"), ("--games", "5"), ("--seed", "2"))
    ]
    assert games[0] == games[1][:3]
    assert games[2][:3] != games[0]
    assert len(games[2]) == 100


def test_options_of_packs_are_settled(call: Call) -> None:
    words = ("sim", "--packs", WOODS, "--games", "2", "--bots", "random", "--jobs", "1", "--json")
    short, long = (json.loads(call(*words, *more).out) for more in ((), ("--set", "woods.long_year=yes")))
    assert long["options"] == {"woods.long_year": True}
    assert long["answers"]["mean"] > short["answers"]["mean"] + 10


def test_the_last_bot_named_takes_the_seats_that_are_left(call: Call) -> None:
    words = ("sim", "--packs", WOODS, "--players", "4", "--games", "4", "--jobs", "1", "--json")
    found = json.loads(call(*words, "--bots", "greedy,random").out)
    assert [game["bots"].count("greedy") for game in found["games"]] == [1, 1, 1, 1]
    assert {game["bots"].index("greedy") for game in found["games"]} == {0, 1, 2, 3}


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_there_was_so_far(jobs: str, tmp_path: Path) -> None:
    words = ("sim", "--packs", WOODS, "--games", "100000", "--bots", "random", "--jobs", jobs)
    person = Terminal(*words, cwd=tmp_path, is_fresh=jobs == "2")
    while int(person.until("/100000").split()[-1].rpartition("m")[2] or 0) < 2:
        pass
    person.type("\x03")
    code, last = person.end()
    assert code == 130, last
    assert "Traceback" not in last
    assert "kfdsl: interrupted; this is what " in last
    assert "games by 4 players" in last


def test_no_progress_is_shown_where_nobody_looks(call: Call) -> None:
    assert call(*FEW, "--jobs", "1").err == ""


def test_bars_and_gauges_are_drawn_to_scale() -> None:
    assert bar(0, 4) == ""
    assert bar(4, 4) == "█" * 24
    assert bar(1, 4) == "█" * 6
    assert bar(1, 0) == ""
    drawn = gauge(0.5, (0.25, 0.75), 1.0, 1.0)
    assert len(drawn) == GAUGE
    assert (drawn[6], drawn[12], drawn[18], drawn[24]) == ("├", "●", "┤", "│")
    assert drawn[7:12] == "─" * 5
    assert gauge(0.5, (0.25, 0.75), 0.625, 1.0)[15] == "┼"

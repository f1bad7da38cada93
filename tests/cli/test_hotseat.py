"""A session at a terminal, with somebody who types whatever comes to mind."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import RenderableType

import kfdsl
from kfdsl.cli.draw.overview import Picture, View
from kfdsl.cli.table.ask.options import listed
from kfdsl.cli.table.ask.step import next_step
from kfdsl.cli.table.autosave import Keeper
from kfdsl.cli.table.seats import Seats
from kfdsl.cli.table.session import HotSeat
from kfdsl.cli.terminal import output
from tests.cli.conftest import Call
from tests.cli.gardens import gardens

TOP = Path(__file__).resolve().parents[2]
CONSTRUCTS = TOP / "tests" / "constructs"
NOISE = [
    "",
    "back",
    "undo",
    "?",
    "help",
    "log",
    "? pass",
    "? bid alehouse with 1 red",
    "0",
    "-3",
    "999",
    "9" * 40,
    "save",
    "save /",
    "save \0",
    "? \udcff",
    "²",
    "[bold]",
    "bid",
    "bid with",
    "bid alehouse with",
    "bid alehouse with all of",
    "? 1",
    "?? ?",
    "stop",
    "\x1b[A",
    "a" * 5000,
    "look",
    "look all",
    "look supply",
    "look ann",
    "look ☃",
    "map",
    "map ben",
    "map all",
    "score",
    "log 3",
    "log " + "9" * 40,
    "confirm",
    "1 2",
    "2 1 1",
    "none",
    "2 leaf",
    "1 leaf + 1 root",
    "yes",
    "n",
    "b",
]


class Absent(HotSeat):
    """A session in which a chance generator types."""

    def type_like(self, chance: random.Random) -> None:
        """Begin to type."""
        self.chance = chance

    def read(self, prompt: str) -> str:
        """Mostly a choice, now and then noise."""
        if "press Enter" in prompt or self.chance.random() < 0.4:
            return self.chance.choice(NOISE)
        return str(self.chance.randint(0, max(1, len(self.game.choices()))))


@pytest.fixture(params=["all", "constructs", "gardens"])
def packs(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Packs of several games."""
    return {"all": "all", "constructs": str(CONSTRUCTS), "gardens": str(gardens(tmp_path / "gardens"))}[request.param]


@pytest.mark.parametrize("seed", range(3 if os.environ.get("KFDSL_FULL") else 1))
def test_no_line_that_is_typed_breaks_a_session(
    packs: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    who = Seats(names=("ann", "ben", "bot 1"), bots={"bot 1": "random"})
    session = Absent(kfdsl.load(packs).new_game(list(who.names), seed), who, Keeper(tmp_path / "game.save.json"), None)
    session.type_like(random.Random(seed))
    assert session.play() == 0
    assert session.game.over
    assert kfdsl.load(packs).resume(tmp_path / "game.save.json").scores() == session.game.scores()


def drawings(view: View) -> list[RenderableType]:
    """All that can be looked at."""
    seats = range(len(view.visible.game.names))
    return [view.overview(), view.everything(), *(part for seat in seats for part in view.one_player(seat))]


def test_a_picture_shows_nothing_that_its_player_cannot_know(packs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Drawn in another world that the player cannot tell from this one, it is the same, and so is what is asked."""

    def drawn(at: kfdsl.Game, player: str) -> str:
        capsys.readouterr()
        view = Picture(at).view(at, player)
        for part in drawings(view):
            output.console().print(part)
        if at.player == player:
            step = next_step(at)
            output.console().print(step.heading, listed(step.options, view.visible))
            print(*(at.why_none(action.name) for action in at.table.program.actions))
        return capsys.readouterr().out

    chance = random.Random(5)
    game = kfdsl.load(packs).new_game(["ann", "ben", "cleo"], seed=5)
    for number in range(60):
        if game.over:
            break
        for player in game.names if number % 6 == 0 else ():
            assert drawn(game, player) == drawn(game.redealt(player, number), player)
        game.play(chance.choice(game.choices()))


@pytest.mark.parametrize("players", [2, 4, 6])
def test_no_line_is_wider_than_the_terminal(players: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(players)
    names = ["ann", "ben", "cleo", "dora", "emil", "a name of thirty letters, more"][:players]
    game = kfdsl.load("all").new_game(names, seed=players)
    while not game.over:
        if len(game.log) % 40 == 0 and not game.atoms:
            capsys.readouterr()
            console = output.console()
            console.width = 80
            for part in drawings(Picture(game).view(game, game.player, 80, 40)):
                console.print(part)
            assert [line for line in capsys.readouterr().out.splitlines() if cell_len(line) > 80] == []
        game.play(chance.choice(game.choices()))


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(
    call: Call, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    who = Seats(names=("ann", "bot 1"), bots={"bot 1": "random"})
    folder = tmp_path / "gone"
    folder.mkdir()
    keeper = Keeper(folder / "game.save.json")
    folder.rmdir()
    session = Absent(kfdsl.load(game).new_game(list(who.names), 1), who, keeper, None)
    session.type_like(random.Random(1))
    assert session.play() == 0
    assert capsys.readouterr().err.count("the game is not kept") == 1

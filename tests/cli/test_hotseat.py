"""A session at a terminal, with somebody who types whatever comes to mind."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import kfdsl
from kfdsl.cli.hotseat import HotSeat
from kfdsl.cli.keep import Keeper
from kfdsl.cli.picture import Picture
from kfdsl.cli.seats import Seats
from tests.cli.conftest import Call

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
        return str(self.chance.randint(1, max(1, len(self.game.choices()))))


@pytest.mark.parametrize(
    ("packs", "seed"), [*(("all", seed) for seed in range(3)), *((str(CONSTRUCTS), seed) for seed in range(3))]
)
def test_no_line_that_is_typed_breaks_a_session(
    packs: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    who = Seats(names=("ann", "ben", "bot 1"), bots=frozenset({"bot 1"}))
    session = Absent(kfdsl.load(packs).new_game(list(who.names), seed), who, Keeper(tmp_path / "game.save.json"), None)
    session.type_like(random.Random(seed))
    assert session.play() == 0
    assert session.game.over
    assert kfdsl.load(packs).resume(tmp_path / "game.save.json").scores() == session.game.scores()


@pytest.mark.parametrize("packs", ["all", str(CONSTRUCTS)])
def test_a_picture_shows_nothing_that_its_player_cannot_know(packs: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Drawn in another world that the player cannot tell from this one, it is the same."""
    from kfdsl.cli import say

    def drawn(at: kfdsl.Game, player: str) -> str:
        capsys.readouterr()
        say.console().print(Picture(at).of(at, player))
        return capsys.readouterr().out

    chance = random.Random(5)
    game = kfdsl.load(packs).new_game(["ann", "ben", "cleo"], seed=5)
    for number in range(60):
        if game.over:
            break
        for player in game.names if number % 6 == 0 else ():
            assert drawn(game, player) == drawn(game.redealt(player, number), player)
        game.play(chance.choice(game.choices()))


def test_a_game_that_cannot_be_kept_says_so_and_goes_on(
    call: Call, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    who = Seats(names=("ann", "bot 1"), bots=frozenset({"bot 1"}))
    folder = tmp_path / "gone"
    folder.mkdir()
    keeper = Keeper(folder / "game.save.json")
    folder.rmdir()
    session = Absent(kfdsl.load(game).new_game(list(who.names), 1), who, keeper, None)
    session.type_like(random.Random(1))
    assert session.play() == 0
    assert capsys.readouterr().err.count("the game is not kept") == 1

"""Play a log again.

In:   a new game and the lines of a log.      Out:  the game behind its last line, or the first difference.
A line that answered itself then may be a choice now, and the other way round; only what was answered, and by whom, has to
agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.game import Game, IllegalChoice


class Difference(Exception):
    """The first line of a log that a game does not follow."""

    def __init__(self, line: int, player: str, choice: str, why: str) -> None:
        super().__init__(f"The first difference is at line {line + 1} of the log, {player} `{choice}`: {why}")
        self.line = line


def replay(game: Game, log: Sequence[tuple[int, str]]) -> None:
    """Answer as the log says, line by line."""
    checked = 0
    while True:
        for at in range(checked, min(len(game.log), len(log))):
            _same(game, at, log[at])
        checked = len(game.log)
        if checked >= len(log):
            return
        seat, choice = log[checked]
        if not game.over:
            game.face(seat)
        if game.over:
            raise Difference(checked, _name(game, seat), choice, "the game is over now")
        if game.seat != seat:
            raise Difference(checked, _name(game, seat), choice, f"it is {game.player} who is asked now")
        try:
            game.play(choice)
        except IllegalChoice as mistake:
            raise Difference(checked, game.player, choice, str(mistake)) from mistake
        if len(game.log) == checked and game.atoms:
            raise Difference(checked, game.player, choice, "it is only a part of an answer")


def _same(game: Game, at: int, line: tuple[int, str]) -> None:
    found = game.log[at]
    if (found.player, found.notation) != line:
        raise Difference(at, _name(game, line[0]), line[1], f"{_name(game, found.player)} answers `{found.notation}` now")


def _name(game: Game, seat: int) -> str:
    return game.names[seat] if seat < len(game.names) else f"player {seat + 1}"

"""Play a log again.

In:   a new game, the lines of a log, and sealed answers that were not opened yet.      Out:  the game behind all of them, or the
first difference.
A line that answered itself then may be a choice now, and the other way round; only what was answered, and by whom, has to
agree.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.play.game import Game, IllegalChoice
from kfdsl.engine.play.log import Sealed

Answer = tuple[int, str]  # seat, notation


class Difference(Exception):
    """The first line of a log that a game does not follow."""

    def __init__(self, line: int, player: str, choice: str, why: str) -> None:
        super().__init__(f"The first difference is at line {line + 1} of the log, {player} `{choice}`: {why}")
        self.line, self.player, self.choice = line, player, choice


def replay(game: Game, log: Sequence[Answer], sealed: Sequence[Sealed] = ()) -> None:
    """Answer as the log says, line by line."""
    checked = 0
    while len(game.log) < len(log):
        for at in range(checked, game.journal.settled(game.state.at_once)):
            _same(game, at, log[at])
        checked = game.journal.settled(game.state.at_once)
        if not _answer_sealed(game, sealed):
            _answer(game, *_next(game, log, checked))
    for at in range(checked, len(log)):
        _same(game, at, log[at])
    while _answer_sealed(game, sealed):
        pass
    for each in sealed:
        if each not in game.journal.sealed:
            raise Difference(each.behind, _name(game, each.player), each.notation, "nothing is sealed there now")


def _answer_sealed(game: Game, sealed: Sequence[Sealed]) -> bool:
    """Give the next answer that was given here, and is not open when the log ends; an act of somebody else may follow it."""
    for each in sealed:
        if each.behind == len(game.log) and each not in game.journal.sealed:
            _answer(game, each.behind, each.player, each.notation)
            return True
    return False


def _next(game: Game, log: Sequence[Answer], at: int) -> tuple[int, int, str]:
    """The line to play: the next one, or where several are asked the next by one of them."""
    if not game.over and game.state.apart is not None:
        return _next_apart(game, log, at)
    given = game.journal.sealed
    if given or (not game.over and game.table.ask(game.state).sealed):
        waiting = game.table.waiting(game.state)
        for line in range(at, min(at + len(given) + len(waiting), len(log))):
            if log[line][0] in waiting:
                return line, *log[line]
    return at, *log[at]


def _next_apart(game: Game, log: Sequence[Answer], at: int) -> tuple[int, int, str]:
    """The first line that somebody has not said yet of those who act at once; their lines stand by seat."""
    said = [line.player for line in game.log[at:]]
    for seat in game.table.waiting(game.state):
        own = [line for line in range(at, len(log)) if log[line][0] == seat][said.count(seat) :]
        if own:
            return own[0], *log[own[0]]
    return at, *log[at]


def _answer(game: Game, at: int, seat: int, choice: str) -> None:
    if game.over:
        raise Difference(at, _name(game, seat), choice, "the game is over now")
    if seat not in game.table.waiting(game.state):
        raise Difference(at, _name(game, seat), choice, f"it is {game.player} who is asked now")
    before = len(game.log) + len(game.journal.sealed)
    try:
        game.play(choice, game.names[seat])
    except IllegalChoice as mistake:
        raise Difference(at, game.names[seat], choice, str(mistake)) from mistake
    if len(game.log) + len(game.journal.sealed) == before:
        raise Difference(at, game.names[seat], choice, "it is only a part of an answer")


def _same(game: Game, at: int, line: Answer) -> None:
    found = game.log[at]
    if (found.player, found.notation) != line:
        raise Difference(
            at, _name(game, line[0]), line[1], f"{_name(game, found.player)} answers `{found.notation}` now"
        )


def _name(game: Game, seat: int) -> str:
    return game.names[seat] if seat < len(game.names) else f"player {seat + 1}"

"""A game that is not lost.

In:   a game, again and again.      Out:  a file that always holds its last choice; Broken or Wrong if there is no such file.
Without a name from the player, a free one in the folder is taken, or in the machine's folder for passing things.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from kfdsl.api import Game
from kfdsl.cli.terminal.output import Wrong

SUFFIX = ".save.json"
TRIES = 1000


class Keeper:
    """Keeps one game in one file."""

    def __init__(self, path: Path | None) -> None:
        self.is_named = path is not None
        self.path = path
        self.trouble = ""  # why nothing can be kept, if so

    def keep(self, game: Game) -> None:
        """Write the game down; trouble is remembered, since play goes on."""
        try:
            if self.path is None:
                self.path = _free(game.seed)
            game.save(self.path)
            self.trouble = ""
        except OSError as problem:
            self.trouble = f"{self.path or 'the game'} cannot be written: {problem.strerror or problem}"

    def drop(self) -> None:
        """Remove a file that the player did not ask for."""
        if not self.is_named and self.path is not None:
            self.path.unlink(missing_ok=True)


def save_to(game: Game, path: Path) -> None:
    """Write a game where the player says."""
    try:
        game.save(path)
    except (OSError, ValueError) as problem:
        raise Wrong(f"{path} cannot be written: {getattr(problem, 'strerror', None) or problem}") from problem


def check_path(path: Path) -> None:
    """Refuse a file that could not be written at the end of an evening."""
    try:
        folder = path.parent
        if path.is_dir():
            raise Wrong(f"{path} is a folder; name a file")
        if not folder.is_dir():
            raise Wrong(f"there is no folder {folder}")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, ValueError) as problem:
        raise Wrong(f"{path} cannot be written: {getattr(problem, 'strerror', None) or problem}") from problem


def _free(seed: int) -> Path:
    """A name that is not taken yet; taking it at once, so that two games do not meet."""
    problem: OSError | None = None
    for folder in (Path(), Path(tempfile.gettempdir())):
        for number in range(1, TRIES):
            path = folder / f"game-{seed}{'' if number == 1 else f'-{number}'}{SUFFIX}"
            try:
                path.touch(exist_ok=False)
                return path.resolve()
            except FileExistsError:
                continue
            except OSError as found:
                problem = found
                break
    raise problem or FileExistsError("too many saves")

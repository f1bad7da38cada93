"""A session whose lines are written down beforehand; it ends like a terminal does when they are used up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import kfdsl
from kfdsl.cli.table.autosave import Keeper
from kfdsl.cli.table.seats import Seats
from kfdsl.cli.table.session import HotSeat, Leave
from kfdsl.cli.terminal import output


class Scripted(HotSeat):
    """Types line after line; `asked` is what stood before the cursor each time."""

    lines: list[str]

    def read(self, prompt: str) -> str:
        """The next line, shown as a terminal would."""
        if not self.lines:
            raise Leave(output.FINE)
        line = self.lines.pop(0)
        print(prompt + line)
        return line


def session(
    game: kfdsl.Game,
    lines: Sequence[str],
    folder: Path,
    bots: Mapping[str, str] = MappingProxyType({}),
    width: int = 80,
) -> Scripted:
    """A session of a game with these lines; whoever is no bot is asked."""
    made = Scripted(game, Seats(names=game.names, bots=bots), Keeper(folder / "game.save.json"), None)
    made.lines = list(lines)
    made.console.width = width
    return made

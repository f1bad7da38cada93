"""Who sits where, and who is a bot.

In:   `--players` and `--bots` as they were typed.      Out:  Seats, or Wrong with one line.
"""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import category

from kfdsl.cli.say import Wrong

YOU, BOT = "you", "bot"
LONGEST = 30
USUAL = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Names in their order around the table, and which of them are bots."""

    names: tuple[str, ...]
    bots: frozenset[str]

    @property
    def people(self) -> tuple[str, ...]:
        """Those who are asked."""
        return tuple(name for name in self.names if name not in self.bots)


def seats(players: str | None, bots: str | None, is_watched: bool, room: tuple[int, int] = (1, USUAL)) -> Seats:
    """Those named, and the bots that join them; where at most one is named and nothing is said, so many that three play, or as near
    to that as there is room for."""
    names = _names(players, "--players") if players is not None else [YOU] if is_watched else []
    if bots is None:
        few, many = room
        joining = _numbered(max(few, min(USUAL, many)) - len(names)) if len(names) < 2 else []
        return Seats(names=(*names, *joining), bots=frozenset(joining))
    if bots.strip().isdecimal():
        if len(bots.strip()) > 2:
            raise Wrong(f"--bots: {bots.strip()[:20]} bots are too many")
        joining = _numbered(int(bots))
    else:
        joining = _names(bots, "--bots")
    return Seats(names=(*names, *(name for name in joining if name not in names)), bots=frozenset(joining))


def those_of_a_save(names: tuple[str, ...], bots: str | None) -> Seats:
    """The seats of a saved game; bots are those named as such, or by their names."""
    if bots is None:
        return Seats(names=names, bots=frozenset(name for name in names if name.partition(" ")[0] == BOT))
    if bots.strip() == "0":
        return Seats(names=names, bots=frozenset())
    chosen = _names(bots, "--bots")
    strangers = [name for name in chosen if name not in names]
    if strangers:
        raise Wrong(f"--bots: `{strangers[0]}` does not sit in this game; {', '.join(names)} do")
    return Seats(names=names, bots=frozenset(chosen))


def _numbered(count: int) -> list[str]:
    return [f"{BOT} {number + 1}" for number in range(count)]


def _names(words: str, option: str) -> list[str]:
    found = [word.strip() for word in words.split(",")]
    for name in found:
        if not name:
            raise Wrong(f"{option}: a name is missing in `{words}`" if words.strip() else f"{option}: nobody is named")
        if len(name) > LONGEST:
            raise Wrong(f"{option}: `{name[:LONGEST]}…` is longer than {LONGEST} characters")
        if not any(map(str.isalpha, name)):
            raise Wrong(f"{option}: `{name}` has no letter; a name is something to call somebody by")
        if any(category(char).startswith("C") for char in name):
            raise Wrong(f"{option}: a name holds a character that cannot be shown")
    twice = [name for name in found if found.count(name) > 1]
    if twice:
        raise Wrong(f"{option}: two are called `{twice[0]}`")
    return found

"""Who sits where, and who is a bot, of which sort.

In:   `--players` and `--bots` as they were typed.      Out:  Seats, or Wrong with one line.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from kfdsl.bots import BOTS, USUAL
from kfdsl.cli.terminal.output import Wrong
from kfdsl.text.inert import is_inert

YOU, BOT = "you", "bot"
LONGEST = 30
ALIKE = 0.8  # to a sort of bot: a slip rather than a name
TABLE = 3  # who play, if nobody says how many


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Names in their order around the table, and what sort of bot some of them are."""

    names: tuple[str, ...]
    bots: Mapping[str, str]

    @property
    def people(self) -> tuple[str, ...]:
        """Those who are asked."""
        return tuple(name for name in self.names if name not in self.bots)


def seats(players: str | None, bots: str | None, is_watched: bool, room: tuple[int, int] = (1, TABLE)) -> Seats:
    """Those named, and the bots that join them; where at most one is named and nothing is said, so many that three play, or as near
    to that as there is room for."""
    names = _names(players.split(","), "--players") if players is not None else [YOU] if is_watched else []
    if bots is None:
        few, many = room
        joining = _numbered(max(few, min(TABLE, many)) - len(names)) if len(names) < 2 else {}
    elif bots.strip().isdecimal():
        if len(bots.strip()) > 2:
            raise Wrong(f"--bots: {bots.strip()[:20]} bots are too many")
        joining = _numbered(int(bots))
    else:
        joining = _bots(bots, names)
    return Seats(names=(*names, *(name for name in joining if name not in names)), bots=joining)


def those_of_a_save(names: tuple[str, ...], bots: str | None) -> Seats:
    """The seats of a saved game; bots are those named as such, or by their names."""
    if bots is None:
        sorts = {name: name.partition(" ")[0] for name in names if name.partition(" ")[0] in (BOT, *BOTS)}
        return Seats(names=names, bots={name: USUAL if sort == BOT else sort for name, sort in sorts.items()})
    if bots.strip() == "0":
        return Seats(names=names, bots={})
    chosen = _bots(bots, names)
    strangers = [name for name in chosen if name not in names]
    if strangers:
        raise Wrong(f"--bots: `{strangers[0]}` does not sit in this game; {', '.join(names)} do")
    return Seats(names=names, bots=chosen)


def written(bots: Mapping[str, str]) -> str:
    """Bots as they are typed behind `--bots`."""
    return ",".join(name if sort == USUAL else f"{name}={sort}" for name, sort in bots.items()) or "0"


def _numbered(count: int) -> dict[str, str]:
    return {f"{BOT} {number + 1}": USUAL for number in range(count)}


def _bots(words: str, known: Collection[str]) -> dict[str, str]:
    """A sort of bot joins under its own name; otherwise somebody is named, perhaps with a sort: `random`, `ann`, `ann=random`."""
    named: list[tuple[str, str]] = []
    for word in words.split(","):
        name, sign, sort = (part.strip() for part in word.partition("="))
        if name in BOTS and not sign:
            sort = name
            name = f"{name} {1 + sum(other == sort for _, other in named)}"
        elif (sort or USUAL) not in BOTS or (sign and not sort):
            raise Wrong(f"--bots: there is no bot `{sort[:LONGEST]}`; there are: {', '.join(BOTS)}")
        elif not sign and name not in known and (near := get_close_matches(name.casefold(), BOTS, cutoff=ALIKE)):
            raise Wrong(
                f"--bots: `{name[:LONGEST]}` is no bot; did you mean `{near[0]}`? For somebody of that name, write `{name}={USUAL}`"
            )
        named.append((name, sort or USUAL))
    _names([name for name, _ in named], "--bots", words)
    return dict(named)


def _names(parts: list[str], option: str, words: str = "") -> list[str]:
    found = [part.strip() for part in parts]
    typed = words or ",".join(parts)
    for name in found:
        if not name:
            raise Wrong(f"{option}: a name is missing in `{typed}`" if typed.strip() else f"{option}: nobody is named")
        if len(name) > LONGEST:
            raise Wrong(f"{option}: `{name[:LONGEST]}…` is longer than {LONGEST} characters")
        if not any(map(str.isalpha, name)):
            raise Wrong(f"{option}: `{name}` has no letter; a name is something to call somebody by")
        if not is_inert(name):
            raise Wrong(f"{option}: a name holds a character that cannot be seen")
    twice = [name for name in found if found.count(name) > 1]
    if twice:
        raise Wrong(f"{option}: two are called `{twice[0]}`")
    return found

"""What is different: about packs, about two positions, about the way that two games took.

In:   what a save says, and what these rules make of it.      Out:  differences as data, in words if wanted.
Of a position only that is compared which means the same to both: line numbers of texts do not, and the rules under way only by
the locals that both have. With the same rules everything is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kfdsl.program import made_names
from kfdsl.record.files import SaveError
from kfdsl.record.states import SECTIONS
from kfdsl.record.trail import CHANCE, Flat, merged

PackMark = tuple[str, str, str]  # name, version, digest
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PackChange:
    """A pack that is not what it was: version and digest then and now, None where it was or is not loaded."""

    name: str
    saved: tuple[str, str] | None
    loaded: tuple[str, str] | None

    def __str__(self) -> str:
        if self.loaded is None:
            return f"`{self.name}` is not loaded"
        if self.saved is None:
            return f"`{self.name}` was not there"
        (then, old), (now, new) = self.saved, self.loaded
        return (
            f"`{self.name}` changed ({f'{then} → {now}' if then != now else f'{now}, content {old[:8]} → {new[:8]}'})"
        )


@dataclass(frozen=True, slots=True)
class Unlike:
    """One thing about a position: what it is, and its value as it was saved and as it was found, as in a save."""

    what: str
    saved: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.what}: {in_words(self.found)}, and {in_words(self.saved)} when it was saved"


class SaveDiffers(SaveError):
    """These rules make something else of a saved game: which packs changed, at which choice it shows first, and what is different.

    `line` counts the choices of the log from one; it is None where a save does not tell, and 0 for the set-up. `unlike` is empty where
    the choice itself is not possible any more.
    """

    def __init__(
        self,
        because: str,
        why: str,
        *,
        packs: Sequence[PackChange] = (),
        line: int | None = None,
        player: str = "",
        choice: str = "",
        unlike: Sequence[Unlike] = (),
        is_playable: bool = False,
    ) -> None:
        self.packs, self.line, self.player, self.choice = tuple(packs), line, player, choice
        self.unlike = tuple(unlike)
        self.told = f"{because}. {why}"
        self.is_playable = is_playable  # whether these rules take all choices, though they lead elsewhere
        log = ', if_changed="log" from where its choices lead with these packs' if is_playable else ""
        super().__init__(f'{self.told}; if_changed="position" goes on from the position as it was saved{log}')


def changed_packs(marks: Sequence[PackMark], data: Json) -> tuple[PackChange, ...]:
    """The packs that are not those of a save."""
    now = {name: (version, digest) for name, version, digest in marks}
    then = {pack["name"]: (pack["version"], pack["digest"]) for pack in data["packs"]}
    names = [*sorted(then.keys() - now.keys()), *sorted(now.keys() - then.keys()), *sorted(then.keys() & now.keys())]
    return tuple(PackChange(name, then.get(name), now.get(name)) for name in names if then.get(name) != now.get(name))


def differences(saved: Json, found: Json, first: Json | None = None) -> list[Unlike]:
    """What is different about two states of saves; `first`, how these rules begin, is given if they may be other rules."""
    then, now = (_flat(state, is_same=first is None) for state in (saved, found))
    begin = {} if first is None else _flat(first, is_same=False)
    wrong = []
    for key in dict.fromkeys([*then, *now]):
        if key[0] == "locals" and not (key in then and key in now):
            continue  # the rule was written another way
        if key not in then and first is not None and now[key] == begin.get(key):
            continue  # it is new, and nothing has happened to it
        if then.get(key, NOTHING) != now.get(key, NOTHING):
            wrong.append(Unlike(_name(key), then.get(key, NOTHING), now.get(key, NOTHING)))
    return wrong


def first_difference(
    saved: Sequence[Json], found: Sequence[Json], last: Json, agreed: int
) -> tuple[int, list[Unlike]] | None:
    """Behind how many lines two trails still agree, and what is different next; `last` is the state that was saved.

    What one of them does not know yet is not compared: a thing begins as its rules say, which a trail does not repeat.
    """
    ever = merged(saved)
    then = {key: value for key, value in _flat(last, is_same=False).items() if key[0] in PLACED and key not in ever}
    now: Flat = {}
    old, new = iter(saved), iter(found)
    for lines in sorted({point["lines"] for point in saved} & {point["lines"] for point in found}):
        then |= merged(_until(old, lines))
        now |= merged(_until(new, lines))
        wrong = [key for key in now if key in then and then[key] != now[key]]
        if wrong:
            wrong.sort(key=lambda key: key == CHANCE)  # that dice fall otherwise is seldom what one looks for
            return agreed, [Unlike(_name(key), then[key], now[key]) for key in wrong]
        agreed = lines
    return None


# ---- positions by name

PLACED = frozenset(SECTIONS.values())


class _Nothing:
    def __repr__(self) -> str:
        return "not there"


NOTHING = _Nothing()


def _until(points: Iterator[Json], lines: int) -> Iterator[Json]:
    for point in points:
        yield point
        if point["lines"] >= lines:
            return


def _flat(state: Json, is_same: bool) -> Flat:
    found: Flat = {(part, name): value for part in PLACED for name, value in state[part].items()}
    if is_same:
        found |= {(part, ""): _without_said(state[part]) for part in ("sheet", "tallies", "frames", "ask", "apart")}
    else:
        found["sheet", ""] = [
            {key: line[key] for key in ("player", "points", "reason", "with")} for line in state["sheet"]
        ]
        found |= _locals(state["frames"], "")
        for part in state["apart"]["others"] if state["apart"] else ():
            found |= _locals(part["frames"], f" of player {part['player']}")
    return found | {CHANCE: state["chance"]}


def _without_said(part: Any) -> Any:
    """The same without locals that only a message reads: a game that tells nothing leaves them out."""
    if isinstance(part, list):
        return [_without_said(each) for each in part]
    if isinstance(part, dict):
        return {key: _without_said(each) for key, each in part.items() if not made_names.is_only_said(key)}
    return part


def _locals(frames: Sequence[Json], whose: str) -> Flat:
    return {
        ("locals", f"{name}` in `{frame['rule']}` at `{frame['label']}`{whose}, frame {depth}"): value
        for depth, frame in enumerate(reversed(frames))
        for name, value in frame["locals"].items()
        if not made_names.is_only_said(name)  # a game that tells nothing leaves it out
    }


# ---- words


def _name(key: tuple[str, str]) -> str:
    match key:
        case ("locals", name):
            return f"`{name.rsplit(', frame ', 1)[0]}"
        case ("faces", name):
            return f"the face of `{name}`"
        case ("spots", name):
            return f"the spot of `{name}`"
        case ("chance", _):
            return "the state of chance"
        case (part, ""):
            return f"the {part}"
        case (_, name):
            return f"`{name}`"


def in_words(value: Any, most: int = 160) -> str:
    """A value of a save for people."""
    text = _words(value)
    return text if len(text) <= most else text[: most - 1] + "…"


def _words(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case dict() | list() if not value:
            return "nothing"
        case {"value": [_, word]}:
            return str(word)
        case {"player": seat, **rest} if not rest:
            return f"player {seat}"
        case {"card": inner} | {"token": inner} | {"bundle": inner} | {"list": inner} | {"set": inner} | {"row": inner}:
            return _words(inner)
        case dict() if all(isinstance(count, int) for count in value.values()):
            return " + ".join(f"{count} {name}" for name, count in value.items())
        case dict():
            return "; ".join(f"{name} {_words(inner)}" for name, inner in value.items())
        case list():
            return ", ".join(_words(each) for each in value)
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)

"""Games that outlive a process.

In:   a game, or what was saved of one.      Out:  plain JSON-able data, or a game that goes on where it was.
Whoever writes a save can sign it, so no position is believed: the log is played again, and what it comes to must be what was saved. If
it comes to another position, or there another way, the first difference is told, unless the caller says what counts: the position as it
was saved, or the log. How far a player may take back is not saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.question import ASK, Question
from kfdsl.engine.play.game import Game, Line
from kfdsl.engine.play.log import Log, Sealed, Start
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State
from kfdsl.record.differences import (
    PackChange,
    PackMark,
    SaveDiffers,
    Unlike,
    changed_packs,
    differences,
    first_difference,
)
from kfdsl.record.files import FORMAT, SaveError, digest, take_in
from kfdsl.record.read_states import read_state
from kfdsl.record.replay import Difference, replay
from kfdsl.record.states import Positions
from kfdsl.record.trail import tell
from kfdsl.record.values import Misfit

G_co = TypeVar("G_co", bound=Game, covariant=True)
IfChanged = Literal["tell", "position", "log"]


class Resumed(NamedTuple, Generic[G_co]):
    """A game that goes on, and the packs that are not what they were."""

    game: G_co
    packs: tuple[PackChange, ...]


class Rulebook(Protocol[G_co]):
    """What saving needs of loaded rules."""

    @property
    def marks(self) -> tuple[PackMark, ...]:
        """The packs, in their order."""

    @property
    def made_by(self) -> str:
        """The name and version of this library."""

    def table(self, players: int) -> Table:
        """The rules for a number of players."""

    def new_game(self, players: Sequence[str], seed: int = 0, options: Mapping[str, Any] | None = None) -> G_co:
        """A new game."""

    def at(self, players: Sequence[str], seed: int, options: Mapping[str, Any], state: State) -> G_co:
        """A game in some state."""


def save(rules: Rulebook[Game], game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """A game as plain data."""
    positions, start = _positions(game.table), game.journal.start
    data: dict[str, Any] = {
        "format": FORMAT,
        "made_by": rules.made_by,
        "packs": [{"name": name, "version": version, "digest": mark} for name, version, mark in rules.marks],
        "players": list(game.names),
        "seed": game.seed,
        "options": dict(options),
        "log": [{"player": line.player + 1, "choice": line.notation, "alone": line.alone} for line in game.log],
        "settled": game.journal.settled(game.state.at_once),
        "sealed": [
            {"player": each.player + 1, "choice": each.notation, "behind": each.behind} for each in game.journal.sealed
        ],
        "parts": [{"player": seat + 1, "given": _written(game, seat, atoms)} for seat, atoms in game.begun().items()],
        "state": positions.write(game.state),
        "trail": tell(positions, game.journal),
        "start": None if start is None else {"lines": start.lines, "state": positions.write(start.state)},
    }
    return data | {"check": digest(data)}


def resume(
    rules: Rulebook[G_co], saved: Mapping[str, Any] | str | Path, if_changed: IfChanged = "tell"
) -> Resumed[G_co]:
    """The game that was saved, at the point where it was; if packs changed, by what the caller says that counts."""
    if if_changed not in get_args(IfChanged):
        raise ValueError(f"if_changed is one of {', '.join(get_args(IfChanged))}, not {if_changed!r:.40}")
    data = take_in(saved)
    packs = changed_packs(rules.marks, data)
    because = "; ".join(map(str, packs)) or "it is not as it was written"
    try:
        try:
            game = _replayed(rules, data, packs, because, must_agree=if_changed != "log")
        except SaveError as refusal:
            if if_changed != "position":
                raise
            return Resumed(_taken_over(rules, data, refusal), packs)
        if if_changed == "tell":
            _led_to(data, packs)
        return Resumed(game, packs)
    except SaveError:
        raise
    except Exception as mistake:  # a save with a right digest that no kfdsl wrote may hold anything
        raise SaveError(f"this save does not fit the rules: {type(mistake).__name__} {mistake}"[:400]) from mistake


@lru_cache(maxsize=8)
def _positions(table: Table) -> Positions:
    """The same each time, for a caller who saves behind every choice."""
    return Positions(table)


# ---- from the position


def _taken_over(rules: Rulebook[G_co], data: dict[str, Any], refusal: SaveError) -> G_co:
    """The position as it was saved, wherever the log leads; that counts only from here on."""
    told = refusal.told if isinstance(refusal, SaveDiffers) else str(refusal)
    try:
        game = _at(rules, data, data["state"])
        log = _log(data)
        game.journal = Log(log, start=Start(len(log), game.state.copy()), sealed=_sealed(data))
        if _open_to_all(game) not in (None, [(each.player, each.notation) for each in game.journal.sealed]):
            raise Misfit("its sealed answers are not those that are waited with")
        _under_way(game, data["parts"])
    except Misfit as misfit:
        raise SaveError(f"the position that was saved cannot be gone on with: {misfit}; {told}") from misfit
    return game


def _at(rules: Rulebook[G_co], data: dict[str, Any], state: Mapping[str, Any]) -> G_co:
    positions = _positions(rules.table(len(data["players"])))
    return rules.at(data["players"], data["seed"], data["options"], read_state(positions, state))


def _led_to(data: Mapping[str, Any], packs: tuple[PackChange, ...]) -> None:
    """Refuse a position that somebody took over once, whoever that was: no log leads there."""
    start = data["start"]
    if start is not None:
        raise SaveDiffers(
            "this game cannot be gone on with by its log alone",
            f"Its position behind {start['lines']} lines of the log was taken over as it was saved",
            packs=packs,
            line=start["lines"],
            is_playable=True,
        )


def _start(rules: Rulebook[G_co], data: dict[str, Any]) -> Start | None:
    told = data["start"]
    if told is None:
        return None
    if told["lines"] > len(data["log"]):
        raise Misfit("its log begins behind its end")
    return Start(told["lines"], _at(rules, data, told["state"]).state)


def _log(data: Mapping[str, Any]) -> list[Line]:
    if any(line["player"] > len(data["players"]) for line in data["log"]):
        raise Misfit("the log names a player who does not play")
    return [Line(line["player"] - 1, line["choice"], line["alone"]) for line in data["log"]]


def _sealed(data: Mapping[str, Any]) -> tuple[Sealed, ...]:
    return tuple(Sealed(each["player"] - 1, each["choice"], each["behind"]) for each in data["sealed"])


def _open_to_all(game: Game) -> list[tuple[int, str]] | None:
    """The sealed answers that lie on top of the rules under way; None where a free action lies above them."""
    if game.over or not game.table.ask(game.state).sealed:
        return [] if game.over or not game.journal.sealed else None
    assert game.state.frame is not None
    return [
        (seat, notation.write_answer(Question(game.table, game.state, seat), (ASK, (value,))))
        for seat, value in game.state.frame[1][-1]
    ]


# ---- from the log


def _replayed(
    rules: Rulebook[G_co], data: dict[str, Any], packs: tuple[PackChange, ...], because: str, must_agree: bool
) -> G_co:
    because = f"this game cannot be gone on with: {because}"
    try:
        game = _begun(rules, data)
        stop = _answered(game, data)
    except Misfit as misfit:
        raise SaveError(f"{because}. {misfit}") from misfit
    except ValueError as mistake:
        raise SaveError(f"{because}. {mistake}") from mistake
    if must_agree:
        _agreed(game, data, packs, because, stop, rules.made_by)
    if isinstance(stop, Difference):
        raise SaveDiffers(
            because, str(stop), packs=packs, line=stop.line + 1, player=stop.player, choice=stop.choice
        ) from stop
    if stop is not None:
        raise SaveDiffers(because, f"In the answer under way, {stop}", packs=packs) from stop
    return game


def _begun(rules: Rulebook[G_co], data: dict[str, Any]) -> G_co:
    """A game at the point from which on the log counts."""
    start = _start(rules, data)
    if start is None:
        return rules.new_game(data["players"], data["seed"], data["options"])
    game = rules.at(data["players"], data["seed"], data["options"], start.state.copy())
    game.journal = Log(_log(data)[: start.lines], start=start)
    return game


def _answered(game: Game, data: Mapping[str, Any]) -> Difference | Misfit | None:
    """Answer as the save says; what stands in the way, if not all of it is possible."""
    try:
        replay(game, [(line["player"] - 1, line["choice"]) for line in data["log"]], _sealed(data))
        _under_way(game, data["parts"])
    except (Difference, Misfit) as stop:
        return stop
    return None


def _agreed(
    game: Game,
    data: Mapping[str, Any],
    packs: tuple[PackChange, ...],
    because: str,
    stop: Exception | None,
    made_by: str,
) -> None:
    """Refuse a game that came to another position than was saved, or came another way."""
    positions = _positions(game.table)
    begin = -1 if data["start"] is None else data["start"]["lines"]
    found = first_difference(data["trail"], tell(positions, game.journal), data["state"], begin)
    if found is not None:
        behind, unlike = found
        line = data["log"][behind] if 0 <= behind < len(data["log"]) else None
        player = data["players"][line["player"] - 1] if line else ""
        where = f"at line {behind + 1} of the log, {player} `{line['choice']}`" if line else "where the game begins"
        raise SaveDiffers(
            because,
            f"The first difference is {where}: behind it {_listed(unlike)}",
            packs=packs,
            line=behind + 1,
            player=player,
            choice=line["choice"] if line else "",
            unlike=unlike,
            is_playable=stop is None,
        )
    if stop is None:
        first = positions.write(positions.first()) if packs or data["made_by"] != made_by else None
        unlike = differences(
            data["state"], positions.write(game.state), first
        )  # other rules may wait elsewhere, and have more
        if unlike:
            why = f"Its choices lead to another position: {_listed(unlike)}"
            raise SaveDiffers(because, why, packs=packs, unlike=unlike, is_playable=True)


def _listed(unlike: Sequence[Unlike], most: int = 3) -> str:
    more = f"; and {len(unlike) - most} more" if len(unlike) > most else ""
    return "; ".join(map(str, unlike[:most])) + more


# ---- answers under way


def _written(game: Game, seat: int, atoms: Atoms) -> list[str]:
    question = Question(game.table, game.state, seat)
    return [notation.write(question, atoms[: i + 1]) for i in range(len(atoms))]


def _under_way(game: Game, parts: Sequence[Mapping[str, Any]]) -> None:
    """Give the parts of answers again, each of which must be offered, and face whoever was faced."""
    seats = [part["player"] - 1 for part in parts]
    waiting = [] if game.over else game.table.waiting(game.state)
    if not set(seats) <= set(waiting) or len(set(seats)) < len(seats):
        raise Misfit("somebody answers who is not asked")
    for seat, part in zip(seats, parts, strict=True):
        game.face(seat)
        game.atoms = _atoms(game, part["given"])
    if seats:
        game.face(seats[0])


def _atoms(game: Game, given: Sequence[str]) -> Atoms:
    atoms: Atoms = ()
    question = game.question
    for part in given:
        options = question.options(atoms) if question.answer(atoms) is None else []
        found = next(
            ((*atoms, option) for option in options if notation.write(question, (*atoms, option)) == part), None
        )
        if found is None:
            raise Misfit(f"`{part:.200}` is not offered")
        atoms = found
    if given and question.answer(atoms) is not None:
        raise Misfit("an answer that is whole is not under way")
    return atoms

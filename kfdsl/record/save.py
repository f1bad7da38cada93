"""Games that outlive a process.

In:   a game, or what was saved of one.      Out:  plain JSON-able data, or a game that goes on where it was.
With the same packs the state is read as it was. When packs changed, the log is played again from the seed, and the first
choice that these rules do not take is told. How far a player may take back is not saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.machine.state import State
from kfdsl.engine.play.game import Game, Line
from kfdsl.engine.play.log import Journal
from kfdsl.engine.rules.table import Table
from kfdsl.record.files import FORMAT, SaveError, digest, take_in
from kfdsl.record.replay import Difference, replay
from kfdsl.record.states import Positions
from kfdsl.record.values import Misfit

G_co = TypeVar("G_co", bound=Game, covariant=True)
PackMark = tuple[str, str, str]  # name, version, digest


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
    data: dict[str, Any] = {
        "format": FORMAT,
        "made_by": rules.made_by,
        "packs": [{"name": name, "version": version, "digest": mark} for name, version, mark in rules.marks],
        "players": list(game.names),
        "seed": game.seed,
        "options": dict(options),
        "log": [{"player": line.player + 1, "choice": line.notation, "alone": line.alone} for line in game.log],
        "settled": game.journal.settled(game.state.apart),
        "sealed": [{"player": seat + 1, "choice": text} for seat, text in game.sealed()],
        "parts": [{"player": seat + 1, "given": _written(game, seat, atoms)} for seat, atoms in game.begun().items()],
        "state": _positions(game.table).write(game.state),
    }
    return data | {"check": digest(data)}


def resume(rules: Rulebook[G_co], saved: Mapping[str, Any] | str | Path) -> G_co:
    """The game that was saved, at the point where it was."""
    data = take_in(saved)
    changes = changed_packs(rules, data)
    try:
        if changes:
            return _replayed(rules, data, changes)
        try:
            return _loaded(rules, data)
        except Misfit as misfit:  # written by another version of kfdsl, whose rules wait at other points
            return _replayed(rules, data, [f"the state that was saved does not fit ({misfit})"])
    except SaveError:
        raise
    except Exception as mistake:  # a save with a right digest that no kfdsl wrote may hold anything
        raise SaveError(f"this save does not fit the rules: {type(mistake).__name__} {mistake}"[:400]) from mistake


@lru_cache(maxsize=8)
def _positions(table: Table) -> Positions:
    """The same each time, for a caller who saves behind every choice."""
    return Positions(table)


def changed_packs(rules: Rulebook[Game], data: Mapping[str, Any]) -> list[str]:
    """What is different about the packs, a line each."""
    now = {name: (version, mark) for name, version, mark in rules.marks}
    then = {pack["name"]: (pack["version"], pack["digest"]) for pack in data["packs"]}
    found = [f"`{name}` is not loaded" for name in sorted(then.keys() - now.keys())]
    found += [f"`{name}` was not there" for name in sorted(now.keys() - then.keys())]
    for name in sorted(then.keys() & now.keys()):
        if then[name] != now[name]:
            versions = (
                f"{then[name][0]} → {now[name][0]}"
                if then[name][0] != now[name][0]
                else f"{now[name][0]}, other content"
            )
            found.append(f"`{name}` changed ({versions})")
    return found


def _loaded(rules: Rulebook[G_co], data: dict[str, Any]) -> G_co:
    table = rules.table(len(data["players"]))
    state = _positions(table).read(data["state"])
    game = rules.at(data["players"], data["seed"], data["options"], state)
    log = [Line(line["player"] - 1, line["choice"], line["alone"]) for line in data["log"]]
    game.journal = Journal(log, state.apart.tail if state.apart else None, data["settled"])
    if any(line["player"] > len(data["players"]) for line in data["log"]):
        raise Misfit("the log names a player who does not play")
    if data["settled"] > len(log) or (state.apart is None and data["settled"] < len(log)):
        raise Misfit("it is not so much of the log that is settled")
    _under_way(game, data["parts"])
    return game


def _replayed(rules: Rulebook[G_co], data: dict[str, Any], changes: list[str]) -> G_co:
    because = "; ".join(changes)
    try:
        game = rules.new_game(data["players"], data["seed"], data["options"])
        replay(game, *([(line["player"] - 1, line["choice"]) for line in data[part]] for part in ("log", "sealed")))
        _under_way(game, data["parts"])
    except Difference as difference:
        raise SaveError(f"this game cannot be gone on with: {because}. {difference}") from difference
    except Misfit as misfit:
        raise SaveError(f"this game cannot be gone on with: {because}. In the answer under way, {misfit}") from misfit
    except ValueError as mistake:
        raise SaveError(f"this game cannot be gone on with: {because}. {mistake}") from mistake
    return game


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

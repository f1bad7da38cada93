"""The front door of the library: load packs, start games, go on with saved ones.

In:   pack names, folders or zips.      Out:  Rules and Game.
What comes from outside is checked here, and what is wrong with it is said in one line: ContentError for packs, ValueError for
arguments, IllegalChoice for choices, SaveError for saves.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.game import Game as EngineGame
from kfdsl.engine.play.game import first_cells
from kfdsl.engine.play.score_now import ended, outlook
from kfdsl.engine.play.score_reasons import reading
from kfdsl.engine.play.standing import places
from kfdsl.engine.play.standing import totals as totals_of
from kfdsl.engine.play.view import Answered, Told, log_for, reason_title, told, view
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State
from kfdsl.loading import Loaded, load_packs
from kfdsl.packs.manifest import Option
from kfdsl.program import core
from kfdsl.program.core.dump import dump
from kfdsl.program.limits import Limits, too_large
from kfdsl.program.numbering import Numbering
from kfdsl.record import files, save
from kfdsl.record.differences import PackChange
from kfdsl.record.native_rules import NativeRules
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.inert import is_inert
from kfdsl.text.render import render

if TYPE_CHECKING:  # what plays games out takes a while to import
    from kfdsl.analysis.program_facts import ProgramFacts
    from kfdsl.engine.native.batch import Batch
    from kfdsl.engine.native.playouts import PlayedOut, Player

VERSION = "0.1.0"
POLICIES = ("greedy", "random")
SIMULATED = 1 << 33  # streams of simulations; those of games and of bots have other numbers
MOST_PLAYERS = 12  # rules may want fewer; more is a slip, and each costs memory


class ContentError(ValueError):
    """Packs that do not load; holds the diagnostics, and prints as them."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(render(diagnostics))
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True)
class Points:
    """One line of a breakdown: who scored how much, for what, by which line of content."""

    player: str
    points: int
    reason: str
    at: str
    allocated: str = ""  # the pieces that were given to it
    reads: str = ""  # how what was counted reads, where that is sure


@dataclass(frozen=True, slots=True)
class Scores:
    """How a game stands: totals and places by player, and where the points come from.

    Places go by points, then by what the rules say of ties, read from the state as it is; who ties in both shares a place.
    """

    totals: dict[str, int]
    places: dict[str, int]
    lines: tuple[Points, ...]


class Rules:
    """Loaded packs: a program, and games of it."""

    def __init__(self, found: Loaded, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.packs = tuple(found.packs)
        self.warnings = found.warnings
        self._played = found.program
        self._late_examples = found.examples
        self._tables: dict[int, Table] = {}
        self._players: dict[int, Player] = {}
        self._compiled = NativeRules(found.key, found.sources, was_kept=found.examples is not None)

    @cached_property
    def program(self) -> core.Program:
        """The whole program."""
        return (
            self._played
            if self._late_examples is None
            else dataclasses.replace(self._played, examples=self._late_examples())
        )

    @cached_property
    def numbering(self) -> Numbering:
        """The numbers of all that has a name."""
        return Numbering(self._played)

    @cached_property
    def facts(self) -> ProgramFacts:
        """What is known of the program before anything is played."""
        from kfdsl.analysis.program_facts import ProgramFacts

        return ProgramFacts(self.numbering)

    @cached_property
    def options(self) -> dict[str, Option]:
        """What players may settle before a game, by name."""
        return {f"{pack.name}.{option.name}": option for pack in self.packs for option in pack.manifest.options}

    @property
    def seats(self) -> tuple[int, int]:
        """How few and how many may play."""
        said = [pack.manifest.players for pack in self.packs if pack.manifest.players is not None]
        return max((few for few, _ in said), default=1), min((many for _, many in said), default=MOST_PLAYERS)

    @property
    def marks(self) -> tuple[tuple[str, str, str], ...]:
        """Name, version and digest of each pack."""
        return tuple((pack.name, str(pack.manifest.version), pack.digest) for pack in self.packs)

    @property
    def made_by(self) -> str:
        """What a save says of who wrote it."""
        return f"kfdsl {VERSION}"

    def table(self, players: int, marked: bool = False) -> Table:
        """The rules for a number of players; marked, another one, which tells what of the rules was come to."""
        if marked:
            return Table(self.numbering, players, self.limits, lambda: self.facts, self._compiled, marked)
        if players not in self._tables:
            self._tables[players] = Table(self.numbering, players, self.limits, lambda: self.facts, self._compiled)
        return self._tables[players]

    # ---- games

    def playouts(
        self, count: int, seed: int = 0, players: int = 2, policy: str = "random", first: int = 0
    ) -> Iterator[PlayedOut]:
        """Whole games, one after the other, each choice made at random or by looking ahead, without an object for any of them.

        They are the games that `kfdsl sim` plays with the same seed and bots of that name, from the one with the number `first` on.
        Where there is something to run WebAssembly with, it plays them; otherwise Python does the same, more slowly.
        """
        if policy not in POLICIES:
            raise ValueError(f"there is no policy `{policy}`, only {', '.join(POLICIES)}")
        self._check_games(count, first, players)
        return self._playouts(count, checked_seed(seed), players, policy, first)

    def batch(
        self, count: int, seed: int = 0, players: int = 2, options: Mapping[str, Any] | None = None, first: int = 0
    ) -> Batch:
        """Games that go on side by side, for those who choose by numbers; the ones that `playouts` would play with this seed."""
        self._check_games(count, first, players)
        checked_seed(seed)
        from kfdsl.engine.native.batch import Batch

        player = self._player(players)
        settled = self.settled(options or {})
        seeds = [stream(seed, SIMULATED + number) for number in range(first, first + count)]
        return Batch(player, first_cells(player.table, settled), settled, seeds)

    def _check_games(self, count: int, first: int, players: int) -> None:
        if not (isinstance(count, int) and isinstance(first, int) and count >= 0 and first >= 0):
            raise ValueError("a count and a first number are whole numbers from 0 on")
        checked_names([f"p{seat}" for seat in range(players)])
        self._checked_seats(players)

    def _playouts(self, count: int, seed: int, players: int, policy: str, first: int) -> Iterator[PlayedOut]:
        player = self._player(players)
        for number in range(first, first + count):
            player.begin_with(player.table.layout.first)
            yield player.play(stream(seed, SIMULATED + number), [policy] * players)

    def native_player(self, players: int, options: Mapping[str, bool | str]) -> Player | None:
        """Who plays games out natively, with options; None where Python would have to, choice by choice."""
        from kfdsl.engine.flat.wasm.native import available

        if not available():
            return None
        player = self._player(players)
        player.begin_with(first_cells(player.table, options))
        return player

    def _player(self, players: int) -> Player:
        from kfdsl.engine.flat.wasm.native import available
        from kfdsl.engine.native.playouts import Player

        if players not in self._players:
            self._players[players] = Player(self.table(players), available())
        return self._players[players]

    def _checked_seats(self, players: int) -> None:
        few, many = self.seats
        if not few <= players <= many:
            raise ValueError(f"this is played by {few}{f' to {many}' if many > few else ''}, not by {players}")

    def new_game(self, players: Sequence[str], seed: int = 0, options: Mapping[str, Any] | None = None) -> Game:
        """A new game, at its first choice."""
        names = checked_names(players)
        self._checked_seats(len(names))
        return Game(self, names, checked_seed(seed), self.settled(options or {}))

    def resume(self, saved: Mapping[str, Any] | str | Path, if_changed: save.IfChanged = "tell") -> Game:
        """A saved game, from `game.save()`, its JSON text, or the path of a file.

        Its choices are made again, and a `SaveDiffers` tells the first that leads elsewhere than was saved, since packs changed or the save
        was; `"position"` goes on from the position as it was saved instead, `"log"` from where the choices lead now. `game.changed_packs`
        says what changed.
        """
        resumed = save.resume(self, saved, if_changed)
        resumed.game.changed_packs = resumed.packs
        return resumed.game

    def at(self, players: Sequence[str], seed: int, options: Mapping[str, Any], state: State) -> Game:
        """A game in some state, with nothing behind it."""
        return Game(self, checked_names(players), checked_seed(seed), self.settled(options), state)

    def settled(self, options: Mapping[str, Any]) -> dict[str, bool | str]:
        """All options with what was settled, or their defaults."""
        for name, said in options.items():
            known = self.options.get(name)
            if known is None:
                there = ", ".join(sorted(self.options)) or "none with these packs"
                raise ValueError(f"there is no option `{name}`; there are: {there}")
            if known.type == "bool" and not isinstance(said, bool):
                raise ValueError(f"the option `{name}` is true or false, not {said!r}")
            if known.type != "bool" and said not in known.choices:
                raise ValueError(f"the option `{name}` is one of {', '.join(known.choices)}, not {said!r}")
        return {name: options.get(name, option.default) for name, option in sorted(self.options.items())}

    # ---- content

    def examples(self) -> tuple[core.ExampleDef, ...]:
        """The examples that stand beside the content."""
        return self.program.examples

    def check_examples(self) -> tuple[Diagnostic, ...]:
        """What is wrong with examples that do not hold; nothing if all do."""
        from kfdsl.examples.run import run

        found = (run(self.table(len(example.players)), example) for example in self.examples())
        return tuple(diagnostic for diagnostic in found if diagnostic is not None)

    def code_of(self, name: str) -> str:
        """What is made of something of the content, as Python, for as few players as there may be."""
        from kfdsl.engine.lower.readable import readable

        return readable(self.table(self.seats[0]).with_functions, name)

    def dump(self) -> str:
        """The whole program as text, the same byte for byte for the same rules."""
        return dump(self.program)


class Game(EngineGame):
    """A game under way: `choices`, `play`, `view`, `scores`, `save`."""

    def __init__(
        self,
        rules: Rules,
        players: Sequence[str],
        seed: int,
        options: Mapping[str, bool | str],
        state: State | None = None,
    ) -> None:
        self.rules = rules
        self.options = dict(options)
        self.changed_packs: tuple[PackChange, ...] = ()  # since it was saved, of a game that was resumed
        super().__init__(rules.table(len(players)), players, seed, state, options)

    def seat_of(self, player: str) -> int:
        """The number of a player, counted from zero."""
        if player not in self.names:
            raise ValueError(f"nobody here is called `{player}`; there are: {', '.join(self.names)}")
        return self.names.index(player)

    def choices(self, player: str | None = None) -> list[Any]:
        """The options for the next part of the answer; none for somebody who is not asked."""
        if player is not None:
            self.seat_of(player)
        return super().choices(player)

    def scores(self) -> Scores:
        """How the game stands by what is on the sheet."""
        return self._scores(self.state)

    def scores_if_ended(self) -> Scores:
        """The sheet as it would be if the game ended now; like `outlook`, it reads the whole state."""
        return self._scores(ended(self.table, self.state))

    def _scores(self, state: State) -> Scores:
        totals = dict(zip(self.names, totals_of(self.table, state), strict=True))
        ranks = dict(zip(self.names, places(self.table, state), strict=True))
        lines = self.table.lines
        return Scores(
            totals,
            ranks,
            tuple(
                Points(
                    self.names[seat],
                    points,
                    reason_title(self, reason),
                    lines[line].place if line >= 0 else "",
                    allocated,
                    reading(self.table, state, reason, line),
                )
                for seat, points, reason, line, allocated in state.sheet
            ),
        )

    def outlook(self, player: str | None = None) -> dict[str, int]:
        """What everybody, or one player, would have if the game ended now, by the closing flow of the rules.

        It reads the whole state: to show it to a player, or to think for one, ask a game that was `redealt`.
        """
        found = dict(zip(self.names, outlook(self.table, self.state), strict=True))
        return found if player is None else {player: found[self.names[self.seat_of(player)]]}

    def view(self, player: str | None = None) -> dict[str, Any]:
        """All that a player may know, as plain data; without a name, what everybody may."""
        return view(self, None if player is None else self.seat_of(player))

    def told(self, player: str | None = None) -> list[Told]:
        """What the last play brought about, in words for one viewer."""
        return told(self, self.events, None if player is None else self.seat_of(player))

    def log_for(self, player: str | None = None) -> list[Answered]:
        """Every answer so far as one viewer may know it: own ones whole, of others the action; `log` has all of them."""
        return log_for(self, None if player is None else self.seat_of(player))

    def redealt(self, player: str, stream: int) -> Game:
        """A copy in another world that a player cannot tell from this one, for thinking without peeking."""
        return self.elsewhere(self.seat_of(player), stream)

    def save(self, path: str | Path | None = None) -> dict[str, Any]:
        """The game as plain JSON-able data; with a path, put into a file as well."""
        saved = save.save(self.rules, self, self.options)
        if path is not None:
            files.write(saved, Path(path))
        return saved


def load(*wanted: str | Path, limits: Limits | None = None) -> Rules:
    """Load packs by name, folder or zip; the order does not matter. `limits` say how much a game of them may take."""
    report = Report()
    rules = load_into([str(each) for each in wanted], report, limits)
    if rules is None:
        raise ContentError(report.diagnostics)
    return rules


def load_into(wanted: Sequence[str], report: Report, limits: Limits | None = None) -> Rules | None:
    """Load packs, with all that is wrong in a report; what is larger than whoever hosts allows is wrong, too."""
    found = load_packs(wanted, report)
    if found is None:
        return None
    rules = Rules(found, limits)
    too_large(found.program, rules.limits, report)
    return None if report.failed else rules


def checked_names(players: Sequence[str]) -> tuple[str, ...]:
    """Names that tell players apart."""
    if isinstance(players, str) or not all(isinstance(name, str) for name in players):
        raise ValueError("players are a list of names")
    names = tuple(players)
    if not 1 <= len(names) <= MOST_PLAYERS:
        raise ValueError(f"a game has 1 to {MOST_PLAYERS} players, not {len(names)}")
    if any(not name.strip() or len(name) > 100 for name in names):
        raise ValueError("every player needs a name of 1 to 100 characters")
    if not all(map(is_inert, names)):
        raise ValueError("a player's name may not hold characters that cannot be seen")
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(f"two players are called `{twice[0]}`")
    return names


def checked_seed(seed: int) -> int:
    """A seed that a save can hold."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not -(1 << 63) <= seed < 1 << 64:
        raise ValueError(f"a seed is a whole number of at most 64 bits, not {seed!r:.40}")
    return seed

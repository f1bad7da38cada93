"""The front door of the library: load packs, start games.

In:   pack names, folders or zips.      Out:  Rules and Game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from kfdsl.engine.compile import Code
from kfdsl.engine.game import Game as EngineGame
from kfdsl.engine.question import set_table
from kfdsl.engine.table import Table
from kfdsl.lang.compile import PackSource, compile_packs
from kfdsl.packs.find import Pack, find
from kfdsl.packs.shipped import content_folder, grammar_file
from kfdsl.program import core
from kfdsl.text.diagnostic import Diagnostic, Report
from kfdsl.text.render import render


class ContentError(ValueError):
    """Packs that do not load; holds the diagnostics, and prints as them."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(render(diagnostics))
        self.diagnostics = diagnostics


class Rules:
    """Loaded packs: a program, and games of it."""

    def __init__(self, packs: Sequence[Pack], program: core.Program, warnings: tuple[Diagnostic, ...]) -> None:
        self.packs = tuple(packs)
        self.program = program
        self.warnings = warnings
        self._tables: dict[int, Table] = {}

    @cached_property
    def code(self) -> Code:
        """The generated code."""
        return Code(self.program)

    def table(self, players: int) -> Table:
        """The rules for a number of players."""
        if players not in self._tables:
            self._tables[players] = set_table(self.code, players)
        return self._tables[players]

    def new_game(self, players: Sequence[str], seed: int = 0, options: Mapping[str, object] | None = None) -> Game:
        """A new game, at its first choice."""
        return Game(self.table(len(players)), players, seed)


class Game(EngineGame):
    """A game under way."""


def load(*wanted: str | Path) -> Rules:
    """Load packs by name, folder or zip; the order does not matter."""
    report = Report()
    rules = load_into([str(each) for each in wanted], report)
    if rules is None:
        raise ContentError(report.diagnostics)
    return rules


def load_into(wanted: Sequence[str], report: Report) -> Rules | None:
    """Load packs, with all that is wrong in a report."""
    packs = find(list(wanted), content_folder(), report)
    if report.failed:
        return None
    sources = [PackSource(name=pack.name, version=str(pack.manifest.version), after=_after(pack, packs), sources=pack.sources) for pack in packs]
    program = compile_packs(sources, grammar_file().read_text(encoding="utf-8"), report)
    return None if program is None else Rules(packs, program, report.diagnostics)


def _after(pack: Pack, packs: Sequence[Pack]) -> frozenset[str]:
    """The packs that a pack comes after, directly or not."""
    direct = {relation.pack for relation in (*pack.manifest.requires, *pack.manifest.follows)}
    found = [other for other in packs if other.name in direct]
    return frozenset({other.name for other in found}).union(*(_after(other, packs) for other in found))

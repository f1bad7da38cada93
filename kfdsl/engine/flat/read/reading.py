"""A function while it is read: its locals and their sorts, and who else must be read.

In:   a Source.      Out:  names for locals, also for ones that are not written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from kfdsl.engine.flat.form import Stmt
from kfdsl.engine.flat.read.sorts import NotFlat, Sort, same
from kfdsl.engine.flat.read.sources import Source


@dataclass(slots=True)
class Undo:
    """What a `with` gives back, and how many loops stood around it."""

    statement: Stmt
    loops: int


@dataclass(slots=True)
class Reading:
    source: Source
    waiting: list[Callable[..., Any]]  # functions that it calls
    line: int = 0
    loops: int = 0
    undos: list[Undo] = field(default_factory=list)
    sorts: dict[str, Sort] = field(default_factory=dict)
    _made: int = 0

    def __post_init__(self) -> None:
        self.sorts.update(self.source.params)
        self.line = self.source.tree.lineno

    def fresh(self, sort: Sort = int) -> str:
        """A local that nobody wrote."""
        self._made += 1
        name = f"made_{self._made}"
        self.sorts[name] = sort
        return name

    def assign(self, name: str, sort: Sort) -> None:
        """Take note of what a local holds; it holds the same sort always."""
        if name.startswith("made_"):
            raise NotFlat(f"{name} is kept for locals that nobody wrote")
        known = self.sorts.setdefault(name, sort)
        if not same(known, sort):
            raise NotFlat(f"{name} was {known} and now is {sort}")
        if known != sort:
            self.sorts[name] = int  # once a truth, then any number

"""Rules that ask, cut at each ask into blocks: what is known of blocks and asks.

In:   nothing; data only.      Out:  Block, AskInfo, Cut.
A block is a function of the state and of where its frame begins; to go on is to be called with its frame, and behind an ask with
the answer. A block is known to saves by its rule and the label of what it waits for, never by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kfdsl.engine.lower.cut.waits import AskInfo, Block, Known
from kfdsl.engine.lower.writer import Book, Writer
from kfdsl.program import core

Write = Callable[[Writer, Known], None]  # writes from some point on, given the locals known there


@dataclass(frozen=True, slots=True)
class After:
    """What comes behind a statement: how to write it, and whether it is sure to succeed."""

    write: Write
    sure: bool


Next = After | None


@dataclass(slots=True)
class Cut:
    """All blocks and asks of a program so far."""

    book: Book
    blocks: list[Block] = field(default_factory=list)
    asks: list[AskInfo] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The first block of each rule has its number before anything is cut: rules call one another."""
        for rule in self.book.numbering.program.rules:
            if rule.name in self.book.facts.asking:
                self.book.entries[rule.name] = len(self.blocks)
                self.blocks.append(Block(rule.name, "", rule.params))

    def asks_in(self, stmt: core.Stmt) -> bool:
        """Whether a statement asks somebody."""
        match stmt:
            case core.AskFor() | core.Choose() | core.OneOf() | core.Together() | core.Apart() | core.Repeat():
                return True
            case core.Block():
                return any(self.asks_in(part) for part in stmt.body)
            case core.Step() | core.For():
                return self.asks_in(stmt.body)
            case core.If():
                return self.asks_in(stmt.then) or (stmt.other is not None and self.asks_in(stmt.other))
            case core.CallRule():
                return stmt.rule in self.book.facts.asking
            case core.Perform():
                return self.book.facts.effect_asks(stmt.effect)
        return False


@dataclass(slots=True)
class Cutting:
    """One rule that is being cut."""

    cut: Cut
    rule: core.RuleDef
    loops: int = 0
    calls: dict[str, int] = field(default_factory=dict)

    def label_behind(self, name: str) -> str:
        """A label for the point behind a call, counted by what is called."""
        self.calls[name] = self.calls.get(name, 0) + 1
        return f"{name}/{self.calls[name]}"

    def sure(self, *stmts: core.Stmt) -> bool:
        """Whether statements can never fail."""
        return all(self.cut.book.facts.can_fail.sure_stmt(stmt) for stmt in stmts)


def tell_apart(parts: Sequence[Block | AskInfo]) -> None:
    """Count a label that a rule uses twice, so that each means one thing."""
    seen: set[tuple[str, str]] = set()
    for part in parts:
        label, times = part.label, 1
        while (part.rule, part.label) in seen:
            times += 1
            part.label = f"{label}~{times}"
        seen.add((part.rule, part.label))

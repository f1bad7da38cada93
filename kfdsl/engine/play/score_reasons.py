"""What points were counted by, in words: the printed effect that put them on the sheet, or what its card says.

In:   a Table, a State and a line of its sheet.      Out:  a sentence, or nothing where none is sure.
A sheet remembers the card and the line of content. An effect of the card that comes to that line is what was counted by; if
several do and read differently, no one is told, for the card may have been turned since.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.source import Span


def reading(table: Table, state: State, reason: tuple[str, Any], line: int) -> str:
    """How what gave some points reads."""
    sort, what = reason
    if sort != "card" or line < 0:
        return ""
    card, span = table.program.cards[what], table.lines[line]
    found = {table.reader.sentence(rule) for _, _, rule in card.effects if span in _scored(table, rule)}
    if not found and _is_inside(span, card.span):
        found = {table.reader.said(card, _face(table, state, what)) or table.reader.said(card, "")}
    return found.pop() or "" if len(found) == 1 else ""


def _scored(table: Table, rule: str) -> Iterator[Span]:
    """Where a rule, and all that it calls, scores."""
    for stmt in statements(table.numbering.rules[rule].body):
        match stmt:
            case core.Score() | core.ScoreSets() | core.ScoreLeft():
                yield stmt.span
            case core.CallRule():
                yield from _scored(table, stmt.rule)
            case core.OneOf():
                for branch in stmt.branches:
                    yield from _scored(table, branch)


def _is_inside(span: Span, other: Span) -> bool:
    return span.source.name == other.source.name and other.start <= span.start and span.end <= other.end


def _face(table: Table, state: State, card: int) -> str:
    faces, cell = table.numbering.faces(card), table.layout.tables["FACE"][card]
    return faces[state.cells[cell]] if cell >= 0 else "".join(faces)

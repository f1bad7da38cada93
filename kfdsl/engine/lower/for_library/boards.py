"""What planes look like, as tables: a Board for each.

In:   a plane's declaration.      Out:  where its Board lies, in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kfdsl.engine.library.machine import NOWHERE
from kfdsl.engine.library.planes.board import Board as BoardWords
from kfdsl.engine.library.planes.spots import COLUMN
from kfdsl.engine.lower.writer import Book
from kfdsl.program import core
from kfdsl.program.boards import Board, board_of

Put = Callable[[Sequence[int]], int]


def board_words(book: Book, place: core.PlaceDef) -> int:
    """Where the Board of a plane lies."""
    assert place.board is not None
    board = board_of(place.board)
    takes = [int(book.numbering.is_a(card, place.content)) for card in range(len(book.numbering.cards))]
    return put_board(book.tables.words, board, takes, _labels(book, place, board))


def _labels(book: Book, place: core.PlaceDef, board: Board) -> list[int]:
    """Those on the edges of each card, or on the joins of each spot, behind a row for no spot."""
    if not board.has_lines:
        values = book.numbering.values
        rows = [[values.get(label, NOWHERE) for label in row] for row in board.labels]
        return [NOWHERE] * board.edges + [label for row in rows for label in row]
    if not place.edged:
        return [NOWHERE] * board.edges * len(book.numbering.cards)
    return [label for row in book.printed[place.edged] for label in (row or (NOWHERE,) * board.edges)]


def put_board(put: Put, board: Board, takes: Sequence[int], labels: Sequence[int]) -> int:
    """The same, of labels as numbers."""
    directions = len(board.steps[0])
    left, top, wide, tall = _window(board)
    before = [] if board.has_lines else [0] * directions  # the row of no spot
    far = [dq * COLUMN + dr for row in board.steps for dq, dr in row]
    fields = {
        "edges": board.edges,
        "directions": directions,
        "turns": board.turns,
        "stride": len(before),
        "farthest": max(map(abs, far)),
        "wide": wide,
        "tall": tall,
        "left": left,
        "top": top,
        "takes": put(takes),
        "labels": put(labels),
        "far": put(before + far),
        "across": put(before + [dq for row in board.steps for dq, _ in row]),
        "down": put(before + [dr for row in board.steps for _, dr in row]),
        "back": put(before + [each for row in board.back for each in row]),
        "steps": put(before + _cell_steps(board, tall)),
        "within": put([int((left + i // tall, top + i % tall) in board.cells) for i in range(wide * tall)]),
    }
    assert fields.keys() == BoardWords.record_fields().keys()
    return put([fields[name] for name in BoardWords.record_fields()])


def _window(board: Board) -> tuple[int, int, int, int]:
    """Its first cell, and how far it goes: all spots, and what lies around them, into which steps lead that lead nowhere."""
    if not board.cells:
        return 0, 0, 0, 0
    columns, rows = zip(*board.cells, strict=True)
    left, right, top, bottom = min(columns) - 1, max(columns) + 1, min(rows), max(rows)
    if not board.has_lines:
        return left, top, right - left, 1  # whoever has a name steps back to the first cell where a step leads nowhere
    return left, top - 1, right - left + 1, bottom - top + 3


def _cell_steps(board: Board, tall: int) -> list[int]:
    if board.has_lines:
        return [dq * tall + dr for dq, dr in board.steps[0]]
    return [-(at + 1) if dr else dq for at, row in enumerate(board.steps) for dq, dr in row]

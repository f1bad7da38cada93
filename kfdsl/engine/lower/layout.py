"""Where everything lies in a state of words, for a number of players.

In:   a Layout (cells by number).      Out:  FlatLayout: for each cell where it is, and how large a state is.
"""

from __future__ import annotations

from kfdsl.engine.library.looking.facts import HIDDEN_TRAYS
from kfdsl.engine.library.machine import STRETCHES, Card, Line, State, Tray
from kfdsl.engine.library.whereabouts import IN_ONE
from kfdsl.engine.machine.layout import Layout

WORDS = 2  # in a number
SHEET = 1024  # lines on it at most
TALLIES = 8192  # numbers for scorers in force,
FRAMES = 8192  # and for rules that wait


def _hidden(layout: Layout) -> list[dict[int, int]]:
    """For each player the places of cards that are not seen, each with its number; those that are too many share the last."""
    return [
        {cell: min(number, HIDDEN_TRAYS - 1) for number, cell in enumerate(_unseen(layout, seat))}
        for seat in range(layout.players)
    ]


def _unseen(layout: Layout, seat: int) -> list[int]:
    return [at for at, cell in enumerate(layout.cells) if cell.sort == "cards" and not cell.seen_by(seat)]


def _change_places(layout: Layout, seat: int) -> bool:
    """Whether a card that a player does not see could lie in more than one place."""
    contents = [layout.numbering.places[layout.cells[at].name].content for at in _unseen(layout, seat)]
    return len(contents) > len(set(contents))


class FlatLayout:
    """Numbers first, then words, then frames."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.tokens = len(layout.numbering.tokens)
        self.cards = len(layout.numbering.cards)
        self.vars: dict[int, int] = {}  # cell of a variable → where, in numbers
        self.places: dict[int, int] = {}  # cell of tokens → where its counts are, in words
        self.trays: dict[int, int] = {}  # cell of cards → the number of its tray
        at = State.record_size()
        for cell, about in enumerate(layout.cells):
            if about.sort == "var":
                self.vars[cell] = at
                at += 1
        self.hidden = _hidden(layout)
        self.whereabouts_at = at if any(_change_places(layout, seat) for seat in range(layout.players)) else 0
        if self.whereabouts_at:
            at += layout.players * HIDDEN_TRAYS * -(-self.cards // IN_ONE)
        self.cards_at = at * WORDS
        self.trays_at = self.cards_at + self.cards * Card.record_size()
        for cell, about in enumerate(layout.cells):
            if about.sort == "cards":
                self.trays[cell] = len(self.trays)
        self.counts_at = self.trays_at + len(self.trays) * Tray.record_size()
        words = self.counts_at
        for cell, about in enumerate(layout.cells):
            if about.sort == "tokens":
                self.places[cell] = words
                words += self.tokens
        self.sheet_at = -(-words // WORDS)
        self.stretch = max(self.sheet_at // STRETCHES, 2 * self.tokens, 8).bit_length()
        self.tallies_at = self.sheet_at + SHEET * Line.record_size()
        self.frames_at = self.tallies_at + TALLIES
        self.size = self.frames_at + FRAMES

"""What a position is worth to somebody, by what can be counted without knowing the game.

In:   a Table, a state.      Out:  points by seat, and how many pieces each has.
"""

from __future__ import annotations

from kfdsl.engine.state import State
from kfdsl.engine.table import Table


class Worth:
    """Which cells belong to whom, found once for a table."""

    def __init__(self, table: Table) -> None:
        layout = table.layout
        seats = range(layout.players)
        self.players = layout.players
        cells = list(enumerate(layout.cells))
        self.tokens = [[at for at, cell in cells if cell.sort == "tokens" and cell.player == seat] for seat in seats]
        self.cards = [[at for at, cell in cells if cell.sort == "cards" and cell.player == seat] for seat in seats]
        self.on_card = [
            [at for at, cell in cells if cell.sort == "tokens" and cell.card == card and cell.player is None]
            for card in range(len(table.program.cards))
        ]

    def pieces(self, g: State, seat: int) -> int:
        """Tokens and cards in a player's places, and tokens on those cards."""
        cells = g.cells
        count = 0
        for at in self.tokens[seat]:
            count += sum(cells[at])
        for at in self.cards[seat]:
            for card in cells[at]:
                count += 1
                for on in self.on_card[card]:
                    count += sum(cells[on])
        return count

    def points(self, g: State) -> list[int]:
        """Points on the sheet."""
        found = [0] * self.players
        for line in g.sheet:
            found[line[0]] += line[1]
        return found

"""What a position is worth to somebody, by what can be counted without knowing the game.

In:   a Table, a state.      Out:  a number: the larger, the better for a seat.
It is what the rules say would be scored if the game ended now, against the best of the others; and something for every piece that the
player has, since pieces are what points are made of, as long as there is time left to do so.
"""

from __future__ import annotations

from kfdsl.engine.play.score_now import outlook
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State

MINE, OTHERS = 200, 100  # for a point
PIECE, SPARE = 90, 10  # for a piece: for each round that is left, and anyway
TURNS = 3  # that are left at most, as far as it matters


class Evaluation:
    """Which cells belong to whom, found once for a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        cells = list(enumerate(table.layout.cells))
        seats = range(table.layout.players)
        self._tokens = [[at for at, cell in cells if cell.sort == "tokens" and cell.player == seat] for seat in seats]
        self._cards = [[at for at, cell in cells if cell.sort == "cards" and cell.player == seat] for seat in seats]
        self._upon: list[list[int]] = [[] for _ in table.program.cards]
        for at, cell in cells:
            if cell.sort == "tokens" and cell.card is not None and cell.player is None:
                self._upon[cell.card].append(at)

    def of(self, g: State, seat: int, left: int) -> int:
        """What a state is worth to a seat that has so many rounds left."""
        points = outlook(self.table, g)
        others = points[:seat] + points[seat + 1 :]
        return MINE * points[seat] - OTHERS * max(others, default=0) + (SPARE + PIECE * left) * self.pieces(g, seat)

    def pieces(self, g: State, seat: int) -> int:
        """Tokens and cards in a player's places, and tokens upon those cards."""
        cells = g.cells
        held = [card for at in self._cards[seat] for card in cells[at]]
        tokens = self._tokens[seat] + [at for card in held for at in self._upon[card]]
        return len(held) + sum([sum(cells[at]) for at in tokens])

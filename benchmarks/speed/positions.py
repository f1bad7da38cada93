"""Positions in which things are compared.

In:   a table.      Out:  states at turns of random games, and turns with as much on the table as one likes.
"""

from __future__ import annotations

import random
from types import SimpleNamespace

from benchmarks.convert import index_of
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State

TOKENS = 11


def new_game(table: Table, seed: int) -> Game:
    """A game of which nothing is told."""
    game = Game(table, [f"P{seat}" for seat in range(table.layout.players)], seed)
    game.tells = False
    return game


def positions(table: Table, games: int, seed: int = 0) -> list[State]:
    """States at turns of random games, the same ones whoever plays them."""
    found = []
    for number in range(seed, seed + games):
        game = new_game(table, number)
        dice = random.Random(number)
        while not game.over:
            if game.question.info.sort == "menu" and not game.atoms:
                found.append(game.state.copy())
            game.play(dice.choice(game.choices()))
    return found


def crowded(table: Table, hand: SimpleNamespace, tiles: int, losing: int, pieces: int = 20) -> State:
    """A turn with so many tiles in the auction, so many groups of the one to act outbid, and so many pieces of that player."""
    g, index = new_game(table, 1).state, index_of(table)
    auction, stock, retired = (index[name, None, None] for name in ("auction", "tile_stock", "retired"))
    cards = [card for card in range(hand.size) if hand.is_tile[card] and hand.use_of[card] is not None][:tiles]
    gone = tuple(card for card in g.cells[auction] if card not in cards)
    g.cells[stock] = tuple(card for card in g.cells[stock] if card not in cards)
    g.cells[retired] = (*g.cells[retired], *gone)
    g.cells[auction] = tuple(cards)
    mover = g.cells[index["mover", None, None]]
    for number, card in enumerate(cards[:losing]):
        for player, count in ((mover, 2), ((mover + 1) % hand.n, 3)):
            g.cells[index["bid", card, player]] = tuple(count * (i == number % 3) for i in range(TOKENS))
    loose = pieces - 2 * losing
    g.cells[index["screen", None, mover]] = tuple((loose + 3 - i) // 4 if i < 4 else 0 for i in range(TOKENS))
    return g.copy()

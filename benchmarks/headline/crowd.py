"""A turn of the base pack with as much on the table as one likes; the same in every revision, so it knows only what all have.

In:   rules, how many workers, outbid groups and tiles.      Out:  a game at such a turn.
"""

from __future__ import annotations

from typing import Any

SEED = 5
SEATS = ("p0", "p1", "p2", "p3")
TINTS = 3


def crowded(rules: Any, workers: int, groups: int, tiles: int) -> Any:
    """Four play; of the one to act so many workers lie behind the screen, besides one in each group that is outbid."""
    game = rules.new_game(SEATS, seed=SEED)
    while game.question.info.menu != "turn":
        game.play(game.choices()[0])
    layout, g, me = game.table.layout, game.state.copy(), game.seat
    index = {(cell.name, cell.card, cell.player): at for at, cell in enumerate(layout.cells)}
    auction, stock, retired = (index[name, None, None] for name in ("auction", "tile_stock", "retired"))
    others = [card for card in g.cells[auction] if not _is_tile(rules, card)]
    there = [card for card in (*g.cells[auction], *g.cells[stock]) if _is_tile(rules, card)]
    kept = there[:tiles]
    gone = [card for card in g.cells[auction] if card not in kept and card not in others]
    for place, cards in (
        (stock, [card for card in g.cells[stock] if card not in kept]),
        (retired, [*g.cells[retired], *gone]),
        (auction, [*others, *kept]),
    ):
        g.cells[place] = tuple(cards)
        for card in cards:
            g.cells[layout.tables["WHERE"][card]] = place
    width = len(g.cells[index["screen", None, me]])
    for number, card in enumerate(kept[:groups]):
        for player, count in ((me, 1), ((me + 1) % len(SEATS), 2)):
            g.cells[index["bid", card, player]] = tuple(count * (i == number % TINTS) for i in range(width))
    g.cells[index["screen", None, me]] = tuple(
        workers // TINTS + (i < workers % TINTS) if i < TINTS else 0 for i in range(width)
    )
    return rules.at(SEATS, SEED, {}, g.copy())


def _is_tile(rules: Any, card: int) -> bool:
    return str(rules.program.cards[card].kind) != "turn_order"


def first_options(game: Any) -> int:
    """All that is offered first, with its notation and its text."""
    found = game.clone().choices()
    for choice in found:
        assert choice.notation and choice.text is not None  # made by now, whoever makes them late
    return len(found)


def all_answers(game: Any) -> int:
    """Every whole answer; how many there are."""
    return sum(1 for _ in game.clone().question.wholes())

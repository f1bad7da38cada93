"""Words about planes answer in games of the packs that come with kfdsl what the oracle answers."""

from __future__ import annotations

from functools import cache
from random import Random

import kfdsl
from kfdsl.engine.lower.printed import program_tables
from kfdsl.program import made_names
from tests import shipped_packs
from tests.engine.lower.planes import Board, as_today, asked_of, in_every_way


@cache
def positions() -> list[kfdsl.Game]:
    """Games of all packs at several moments, the last ones with all that was built."""
    found: list[kfdsl.Game] = []
    random = Random(5)
    game = shipped_packs.together().new_game(["ann", "ben", "cas", "dee"], seed=5)
    game.tells = False
    played = 0
    while not game.over:
        game.play(random.choice(game.choices()))
        played += 1
        if played % 80 == 0:
            found.append(game.clone())
    return [*found, game, *(crowded(each, random) for each in (found[0], game))]


def crowded(game: kfdsl.Game, random: Random) -> kfdsl.Game:
    """The same, as if players had laid all cards there are, without regard to what fits."""
    game = game.clone()
    cells, layout = game.state.cells, game.table.layout
    cards = [card for card in sorted(layout.numbering.spotted) if cells[layout.tables["SPOT"][card]] is None]
    random.shuffle(cards)
    for cell in layout.planes:
        taken = {cells[layout.tables["SPOT"][card]][:2] for card in cells[cell]}
        free = [(q, r) for q in range(-2, 2) for r in range(-2, 2) if (q, r) not in taken]
        for (q, r), card in zip(free, [cards.pop() for _ in free[: len(cards)]], strict=False):
            lies = cells[layout.tables["WHERE"][card]]
            cells[lies] = tuple(each for each in cells[lies] if each != card)
            cells[cell] = (*cells[cell], card)
            cells[layout.tables["SPOT"][card]] = (q, r, random.randrange(6))
    for card in cards:  # as if they had lain on a plane before
        cells[layout.tables["SPOT"][card]] = (0, 0, 0)
    return game


def board_of(game: kfdsl.Game) -> Board:
    """The planes of a game, and all other cards together."""
    cells, layout = game.state.cells, game.table.layout
    planes, printed = list(layout.planes), program_tables(layout.numbering)
    laid = [list(cells[cell]) for cell in planes]
    names = range(len(layout.numbering.cards))
    rest = [card for card in names if not any(card in cards for cards in laid)]
    spots = [cells[at] if at >= 0 else None for at in layout.tables["SPOT"]]
    labels = {at: list(printed[made_names.printed(layout.planes[cell].edged)]) for at, cell in enumerate(planes)}
    return Board([*laid, rest], spots, labels)


def test_words_about_planes_answer_and_cost_the_same_in_games_of_all_packs() -> None:
    ways = in_every_way()
    del ways["direct"]
    largest = 0
    for number, game in enumerate(positions()):
        board, random = board_of(game), Random(number)
        largest = max(largest, *map(len, board.trays[:-1]))
        for way in ways.values():
            way.put(board)
        for asked in asked_of(random, board, 1):
            expected = as_today(board, asked)
            assert {name: way.ask(asked) for name, way in ways.items()} == dict.fromkeys(ways, expected), asked
    assert largest >= 14

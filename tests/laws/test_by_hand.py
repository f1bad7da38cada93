"""Generated code and the same rules written by hand go the same way, question by question.

benchmarks/by_hand.py shares nothing with the engine but the arithmetic of chance, so a mistake would have to be made twice.
"""

from __future__ import annotations

import os
import random
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks import by_hand
from benchmarks.convert import answer_to_hand, bundle_at, hand_rules, index_of, load, to_hand
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State

GAMES = 60 if os.environ.get("KFDSL_FULL") else 10
NAMES = ("blue", "red", "yellow", "green", "wood", "stone", "iron", "gold", "saw", "pickaxe", "anvil")


@pytest.fixture(scope="module")
def tables() -> dict[int, Table]:
    rules = load()
    return {players: rules.table(players) for players in range(2, 7)}


@pytest.mark.parametrize("players", range(2, 7))
def test_both_go_the_same_way_and_offer_the_same(tables: dict[int, Table], players: int) -> None:
    states = sum(play_both(tables[players], seed) for seed in range(GAMES))
    assert states > 12 * GAMES


def play_both(table: Table, seed: int) -> int:
    """Play what is chosen among the wholes by hand; now and then compare all wholes as well."""
    hand = hand_rules(table)
    game = Game(table, [f"P{i}" for i in range(hand.n)], seed)
    game.tells = bool(seed % 2)
    other = hand.new_game(stream(seed))
    dice = random.Random(seed)
    states = 0
    while not game.over:
        agree(table, game.state, other, hand)
        offered = hand.wholes(other)
        if dice.random() < 0.15:
            question = game.question
            wholes = [answer_to_hand(question, question.answer(atoms)) for atoms in question.wholes()]
            assert len(set(wholes)) == len(wholes)
            assert sorted(wholes) == sorted(offered)
        answer = dice.choice(offered)
        game.play(written(answer, table))
        hand.play(other, answer)
        states += 1
    assert other.over
    assert game.totals() == other.points
    return states


def written(answer: tuple[Any, ...], table: Table) -> str:
    """An answer by hand in notation."""
    cards = [card.name for card in table.program.cards]
    match answer:
        case ("pass",):
            return "pass"
        case ("fetch", pick):
            return f"option {pick + 1}"
        case ("pay", (-1, token)):
            return f"1 {NAMES[token]}"
        case ("pay", (lot, _)):
            return f"all of bid({cards[lot]})"
        case (action, card, colour, lots, loose):
            parts = [f"all of bid({cards[lot]})" for lot in lots] + [f"{loose} {NAMES[colour]}"] * bool(loose)
            return f"{action} {cards[card]} with {' + '.join(parts)}"
        case _:
            raise AssertionError(answer)


def agree(table: Table, g: State, other: by_hand.State, hand: SimpleNamespace) -> None:
    """The same cells, and the same answers to every query."""
    cells = to_hand(table, g, hand).cells
    assert cells == other.cells
    assert g.chance == other.chance
    index = index_of(table)
    for p in hand.players:
        assert table.query(g, "home_of", p) == hand.home_of(cells, p)
    for card in range(hand.size):
        crew = index["crew", card, None]
        assert table.query(g, "tints", card) == hand.tints(cells, card)
        assert table.query(g, "colours", bundle_at(table, crew)) == hand.colours(cells[hand.CREW + card])
        for p in hand.players if hand.is_tile[card] else ():
            assert table.query(g, "leader", card) == hand.leader(cells, card)
            assert table.query(g, "losing", card, p) == hand.losing(cells, card, p)
            assert table.query(g, "to_beat", card, p) == hand.to_beat(cells, card, p)
            assert table.query(g, "landing", card, p) == hand.landing(cells, card, p)
    assert list(table.query(g, "usable")) == hand.usable(cells)

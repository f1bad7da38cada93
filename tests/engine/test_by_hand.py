"""Generated code and the same rules written by hand go the same way, question by question.

benchmarks/by_hand.py shares nothing with the engine but the arithmetic of chance, so a mistake would have to be made twice.
"""

from __future__ import annotations

import os
import random
from types import SimpleNamespace

import pytest

from benchmarks import by_hand
from benchmarks.convert import answer_to_hand, hand_rules, index_of, load, to_hand
from kfdsl.engine.chance import stream
from kfdsl.engine.game import Game
from kfdsl.engine.question import Question
from kfdsl.engine.state import State
from kfdsl.engine.table import Table

GAMES = 40 if os.environ.get("KFDSL_FULL") else 4


@pytest.fixture(scope="module")
def tables() -> dict[int, Table]:
    rules = load()
    return {players: rules.table(players) for players in range(2, 7)}


@pytest.mark.parametrize("players", range(2, 7))
def test_both_offer_the_same_wholes_and_come_to_the_same_states(tables: dict[int, Table], players: int) -> None:
    for seed in range(GAMES):
        play_both(tables[players], seed)


def play_both(table: Table, seed: int) -> None:
    hand = hand_rules(table)
    game = Game(table, [f"P{i}" for i in range(hand.n)], seed)
    game.tells = bool(seed % 2)
    other = hand.new_game(stream(seed))
    dice = random.Random(seed)
    while not game.over:
        question = game.question
        agree(table, game.state, other, hand)
        wholes = {answer_to_hand(question, question.answer(atoms)): atoms for atoms in question.wholes()}
        offered = hand.wholes(other)
        assert len(wholes) == len(set(offered)) == len(offered)
        assert set(wholes) == set(offered)
        answer = dice.choice(offered)
        play_whole(game, question, wholes[answer])
        hand.play(other, answer)
    assert other.over
    assert game.totals() == other.points


def play_whole(game: Game, question: Question, atoms: tuple[object, ...]) -> None:
    """Answer part by part, leaving out the parts that answer themselves."""
    while game.atoms != atoms:
        known = len(game.atoms)
        choice = next(choice for choice in game.choices() if choice.atoms == atoms[: known + 1])
        game.play(choice)
        if game.over or game._question is not question:
            return


def agree(table: Table, g: State, other: by_hand.State, hand: SimpleNamespace) -> None:
    """The same cells, and the same answers to every query."""
    cells = to_hand(table, g, hand).cells
    assert cells == other.cells
    assert g.chance == other.chance
    names, index = table.quiet.names, index_of(table)
    for p in hand.players:
        assert names["q_home_of"](g, p) == hand.home_of(cells, p)
    for card in range(hand.size):
        assert names["q_tints"](g, card) == hand.tints(cells, card)
        assert names["q_colours"](g, g.cells[index["crew", card, None]]) == hand.colours(cells[hand.CREW + card])
        for p in hand.players if hand.is_tile[card] else ():
            assert names["q_leader"](g, card) == hand.leader(cells, card)
            assert names["q_losing"](g, card, p) == hand.losing(cells, card, p)
            assert names["q_to_beat"](g, card, p) == hand.to_beat(cells, card, p)
            assert names["q_landing"](g, card, p) == hand.landing(cells, card, p)
    assert list(names["q_usable"](g)) == hand.usable(cells)

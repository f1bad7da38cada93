"""What somebody who watches knows of hidden cards: it is always true, and worlds that are imagined keep to it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine.library.looking.facts import HIDDEN_TRAYS
from kfdsl.engine.library.whereabouts import IN_ONE
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.words.state import State
from tests.laws.games_for_laws import CONSTRUCTS, FULL, rules_of, subsets, walk
from tests.packs.roots_for_tests import folder, pack

# Everybody has a pile of their own, from which a hand is drawn; what is bought goes openly onto the pile that was thrown away.
DECKS = """
kind card starts in market { worth: number = 1 }
place market of card, in order, seen by all
place stock of card, in order, seen by none, counted by all
place pile per player of card, in order, seen by none, counted by all
place hand per player of card, in order, seen by owner, counted by all
place thrown per player of card, in order, seen by all
card a1 { } card a2 { } card a3 { } card a4 { } card b1 { } card b2 { } card b3 { } card b4 { }
card s1 { } card s2 { } card s3 { } card s4 { } card s5 { } card s6 { }
var turns: number = 0
menu turn(me: player)
action buy in turn(c: card in market) { do { move c to thrown(me) } }
action top in turn(c: card in market) { do { move c to pile(me) } }
action throw in turn(c: card in hand(me)) { do { move c to thrown(me) } }
action restock in turn { do { for c in first(1, stock) { move c to market } } }
action bury in turn(c: card in hand(me)) { do { move c to stock; shuffle stock } }
action draw in turn {
  do {
    if pile(me) is empty { for c in thrown(me) { move c to pile(me) } shuffle pile(me) }
    for c in first(2, pile(me)) { move c to hand(me) }
  }
}
main flow day {
  for c in first(4, market) { move c to pile(seat(1)) }
  if seat(2) is there { for c in first(4, market) { move c to pile(seat(2)) } }
  for c in market { move c to stock }
  shuffle stock
  for p in players { shuffle pile(p) }
  repeat { for p in players { choose turn(p) } turns := turns + 1 } until turns >= 30
}
"""
WORLDS = range(6)


@pytest.fixture(scope="module")
def decks(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(folder(tmp_path_factory.mktemp("decks"), pack("decks", DECKS)))


def may_lie(table: kfdsl.engine.rules.table.Table, state: State, seat: int, card: int, cell: int) -> bool:
    flat = table.words.flat
    width = -(-flat.cards // IN_ONE)
    at = flat.whereabouts_at + (seat * HIDDEN_TRAYS + flat.hidden[seat][cell]) * width + card // IN_ONE
    return bool(state.head().cast("q")[at] >> card % IN_ONE & 1)


def untrue(game: kfdsl.Game) -> list[tuple[int, int, int]]:
    """Whoever thinks that a card cannot lie where it does."""
    state, table = game.state.copy(), game.table
    return [
        (seat, card, cell)
        for seat, hidden in enumerate(table.words.flat.hidden)
        for cell in hidden
        for card in state.cells[cell]
        if not may_lie(table, state, seat, card, cell)
    ]


@pytest.mark.parametrize("packs", [*subsets(), (CONSTRUCTS,)], ids="+".join)
def test_nobody_thinks_that_a_card_is_not_where_it_is(packs: tuple[str, ...]) -> None:
    rules = rules_of(*packs)
    few, many = rules.seats
    for players in range(few, min(many, 6) + 1) if FULL else (max(few, min(many, 3)),):
        game = rules.new_game([str(seat) for seat in range(players)], seed=players)
        if game.table.words.flat.whereabouts_at:
            for count, _ in enumerate(walk(game, 1)):
                if count % 5 == 0:
                    assert not untrue(game)


def lies(game: kfdsl.Game, *names: str) -> Counter[str]:
    cells, program = game.state.cells, game.table.program
    return Counter(
        program.cards[card].name
        for at, cell in enumerate(game.table.layout.cells)
        if cell.sort == "cards" and game.table.layout.name(at) in names
        for card in cells[at]
    )


def test_what_was_bought_stays_with_whoever_bought_it(decks: kfdsl.Rules) -> None:
    """All that Ben has came to him openly, so only its order, and what of it is in his hand, differs from world to world."""
    hands = set()
    for seed in range(12 if FULL else 4):
        game = decks.new_game(["Ann", "Ben"], seed=seed)
        buried = False
        for count, line in enumerate(walk(game, seed)):
            buried = buried or any(each.notation.startswith("bury") for each in game.log)
            assert not untrue(game)
            if count % 3 or buried:
                continue
            for number in WORLDS:
                world = game.redealt("Ann", stream(number))
                assert world.view("Ann") == game.view("Ann")
                assert not untrue(world) or line
                for name in ("(1)", "(2)"):
                    places = [f"{place}{name}" for place in ("pile", "hand", "thrown")]
                    assert lies(world, *places) == lies(game, *places)
                assert lies(world, "stock") == lies(game, "stock")
                hands.add(tuple(lies(world, "hand(2)")))
    assert len(hands) > 20


def test_what_was_buried_may_be_any_card_of_the_hand(decks: kfdsl.Rules) -> None:
    game = decks.new_game(["Ann", "Ben"], seed=3)
    for choice in ("draw", "draw", "restock"):
        game.play(choice)
    before = set(lies(game, "hand(2)"))
    game.play(next(each for each in game.choices() if each.notation.startswith("bury")))
    game.play(game.choices()[0])
    found = {card for number in range(60) for card in lies(game.redealt("Ann", stream(number)), "stock") if card in before}
    assert found == before


def test_worlds_are_the_same_for_all_that_cannot_be_told_apart(decks: kfdsl.Rules) -> None:
    """What is imagined in an imagined world follows from what is known alone."""
    game = decks.new_game(["Ann", "Ben"], seed=5)
    for count, _ in enumerate(walk(game, 2)):
        if count % 7 == 0:
            world = game.redealt("Ann", stream(1))
            one, other = (each.redealt("Ann", stream(2)) for each in (game, world))
            assert not one.state.changed_since(other.state)


def test_a_card_that_was_put_somewhere_by_hand_may_lie_anywhere(tmp_path: Path) -> None:
    """An example may lay cards out as they could not lie; nobody is then sure of them, and worlds can be dealt."""
    text = DECKS + 'position p for ann, ben { pile(ben) = s1, s2; hand(ben) = s3 } example "x" { given p then size(hand(ben)) = 1 }'
    rules = kfdsl.load(folder(tmp_path, pack("decks", text)))
    assert rules.check_examples() == ()
    game = rules.new_game(["Ann", "Ben"], seed=1)
    cells = game.state.cells
    stock = next(at for at, cell in enumerate(game.table.layout.cells) if cell.name == "stock")
    cells[stock] = tuple(reversed(cells[stock]))
    assert game.redealt("Ann", stream(1)).view("Ann") == game.view("Ann")

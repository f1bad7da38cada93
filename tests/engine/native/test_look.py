"""What answers come to that somebody asks about, as those see it who look ahead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kfdsl
from kfdsl.bots import BOTS
from kfdsl.engine.choices.choice import Choice
from kfdsl.engine.machine.chance import signed, stream
from kfdsl.engine.rules import table as tables
from tests.laws.games_for_laws import CONSTRUCTS, TOP, rules_of, snapshot, subsets, times

WOODS = str(TOP / "tests" / "bots" / "woods")
GAMES = [(WOODS,), (CONSTRUCTS,), subsets()[0], subsets()[-1]]
MOST = 12  # answers looked at


def positions(packs: tuple[str, ...], every: int) -> Iterator[tuple[kfdsl.Game, list[Choice]]]:
    """Some of a game at random, each with answers that are offered there."""
    game = rules_of(*packs).new_game(["Ann", "Ben", "Cleo"], seed=4)
    for number in range(times(160, 1000)):
        if game.over:
            return
        if number % every == 0:
            ways = game.question.ways(game.atoms)
            yield game, [game.choice(atoms) for atoms, _ in zip(ways, range(MOST), strict=False)]
        game.play(BOTS["random"](game))


@pytest.mark.parametrize("packs", GAMES, ids=lambda packs: f"{len(packs)} {packs[0].split('/')[-1]}")
def test_the_same_seed_gives_the_same_numbers_in_both_forms_and_the_game_stays_as_it_is(packs: tuple[str, ...]) -> None:
    differed = 0
    for game, choices in positions(packs, 40):
        before, table = snapshot(game), game.table
        found = game.look(choices, worlds=2, seed=3)
        assert game.look(choices, worlds=2, seed=3) == found
        assert game.look(choices[::-1], worlds=2, seed=3) == found[::-1], "it does not matter what else is looked at"
        question = game.question
        rows = [question.codes_of(choice.atoms) for choice in choices]
        flat = [number for row in rows for number in (len(row), *row)]
        for is_native in (True, False):
            engine = table.new_engine(is_native)
            place = engine.put_row(flat)
            dice = signed(stream(3, 0x1009))
            called = engine.call(tables.doors.rows_worth, question.g, question.who, place, dice, 2, table.limits.steps)
            assert engine.listed(called) == found
        assert snapshot(game) == before
        differed += len(set(found)) > 1
    assert differed


@pytest.mark.parametrize("packs", GAMES, ids=lambda packs: f"{len(packs)} {packs[0].split('/')[-1]}")
def test_what_cannot_be_known_makes_no_difference(packs: tuple[str, ...]) -> None:
    for number, (game, choices) in enumerate(positions(packs, 50)):
        world = game.redealt(game.player, stream(number, 9))
        assert world.look([choice.notation for choice in choices], seed=7) == game.look(choices, seed=7)


def test_an_answer_that_gains_more_is_worth_more() -> None:
    game = rules_of(WOODS).new_game(["Ann", "Ben"], seed=1)
    game.play("gather")
    game.play("rest")
    while game.question.info.sort != "menu":
        game.play(game.choices()[0])
    wholes = [game.choice(atoms) for atoms in game.question.wholes()]
    worth = dict(zip([choice.notation for choice in wholes], game.look(wholes, worlds=4, seed=1), strict=True))
    assert max(value for notation, value in worth.items() if notation.startswith("plant")) > worth["rest"]


def test_worlds_are_added_up_and_a_seed_makes_them() -> None:
    for game, choices in positions((WOODS,), 7):
        one, two = game.look(choices, worlds=1), game.look(choices, worlds=2)
        assert game.look(choices) == one
        if any(one):
            assert one != two
            return


def test_only_whole_answers_that_are_offered_are_looked_at() -> None:
    game = rules_of(subsets()[0][0]).new_game(["Ann", "Ben"], seed=1)
    part = next(choice for choice in game.choices() if not choice.whole)
    with pytest.raises(kfdsl.IllegalChoice, match="only a part of an answer"):
        game.look([part])
    with pytest.raises(kfdsl.IllegalChoice, match="not allowed"):
        game.look(["nonsense"])
    with pytest.raises(ValueError, match="one world at least"):
        game.look([], worlds=0)
    assert game.look([]) == []


def test_as_many_are_looked_at_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is room for so many codes at a time."""
    game, choices = next(positions((WOODS,), 1))
    found = game.look(choices, seed=2)
    monkeypatch.setattr(tables, "ROW", 8)
    assert game.look(choices * 3, seed=2) == found * 3

"""Games on boards: as many ways to play a few turns as are known, or as a small program counts that knows nothing of the language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import kfdsl
from kfdsl.examples.run import run
from tests.cli.kilns import write_pack

STRANGERS = Path(__file__).parent / "strangers"
RING = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
State = tuple[dict[str, int], int]  # whose piece lies at each spot, and whose turn it is


def turns(game: kfdsl.Game) -> Iterator[kfdsl.Game]:
    """The game after each turn that can be taken, however many choices that is; somebody with one way takes it."""
    begun = [game] if not game.over else []
    while begun:
        at = begun.pop()
        for choice in at.choices():
            after = at.clone()
            after.play(choice)
            if after.over or (after.question.info.label == game.question.info.label and not after.so_far):
                yield after
            else:
                begun.append(after)


def ways(game: kfdsl.Game, depth: int) -> int:
    """How many sequences of turns there are."""
    return 1 if depth == 0 else sum(ways(after, depth - 1) for after in turns(game))


@pytest.mark.parametrize(("depth", "known"), [(1, 4), (2, 12), (3, 56), (4, 244)])
def test_discs_are_turned_over_in_as_many_ways_as_is_known(depth: int, known: int) -> None:
    game = kfdsl.load(STRANGERS / "reversi").new_game(["ann", "ben"], seed=1)
    assert ways(game, depth) == known


def around(spot: str) -> list[str]:
    if spot == "middle":
        return list(RING)
    at = RING.index(spot)
    return [RING[at - 1], RING[(at + 1) % 8], "middle"]


def steps(state: State) -> Iterator[State]:
    lies, mover = state
    free = next(spot for spot in (*RING, "middle") if spot not in lies)
    for spot, owner in lies.items():
        is_beside = any(lies.get(near, mover) != mover for near in around(spot))
        if owner == mover and free in around(spot) and (free != "middle" or is_beside):
            yield {**{key: value for key, value in lies.items() if key != spot}, free: owner}, 1 - mover


def asked(state: State) -> State:
    """The state in which somebody has a choice again: whoever has one way takes it."""
    while len(found := list(steps(state))) == 1:
        (state,) = found
    return state


def test_pieces_step_round_the_star_as_a_small_program_says() -> None:
    states = [asked(({spot: int(number > 3) for number, spot in enumerate(RING)}, 0))]
    rules = kfdsl.load(STRANGERS / "star")
    games = [rules.new_game(["ann", "ben"], seed=1)]
    for _ in range(7):
        found = sorted(tuple(sorted(lies.items())) for lies, _ in states)
        assert sorted(map(_told, games)) == found
        states = [asked(after) for state in states for after in steps(state)]
        games = [after for game in games for after in turns(game)]


def _told(game: kfdsl.Game) -> tuple[tuple[str, int], ...]:
    """Whose piece lies at each spot."""
    spots = game.view("ann")["spots"]
    return tuple(sorted((spot, int(RING.index(piece) > 3)) for piece, spot in spots.items()))


ODD = """
kind stone starts in bowl { }
place bowl of stone, in order, seen by all
plane board of stone on squares 2 by 2, seen by all
stone flint "Flint" { }
menu turn(me: player)
action put in turn(x: stone in bowl) { do { lay x on board at spot(2, 0) } }
action rest in turn { }
main flow game { for p in players { choose turn(p) } }
position odd for ann, ben { board = flint; flint lies at SPOT }
example "odd" { given odd  then board has flint }
"""


@pytest.mark.parametrize(("spot", "holds"), [("(1, 1)", True), ("(2, 0)", False), ("(0, -1)", False), ("(1, 1) turned 1", False)])
def test_no_card_lies_off_its_board(spot: str, holds: bool, tmp_path: Path) -> None:
    rules = kfdsl.load(write_pack(tmp_path, "odd", ODD.replace("SPOT", spot)))
    (example,) = rules.program.examples
    assert (run(rules.table(2), example) is None) == holds


def test_laying_a_card_off_its_board_is_told(tmp_path: Path) -> None:
    game = kfdsl.load(write_pack(tmp_path, "odd", ODD.replace("SPOT", "(0, 0)"))).new_game(["ann", "ben"], seed=1)
    with pytest.raises(kfdsl.Stuck, match="a spot that this plane does not have"):
        game.play("put flint")

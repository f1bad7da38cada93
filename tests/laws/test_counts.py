"""How many ways there are: a few numbers pin the whole generator of choices."""

from __future__ import annotations

import pytest

import kfdsl
from kfdsl.engine.play.game import Game


def ways(game: Game, depth: int) -> int:
    """Whole answers in sequence, to a depth."""
    if game.over:
        return 1
    wholes = list(game.question.wholes())
    if depth == 1:
        return len(wholes)
    found = 0
    for atoms in wholes:
        other = game.clone()
        other.atoms = atoms[:-1]
        (last,) = [choice for choice in other.choices() if choice.atoms == atoms]
        other.play(last)
        found += ways(other, depth - 1)
    return found


@pytest.mark.parametrize(
    ("packs", "seed", "counts"),
    [
        (("keyflower",), 1, (97, 7632)),
        (("keyflower", "key_celeste", "keymelequin"), 2, (112, 10557)),
        (("farmers", "key_celeste", "keymelequin", "merchants"), 3, (105, 7689)),
    ],
)
def test_the_number_of_choice_sequences_does_not_change(
    packs: tuple[str, ...], seed: int, counts: tuple[int, int]
) -> None:
    game = kfdsl.load(*packs).new_game(["Ann", "Ben"], seed=seed)
    game.tells = False
    assert (ways(game, 1), ways(game, 2)) == counts

"""A rule of the Keymelequin that an example cannot show: what chance brings in many games."""

from __future__ import annotations

from tests.shipped_packs import alone

SEEDS = range(12)
BOATS = ("keyflower_boat", "sea_bastion", "sea_breese")


def test_unless_the_players_settle_on_a_boat_chance_says_whose_place_it_takes() -> None:
    """Q-SET-1, Q-SET-3"""
    replaced = set()
    for seed in SEEDS:
        game = alone("keymelequin").new_game(players=["Ann", "Ben", "Cleo"], seed=seed)
        harbour = list(game.view(None)["places"]["harbour"]["cards"])
        at = harbour.index("keymelequin_boat")
        assert (*harbour[:at], BOATS[at], *harbour[at + 1 :]) == BOATS
        replaced.add(BOATS[at])
    assert replaced == {*BOATS}

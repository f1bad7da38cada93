"""Rules of the base game that an example cannot show: what chance brings in many games, what is told, what an option changes."""

from __future__ import annotations

from collections.abc import Callable

import kfdsl
from tests.shipped_packs import alone

PLAYERS = ("Ann", "Ben", "Cleo")
Answer = Callable[[kfdsl.Game], str | None]


def nothing_special(game: kfdsl.Game) -> str | None:
    return None


def played(
    seed: int, until: Callable[[kfdsl.Game], bool], answer: Answer = nothing_special, **options: bool
) -> kfdsl.Game:
    """A game in which everybody passes and takes what comes first, unless an answer is given, until something is so."""
    chosen = {f"keyflower.{name}": on for name, on in options.items()}
    game = alone("keyflower").new_game(players=PLAYERS, seed=seed, options=chosen)
    while not (game.over or until(game)):
        offered = {choice.notation: choice for choice in game.choices()}
        game.play(answer(game) or offered.get("pass") or next(iter(offered.values())))
    return game


def place(game: kfdsl.Game, name: str, viewer: str | None = None) -> list[str]:
    """What lies in a place, as a player sees it."""
    found = game.view(viewer)["places"][name]
    return list(found["cards"] if "cards" in found else found["tokens"])


def season(game: kfdsl.Game) -> str:
    return str(game.view()["variables"]["season"])


def is_turn(game: kfdsl.Game) -> bool:
    return bool(game.view()["asked"]["rule"] == "take_turn")


def is_asked_for_winter_tiles(game: kfdsl.Game) -> bool:
    return bool(game.view()["asked"]["rule"] == "winter_tiles")


def is_winter(game: kfdsl.Game) -> bool:
    return season(game) == "winter" and is_turn(game)


def hand_of_the_one_asked(game: kfdsl.Game) -> list[str]:
    return place(game, f"winter_hand({PLAYERS.index(game.player) + 1})", game.player)


def test_a_summer_boat_shows_a_side_by_chance() -> None:
    """K-SEA-5"""
    sides = set()
    for seed in range(12):
        game = played(seed, lambda game: season(game) == "summer")
        sides |= {game.view()["faces"][name] for name in place(game, "auction") if name.startswith("boat_")}
    assert sides == {"a", "b"}


def test_nobody_is_told_how_much_lies_behind_another_screen() -> None:
    """K-HID-1"""
    game = played(0, is_turn)
    for seat, viewer in enumerate(PLAYERS, start=1):
        screens = {name: found for name, found in game.view(viewer)["places"].items() if name.startswith("screen(")}
        assert len(screens) == len(PLAYERS) and "tokens" in screens.pop(f"screen({seat})")
        assert all(found == {"hidden": True} for found in screens.values())


def test_all_are_told_how_many_winter_tiles_each_player_brought_and_nobody_which() -> None:
    """K-SEA-6, K-HID-3"""

    def brought(game: kfdsl.Game) -> str | None:
        if not is_asked_for_winter_tiles(game):
            return None
        return " + ".join(hand_of_the_one_asked(game)[: PLAYERS.index(game.player) + 1])

    game = played(0, is_winter, brought)
    for viewer in (*PLAYERS, None):
        told = [each.text for each in game.told(viewer) if each.text.endswith("→ winter pool")]
        assert len(told) == 1 + 2 + 3
        for count, player in enumerate(PLAYERS, start=1):
            unnamed = told.count(f"a card: winter hand, {player} → winter pool")
            assert unnamed == (0 if player == viewer else count)


def test_winter_tiles_are_mixed_before_they_are_shown() -> None:
    """K-SEA-6"""
    firsts = set()
    for seed in range(12):
        bringer: dict[str, str] = {}

        def one_each(game: kfdsl.Game, bringer: dict[str, str] = bringer) -> str | None:
            if not is_asked_for_winter_tiles(game):
                return None
            tile = hand_of_the_one_asked(game)[0]
            bringer[tile] = game.player
            return tile

        game = played(seed, is_winter, one_each)
        firsts.add(next(bringer[name] for name in place(game, "auction") if name in bringer))
    assert firsts == {*PLAYERS}


def test_players_with_equal_points_share_a_place_only_if_they_want_to_play_again() -> None:
    """K-SCORE-18, X-4"""
    ties = 0
    for seed in range(6):
        apart = played(seed, lambda _: False).scores()
        shared = played(seed, lambda _: False, shared_victory=True).scores()
        assert apart.totals == shared.totals
        assert sorted(apart.places.values()) == [1, 2, 3]
        points = list(shared.totals.values())
        assert shared.places == {name: 1 + sum(x > mine for x in points) for name, mine in shared.totals.items()}
        ties += len(set(points)) < len(points)
    assert ties

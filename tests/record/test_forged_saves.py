"""Saves that nobody wrote by playing: refused, or the same game."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import kfdsl
from kfdsl.record.read_states import read_state
from kfdsl.record.states import Positions
from kfdsl.record.values import Misfit
from tests.laws.games_for_laws import each_subset, new_game, snapshot, times, walk
from tests.record.forging import Change, mutated, signed
from tests.record.pottery import ASKING, POTTERY, write_pack


@pytest.fixture(scope="module")
def pottery(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(write_pack(tmp_path_factory.mktemp("packs"), POTTERY + ASKING))


@pytest.fixture
def game(pottery: kfdsl.Rules) -> kfdsl.Game:
    """Between two parts of an answer."""
    game = pottery.new_game(["Ann", "Ben"], seed=1)
    game.play("rest")
    game.play("throw ...")
    return game


FORGERIES: dict[str, Change] = {
    "a piece too many": lambda data: data["state"]["places"]["shelf(1)"].update(clay=5),
    "a piece less than none": lambda data: data["state"]["places"]["shelf(1)"].update(clay=-4),
    "an unknown piece": lambda data: data["state"]["places"]["shelf(1)"].update(gravel=1),
    "a card twice": lambda data: data["state"]["places"].update(heap=["deep_kiln"]),
    "a card nowhere": lambda data: data["state"]["places"]["lane"].pop(),
    "an unknown card": lambda data: data["state"]["places"]["lane"].append("tall_kiln"),
    "cards for tokens": lambda data: data["state"]["places"].update(pit=["deep_kiln"]),
    "a place that is not there": lambda data: data["state"]["places"].pop("pit"),
    "a variable of another type": lambda data: data["state"]["variables"].update(rounds={"card": "deep_kiln"}),
    "a truth for a number": lambda data: data["state"]["variables"].update(rounds={"row": [True]}),
    "a player who does not play": lambda data: data["state"]["frames"][0]["locals"].update(p={"player": 9}),
    "a frame that is not there": lambda data: data["state"]["frames"][0].update(label="nowhere"),
    "no frames": lambda data: data["state"]["frames"].clear(),
    "frames of frames": lambda data: data["state"].update(frames=data["state"]["frames"] * 50),
    "a local less": lambda data: data["state"]["frames"][0]["locals"].popitem(),
    "a tag that is none": lambda data: data["state"]["frames"][0]["locals"].update(p={"kiln": 1}),
    "two tags": lambda data: data["state"]["frames"][0]["locals"].update(p={"player": 1, "card": "x"}),
    "a huge set": lambda data: data["state"]["frames"][0]["locals"].update(p={"set": [10**9]}),
    "another question": lambda data: data["state"].update(ask=None),
    "a part that was not offered": lambda data: data["parts"][0]["given"].append("throw old_kiln ..."),
    "a whole under way": lambda data: data["parts"][0].update(given=["rest"]),
    "parts of somebody who is not asked": lambda data: data["parts"].append({"player": 1, "given": []}),
    "a line that cannot be": lambda data: data["log"][0].update(player=9),
    "a million points": lambda data: data["state"]["sheet"].append(
        {"player": 1, "points": 10**6, "reason": {"text": "leftovers"}, "at": "", "with": ""}
    ),
    "a token that moved": lambda data: (
        data["state"]["places"]["shelf(1)"].update(clay=3),
        data["state"]["places"]["shelf(2)"].update(clay=data["state"]["places"]["shelf(2)"]["clay"] + 1),
    ),
    "a card that moved": lambda data: data["state"]["places"]["heap"].append(data["state"]["places"]["lane"].pop()),
    "another order": lambda data: data["state"]["places"]["lane"].reverse(),
    "another chance": lambda data: data["state"].update(chance="0123456789abcdef"),
    "another number": lambda data: data["state"]["variables"].update(rounds=5),
    "another seed": lambda data: data.update(seed=2),
    "another way": lambda data: (
        data["trail"][0]["changed"]["variables"].update(rounds=4)
        if "variables" in data["trail"][0]["changed"]
        else data["trail"][1]["changed"]["variables"].update(rounds=4)
    ),
    "a line less": lambda data: data["log"].clear(),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forged_save_is_refused_in_one_line_or_gives_the_same_game(game: kfdsl.Game, what: str) -> None:
    forged = signed(game.save(), FORGERIES[what])
    assert forged != game.save()
    try:
        again = game.rules.resume(forged)
    except kfdsl.SaveError as refusal:
        assert "\n" not in str(refusal)
        return
    assert snapshot(again) == snapshot(game)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("a million points", "the sheet: nothing, and .*1000000.* when it was saved"),
        ("a token that moved", r"`shelf\(1\)`: 4 clay \+ 1 grog, and 3 clay \+ 1 grog when it was saved"),
        ("a card that moved", r"`lane`: .*when it was saved"),
        ("another order", r"`lane`: .*when it was saved"),
        ("another chance", "the state of chance: "),
        ("another number", "`rounds`: 1, and 5 when it was saved"),
        ("another seed", "where the game begins"),
        ("another way", "`rounds`: "),
        ("a line less", "`rounds`: 0, and 1 when it was saved"),
    ],
)
def test_a_position_that_its_own_log_contradicts_is_refused_with_what_differs(
    game: kfdsl.Game, what: str, words: str
) -> None:
    forged = signed(game.save() | {"parts": []}, FORGERIES[what])
    with pytest.raises(kfdsl.SaveDiffers, match=words) as caught:
        game.rules.resume(forged)
    assert caught.value.packs == ()
    assert 'if_changed="position"' in str(caught.value)


def test_the_caller_may_say_that_the_stored_position_counts_and_has_to_say_it_again(game: kfdsl.Game) -> None:
    """Otherwise whoever forges would only have to write that it was taken over."""
    forged = signed(game.save() | {"parts": []}, FORGERIES["a token that moved"])
    kept = game.rules.resume(forged, if_changed="position")
    assert kept.view("Ann")["places"]["shelf(1)"]["tokens"]["clay"] == 3
    kept.play("rest")
    saved = kept.save()
    with pytest.raises(kfdsl.SaveDiffers, match="behind 1 lines of the log was taken over as it was saved"):
        game.rules.resume(saved)
    assert snapshot(game.rules.resume(saved, if_changed="position")) == snapshot(kept)


def test_saying_that_the_position_counts_changes_nothing_where_the_log_leads_there(game: kfdsl.Game) -> None:
    again = game.rules.resume(game.save(), if_changed="position")
    assert again.save() == game.save()


@each_subset
def test_a_position_of_any_pack_can_be_taken_over_where_all_of_it_has_names(packs: tuple[str, ...]) -> None:
    """Its log says nothing here, so that only the position is left to read."""
    taken = 0
    for number, game in enumerate(walk(new_game(packs, 21), 21)):
        if number % times(20, 2):
            continue
        saved = json.loads(json.dumps(game.save()))
        forged = signed(saved, lambda data: data["log"].insert(0, {"player": 1, "choice": "sing", "alone": False}))
        try:
            again = game.rules.resume(forged, if_changed="position")
        except kfdsl.SaveError as refusal:
            assert "was saved as a number only" in str(refusal) or "points are being settled" in str(refusal)
            continue
        taken += 1
        told = again.save()
        assert (told["state"], told["parts"]) == (saved["state"], saved["parts"])
    assert taken


WRONG: dict[str, Change] = {
    "a text for a number": lambda data: data["variables"].update(rounds="five"),
    "a truth for a number": lambda data: data["variables"].update(rounds=False),
    "a number of more than 64 bits": lambda data: data["variables"].update(rounds=2**63),
    "nothing for a number": lambda data: data["variables"].update(rounds=None),
    "a card for a number": lambda data: data["variables"].update(rounds={"card": "deep_kiln"}),
    "a card for a player": lambda data: data["frames"][0]["locals"].update(p={"card": "deep_kiln"}),
    "a number for a player": lambda data: data["frames"][0]["locals"].update(p=1),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_position_that_counts_has_values_of_the_right_types_and_in_their_ranges(game: kfdsl.Game, what: str) -> None:
    forged = signed(game.save() | {"parts": []}, lambda data: WRONG[what](data["state"]))
    with pytest.raises(kfdsl.SaveError, match=r"is not a (number|player)|there is no player"):
        game.rules.resume(forged, if_changed="position")


def test_cards_lie_at_spots_of_planes_alone_and_no_two_at_one() -> None:
    game = next(islice(walk(new_game(("keyflower",), 3), 3), 20, None))
    positions = Positions(game.table)
    honest = positions.write(game.state)
    laid = [card for card, spot in honest["spots"].items() if spot]
    loose = next(card for card, spot in honest["spots"].items() if not spot)
    for card, spot in ((loose, [5, 5, 0]), (laid[0], [0, 0, 6]), (laid[0], [2**40, 0, 0]), (laid[0], [0, True])):
        with pytest.raises(Misfit, match="spot"):
            read_state(positions, {**honest, "spots": {**honest["spots"], card: spot}})


# ---- anything at all


def pool(packs: tuple[str, ...]) -> list[tuple[kfdsl.Game, dict[str, Any]]]:
    """Games of some packs, most of them young, since a log is played again for each forgery; one is over."""
    found = []
    for seed in range(times(2, 5)):
        every = list(islice((game.clone() for game in walk(new_game(packs, seed), seed)), 60))
        found += every[:: times(15, 10)]
    last = new_game(packs, 1)
    for _ in walk(last, 1):
        pass
    return [(game, json.loads(json.dumps(game.save()))) for game in (*found, last)]


def same(again: kfdsl.Game, game: kfdsl.Game) -> None:
    """All but what nothing contradicts: names of players, and parts of an answer that were not given."""
    kept = {"names": game.names, "begun": game.begun()}
    assert snapshot(again) | kept == snapshot(game) | kept
    assert again.seed == game.seed


@each_subset
def test_whatever_is_changed_in_a_save_it_is_refused_or_gives_the_same_game(packs: tuple[str, ...]) -> None:
    rnd, refused = random.Random(Path(packs[-1]).name), 0
    games = pool(packs)
    for _ in range(times(50, 310)):
        game, saved = rnd.choice(games)
        forged = mutated(saved, rnd)
        try:
            again = game.rules.resume(json.dumps(forged))
        except kfdsl.SaveError as refusal:
            refused += 1
            assert "\n" not in str(refusal)
            continue
        same(again, game)
    assert refused > times(20, 150)


@each_subset
def test_a_forged_position_that_counts_is_refused_or_can_be_played(packs: tuple[str, ...]) -> None:
    """What the rules make of a position that no game comes to may be stuck; it is no other error."""
    rnd, games, played = random.Random(7), pool(packs), 0
    for _ in range(times(25, 150)):
        game, saved = rnd.choice(games)
        forged = mutated(saved, rnd)
        try:
            again = game.rules.resume(json.dumps(forged), if_changed="position")
        except kfdsl.SaveError:
            continue
        played += 1
        for _ in range(15):
            if again.over:
                break
            try:
                again.play(rnd.choice(again.choices()))
            except kfdsl.CannotGoOn:
                break
    assert played

"""Saves: what is in them, how they are gone on with, and what is said of those that are not as they were written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kfdsl
from kfdsl.record import files
from tests.laws.games_for_laws import snapshot, walk
from tests.record.forging import Change, signed
from tests.record.pottery import ASKING, POTTERY, SEALED, write_pack


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


# ---- what a save says


def test_a_save_speaks_in_names(game: kfdsl.Game) -> None:
    saved = game.save()
    assert saved["packs"] == [{"name": "hollow", "version": "1.0.0", "digest": game.rules.packs[0].digest}]
    assert (saved["players"], saved["seed"], saved["parts"]) == (
        ["Ann", "Ben"],
        1,
        [{"player": 2, "given": ["throw ..."]}],
    )
    assert saved["log"] == [{"player": 1, "choice": "rest", "alone": False}]
    state = saved["state"]
    assert state["places"]["shelf(1)"] == {"clay": 4, "grog": 1}
    assert sorted(state["places"]["lane"]) == ["deep_kiln", "flat_kiln"]
    assert state["variables"]["rounds"] == 1
    assert state["ask"] == {"rule": "firing", "label": "stint"}
    assert state["frames"][0]["rule"] == "firing"
    assert state["frames"][0]["locals"]["p"] == {"player": 2}


@pytest.mark.parametrize("seed", range(4))
def test_a_game_goes_on_from_every_choice_also_inside_effects_and_free_actions(pottery: kfdsl.Rules, seed: int) -> None:
    asked = set()
    for game in walk(pottery.new_game(["Ann", "Ben", "Cleo"], seed=seed), seed):
        again = pottery.resume(json.dumps(game.save()))
        assert snapshot(again) == snapshot(game)
        assert [choice.notation for choice in again.choices()] == [choice.notation for choice in game.choices()]
        asked |= {frame["rule"] for frame in game.save()["state"]["frames"]}
    assert {"firing", "sort"} <= asked


def test_a_free_action_that_asks_is_saved_with_what_it_interrupts(pottery: kfdsl.Rules) -> None:
    game = pottery.new_game(["Ann", "Ben"], seed=1)
    game.play("sort")
    game.play("swap")
    frames = game.save()["state"]["frames"]
    assert [frame["rule"] for frame in frames][1] == "(again)"
    again = pottery.resume(game.save())
    assert snapshot(again) == snapshot(game)
    for _ in walk(game, 1):
        pass
    for _ in walk(again, 1):
        pass
    assert snapshot(again) == snapshot(game)


def test_sealed_answers_and_parts_of_several_players_are_saved(tmp_path: Path) -> None:
    rules = kfdsl.load(write_pack(tmp_path / "one", POTTERY + SEALED))
    game = rules.new_game(["Ann", "Ben", "Cleo"], seed=1)
    game.play("vote")
    assert game.to_act == ("Ann", "Ben", "Cleo")
    game.play(game.choices("Cleo")[1], "Cleo")
    game.play("flat_kiln", "Ben")
    game.play(game.choices("Ann")[0], "Ann")
    assert [line.notation for line in game.log] == ["vote"]
    saved = game.save()
    assert saved["sealed"] == [{"player": 2, "choice": "flat_kiln", "behind": 1}]
    assert [part["player"] for part in saved["parts"]] == [1, 3]
    changed = kfdsl.load(write_pack(tmp_path / "other", "# as before\n" + POTTERY + SEALED, version="1.0.1"))
    for again in (rules.resume(saved), changed.resume(saved)):
        assert (again.save()["sealed"], again.save()["parts"]) == (saved["sealed"], saved["parts"])
        assert again.state.frame == game.state.frame
        assert "so_far" in again.view("Cleo")["asked"]
        assert "so_far" not in again.view("Ben")["asked"]
        again.play(
            "deep_kiln + flat_kiln"
            if again.choices("Cleo")[0].notation.startswith("deep")
            else "flat_kiln + deep_kiln",
            "Cleo",
        )
        again.play("nothing", "Ann")
        assert [(line.player, line.notation) for line in again.log[:3]] == [
            (0, "vote"),
            (0, "nothing"),
            (1, "flat_kiln"),
        ]
        assert again.view()["variables"]["tally"] == 7


def test_a_finished_game_can_be_saved_and_looked_at_again(pottery: kfdsl.Rules) -> None:
    game = pottery.new_game(["Ann", "Ben"], seed=3)
    for _ in walk(game, 3):
        pass
    again = pottery.resume(game.save())
    assert again.over
    assert again.scores() == game.scores()


# ---- packs that changed


def test_packs_that_changed_without_touching_the_game_replay_to_the_same_point(
    game: kfdsl.Game, tmp_path: Path
) -> None:
    other = kfdsl.load(write_pack(tmp_path, "# another comment\n" + POTTERY + ASKING, version="1.1.0"))
    again = other.resume(game.save())
    assert (again.log, again.atoms, again.so_far) == (game.log, game.atoms, game.so_far)
    assert again.state.cells == game.state.cells


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("action rest in", "action doze in", "line 1 of the log, Ann `rest`: .*`rest` is not an action here"),
        ("seen by owner", "seen by all", ""),
        ("action throw in stint", "action hurl in stint", "In the answer under way, `throw ...` is not offered"),
        ("choose stint(p)", "choose stint(next(p))", "line 1 of the log, Ann `rest`: it is Ben who is asked now"),
        ("until rounds >= 6", "until rounds >= 1", ""),
    ],
)
def test_the_first_difference_is_told_with_what_changed(
    game: kfdsl.Game, tmp_path: Path, old: str, new: str, words: str
) -> None:
    text = POTTERY + ASKING
    assert old in text
    other = kfdsl.load(write_pack(tmp_path, text.replace(old, new), version="1.1.0"))
    if not words:
        assert other.resume(game.save()).log[:1] == game.log[:1]
        return
    with pytest.raises(kfdsl.SaveError, match=r"`hollow` changed \(1.0.0 → 1.1.0\)") as caught:
        other.resume(game.save())
    assert caught.match(words)


def test_a_game_that_ends_sooner_now_is_a_difference(pottery: kfdsl.Rules, tmp_path: Path) -> None:
    game = pottery.new_game(["Ann", "Ben"], seed=1)
    for _ in walk(game, 1):
        pass
    other = kfdsl.load(write_pack(tmp_path, (POTTERY + ASKING).replace("until rounds >= 6", "until rounds >= 1")))
    with pytest.raises(kfdsl.SaveError, match=r"1\.0\.0, content \w{8} → \w{8}.*points"):
        other.resume(game.save())


def test_packs_that_are_missing_or_new_are_named(game: kfdsl.Game) -> None:
    saved = signed(
        game.save(), lambda data: data["packs"].append({"name": "meadow", "version": "2.0.0", "digest": "0" * 64})
    )
    assert game.rules.resume(saved).log == game.log
    broken = signed(saved, lambda data: data["log"].insert(0, {"player": 1, "choice": "sing", "alone": False}))
    with pytest.raises(kfdsl.SaveError, match="`meadow` is not loaded"):
        game.rules.resume(broken)


def test_a_state_that_another_version_wrote_is_found_again_from_the_log(game: kfdsl.Game) -> None:
    def rename(data: dict[str, Any]) -> None:
        data["made_by"] = "kfdsl 0.0.9"
        data["state"]["frames"][0]["label"] = "as it was called then"

    again = game.rules.resume(signed(game.save(), rename))
    assert snapshot(again) == snapshot(game)


# ---- what is not as it was written


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "not a saved game"),
        ("null", "not a saved game"),
        ('{"format": 3}', "format 3; this version of kfdsl reads format 2"),
        ('{"format": true}', "format True"),
        ('{"format": 1}', "at the top, 'made_by' is a required property"),
        ('{"format": 1.0}', "all its numbers are whole"),
        ('{"format": NaN}', "all its numbers are whole"),
        ('{"format": 1, "format": 1}', "twice"),
        ("[" * 200_000, "not one that kfdsl wrote|nested"),
        ('{"format": ' + "9" * 5000 + "}", "not one that kfdsl wrote"),
    ],
)
def test_what_is_no_save_is_refused_in_one_line(pottery: kfdsl.Rules, text: str, words: str) -> None:
    with pytest.raises(kfdsl.SaveError, match=words):
        pottery.resume(text)


def test_a_save_that_is_cut_off_anywhere_is_refused(game: kfdsl.Game) -> None:
    text = json.dumps(game.save())
    for end in range(0, len(text), 97):
        with pytest.raises(kfdsl.SaveError):
            game.rules.resume(text[:end])


def test_a_save_that_is_too_large_is_not_even_read(
    game: kfdsl.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    game.save(path)
    monkeypatch.setattr(files, "MOST_BYTES", 100)
    with pytest.raises(kfdsl.SaveError, match="too large"):
        game.rules.resume(path)
    with pytest.raises(kfdsl.SaveError, match="too large"):
        game.rules.resume(path.read_text())


def test_files_that_cannot_be_read_are_named(pottery: kfdsl.Rules, tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(b"\xff\xfe\x00")
    for path, words in (
        (tmp_path / "none", "cannot be read"),
        (tmp_path, "cannot be read"),
        (tmp_path / "odd", "not text in UTF-8"),
    ):
        with pytest.raises(kfdsl.SaveError, match=words):
            pottery.resume(path)


def test_things_that_are_not_json_are_refused(game: kfdsl.Game) -> None:
    loop: dict[str, Any] = {}
    loop["loop"] = loop
    for odd in ({"format": object()}, {"format": {1, 2}}, loop):
        with pytest.raises(kfdsl.SaveError, match="not JSON"):
            game.rules.resume(odd)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["state"]["places"]["shelf(1)"].update(clay=5),
        lambda data: data.update(seed=2),
        lambda data: data["log"].clear(),
        lambda data: data["players"].reverse(),
    ],
    ids=["a piece", "the seed", "the log", "the players"],
)
def test_a_save_that_was_changed_is_refused(game: kfdsl.Game, change: Change) -> None:
    saved = game.save()
    change(saved)
    with pytest.raises(kfdsl.SaveError, match="changed or damaged"):
        game.rules.resume(saved)

"""Saves of packs that changed: nothing goes on somewhere else without a word."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest

import kfdsl
from kfdsl.record.differences import differences
from kfdsl.record.files import digest
from tests.laws.games_for_laws import snapshot, walk
from tests.record.pottery import ASKING, POTTERY, SEALED, write_pack

DIGGING = """
action dig in stint { do { move up to 1 clay from pit to shelf(me)  rounds := rounds + 1 } }
"""
TEXT = POTTERY + ASKING + SEALED + DIGGING


@pytest.fixture(scope="module")
def pottery(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(write_pack(tmp_path_factory.mktemp("packs"), TEXT))


@pytest.fixture(scope="module")
def richer(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    """Where one digs three lumps, not one."""
    text = TEXT.replace("move up to 1 clay", "move up to 3 clay")
    return kfdsl.load(write_pack(tmp_path_factory.mktemp("packs"), text, version="1.1.0"))


@pytest.fixture
def game(pottery: kfdsl.Rules) -> kfdsl.Game:
    game = pottery.new_game(["Ann", "Ben"], seed=1)
    for choice in ("rest", "rest", "dig", "rest"):
        game.play(choice)
    return game


def lumps(game: kfdsl.Game) -> int:
    return game.view("Ann")["places"]["shelf(1)"]["tokens"]["clay"]


def test_the_choice_that_leads_elsewhere_is_told_with_what_was_and_what_is(
    game: kfdsl.Game, richer: kfdsl.Rules
) -> None:
    had = lumps(game)
    with pytest.raises(kfdsl.SaveDiffers) as caught:
        richer.resume(game.save())
    told = caught.value
    assert (told.line, told.player, told.choice) == (3, "Ann", "dig")
    assert [(pack.name, pack.saved, pack.loaded) for pack in told.packs] == [
        ("hollow", ("1.0.0", game.rules.packs[0].digest), ("1.1.0", richer.packs[0].digest))
    ]
    found = {each.what: (each.saved["clay"], each.found["clay"]) for each in told.unlike}
    assert found == {"`pit`": (found["`pit`"][0], found["`pit`"][0] - 2), "`shelf(1)`": (had, had + 2)}
    for words in ("`hollow` changed (1.0.0 → 1.1.0)", "line 3 of the log, Ann `dig`", f"{had + 2} clay", f"{had} clay"):
        assert words in str(told)
    assert 'if_changed="position"' in str(told)
    assert 'if_changed="log"' in str(told)


def test_the_caller_says_what_counts(game: kfdsl.Game, richer: kfdsl.Rules) -> None:
    saved = game.save()
    kept, anew = (richer.resume(saved, if_changed=counts) for counts in ("position", "log"))
    assert (lumps(kept), lumps(anew)) == (lumps(game), lumps(game) + 2)
    assert kept.log == anew.log == game.log
    assert [str(pack) for pack in kept.changed_packs] == ["`hollow` changed (1.0.0 → 1.1.0)"]
    assert game.rules.resume(saved).changed_packs == ()
    with pytest.raises(ValueError, match="if_changed is one of tell, position, log, not 'both'"):
        richer.resume(saved, if_changed="both")  # type: ignore[arg-type]


def test_a_position_that_was_taken_over_is_where_its_log_begins(
    game: kfdsl.Game, pottery: kfdsl.Rules, richer: kfdsl.Rules, tmp_path: Path
) -> None:
    """Its first lines lead elsewhere with these packs; the rest of its log counts, once the caller says that the position did."""
    kept = richer.resume(game.save(), if_changed="position")
    kept.play("dig")
    saved = json.loads(json.dumps(kept.save()))
    assert (saved["start"]["lines"], lumps(kept)) == (4, lumps(game) + 3)
    with pytest.raises(kfdsl.SaveDiffers, match="taken over") as caught:
        richer.resume(saved)
    assert caught.value.line == 4
    assert snapshot(richer.resume(saved, if_changed="position")) == snapshot(kept)
    assert richer.resume(saved, if_changed="position").save() == kept.save()
    alike = kfdsl.load(write_pack(tmp_path, "# a comment\n" + TEXT.replace("up to 1 clay", "up to 3 clay")))
    assert snapshot(alike.resume(saved, if_changed="position")) == snapshot(kept)
    with pytest.raises(kfdsl.SaveDiffers, match=r"line 5 of the log, Ann `dig`"):
        pottery.resume(saved)


def test_packs_that_changed_without_a_difference_are_named_all_the_same(game: kfdsl.Game, tmp_path: Path) -> None:
    other = kfdsl.load(write_pack(tmp_path, "# a comment\n" + TEXT))
    again = other.resume(game.save())
    assert snapshot(again) == snapshot(game)
    assert [pack.name for pack in again.changed_packs] == ["hollow"]


def test_a_difference_of_the_set_up_is_told_as_one(game: kfdsl.Game, tmp_path: Path) -> None:
    other = kfdsl.load(write_pack(tmp_path, TEXT.replace("up to 5 earth", "up to 4 earth")))
    with pytest.raises(kfdsl.SaveDiffers, match="The first difference is where the game begins") as caught:
        other.resume(game.save())
    assert caught.value.line == 0


def test_the_first_difference_counts_although_a_later_choice_is_not_even_possible(
    game: kfdsl.Game, tmp_path: Path
) -> None:
    game.play(
        "throw deep_kiln with "
        + " + ".join(f"{n} {t}" for t, n in game.view("Ann")["places"]["shelf(1)"]["tokens"].items())
    )
    text = TEXT.replace("move up to 1 clay", "move up to 0 clay")
    with pytest.raises(kfdsl.SaveDiffers, match="line 3 of the log, Ann `dig`") as caught:
        kfdsl.load(write_pack(tmp_path, text)).resume(game.save())
    assert 'if_changed="log"' not in str(caught.value)  # for there is no game that these choices make


def test_a_local_of_a_rule_under_way_is_part_of_the_position(pottery: kfdsl.Rules, tmp_path: Path) -> None:
    late = "action wait in stint { do { let n = 2  ask o: oven in lane  marks := marks + n * o.heat  rounds := rounds + 1 } }\n"
    texts = [TEXT + late, TEXT + late.replace("n = 2", "n = 3")]
    one, other = (kfdsl.load(write_pack(tmp_path / str(i), text)) for i, text in enumerate(texts))
    game = one.new_game(["Ann", "Ben"], seed=1)
    game.play("wait")
    with pytest.raises(kfdsl.SaveDiffers, match=r"`n` in `wait.*: 3, and 2 when it was saved"):
        other.resume(game.save())


def test_a_save_without_a_trail_still_tells_that_it_leads_elsewhere(game: kfdsl.Game, richer: kfdsl.Rules) -> None:
    """As kfdsl wrote them before."""
    old = {key: value for key, value in game.save().items() if key not in ("trail", "start")} | {"format": 1}
    old["check"] = digest(old)
    assert snapshot(game.rules.resume(old)) == snapshot(game)
    with pytest.raises(kfdsl.SaveDiffers, match=r"Its choices lead to another position: .*`shelf\(1\)`") as caught:
        richer.resume(old)
    assert caught.value.line is None


CHANGES = {
    "nothing": ("rounds + 1 } }", "rounds + 1 } }"),
    "more to dig": ("move up to 1 clay", "move up to 3 clay"),
    "another heat": ("heat: 3", "heat: 1"),
    "another deal": ("up to 5 earth", "up to 6 earth"),
    "an end that comes sooner": ("rounds >= 6", "rounds >= 4"),
    "a rest that counts twice": (
        "action rest in stint { do { rounds := rounds + 1",
        "action rest in stint { do { rounds := rounds + 2",
    ),
    "points for more": ("score size(shelf(p))", "score 2 * size(shelf(p))"),
    "a shuffle less": ("shuffle heap", ""),
    "another name": ("action dig", "action mine"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_changed_a_game_goes_on_at_the_position_that_was_saved_or_a_difference_is_told(
    what: str, pottery: kfdsl.Rules, tmp_path: Path
) -> None:
    old, new = CHANGES[what]
    assert old in TEXT
    other = kfdsl.load(write_pack(tmp_path, "# changed\n" + TEXT.replace(old, new)))
    refused = 0
    for seed in range(3):
        game = pottery.new_game(["Ann", "Ben"], seed=seed)
        for _ in chain(walk(game, seed), [None]):
            saved = json.loads(json.dumps(game.save()))
            try:
                again = other.resume(saved)
            except kfdsl.SaveDiffers as told:
                refused += 1
                assert told.packs
                assert "\n" not in str(told)
                continue
            assert again.state.cells == game.state.cells
            assert again.state.chance == game.state.chance
            assert again.totals() == game.totals()
            assert again.log == game.log
    assert bool(refused) == (what != "nothing")


def test_with_the_same_rules_every_forged_number_of_a_position_is_a_difference(game: kfdsl.Game) -> None:
    honest = game.save()["state"]
    assert differences(honest, honest) == []
    forged = json.loads(json.dumps(honest))
    forged["places"]["shelf(1)"]["clay"] += 1
    forged["places"]["pit"]["clay"] -= 1
    forged["frames"][0]["locals"]["p"] = {"player": 2}
    assert {each.what for each in differences(forged, honest)} == {"`pit`", "`shelf(1)`", "the frames"}

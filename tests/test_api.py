"""The front door: what it gives, and what it says to a caller who asks for something wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kfdsl
from tests.record.pottery import POTTERY, write_pack

EXAMPLE = """
position bench for ann, ben { shelf(ann) = 3 clay; shelf(ben) = 3 clay }
example "a kiln wants clay" { given bench; when ann "throw flat_kiln with 2 clay" then yard = 2 clay }
example "a kiln wants little" { given bench; then ann cannot "throw flat_kiln with 2 clay" }
"""


@pytest.fixture(scope="module")
def pottery(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Rules:
    return kfdsl.load(write_pack(tmp_path_factory.mktemp("packs")))


@pytest.fixture
def game(pottery: kfdsl.Rules) -> kfdsl.Game:
    return pottery.new_game(players=["Ann", "Ben"], seed=1)


def test_a_game_can_be_played_from_start_to_end_with_nothing_but_choices(game: kfdsl.Game) -> None:
    while not game.over:
        game.play(game.choices()[0])
    assert game.to_act == ()
    assert game.choices() == []
    assert game.scores().totals == {"Ann": 7, "Ben": 7}


def test_a_choice_may_be_played_as_text_part_by_part_or_at_once(game: kfdsl.Game) -> None:
    at_once = game.clone()
    at_once.play("throw flat_kiln with 2 clay")
    game.play("throw ...")
    game.play("throw flat_kiln ...")
    assert game.so_far == "throw flat_kiln ..."
    game.play("throw flat_kiln with 2 clay /1 ...")
    game.play("throw flat_kiln with 2 clay")
    assert game.log == at_once.log
    assert [line.notation for line in game.log] == ["throw flat_kiln with 2 clay"]


def test_choices_are_those_of_the_one_who_is_asked(game: kfdsl.Game) -> None:
    assert game.to_act == ("Ann",)
    assert [choice.notation for choice in game.choices("Ann")] == ["rest", "throw ..."]
    assert game.choices("Ben") == []
    with pytest.raises(ValueError, match="nobody here is called `Zoe`; there are: Ann, Ben"):
        game.choices("Zoe")


def test_places_are_shared_by_those_who_tie_and_the_next_is_left_out(pottery: kfdsl.Rules) -> None:
    game = pottery.new_game(["Ann", "Ben", "Cleo"], seed=2)
    game.play("throw flat_kiln with 2 clay")
    while not game.over:
        game.play("rest")
    scores = game.scores()
    assert scores.totals == {"Ann": 5, "Ben": 7, "Cleo": 7}
    assert scores.places == {"Ann": 3, "Ben": 1, "Cleo": 1}
    assert sum(line.points for line in scores.lines if line.player == "Ann") == 5
    assert [(line.points, line.reason) for line in scores.lines if line.player == "Ann"] == [
        (3, "leftovers"),
        (1, "Flat kiln"),
        (1, "Deep kiln"),
    ]
    assert all(line.at.startswith("rules/hollow/all.kf:25:") for line in scores.lines)


def test_why_not_names_the_need_that_fails_and_says_nothing_of_what_is_allowed(game: kfdsl.Game) -> None:
    reason = game.why_not("throw deep_kiln with 1 clay")
    assert reason is not None
    assert (reason.need, reason.words) == ("throw.enough", "Deep kiln wants 3")
    assert game.why_not("throw flat_kiln with 2 clay") is None
    with pytest.raises(kfdsl.IllegalChoice, match="Deep kiln wants 3"):
        game.play("throw deep_kiln with 1 clay")


def test_what_was_played_can_be_taken_back_until_another_is_asked(game: kfdsl.Game) -> None:
    game.play("throw ...")
    game.play("throw flat_kiln ...")
    game.undo()
    game.undo()
    assert game.so_far == ""
    assert not game.can_undo()
    game.play("rest")
    with pytest.raises(kfdsl.IllegalChoice, match="nothing can be taken back"):
        game.undo()


def test_a_clone_is_a_game_of_the_same_sort(game: kfdsl.Game) -> None:
    clone = game.clone()
    clone.play("rest")
    assert type(clone) is type(game)
    assert clone.rules is game.rules
    assert (len(clone.log), len(game.log)) == (1, 0)
    assert clone.save() != game.save()


def test_a_view_shows_what_is_seen_counts_what_is_counted_and_hides_the_rest(game: kfdsl.Game) -> None:
    view = game.view("Ann")
    assert view["places"]["shelf(1)"] == {"tokens": {"clay": 4, "grog": 1}}
    assert view["places"]["shelf(2)"] == {"hidden": True}
    assert view["places"]["pit"] == {"count": 20}
    assert sorted(view["places"]["lane"]["cards"]) == ["deep_kiln", "flat_kiln"]
    assert view["variables"] == {"rounds": 0}
    assert view["to_act"] == ["Ann"]
    assert game.view()["places"]["shelf(1)"] == {"hidden": True}
    with pytest.raises(ValueError, match="nobody here"):
        game.view("Zoe")


def test_how_far_an_answer_has_come_is_seen_by_the_one_who_gives_it(game: kfdsl.Game) -> None:
    game.play("throw ...")
    assert game.view("Ann")["asked"]["so_far"] == "throw ..."
    assert "so_far" not in game.view("Ben")["asked"]


def test_what_happened_is_told_with_the_line_that_caused_it_and_hidden_pieces_only_counted(game: kfdsl.Game) -> None:
    to_ann = {line.text: line.at for line in game.told("Ann")}
    assert to_ann["4 lumps of clay and 1 handful of grog: pit → shelf, Ann"] == "rules/hollow/all.kf:23:33"
    assert "5 pieces: pit → shelf, Ben" in to_ann
    assert "5 pieces: pit → shelf, Ann" in {line.text for line in game.told()}
    game.play("throw ...")
    assert game.told("Ann") == []
    game.play("throw flat_kiln with 2 clay")
    assert [line.text for line in game.told("Ben")] == ["2 lumps of clay: shelf, Ann → yard", "rounds is 1"]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ([], "a game has 1 to 12 players, not 0"),
        ([str(i) for i in range(13)], "a game has 1 to 12 players, not 13"),
        (["Ann", "Ann"], "two players are called `Ann`"),
        (["Ann", " "], "every player needs a name"),
        (["x" * 101], "every player needs a name of 1 to 100 characters"),
        ("Ann", "players are a list of names"),
        (["Ann", 3], "players are a list of names"),
    ],
)
def test_players_have_names_that_tell_them_apart(pottery: kfdsl.Rules, players: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pottery.new_game(players=players)


@pytest.mark.parametrize("seed", [1 << 64, -(1 << 64), "7", 1.5, True])
def test_a_seed_is_a_number_that_a_save_can_hold(pottery: kfdsl.Rules, seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number"):
        pottery.new_game(["Ann"], seed=seed)


def test_options_are_known_and_of_their_type(tmp_path: Path, pottery: kfdsl.Rules) -> None:
    told = {
        "wet": {"type": "bool", "default": False, "title": "Wet"},
        "glaze": {"type": "choice", "default": "ash", "choices": ["ash", "salt"], "title": "Glaze"},
    }
    rules = kfdsl.load(write_pack(tmp_path, options=told))
    assert rules.new_game(["Ann"]).options == {"hollow.wet": False, "hollow.glaze": "ash"}
    game = rules.new_game(["Ann"], options={"hollow.glaze": "salt"})
    assert rules.resume(game.save()).options == {"hollow.wet": False, "hollow.glaze": "salt"}
    for options, words in (
        ({"hollow.dry": True}, "there is no option `hollow.dry`; there are: hollow.glaze, hollow.wet"),
        ({"hollow.wet": "yes"}, "true or false"),
        ({"hollow.glaze": "tin"}, "is one of ash, salt"),
    ):
        with pytest.raises(ValueError, match=words):
            rules.new_game(["Ann"], options=options)
    with pytest.raises(ValueError, match="there are: none with these packs"):
        pottery.new_game(["Ann"], options={"dry": True})


def test_what_is_meant_for_a_pack_is_left_out_silently_only_if_somebody_knows_of_that_pack(tmp_path: Path) -> None:
    content = (
        "with keyflower { token lost } with swamp { token lost } with moor { token lost } with swomp { token lost }"
    )
    root = write_pack(tmp_path, POTTERY + content, follows={"swamp": "*"}, conflicts={"moor": "*"})
    (warning,) = kfdsl.load(root).warnings
    assert (warning.code, warning.help) == ("unknown-pack", "did you mean `swamp`?")


def test_examples_run_through_the_door(tmp_path: Path) -> None:
    rules = kfdsl.load(write_pack(tmp_path, POTTERY + EXAMPLE))
    assert [example.name for example in rules.examples()] == ["a kiln wants clay", "a kiln wants little"]
    failed = rules.check_examples()
    assert [diagnostic.message for diagnostic in failed] == ['"a kiln wants little" does not hold']


def test_packs_that_do_not_load_are_told_with_line_and_caret(tmp_path: Path) -> None:
    with pytest.raises(kfdsl.ContentError) as caught:
        kfdsl.load(write_pack(tmp_path, POTTERY.replace("20 clay", "20 clya")))
    assert "rules/hollow/all.kf:5:" in str(caught.value)
    assert caught.value.diagnostics


def test_a_dump_says_what_a_program_means_and_not_where_it_stands(tmp_path: Path, pottery: kfdsl.Rules) -> None:
    moved = kfdsl.load(write_pack(tmp_path, "# a comment first\n\n" + POTTERY))
    assert moved.dump() == pottery.dump()
    other = kfdsl.load(write_pack(tmp_path, POTTERY.replace("heat: 3", "heat: 4")))
    assert other.dump() != pottery.dump()


def test_a_folder_and_a_zip_of_it_are_the_same_rules(tmp_path: Path, pottery: kfdsl.Rules) -> None:
    shutil.make_archive(str(tmp_path / "hollow"), "zip", write_pack(tmp_path / "root"))
    zipped = kfdsl.load(tmp_path / "hollow.zip")
    assert zipped.dump() == pottery.dump()
    game = pottery.new_game(["Ann", "Ben"], seed=1)
    game.play("throw ...")
    assert zipped.resume(game.save()).save() == game.save()


def test_views_and_saves_are_json(game: kfdsl.Game) -> None:
    assert json.loads(json.dumps(game.view("Ann"))) == game.view("Ann")
    assert json.loads(json.dumps(game.save())) == game.save()


DIGGING = """
token clay "clay"
place pit of tokens, counted by all, holds 9 clay
place yard of tokens, seen by all
place heap of oven, in order
place lane of oven, in order, seen by all
place mine per player of oven, in order, seen by owner
kind oven starts in heap { heat: number }
oven deep_kiln { heat: 3 }
oven flat_kiln { heat: 2 }
var rounds: number = 0
menu stint(me: player)
action rest in stint { do { rounds := rounds + 1 } }
action dig  in stint { do { for o in first(1, heap) { move o to lane }  rounds := rounds + 1 } }
action hide in stint(o: oven in lane) { do { move o to mine(me)  rounds := rounds + 1 } }
action show in stint(o: oven in mine(me)) { do { move o to lane  rounds := rounds + 1 } }
action fish in stint { do { move up to 1 clay at random from pit to yard  rounds := rounds + 1 } }
action mix  in stint { do { shuffle heap  rounds := rounds + 1 } }
main flow firing { for p in players { rounds := 0; repeat { choose stint(p) } until rounds >= 5 } }
"""


@pytest.mark.parametrize(
    ("moves", "can_undo"),
    [
        (["rest"], True),
        (["rest", "rest"], True),
        (["dig"], False),
        (["rest", "dig"], False),
        (["fish"], False),
        (["mix"], False),
        (["dig", "hide deep_kiln"], True),
        (["dig", "hide deep_kiln", "show deep_kiln"], False),
        (["dig", "rest"], True),
        (["rest", "rest", "rest", "rest"], False),
    ],
)
def test_nothing_is_taken_back_across_chance_a_reveal_or_another_player(
    tmp_path: Path, moves: list[str], can_undo: bool
) -> None:
    game = kfdsl.load(write_pack(tmp_path, DIGGING)).new_game(["Ann", "Ben"], seed=1)
    game.play("mix")
    before = []
    for move in moves:
        before.append(game.save())
        game.play(move)
    assert game.can_undo() == can_undo
    if can_undo:
        game.undo()
        assert game.save() == before[-1]


@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    words=st.lists(
        st.sampled_from(
            [
                "throw",
                "rest",
                "flat_kiln",
                "deep_kiln",
                "with",
                "1",
                "2",
                "clay",
                "grog",
                "+",
                "all of",
                "of",
                "shelf",
                "...",
                "/1",
                "-1",
                "99999999",
                "nothing",
                "stop",
                "option 1",
                "p1",
                "",
            ]
        )
        | st.text(max_size=5),
        max_size=8,
    )
)
def test_no_text_is_too_odd_to_be_refused_in_words(game: kfdsl.Game, words: list[str]) -> None:
    text = " ".join(words)
    reason = game.why_not(text)
    before = game.save()
    try:
        game.clone().play(text)
    except kfdsl.IllegalChoice:
        assert reason is not None
    else:
        assert reason is None or text.endswith("...")
    assert game.save() == before


def test_a_choice_of_another_moment_is_refused(game: kfdsl.Game) -> None:
    early = game.choices()
    game.play("throw ...")
    for odd in (*early, kfdsl.Choice("", "", False, ()), kfdsl.Choice("x", "x", True, (0, 99))):
        with pytest.raises(kfdsl.IllegalChoice, match="is not offered now"):
            game.play(odd)
    while not game.over:
        game.play(game.choices()[0])
    with pytest.raises(kfdsl.IllegalChoice, match="the game is over"):
        game.play(early[0])

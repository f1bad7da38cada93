"""Games by bots, and games by people at a terminal."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kfdsl
from kfdsl.bots import BOTS
from kfdsl.cli.table.seats import those_of_a_save
from tests.cli.conftest import Call
from tests.cli.gardens import gardens
from tests.cli.terminal import CLEAR, Terminal

RANDOM = "random,random,random"

# ---- bots alone


def test_the_same_seed_gives_the_same_game(call: Call) -> None:
    one, other = (call("play", "--seed", "5", "--bots", RANDOM) for _ in range(2))
    assert one == other
    assert one.out != call("play", "--seed", "6", "--bots", RANDOM).out


def test_every_line_of_the_sheet_adds_up(call: Call) -> None:
    found = json.loads(call("play", "--seed", "7", "--json", "--bots", RANDOM).out)
    assert found["over"]
    for name in found["players"]:
        assert found["totals"][name] == sum(line["points"] for line in found["lines"] if line["player"] == name)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_do_not_disturb_the_chance_of_the_game(bot: str, call: Call, game: Path, tmp_path: Path) -> None:
    """A game that is broken off, kept and gone on with is the game that was not broken off."""
    bots = f"ann={bot},ben={bot},cleo={bot}"
    whole = json.loads(call("play", "--packs", game, "--seed", "9", "--bots", bots, "--json").out)
    ongoing = kfdsl.load(game).new_game(["ann", "ben", "cleo"], seed=9)
    while len(ongoing.log) < len(whole["log"]) // 2:
        ongoing.play(BOTS[bot](ongoing))
    kept_at = tmp_path / "half.save.json"
    ongoing.save(kept_at)
    rest = json.loads(call("play", "--packs", game, "--load", kept_at, "--bots", bots, "--json").out)
    assert rest["log"] == whole["log"]
    assert rest["totals"] == whole["totals"]


def test_bots_join_by_their_sort_and_a_save_knows_them_by_name(call: Call, game: Path, tmp_path: Path) -> None:
    end = tmp_path / "end.save.json"
    words = ("play", "--packs", game, "--seed", "3", "--json")
    mixed = json.loads(call(*words, "--bots", "random,greedy,random", "--save", end).out)
    assert mixed["players"] == ["random 1", "greedy 1", "random 2"]
    seats = those_of_a_save(kfdsl.load(game).resume(end).names, None)
    assert seats.bots == {"random 1": "random", "greedy 1": "greedy", "random 2": "random"}
    assert mixed["log"] != json.loads(call(*words, "--bots", "random,random,random").out)["log"]


def test_a_game_by_bots_is_saved_where_wanted(call: Call, game: Path, tmp_path: Path) -> None:
    call("play", "--packs", game, "--save", tmp_path / "end.save.json", "--seed", "2")
    assert kfdsl.load(game).resume(tmp_path / "end.save.json").over


def test_a_save_whose_pack_has_changed_says_so(call: Call, game: Path, tmp_path: Path) -> None:
    rules = kfdsl.load(game)
    ongoing = rules.new_game(["ann", "ben"], seed=2)
    ongoing.play("fire kiln with 2 clay")
    ongoing.save(tmp_path / "old.save.json")
    text = game / "rules/hollow/hollow.kf"
    text.write_text(text.read_text().replace("size: 2", "size: 1"))
    said = call("play", "--packs", game, "--load", tmp_path / "old.save.json")
    assert said.code == 1
    assert "`hollow` changed" in said.err
    assert "fire kiln with 2 clay" in said.err


def test_a_game_that_leads_elsewhere_now_goes_on_only_when_told_what_counts(
    call: Call, game: Path, tmp_path: Path
) -> None:
    old = tmp_path / "old.save.json"
    ongoing = kfdsl.load(game).new_game(["random 1", "random 2"], seed=2)
    ongoing.play("fire kiln with 1 clay")
    ongoing.save(old)
    text = game / "rules/hollow/hollow.kf"
    words = ("play", "--packs", game, "--load", old)
    text.write_text("# a comment\n" + text.read_text())
    said = call(*words)
    assert (said.code, "Its choices lead to the same position with these packs." in said.err) == (0, True)
    stakes = "move group to heap(o, me)"
    assert stakes in text.read_text()
    text.write_text(text.read_text().replace(stakes, f"{stakes}  move up to 1 clay from pit to pouch(me)"))
    said = call(*words)
    assert said.code == 1
    for part in ("`hollow` changed", "at line 1 of the log, random 1 `fire kiln with 1 clay`", "pouch(1)"):
        assert part in said.err
    for part in ("--if-changed position", "--if-changed log"):
        assert part in said.err
    assert "Traceback" not in said.err
    for counts, told in (("position", "from the position as it was saved"), ("log", "from where its choices lead")):
        said = call(*words, "--if-changed", counts)
        assert (said.code, told in said.err) == (0, True)
    assert "position or log, not both" in call(*words, "--if-changed", "both").err
    assert "goes with --load" in call("play", "--if-changed", "log").err


# ---- people


def kept(folder: Path) -> list[Path]:
    return list(folder.glob("*.save.json"))


def test_a_person_plays_takes_back_asks_and_is_told_what_is_wrong(game: Path, tmp_path: Path) -> None:
    person = Terminal("play", "--packs", game, "--seed", "1", cwd=tmp_path)
    shown = person.until("you> ")
    assert "Old kiln  mould 1 clay · size 2" in shown
    assert "> you    pouch: 4 lumps of clay" in shown
    assert "bot 1  hidden: pouch" in shown
    for typed, answer in [
        ("99", "There is no choice 99; type one of those listed, or ?"),
        ("", "   2  fire …"),
        ("dance", "`dance` is not an action here"),
        ("fire kiln with 3 clay", "Old kiln takes only 2 (fire.fits)."),
        ("?", "take back the last part"),
        ("? kiln", "provisional: the size is a guess"),
        ("? kiln", "Old kiln lies in row, showing cold."),
        ("? fire", "It is possible now."),
        ("? 2", "It is possible now."),
        ("fire kiln with pots", "`pots` is no amount; write `4 clay`."),
        ("? fire kiln", "That is possible; choose it, and the rest is asked."),
        ("? fire Old kiln with 3 clay", "No: Old kiln takes only 2 (fire.fits, rules/hollow/hollow.kf:41:5)."),
        ("? fire kiln with 2 clay", "That is possible."),
        ("look nowhere", "Nothing that you can see is called `nowhere`"),
        ("look pit", "pit: 8 lumps of clay"),
        ("look bot 1", "hidden: pouch"),
        ("look stove", "Stove lies in row, showing cold."),
        ("look all", "hidden: pouch"),
        ("map", "There is nothing to draw."),
        ("map nobody", "Nobody is called `nobody`; there are you, bot 1, bot 2."),
        ("score", "bot 2: 0 points"),
        ("log", "Nothing yet."),
        ("back", "Nothing can be taken back"),
        ("save", "Name a file"),
        ("save nowhere/x.json", "There is no folder nowhere."),
        ("save copy.json", "Saved in copy.json."),
    ]:
        person.type(typed + "\n")
        person.until(answer)
        person.until("you> ")
    person.type("quit\n")
    code, last = person.end()
    assert code == 0
    assert "Go on with: kfdsl play --load" in last
    assert (tmp_path / "copy.json").exists()


def test_an_answer_is_asked_step_by_step_with_a_way_back_before_it_is_final(game: Path, tmp_path: Path) -> None:
    person = Terminal("play", "--packs", game, "--seed", "2", "--bots", "random,random", cwd=tmp_path)
    person.until("you> ")
    person.type("fire\n")
    assert "Which oven?\n   1  Old kiln …  mould 1 clay · size 2" in person.until("you> ")
    person.type("stov\n")
    shown = person.until("you> ")
    assert "so far: fire Stove\nWith what?\n   1  1 lump of clay \n   2  2 lumps of clay\n" in shown
    person.type("back\n")
    assert "so far: fire\nWhich oven?" in person.until("you> ")
    person.type("1\n")
    person.until("you> ")
    person.type("3 clay\n")
    assert "Old kiln takes only 2 (fire.fits)." in person.until("you> ")
    person.type("2 lumps of clay\n")
    assert "Fire Old kiln with 2 lumps of clay?  Enter: yes   back: choose again" in person.until("you> ")
    person.type("perhaps\n")
    assert "Press Enter to do it, or type `back`." in person.until("you> ")
    person.type("back\n")
    assert "so far: fire Old kiln" in person.until("you> ")
    person.type("2\n")
    person.until("you> ")
    person.type("\n")
    shown = person.until("you> ")
    assert "you: fire Old kiln with 2 lumps of clay\n" in shown
    assert "1 brick: yard → pouch, you" in shown
    assert "heap you: 2 lumps of clay; keeper: you" in " ".join(shown.split())
    person.type("confirm\n")
    person.until("Answers are final at once.")
    person.until("you> ")
    person.type("fire stove with 1 clay\n")
    assert "1 brick: yard → pouch, you" in person.until(" points")
    assert person.end()[0] == 0


def test_ctrl_c_loses_nothing_and_the_game_goes_on_where_it_was(game: Path, tmp_path: Path) -> None:
    person = Terminal("play", "--packs", game, "--seed", "1", cwd=tmp_path, is_fresh=True)
    person.until("you> ")
    person.type("fire kiln with 1 clay\n")
    person.until("you> ")
    person.type("2\n")
    person.until("you> ")
    person.interrupt()
    code, last = person.end()
    assert code == 130, last
    assert "Traceback" not in last
    (file,) = kept(tmp_path)
    assert str(file) in last
    again = Terminal("play", "--packs", game, "--load", file, cwd=tmp_path)
    shown = again.until("you> ")
    assert "pouch: 3 lumps of clay and 1 brick" in shown
    assert "so far: fire" in shown
    again.type("rest\nrest\n")
    code, last = again.end()
    assert code == 0
    assert "1. " in last
    assert "Winner: " in last or "Tied" in last
    assert kfdsl.load(game).resume(file).over


def test_the_end_of_the_input_loses_nothing(game: Path, tmp_path: Path) -> None:
    person = Terminal("play", "--packs", game, "--seed", "1", cwd=tmp_path)
    person.until("you> ")
    person.type("\x04")
    code, last = person.end()
    assert code == 0
    (file,) = kept(tmp_path)
    assert str(file) in last
    assert not kfdsl.load(game).resume(file).over


def test_a_window_that_is_closed_loses_nothing(game: Path, tmp_path: Path) -> None:
    person = Terminal("play", "--packs", game, "--seed", "1", cwd=tmp_path)
    person.until("you> ")
    person.type("fire kiln with 1 clay\n")
    person.until("you> ")
    person.process.kill()
    person.end()
    (file,) = kept(tmp_path)
    assert kfdsl.load(game).resume(file).log[0].notation == "fire kiln with 1 clay"


def test_a_finished_game_leaves_no_file_that_nobody_asked_for(game: Path, tmp_path: Path) -> None:
    person = Terminal("play", "--packs", game, "--seed", "1", cwd=tmp_path)
    for _ in range(3):
        person.until("you> ")
        person.type("rest\n")
    code, _ = person.end()
    assert code == 0
    assert kept(tmp_path) == []


def test_two_games_in_one_folder_do_not_overwrite_each_other(game: Path, tmp_path: Path) -> None:
    for _ in range(2):
        person = Terminal("play", "--packs", game, "--seed", "1", cwd=tmp_path)
        person.until("you> ")
        person.type("quit\n")
        person.end()
    assert len(kept(tmp_path)) == 2


def test_what_is_hidden_stays_hidden_between_two_people(game: Path, tmp_path: Path) -> None:
    people = Terminal("play", "--packs", game, "--players", "ann,ben", "--seed", "1", cwd=tmp_path)
    assert "clay" not in people.until("ann, press Enter when you sit here. ")
    people.type("\n")
    assert "ann (you)" in people.until("ann> ")
    people.type("fire stove with 3 clay\n")
    assert "1 brick: yard → pouch, ann" in people.until("ann, press Enter when you have seen this. ")
    people.type("\n")
    cleared = people.until("ben, press Enter when you sit here. ")
    assert CLEAR in cleared
    assert "brick" not in cleared.rpartition(CLEAR)[2]
    people.type("\n")
    shown = people.until("ben> ")
    assert "ann: fire" in shown
    assert "3 lumps of clay: pouch, ann → heap of Stove, ann" in shown
    (row,) = [line for line in shown.splitlines() if line.startswith("  ann ")]
    assert row.split() == ["ann", "hidden:", "pouch"]
    people.type("\x1b[A\n")  # what ann typed cannot be called back
    assert "stove" not in people.until("ben> ")
    people.type("quit\n")
    assert people.end()[0] == 0


def test_a_card_is_laid_on_a_map_by_hex_and_rotation_and_looked_at_first(tmp_path: Path) -> None:
    person = Terminal("play", "--packs", gardens(tmp_path / "gardens"), "--bots", "random", "--seed", "3", cwd=tmp_path)
    person.until("you> ")
    person.type("plant herb_bed\n")
    assert "   Herb bed   " in person.until("you> ")
    person.type("plant\n")
    person.until("Which bed?")
    person.until("you> ")
    person.type("lily\n")
    assert "Lily bed: where? Type the number of a hex, 1 to 6." in person.until("you> ")
    person.type("7\n")
    assert "There is no choice 7; type one of those listed, or ?" in person.until("you> ")
    person.type("3\n")
    assert "Lily bed: which way round? 1 to 4" in person.until("you> ")
    person.type("2\n")
    shown = person.until("you> ")
    assert "(here)" in shown
    assert "Lily bed like this?  Enter: yes   back: choose again" in shown
    person.type("back\n")
    person.until("you> ")
    person.type("back\n")
    assert "Type the number of a hex" in person.until("you> ")
    person.interrupt()
    code, _ = person.end()
    assert code == 130
    (file,) = kept(tmp_path)
    again = Terminal("play", "--load", file, "--packs", tmp_path / "gardens", cwd=tmp_path)
    assert "Lily bed: where?" in again.until("you> ")
    again.type("(0,-1)/4\n")
    assert "Lily bed: nursery → garden, you" in again.until("you> ")
    again.type("quit\n")
    assert again.end()[0] == 0


def test_a_whole_game_is_played_to_its_sheet(tmp_path: Path) -> None:
    person = Terminal("play", "--packs", gardens(tmp_path / "gardens"), "--bots", "random", "--seed", "3", cwd=tmp_path)
    for line in ("plant herb_bed", *["rest"] * 7):
        person.until("you> ")
        person.type(f"{line}\n")
    code, last = person.end()
    assert code == 0
    assert re.search(r"you: \d+ points\n +1  Herb bed\n +\d+  stores: 5 leaves, 3 roots\n", last), last
    assert "Winner: " in last or "Tied" in last

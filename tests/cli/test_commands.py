"""What commands do with shipped packs, folders and zips."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pytest

from kfdsl.cli.main import main
from tests.cli.conftest import Call
from tests.cli.kilns import write_pack

TOP = Path(__file__).resolve().parents[2]
SHIPPED = sorted(path.name.removesuffix(".pack.json") for path in (TOP / "content").glob("*.pack.json"))


def test_every_shipped_pack_is_listed_with_version_and_what_it_changes(call: Call) -> None:
    said = call("packs")
    assert said.code == 0
    for name in SHIPPED:
        assert f"\n{name} " in f"\n{said.out}"
    assert "requires keyflower" in said.out
    assert "changes " in said.out


def test_the_shipped_packs_have_no_errors(call: Call) -> None:
    said = call("check")
    assert said.code == 0
    assert all(name in said.out for name in SHIPPED)


def test_what_is_meant_for_a_pack_that_is_not_there_is_told_not_to_be_looked_at(call: Call, game: Path) -> None:
    write_pack(
        game, "marsh", "with fens { extend place fen holds 1 clay }", requires={"hollow": "*"}, follows={"fens": "*"}
    )
    said = call("check", game)
    assert said.code == 0
    assert said.out.endswith("Not looked at: what stands in `with fens`; name these packs as well.\n")


def test_every_rule_has_a_bound_of_its_cost_between_two_choices(call: Call) -> None:
    told = json.loads(call("check", "keyflower", "--bounds", "--json").out)
    bounds = told["bounds"]
    assert told["players"] == 6
    assert bounds["leader"]["steps"] == int(bounds["leader"]["at_most"]) < 1000
    assert "2^(3 · cards(" in bounds["round_walk"]["at_most"]
    assert bounds["reckon"]["steps"] is None and "how many scorers are in force" in bounds["reckon"]["at_most"]


def test_bounds_are_told_for_a_number_of_players(call: Call) -> None:
    told = json.loads(call("check", "keyflower", "--bounds", "--players", "4", "--json").out)
    assert (told["players"], told["limits"]["steps"]) == (4, 40_000_000)
    assert 0 < told["pieces"] <= told["limits"]["pieces"] and 0 < told["cards"] <= told["limits"]["cards"]
    more = json.loads(call("check", "keyflower", "--bounds", "--players", "6", "--json").out)["bounds"]
    assert told["bounds"]["winter_tiles"]["steps"] < more["winter_tiles"]["steps"]
    assert told["listings"]["pass"]["answers"] == 1
    shown = call("check", "keyflower", "--bounds", "--players", "4").out
    assert "4 players" in shown and "40000000 are allowed" in shown
    assert call("check", "keyflower", "--players", "4").code == 2
    assert call("check", "keyflower", "--bounds", "--players", "13").code == 2


def test_examples_of_a_named_pack_alone_are_run(call: Call) -> None:
    titles = json.loads(call("test", "key_celeste", "--json").out)["examples"]
    assert titles
    assert {each["pack"] for each in titles} == {"key_celeste"}
    assert all(each["holds"] for each in titles)


def test_examples_are_chosen_by_a_text_in_any_case(call: Call, game: Path) -> None:
    said = call("test", game, "-k", "BAKING")
    assert (said.code, said.out) == (0, "1 example, all hold\n")


def test_an_action_that_packs_change_names_the_pack_of_each_line(call: Call) -> None:
    said = call("show", "bid", "--json")
    lines = next(each for each in json.loads(said.out)["found"] if each["sort"] == "action")["lines"]
    packs = {line["pack"] for line in lines if line["text"].strip() not in ("}", "} else {")}
    assert packs >= {"keyflower", "key_celeste"}
    assert all(line["file"] and line["line"] for line in lines if line["pack"])


def test_without_the_other_packs_nothing_of_them_is_shown(call: Call) -> None:
    lines = json.loads(call("show", "bid", "--packs", "keyflower", "--json").out)["found"][0]["lines"]
    assert {line["pack"] for line in lines if line["pack"]} == {"keyflower"}


def test_every_name_of_every_pack_can_be_shown(call: Call) -> None:
    from kfdsl import load
    from kfdsl.inspect.definition import describe
    from kfdsl.inspect.lookup import named, names

    program = load("all").program
    for name in names(program):
        for each in named(program, name):
            shown = describe(program, each)
            assert shown.lines, name
            assert all(
                line.pack
                for line in shown.lines
                if line.text.strip() not in ("}", "} else {") and not line.text.endswith("{")
            )


def test_a_thing_is_found_by_its_title(call: Call, game: Path) -> None:
    assert call("show", "old KILN", "--packs", game).out == call("show", "kiln", "--packs", game).out


def test_a_need_is_found_by_its_full_name(call: Call, both: Path) -> None:
    assert "it is too late in the day" in call("show", "fire.calm", "--packs", both).out


def test_the_python_made_for_a_rule_is_shown_and_can_be_compiled(call: Call) -> None:
    made = json.loads(call("show", "bid", "--code", "--json").out)["code"]
    compile(made, "shown", "exec")
    assert "def r_bid(" in made


def test_a_zip_is_as_good_as_a_folder(call: Call, both: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "both.zip", "w") as archive:
        for path in both.rglob("*.*"):
            archive.write(path, path.relative_to(both))
    assert call("check", tmp_path / "both.zip").out == call("check", both).out


def test_several_mistakes_in_several_packs_are_found_in_one_run(call: Call, both: Path) -> None:
    for name in ("hollow", "glaze"):
        path = both / "rules" / name / f"{name}.kf"
        path.write_text(path.read_text() + "\ntoken clay2 is nothing\ntoken (\n")
    found = json.loads(call("check", both, "--json").out)["diagnostics"]
    assert {each["file"] for each in found} == {"rules/hollow/hollow.kf", "rules/glaze/glaze.kf"}
    assert all(each["line"] and each["column"] for each in found)


@pytest.mark.parametrize("command", ["show kiln", "test", "play"])
def test_packs_that_do_not_load_are_told_as_diagnostics_with_exit_code_1(command: str, call: Call, game: Path) -> None:
    (game / "rules/hollow/hollow.kf").write_text("token (", encoding="utf-8")
    words = command.split()
    said = call(*words, *([game] if words[0] == "test" else ["--packs", game]))
    assert said.code == 1
    assert "error[syntax]" in said.err
    assert "rules/hollow/hollow.kf:1:7" in said.err
    assert said.out == ""


@pytest.mark.parametrize("command", ["show kiln --json", "test --json"])
def test_a_program_gets_diagnostics_as_json_too(command: str, call: Call, game: Path) -> None:
    (game / "rules/hollow/hollow.kf").write_text("token (", encoding="utf-8")
    words = command.split()
    said = call(*words, *([game] if words[0] == "test" else ["--packs", game]))
    assert said.code == 1
    assert json.loads(said.out)["diagnostics"][0]["code"] == "syntax"


def test_every_name_that_a_pack_declares_can_be_shown() -> None:
    from kfdsl.inspect.lookup import names
    from kfdsl.inspect.other_names import declared
    from kfdsl.inspect.pack_contents import contents
    from kfdsl.text.diagnostic import Report
    from tests.shipped_packs import together

    rules = together()
    known = set(names(rules.program))
    found = {each.name for pack in rules.packs for each in contents(pack, Report()).declared}
    asked = sorted(found - known)[:: 1 if os.environ.get("KFDSL_FULL") else 6]
    assert [name for name in asked if not declared(rules, name)] == []


def test_where_no_packs_are_named_those_of_the_folder_are_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No game is taken for granted: whoever stands in a pack's folder means it."""
    root = Path(__file__).resolve().parents[1] / "strangers" / "porters"
    for where, names in ((root, "porters 0.1.0"), (tmp_path, "keyflower ")):
        monkeypatch.chdir(where)
        assert main(["check"]) == 0
        assert capsys.readouterr().out.startswith(names)
    monkeypatch.chdir(root)
    for words in (["test"], ["show", "porters"], ["play", "--json", "--seed", "1"], ["sim", "--games", "1", "--bots", "random"]):
        assert main(words) in (0, 2)
        assert "keyflower" not in capsys.readouterr().out

"""Nothing that a stranger wrote reaches a terminal, a file or a program as anything but visible text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from typer.main import get_command

import kfdsl
from kfdsl.cli.main import app
from kfdsl.cli.terminal.output import OURS
from kfdsl.packs.root import read_root
from kfdsl.record.files import digest
from kfdsl.text.diagnostic import Report
from tests.cli.conftest import Call
from tests.cli.kilns import hollow
from tests.cli.scripted import session

NASTY = {
    "escape": "\x1b[31mred\x1b]0;title\x07",
    "bell and backspaces": "\x07\b\b\b",
    "csi of one byte": "\x9b2J",
    "overrides": "\u202eneercs\u202c",
    "isolates": "\u2066ann\u2069",
    "no width": "a\u200bn\u200dn\ufeff",
    "soft hyphen": "a\u00adb",
    "line separator": "a\u2028b\u2029",
    "tags": "\U000e0041\U000e007f",
    "private": "\ue000\U0010ffff",
}
nasty = pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)


def is_clean(text: str) -> bool:
    """Written anew, so that the code under test does not vouch for itself."""
    return not [char for char in text if category(char) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") and char != "\n"]


COMMANDS: dict[str, Any] = vars(get_command(app))["commands"]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_argument_of_any_command_is_printed_raw(
    command: str, call: Call, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "".join(NASTY.values())
    params = COMMANDS[command].params
    names = [each.opts[0] for each in params if each.param_type_name == "option" and not each.is_flag]
    small = [f"--packs={game}"] if "--packs" in names else []  # a whole game of the shipped packs would take long
    calls = [[text, *small], ["kiln", text, *small], *([f"{name}={text}", *small] for name in names if name != "--packs")]
    calls += [["kiln", f"--packs={text}"]] if small else []
    flags = ["--json"] if any("--json" in each.opts for each in params) else []
    for words in calls:
        said = call(command, *words, *flags)
        assert is_clean(said.out) and is_clean(said.err), (words, said)
        assert said.code != OURS, (words, said)


@nasty
def test_a_text_that_holds_such_a_character_anywhere_is_refused_at_its_line(text: str, tmp_path: Path) -> None:
    at = hollow(tmp_path)
    file = next(at.rglob("*.kf"))
    lines = file.read_text().split("\n")
    for number in range(0, len(lines), 7):
        middle = len(lines[number]) // 2
        changed = [*lines[:number], lines[number][:middle] + text + lines[number][middle:], *lines[number + 1 :]]
        file.write_text("\n".join(changed), encoding="utf-8")
        report = Report()
        read_root(at, report)
        places = {(found.code, found.span.source.position(found.span.start)[0]) for found in report.diagnostics if found.span}
        assert places == {("unseen-character", number + 1)}


@nasty
@pytest.mark.parametrize("is_escaped", [False, True])
@pytest.mark.parametrize("field", ["title", "authors", "licence", "name", "option"])
def test_a_manifest_that_holds_one_is_refused_at_its_line(
    field: str, is_escaped: bool, text: str, call: Call, tmp_path: Path
) -> None:
    at = hollow(tmp_path)
    manifest = next(at.glob("*.pack.json"))
    values = json.loads(manifest.read_text())
    match field:
        case "option":
            values["options"] = {"deep": {"type": "bool", "default": True, "title": text}}
        case "authors":
            values["authors"] = [text]
        case _:
            values[field] = text
    manifest.write_text(json.dumps(values, indent=1, ensure_ascii=is_escaped), encoding="utf-8")
    said = call("check", at)
    assert said.code == 1
    assert "unseen-character" in said.out + said.err or "bad-json" in said.out + said.err
    assert f"{manifest.name}:" in said.out + said.err
    assert is_clean(said.out) and is_clean(said.err)


@nasty
def test_a_player_cannot_be_called_so_and_neither_can_one_of_a_save(
    text: str, call: Call, tmp_path: Path
) -> None:
    rules = kfdsl.load(hollow(tmp_path))
    with pytest.raises(ValueError, match="cannot be seen"):
        rules.new_game(["Ann", text])
    saved = rules.new_game(["Ann", "Ben"]).save()
    saved["players"][1] = text
    saved["check"] = digest(saved)
    with pytest.raises(ValueError) as told:
        rules.resume(saved)
    (tmp_path / "game.json").write_text(json.dumps(saved))
    said = call("play", "--load", tmp_path / "game.json")
    assert said.code != 0 and is_clean(said.out) and is_clean(said.err), told


@nasty
def test_what_is_typed_in_a_game_is_not_sent_back_raw(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tests.cli.scripted.print", lambda line: None, raising=False)  # the terminal's echo is not ours
    game = kfdsl.load(hollow(tmp_path)).new_game(["ann", "ben"], seed=1)
    lines = [f"{word}{text}" for word in ("", "", "? ", "look ", "map ", "log ", "save ", "score ")]
    session(game, lines, tmp_path).play()
    said = capsys.readouterr().out
    assert "row" in said
    assert is_clean(said)

"""Whatever is typed ends in words and an exit code, never in a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kfdsl.cli.main import main
from tests.cli.conftest import Call

TOP = Path(__file__).resolve().parents[2]

ONE_LINE = [
    "chekc",
    "check --foo",
    "play extra",
    "show",
    "show alehose",
    "show x --packs nope",
    "show x --packs ,",
    "show x --packs=",
    "test nope",
    "test -k no_such_title",
    "play --packs nope",
    "play --packs ./nowhere",
    "play --packs nowhere.zip",
    "play --seed x",
    "play --seed -1",
    "play --seed 1.5",
    "play --seed 18446744073709551616",
    f"play --seed {'9' * 5000}",
    "play --seed ¹",
    "play --players=",
    "play --players ,",
    "play --players ann,,ben",
    "play --players ann,ann",
    "play --players a\x1b[31mb",
    f"play --players {'x' * 200}",
    "play --set",
    "play --set x",
    "play --set x=1",
    "play --set x=1 --set x=2",
    "play --players a,b,c,d,e,f,g",
    "play --bots 0",
    "play --bots 1",
    "play --bots -1",
    "play --bots 99",
    "play --bots 100000",
    "play --bots gredy",
    "play --bots ann=clever",
    "play --bots ann=",
    "play --bots random,,random",
    "sim extra",
    "sim --packs nope",
    "sim --players 0",
    "sim --players 99",
    "sim --players four",
    "sim --players 1",
    "sim --games 0",
    "sim --games many",
    "sim --games -5",
    "sim --seed x",
    "sim --seed 18446744073709551616",
    "sim --jobs 0",
    "sim --jobs 1.5",
    "sim --bots clever",
    "sim --bots=",
    "sim --bots greedy,,random",
    "sim --players 2 --bots random,random,random",
    "sim --set",
    "sim --set x",
    "sim --set x=1",
    "sim --set keyflower.nothing=true",
    "play --players a,b,c,d,e,f,g,h,i,j,k,l,m,n",
    "play --load nowhere.json",
    "play --load .",
    "play --load game.json --seed 3",
    "play --load game.json --players ann",
    "play --save .",
    "play --save nowhere/game.json",
    "play --load \udcff",
    "play --players \udcff,ann",
    "show \udcff",
    "show alehouse --language xx",
    "why",
    "why nothing_at_all",
    "why alehouse.smell",
    "why \udcff",
    "explain no-such-code",
    "explain \udcff",
    "fmt",
    "fmt nowhere",
    "fmt .",
    "new",
    "new Frost",
    "new all",
    "new keyflower",
    "new frost --in /dev/null",
    "new frost --in /dev/null/frost",
    "new frost --like no_such_thing",
    "new \udcff",
]


@pytest.mark.parametrize("words", ONE_LINE)
def test_a_wrong_call_is_told_in_one_line_with_exit_code_2(
    words: str, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = call(*words.split(" "))
    assert said.code == 2, said
    assert said.out == ""
    assert said.err.startswith("kfdsl")
    assert said.err.count("\n") == 1


def test_no_command_at_all_gets_the_help(call: Call) -> None:
    said = call()
    assert said.code == 2
    assert "Commands:" in said.err


@pytest.mark.parametrize("command", ["", "packs", "check", "test", "show", "play", "sim"])
def test_every_command_has_help(command: str, call: Call) -> None:
    said = call(*command.split(), "--help")
    assert said.code == 0
    assert "Usage: kfdsl" in said.out


def test_the_nearest_name_is_suggested(call: Call, game: Path) -> None:
    assert call("show", "kilm", "--packs", game).err == "kfdsl: nothing is called `kilm`; did you mean `kiln`?\n"


@pytest.mark.parametrize("command", ["check", "packs", "test"])
def test_a_pack_that_is_not_there_is_a_wrong_call_and_a_broken_one_is_not(
    command: str, call: Call, tmp_path: Path
) -> None:
    (tmp_path / "bad.zip").write_bytes(b"PK\x03\x04 not really")
    assert call(command, tmp_path / "none").code == 2
    assert call(command, tmp_path / "bad.zip").code == 1


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"[]", b"\xff\xfe", b"{" * 100_000, b'{"format": 1}', b"1" * 10_000, b'{"format": 1, "packs": []'],
)
def test_a_file_that_is_no_save_is_told_with_exit_code_1(text: bytes, call: Call, tmp_path: Path) -> None:
    (tmp_path / "bad.save.json").write_bytes(text)
    said = call("play", "--load", tmp_path / "bad.save.json")
    assert said.code == 1
    assert said.err.startswith(str(tmp_path / "bad.save.json"))
    assert said.err.count("\n") == 1


def test_a_save_that_was_changed_by_somebody_is_refused(call: Call, game: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.save.json"
    assert call("play", "--packs", game, "--seed", "3", "--save", saved).code == 0
    saved.write_text(saved.read_text().replace('"seed": 3', '"seed": 4'))
    said = call("play", "--packs", game, "--load", saved)
    assert said.code == 1
    assert "digest" in said.err


def test_a_fault_of_our_own_is_said_to_be_one(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> int:
        raise AssertionError("a stone in the clay")

    monkeypatch.setattr("kfdsl.cli.commands.check.check", fail)
    said = call("check")
    assert said.code == 3
    assert "fault of kfdsl itself" in said.err
    assert said.err.count("\n") == 1


# ---- streams that do not take what is written; each sort once in a process of its own


def run(command: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """A shell command in which `kfdsl` is ours."""
    env = {**os.environ, "PYTHONPATH": str(TOP), **more}
    return subprocess.run(
        ["bash", "-c", f'kfdsl() {{ {sys.executable} -m kfdsl "$@"; }}; {command}'],
        env=env,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("command", ["packs", "check --json", "show bid", "--help", "play --bots random,random"])
def test_a_reader_that_goes_away_ends_a_command_in_silence(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    near, far = os.pipe()
    os.close(near)
    with os.fdopen(far, "w", encoding="utf-8") as nobody:
        monkeypatch.setattr(sys, "stdout", nobody)
        assert main(command.split()) == 0
    assert capsys.readouterr() == ("", "")


def test_a_process_whose_reader_goes_away_ends_in_silence() -> None:
    done = run("kfdsl packs | true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    if not Path("/dev/full").exists():  # a device of Linux; elsewhere nothing stands for a full disk
        return
    done = run("kfdsl packs >/dev/full")
    assert done.returncode == 2
    assert done.stderr == b"kfdsl: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "closed", "code"),
    [
        ("packs", ["stdout"], 0),
        ("check nope", ["stderr"], 2),
        ("play --bots random,random", ["stdin"], 0),
    ],
)
def test_closed_streams_do_no_harm(
    command: str, closed: list[str], code: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in closed:
        monkeypatch.setattr(sys, name, None)  # what Python makes of a stream that is closed when it begins
    assert main(command.split()) == code
    assert capsys.readouterr().err == ""


def test_a_process_without_any_stream_does_no_harm() -> None:
    done = run("kfdsl play --bots random,random <&- >&- 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_terminal_without_our_letters_gets_others(game: Path) -> None:
    done = run(f"kfdsl play --packs {game} --players ann,bén </dev/null", PYTHONIOENCODING="ascii")
    assert b"Traceback" not in done.stderr
    assert b"b?n" in done.stdout


def test_values_for_a_program_get_through_without_our_letters(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main(["check", f"{game}/nö", "--json"]) == 2
    assert "fault of kfdsl" not in written.getvalue().decode("ascii")


def test_what_goes_to_a_file_has_no_colour(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    with (tmp_path / "all.txt").open("w", encoding="utf-8") as file:
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, file)
        assert (main(["check", "nope"]), main(["show", "kiln", "--packs", str(game)])) == (2, 0)
    written = (tmp_path / "all.txt").read_text(encoding="utf-8")
    assert "nope" in written
    assert "Old kiln" in written
    assert "\x1b" not in written

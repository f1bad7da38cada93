"""Files of saves: whole or not there, whatever interrupts whoever writes."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import kfdsl
from kfdsl.record import files
from tests.laws.games_for_laws import snapshot, times
from tests.record.pottery import ASKING, POTTERY, write_pack


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> kfdsl.Game:
    rules = kfdsl.load(write_pack(tmp_path_factory.mktemp("packs"), POTTERY + ASKING))
    game = rules.new_game(["Ann", "Ben"], seed=1)
    game.play("rest")
    return game


def test_a_file_holds_the_whole_save_and_nothing_is_left_beside_it(game: kfdsl.Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("what was there before")
    assert game.save(path) == json.loads(path.read_text())
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]
    assert snapshot(game.rules.resume(path)) == snapshot(game)


def test_a_file_is_as_it_was_if_writing_fails(
    game: kfdsl.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    game.save(path)
    before = path.read_text()

    def broken(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr(files.os, "fsync", broken)
    with pytest.raises(OSError, match="no room"):
        game.save(path)
    assert path.read_text() == before
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.parametrize("call", ["fsync", "fdopen"])
def test_an_interrupted_write_leaves_no_stray_file(
    game: kfdsl.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(files.os, call, interrupted)
    with pytest.raises(KeyboardInterrupt):
        game.save(tmp_path / "game.json")
    assert list(tmp_path.iterdir()) == []


WRITES_AND_WRITES = """
import json, sys
from pathlib import Path
from kfdsl.record import files
path, saves = Path(sys.argv[1]), [json.loads(line) for line in sys.stdin]
print("ready", flush=True)
while True:
    for saved in saves:
        files.write(saved, path)
"""


def killed_while_writing(path: Path, saves: list[str], after: float) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITES_AND_WRITES, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write("\n".join(saves))
        writer.stdin.close()
        assert writer.stdout.readline() == "ready\n"
        time.sleep(after)
    finally:
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        writer.stdout.close()


def test_whoever_is_killed_while_writing_leaves_the_old_save_or_the_new_one(game: kfdsl.Game, tmp_path: Path) -> None:
    path, rnd = tmp_path / "game.json", random.Random(5)
    old = game.save(path)
    later = game.clone()
    later.play("rest")
    new = later.save()
    for _ in range(times(4, 60)):
        killed_while_writing(path, [json.dumps(old), json.dumps(new)], rnd.random() * 0.03)
        assert files.take_in(path) in (old, new)
    game.save(path)
    assert [found.name for found in tmp_path.iterdir()] == ["game.json"]


def test_what_a_killed_writer_left_goes_with_the_next_write_and_what_is_being_written_stays(
    game: kfdsl.Game, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    handle, dead = files._beside(path)
    os.close(handle)
    handle, alive = files._beside(path)
    others = [tmp_path / name for name in (".game.json.notes", "game.json.part", ".other.json.x.part")]
    for other in others:
        other.write_text("mine")
    os.mkfifo(tmp_path / ".game.json.x.part")
    game.save(path)
    os.close(handle)
    assert not Path(dead).exists()
    assert {found.name for found in tmp_path.iterdir()} == {
        path.name,
        Path(alive).name,
        *(each.name for each in others),
    }

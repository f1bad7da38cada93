"""A pack does nothing to the machine: watched by Python's own audit events while it is loaded, checked, played and saved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.record.pottery import ASKING, POTTERY, SEALED, write_pack

TOP = Path(__file__).parents[2]
STRANGERS = [TOP / "tests" / "strangers" / name for name in ("isles", "tricks")]  # rules of their own
if os.environ.get("KFDSL_FULL"):
    STRANGERS = sorted(folder for folder in (TOP / "tests" / "strangers").iterdir() if folder.is_dir())

# Watches itself from before the first pack is read, plays games at random, and prints what was done to the machine.
WATCHED = """
import json, random, sys
import kfdsl, kfdsl.api, kfdsl.cli.main
seen = []
def watch(event, args):
    if event == "open":
        path, mode, flags = args
        seen.append([event, str(path), (mode or "r") + ("+" if isinstance(flags, int) and flags & 3 else "")])
    elif event == "import":
        seen.append([event, str(args[0]), ""])
    elif event.split(".")[0] in {"socket", "subprocess", "ctypes", "shutil", "urllib", "ftplib", "smtplib", "webbrowser"}:
        seen.append([event, repr(args), ""])
    elif event.startswith("os.") and event not in {"os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.getxattr", "os.listxattr"}:
        seen.append([event, repr(args), ""])
    elif event in {"compile", "exec"}:
        code = args[1] if event == "compile" else getattr(args[0], "co_filename", "")
        seen.append([event, str(code), ""])
sys.addaudithook(watch)
rules = kfdsl.load(sys.argv[1])
rules.check_examples()
few, many = rules.seats
for seed in range(2):
    dice, game = random.Random(seed), rules.new_game([f"P{at}" for at in range(max(few, min(many, 3)))], seed=seed)
    for _ in range(60):
        if game.over:
            break
        game.play(dice.choice(game.choices()))
        game.view(game.names[0]), game.told(game.names[0]), game.why_not("nonsense")
    rules.resume(game.save()).scores()
print(json.dumps(seen))
"""


def done_to_the_machine(pack: Path) -> list[tuple[str, str, str]]:
    ran = subprocess.run(
        [sys.executable, "-P", "-c", WATCHED, str(pack)],
        cwd=pack,
        env={**os.environ, "KFDSL_CACHE": "", "PYTHONPATH": str(TOP), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return [(event, what, how) for event, what, how in json.loads(ran.stdout)]


def test_a_pack_opens_nothing_but_its_own_texts_and_runs_nothing_of_its_own(tmp_path: Path) -> None:
    """Also one that tries: Python beside its texts, and Python in its titles, reasons and messages."""
    pack = trying(tmp_path)
    harmless(pack)
    assert not list(tmp_path.rglob("ran"))


def test_the_command_runs_no_python_that_lies_where_it_is_called(tmp_path: Path) -> None:
    pack = trying(tmp_path)
    ran = subprocess.run(
        [str(Path(sys.executable).with_name("kfdsl")), "check", "."],
        cwd=pack,
        env={**os.environ, "KFDSL_CACHE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert not list(tmp_path.rglob("ran"))


def trying(folder: Path) -> Path:
    """A pack that would like to run something."""
    code = "__import__('os').system('touch ran')"
    text = POTTERY.replace('"Deep kiln"', f'"{code}"').replace('"leftovers"', f'"{code}"').replace("wants", code)
    assert text.count(code) == 3
    pack = write_pack(folder / "pack", text + ASKING + SEALED)
    for name in ("evil.py", "__init__.py", "conftest.py", "sitecustomize.py", "json.py", "rules/hollow/random.py"):
        (pack / name).write_text("open('ran', 'w')\n", encoding="utf-8")
    return pack


@pytest.mark.parametrize("pack", STRANGERS, ids=lambda pack: pack.name)
def test_no_stranger_does_anything_to_the_machine(pack: Path) -> None:
    harmless(pack)


def harmless(pack: Path) -> None:
    ours = [TOP / "kfdsl", TOP / "content", TOP / "grammar", Path(sys.prefix), Path(sys.base_prefix)]
    own = 0
    for event, what, how in done_to_the_machine(pack):
        match event:
            case "open":
                assert how.startswith("r") and "+" not in how, (what, how)
                path = Path(what).resolve()
                own += path.is_relative_to(pack)
                if path.is_relative_to(pack):
                    assert path.name.endswith((".kf", ".pack.json")), path
                else:
                    assert any(path.is_relative_to(folder) for folder in ours), path
            case "import":
                assert not (pack / f"{what}.py").exists(), what
            case "compile" | "exec":
                assert not what.startswith(str(pack)), what
            case _:
                raise AssertionError((event, what))
    assert own

"""What README.md says can be done, can be done as it is written."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.terminal import Terminal

TOP = Path(__file__).resolve().parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
# Lines about a checkout or an environment of one's own: run by hand and by continuous integration, not from inside the tests.
ELSEWHERE = re.compile(r"^(make |\. \.venv/)")
PYTHON = [text for sort, text in BLOCKS if sort == "python"]


def in_an_environment(folder: Path) -> dict[str, str]:
    """An environment in which `kfdsl` is the one under test."""
    command = folder / "bin" / "kfdsl"
    command.parent.mkdir(exist_ok=True)
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m kfdsl "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "PYTHONPATH": str(TOP)}


def test_every_block_is_of_a_sort_that_is_looked_at() -> None:
    assert {sort for sort, _ in BLOCKS} == {"kf", "sh", "python"}


def test_the_content_shown_stands_in_content() -> None:
    shown = [text for sort, text in BLOCKS if sort == "kf"]
    texts = [path.read_text(encoding="utf-8") for path in (TOP / "content").rglob("*.kf")]
    assert shown
    assert all(any(block in text for text in texts) for block in shown)


def test_the_shell_blocks_run_one_after_the_other_in_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    lines = [line for sort, text in BLOCKS if sort == "sh" for line in text.splitlines() if not ELSEWHERE.match(line)]
    person = Terminal("\n".join(lines), cwd=folder, shell=in_an_environment(tmp_path))
    shown = person.until("you> ")  # a game begins
    person.type("\x04")
    code, last = person.end()
    shown += last
    assert code == 0, shown
    for said in (
        "orchard 0.1.0: nothing wrong",
        "1 example, all hold",
        'tile orchard "Orchard" {',
        "Go on with: kfdsl play --load",
        "did you mean `wood`?",
        "exit code 1",
    ):
        assert said in shown


@pytest.mark.parametrize("text", PYTHON, ids=range(len(PYTHON)))
def test_a_python_block_runs(text: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", text],
        cwd=tmp_path,
        env=in_an_environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_targets_of_make_are_there() -> None:
    told = re.findall(r"^make (\w+)", README, re.MULTILINE)
    makefile = (TOP / "Makefile").read_text(encoding="utf-8")
    assert told == ["play", "test"]
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in told)


def test_every_command_of_the_command_line_is_in_the_table() -> None:
    from kfdsl.cli.main import app

    told = set(re.findall(r"^\| `kfdsl (\w+)", README, re.MULTILINE))
    assert told == {command.callback.__name__ for command in app.registered_commands if command.callback}


@pytest.mark.parametrize("page", ["README.md", "kfdsl/README.md"])
def test_every_link_leads_somewhere(page: str) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in link]
    assert links
    assert [link for link in links if not ((TOP / page).parent / link).exists()] == []

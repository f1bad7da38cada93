"""What tests of the command line share: packs on disk, and a way to call it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from kfdsl.cli.main import main
from tests.cli.kilns import hollow, hollow_and_glaze


@dataclass(frozen=True, slots=True)
class Said:
    """What a command said, and its exit code."""

    code: int
    out: str
    err: str


Call = Callable[..., Said]


@pytest.fixture(autouse=True)
def a_width_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed does not depend on the terminal of the person who runs the tests."""
    monkeypatch.setenv("COLUMNS", "120")


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Call the command line in this process."""

    def run(*words: str | Path) -> Said:
        capsys.readouterr()
        code = main([str(word) for word in words])
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return run


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The folder of a small game."""
    return hollow(tmp_path / "game")


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """The folder of a small game and a pack that changes it."""
    return hollow_and_glaze(tmp_path / "both")

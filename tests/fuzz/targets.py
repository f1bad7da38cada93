"""What coverage-guided fuzzing feeds: bytes to each door at which strangers' texts come in.

In:   bytes.      Out:  nothing; whatever is not one of the errors that the library documents is raised.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import kfdsl
from kfdsl.lang.syntax.format import tidy
from kfdsl.lang.syntax.read import read
from kfdsl.packs.manifest import read_manifest
from kfdsl.packs.root import read_root
from kfdsl.record.files import digest
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source
from tests.fuzz.whole import TESTS, shown
from tests.lang.loading import grammar, load

MOST_COMPILED = 4000  # characters: most time is for texts that are hard to read, not for long ones


def parser(data: bytes) -> None:
    """A text: read, laid out, and if it can be read, judged."""
    text = data.decode("utf-8", "replace")
    report = Report()
    file = read(Source("rules/hollow/a.kf", "hollow", text), grammar(), report)
    shown(report)
    if file is None or report.failed:
        return
    again = read(Source("rules/hollow/a.kf", "hollow", tidy(file)), grammar(), report)
    assert again == file
    if len(text) <= MOST_COMPILED:
        program, told = load(text)
        assert (program is None) == told.failed
        shown(told)


def manifests(data: bytes) -> None:
    """A manifest."""
    report = Report()
    found = read_manifest(data.decode("utf-8", "replace"), "hollow.pack.json", report)
    assert (found is None) <= report.failed
    shown(report)


def zips(data: bytes) -> None:
    """A content root in a zip."""
    with tempfile.NamedTemporaryFile(suffix=".zip") as file:
        file.write(data)
        file.flush()
        report = Report()
        for pack in read_root(Path(file.name), report):
            assert all(source.name.endswith(".kf") for source in pack.sources)
        shown(report)


def saves(data: bytes) -> None:
    """A saved game, as it is and with a digest that is right again, so that not all of them are refused for the same."""
    text = data.decode("utf-8", "replace")
    resumed(text)
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(said, dict):
        resumed(said | {"check": digest(said)})


def resumed(saved: str | dict[str, Any]) -> None:
    try:
        game = small_rules().resume(saved)
    except kfdsl.SaveError as refused:
        assert str(refused)
        return
    assert small_rules().resume(game.save()).save() == game.save()


def notation(data: bytes) -> None:
    """An answer in words: what is refused changes nothing, what is taken is one that is offered."""
    game = any_game().clone()
    before = game.save()
    for line in data.decode("utf-8", "replace").split("\n"):
        game.why_not(line)
        try:
            game.play(line)
        except kfdsl.IllegalChoice as refused:
            assert str(refused)
            assert game.save() == before
        before = game.save()


@cache
def small_rules() -> kfdsl.Rules:
    return kfdsl.load(TESTS / "strangers" / "isles")


@cache
def any_game() -> kfdsl.Game:
    return kfdsl.load(TESTS / "constructs").new_game(["Ann", "Ben"], seed=1)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "parser": parser,
    "manifests": manifests,
    "zips": zips,
    "saves": saves,
    "notation": notation,
}

"""Mutated content and manifests, many of them: no traceback, no hang, memory bounded.

Manifests, declarations beside others, whole small games and whole shipped packs are changed by a few words. What loads is played: a few
of its examples and a few dozen choices. KFDSL_FULL=1 takes a hundred thousand inputs, otherwise a thousand, most of which are refused early. Each batch has
a seed of its own, so a failure can be run again by itself; a crash of a whole game is told with the least text that brings it about, which is
then kept in tests/fuzz/kept. `python -m tests.fuzz.hunt` looks for more.
"""

from __future__ import annotations

import os
import random
import re
import resource
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from kfdsl.packs.find import find
from kfdsl.packs.manifest import read_manifest
from kfdsl.packs.shipped import content_folder
from kfdsl.text.diagnostic import Report
from tests.fuzz.hunt import crash, story
from tests.fuzz.mutate import applied, edits_of, words_of
from tests.fuzz.targets import TARGETS
from tests.fuzz.whole import SHIPPED, SMALL, mutant, shown, try_packs
from tests.lang.loading import load, pack
from tests.lang.samples import FIRING, YARD
from tests.packs.roots_for_tests import folder
from tests.packs.roots_for_tests import pack as pack_in_folder

TOP = Path(__file__).resolve().parent.parent.parent
KEPT = sorted((TOP / "tests" / "fuzz" / "kept").glob("*.kf"))
CORPUS = TOP / "tests" / "fuzz" / "corpus"
FULL = bool(os.environ.get("KFDSL_FULL"))
BATCHES, A_BATCH = (60, 1500) if FULL else (12, 80)
SHIPPED_BATCHES, A_SHIPPED_BATCH = (20, 500) if FULL else (1, 40)
SECONDS = 20  # of processor time for one input; a hundredth of it is usual
MEGABYTES = 600  # that a batch may add to what the process had

DECLARATION = re.compile(r"(?m)^(?=[a-z])")


@cache
def declarations() -> tuple[str, ...]:
    """What stands at the margin of shipped files, each with its body."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((TOP / "content").rglob("*.kf"))]
    return tuple(part for text in texts for part in DECLARATION.split(text) if part.strip())


@cache
def words() -> tuple[str, ...]:
    """All words and signs that occur."""
    found = {word for part in declarations() for word in words_of(part) if not word.isspace()}
    return tuple(sorted(found))


@cache
def manifests() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted((TOP / "content").glob("*.pack.json")))


def mutated(text: str, dice: random.Random) -> str:
    """A few words dropped, doubled, put in from elsewhere; or letters."""
    parts = words_of(text)
    return applied(parts, edits_of(parts, words(), dice.random() < 0.3, dice))


def content(dice: random.Random) -> None:
    """One or two declarations beside a yard that knows other names, the sample, or the sample mutated itself."""
    some = [mutated(dice.choice(declarations()), dice) for _ in range(dice.randint(1, 2))]
    base = YARD
    match dice.randrange(4):
        case 0:
            some = [mutated(FIRING, dice)]
        case 1:
            base = mutated(YARD, dice)
        case 2:
            some.append(FIRING)
    program, report = load(pack("yard", base), pack("hollow", "\n".join(some), after=("yard",)))
    assert (program is None) == report.failed
    shown(report)


def manifest(dice: random.Random) -> None:
    report = Report()
    found = read_manifest(mutated(dice.choice(manifests()), dice), "x.pack.json", report)
    assert (found is None) <= report.failed
    shown(report)


def game(dice: random.Random) -> None:
    """A whole small game."""
    whole(SMALL, 0.3, dice)


def whole(sets: tuple[tuple[str, ...], ...], gentle: float, dice: random.Random) -> None:
    made = mutant(dice.choice(sets), dice.random() < gentle, dice)
    what = crash(made)
    assert not what, story(what, made)


def bounded(batch: int, count: int, *sorts: tuple[float, Callable[[random.Random], None]]) -> None:
    """So many inputs of some sorts, each as often as is said, within time and memory."""
    dice = random.Random(batch)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for at in range(count):
        began = time.process_time()
        (one,) = dice.choices([each for _, each in sorts], [often for often, _ in sorts])
        try:
            one(dice)
        except Exception as trouble:
            raise AssertionError(f"input {at} of batch {batch}") from trouble
        assert time.process_time() - began < SECONDS, f"input {at} of batch {batch} takes too long"
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < MEGABYTES


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_breaks_on_mutated_content(batch: int) -> None:
    bounded(batch, A_BATCH, (0.5, manifest), (0.3, content), (0.2, game))


@pytest.mark.parametrize("batch", range(SHIPPED_BATCHES))
def test_nothing_breaks_on_mutated_shipped_packs(batch: int) -> None:
    sets = SHIPPED if FULL else SHIPPED[:1]
    bounded(batch, A_SHIPPED_BATCH, (1, lambda dice: whole(sets, 0.3 if FULL else 0.1, dice)))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_what_once_crashed_does_not(file: Path, tmp_path: Path) -> None:
    root = folder(tmp_path, pack_in_folder("kept", file.read_text(encoding="utf-8")))
    packs = find([str(root)], content_folder(), Report())
    for seed in range(5):
        try_packs(packs, {source.name for pack in packs for source in pack.sources}, seed)


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*/*")), ids=lambda file: f"{file.parent.name}: {file.stem}")
def test_what_guided_fuzzing_begins_with_comes_through_its_door(file: Path) -> None:
    TARGETS[file.parent.name](file.read_bytes())

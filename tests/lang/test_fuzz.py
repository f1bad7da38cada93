"""Mutated real content and manifests, many of them: no traceback, no hang, memory bounded.

KFDSL_FULL=1 takes 102,000 inputs, otherwise a few hundred. What is mutated is what ships: declarations of all packs, and
their manifests. Each batch has a seed of its own, so a failure can be run again by itself.
"""

from __future__ import annotations

import os
import random
import re
import resource
import time
from functools import cache
from pathlib import Path

import pytest

from kfdsl.packs.manifest import read_manifest
from kfdsl.text.diagnostic import Report
from kfdsl.text.render import render, to_json
from tests.lang.loading import load, pack
from tests.lang.samples import FIRING, YARD

TOP = Path(__file__).resolve().parent.parent.parent
FULL = bool(os.environ.get("KFDSL_FULL"))
BATCHES = 60
A_BATCH = 1700 if FULL else 3
SECONDS = 20  # of processor time for one input; a hundredth of it is usual
MEGABYTES = 600  # that a batch may add to what the process had

WORD = re.compile(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*:?|[0-9]+|[^\sA-Za-z0-9_]+|\s+')
DECLARATION = re.compile(r"(?m)^(?=[a-z])")


@cache
def declarations() -> tuple[str, ...]:
    """What stands at the margin of shipped files, each with its body."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((TOP / "content").rglob("*.kf"))]
    return tuple(part for text in texts for part in DECLARATION.split(text) if part.strip())


@cache
def words() -> tuple[str, ...]:
    """All words and signs that occur."""
    found = {word for part in declarations() for word in WORD.findall(part) if not word.isspace()}
    return tuple(sorted(found))


@cache
def manifests() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted((TOP / "content").glob("*.pack.json")))


def mutated(text: str, dice: random.Random) -> str:
    """A few words dropped, doubled, swapped, put in from elsewhere; or letters."""
    parts = WORD.findall(text) or [""]
    for _ in range(dice.randint(1, 5)):
        at, other = dice.randrange(len(parts)), dice.randrange(len(parts))
        match dice.randrange(6):
            case 0:
                parts[at] = ""
            case 1:
                parts[at] += parts[other]
            case 2:
                parts[at], parts[other] = parts[other], parts[at]
            case 3:
                parts[at] = f" {dice.choice(words())} "
            case 4:
                letters = list(parts[at])
                letters.insert(
                    dice.randint(0, len(letters)), chr(dice.choice((*range(9, 127), 0, 233, 0x2028, 0x1F600)))
                )
                parts[at] = "".join(letters)
            case 5:
                parts = parts[:at]
                parts = parts or [""]
    return "".join(parts)


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
    check(report)


def manifest(dice: random.Random) -> None:
    report = Report()
    found = read_manifest(mutated(dice.choice(manifests()), dice), "x.pack.json", report)
    assert (found is None) <= report.failed
    check(report)


def check(report: Report) -> None:
    """What is told can be shown and read by programs."""
    assert render(report.diagnostics) or not report.diagnostics
    assert all(found["code"] and found["message"] for found in to_json(report.diagnostics))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_nothing_breaks_on_mutated_content(batch: int) -> None:
    dice = random.Random(batch)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for at in range(A_BATCH):
        began = time.process_time()
        try:
            (manifest if dice.random() < 0.25 else content)(dice)
        except Exception as trouble:
            raise AssertionError(f"input {at} of batch {batch}") from trouble
        assert time.process_time() - began < SECONDS, f"input {at} of batch {batch} takes too long"
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < MEGABYTES

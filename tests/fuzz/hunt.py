"""Look for crashes for a while: `python -m tests.fuzz.hunt --seconds 900 --seed 1`.

Each kind of crash (what was raised, and where) is told once, with the text that brings it about, shrunk.
"""

from __future__ import annotations

import argparse
import random
import signal
import time
import traceback
from collections import Counter
from pathlib import Path
from types import FrameType

from tests.fuzz.shrink import shrunk
from tests.fuzz.whole import SHIPPED, SMALL, Mutant, changed_packs, mutant, packs_of, try_it

A_WHILE = 20  # seconds for one input


class TooLong(BaseException):
    """It does not end; a class of its own, so that nobody catches it."""


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooLong


def crash(made: Mutant) -> str:
    """What was raised and where, in few words; empty if nothing was."""
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, A_WHILE)
    try:
        try_it(made)
    except TooLong as trouble:
        return f"TooLong at {_where(trouble)}"
    except Exception as trouble:
        return f"{type(trouble).__name__} at {_where(trouble)}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return ""


def _where(trouble: BaseException) -> str:
    """The last place in the library, or in what it generated."""
    frames = [frame for frame in traceback.extract_tb(trouble.__traceback__) if "tests" not in frame.filename]
    last = frames[-1]
    inner = [frame for frame in frames if "/kfdsl/" in frame.filename][-1]
    return f"{Path(inner.filename).name}:{inner.name} ({Path(last.filename).name}:{last.name})"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shipped", type=float, default=0.3, help="how many of the inputs are shipped packs")
    parser.add_argument("--gentle", type=float, default=0.8)
    said = parser.parse_args()
    until, seen, counts = time.monotonic() + said.seconds, set[str](), Counter[str]()
    number = 0
    while time.monotonic() < until:
        number += 1
        dice = random.Random(f"{said.seed}:{number}")
        wanted = dice.choice(SHIPPED if dice.random() < said.shipped else SMALL)
        made = mutant(wanted, dice.random() < said.gentle, dice)
        what = crash(made)
        counts["crash" if what else "fine"] += 1
        if what and what not in seen:
            seen.add(what)
            print(f"==== {number}", story(what, made), sep="\n", flush=True)
    print(dict(counts), flush=True)


def story(what: str, made: Mutant) -> str:
    """The shrunk input and the end of its traceback."""
    hangs = what.startswith("TooLong")
    made = made if hangs else shrunk(made, lambda other: crash(other) == what)
    original = {source.name: source.text for pack in packs_of(made.wanted) for source in pack.sources}
    lines = [f"{what} with {[Path(each).name for each in made.wanted]} and dice {made.seed}"]
    for pack in changed_packs(made):
        for source in pack.sources:
            if source.text != original[source.name] and source.text.strip():
                lines += [f"-- {source.name}", *_shown(source.text, original[source.name], bool(made.texts))]
    try:
        None if hangs else try_it(made)
    except Exception:
        lines += traceback.format_exc().splitlines()[-12:]
    return "\n".join(lines)


def _shown(text: str, original: str, is_whole: bool) -> list[str]:
    known = set(original.splitlines())
    return [line for line in text.splitlines() if (is_whole and line.strip()) or line not in known]


if __name__ == "__main__":
    main()

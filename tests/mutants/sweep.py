"""Every word of shipped content misspelt, and other mishaps: what authors are told.

python -m tests.mutants.sweep [--share 0.1] [--every] [--jobs N] [--seed N] [--misses]
Each name and keyword of each file is misspelt in one of four ways (with --every in each of them), and each file has lines deleted, braces
removed, words swapped and its end cut off. It prints figures, and exits with 1 where they are short of what figures.py asks.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import NamedTuple

from kfdsl.lang.syntax.keywords import KEYWORDS
from kfdsl.packs.find import ALL
from kfdsl.packs.shipped import content_folder
from kfdsl.program.words import WORDS
from tests.lang.loading import grammar
from tests.mutants.figures import Figures
from tests.mutants.quick import base, said
from tests.mutants.words import WAYS, Mutant, mishaps, misspelt, words_of

MISHAPS_EACH = 4  # of a sort, in a file


class Task(NamedTuple):
    """A file to try, and how much of it."""

    pack: str
    file: str
    share: float
    ways: int
    seed: int


def packs() -> list[str]:
    """All shipped packs."""
    return sorted(path.name.removesuffix(".pack.json") for path in content_folder().glob("*.pack.json"))


@cache
def spoken() -> Counter[str]:
    """How often each word stands in content, outside quotes."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(content_folder().rglob("*.kf")))
    return Counter(found[0] for text in texts for found in words_of(text))


@cache
def known() -> frozenset[str]:
    """All words that mean something somewhere: those of content and of the language."""
    return frozenset([*spoken(), *re.findall(r"[A-Za-z_]\w*", grammar()), *KEYWORDS, *WORDS])


def mutants(text: str, task: Task) -> Iterator[tuple[Mutant, bool]]:
    """Mutants of a file, and whether each is misspelt only."""
    dice = random.Random(f"{task.seed}:{task.file}")
    for found in words_of(text):
        if dice.random() < task.share:
            ways = dice.sample(WAYS, len(WAYS))
            made = [each for way in ways if (each := misspelt(text, found, way, known(), dice))]
            yield from ((each, True) for each in made[: task.ways])
    each = round(MISHAPS_EACH * task.share + dice.random() * 0.999 - 0.4995)
    yield from ((each, False) for each in mishaps(text, each, dice))


def tried(task: Task) -> Figures:
    """What came of the mutants of a file."""
    figures, ground = Figures(), base(task.pack)
    source = next(each for each in ground.sources(task.pack) if each.name == task.file)
    for mutant, is_local in mutants(source.text, task):
        try:
            told = said(ground, source, mutant.text, is_local) or said(base(ALL), source, mutant.text, False)
        except Exception:
            figures.add(source.name, mutant, traceback.format_exc())
        else:
            figures.add(source.name, mutant, told, is_free(mutant))
    return figures


def is_free(mutant: Mutant) -> bool:
    """Whether another word would do as well: one that stands nowhere else, or the name of a player whom a position brings."""
    line = mutant.text.splitlines()[mutant.line - 1] if mutant.word else ""
    return (
        spoken()[mutant.word] == 1
        or re.match(r"\s*position \w+\s+for [^{]*\b" + mutant.typed + r"\b", line) is not None
    )


def tasks(share: float, ways: int, seed: int) -> list[Task]:
    """All files, packs in turn."""
    return [Task(pack, source.name, share, ways, seed) for pack in packs() for source in base(pack).sources(pack)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--share", type=float, default=1, help="of all words")
    parser.add_argument("--every", action="store_true", help="misspell each word in each way")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true", help="list what is not as it should be")
    asked = parser.parse_args()
    figures = Figures()
    with ProcessPoolExecutor(asked.jobs) as pool:
        for each in pool.map(tried, tasks(asked.share, len(WAYS) if asked.every else 1, asked.seed)):
            figures.join(each)
    if asked.misses:
        for what, where, told in sorted(figures.misses):
            print(f"{what}: {where}: {told}")
    print(figures.table())
    sys.exit(not figures.is_good())


if __name__ == "__main__":
    main()

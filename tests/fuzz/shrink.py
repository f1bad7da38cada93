"""The least that still crashes: first fewer edits, then fewer lines.

In:   a mutant and whether one still does.      Out:  a smaller mutant that does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from tests.fuzz.mutate import LINE, Edit
from tests.fuzz.whole import SMALL, Mutant, changed_packs

T = TypeVar("T")
Still = Callable[[Mutant], bool]
MOST_TRIES = 400  # for each file; of small games a try costs a few hundredths of a second


def shrunk(made: Mutant, still: Still) -> Mutant:
    """Fewer edits; of small games, fewer lines as well."""
    for at in range(len(made.changes)):
        made = _fewer_edits(made, at, still)
    if made.wanted in SMALL:
        for at, pack in enumerate(changed_packs(made)):
            for which, source in enumerate(pack.sources):
                made = _fewer_lines(made, (at, which), LINE.findall(source.text), still)
    return made


def _fewer_edits(made: Mutant, at: int, still: Still) -> Mutant:
    def with_edits(edits: Sequence[Edit]) -> Mutant:
        change = made.changes[at]._replace(edits=tuple(edits))
        return replace(made, changes=(*made.changes[:at], change, *made.changes[at + 1 :]))

    return with_edits(fewest(made.changes[at].edits, lambda edits: still(with_edits(edits)), MOST_TRIES))


def _fewer_lines(made: Mutant, file: tuple[int, int], lines: Sequence[str], still: Still) -> Mutant:
    def with_lines(lines: Sequence[str]) -> Mutant:
        return replace(made, texts=made.texts | {file: "".join(lines)})

    return with_lines(fewest(lines, lambda fewer: still(with_lines(fewer)), MOST_TRIES))


def fewest(parts: Sequence[T], still: Callable[[Sequence[T]], bool], tries: int) -> Sequence[T]:
    """A part of a row that cannot lose any one piece, by leaving out halves, quarters, and so on."""
    size = max(1, len(parts) // 2)
    while tries > 0 and parts:
        for start in range(0, len(parts), size):
            tries -= 1
            fewer = [*parts[:start], *parts[start + size :]]
            if still(fewer):
                parts = fewer
                break
            if tries <= 0:
                break
        else:
            if size == 1:
                break
            size = max(1, size // 2)
    return parts

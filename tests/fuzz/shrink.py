"""The least that still crashes: first fewer edits, then fewer files and lines.

In:   a mutant and whether one still does.      Out:  a smaller mutant that does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from tests.fuzz.mutate import LINE
from tests.fuzz.whole import SMALL, Change, Mutant, changed_packs

T = TypeVar("T")
MOST_TRIES = 400  # of each sort of shrinking; whole packs cost half a second a try


def shrunk(made: Mutant, still: Callable[[Mutant], bool]) -> Mutant:
    """Fewer edits; of small games, fewer lines as well."""
    for at, change in enumerate(made.changes):

        def with_edits(edits: Sequence[object], at: int = at, change: Change = change) -> Mutant:
            changes = list(made.changes)
            changes[at] = change._replace(edits=tuple(edits))  # type: ignore[arg-type]
            return replace(made, changes=tuple(changes))

        made = with_edits(fewest(change.edits, lambda edits: still(with_edits(edits)), MOST_TRIES))
    return _fewer_lines(made, still) if made.wanted in SMALL else made


def _fewer_lines(made: Mutant, still: Callable[[Mutant], bool]) -> Mutant:
    for at, pack in enumerate(changed_packs(made)):
        for which, source in enumerate(pack.sources):

            def with_lines(lines: Sequence[str], at: int = at, which: int = which) -> Mutant:
                return replace(made, texts=made.texts | {(at, which): "".join(lines)})

            made = with_lines(fewest(LINE.findall(source.text), lambda lines: still(with_lines(lines)), MOST_TRIES))
    return made


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

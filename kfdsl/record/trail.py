"""What each choice of a log brought about, in names, so that a later game can tell where it went another way.

In:   the positions that a game kept behind its choices.      Out:  for each, what changed since the one before.
Only what lies where, what variables hold, chance and points count: by which rules they came about is not the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from kfdsl.engine.play.log import Log, Point
from kfdsl.engine.play.standing import totals
from kfdsl.engine.words.state import State
from kfdsl.record.states import SECTIONS, Positions

Key = tuple[str, str]  # a part of a position and a name in it
Flat = dict[Key, Any]
CHANCE, POINTS = ("chance", ""), ("points", "")


def tell(positions: Positions, journal: Log) -> list[dict[str, Any]]:
    """The points of a log as JSON; each is written once and kept."""
    base = Point(0, journal.start.state if journal.start else positions.first())
    for before, point in pairwise([base, *journal.trail]):
        if point.told is None:
            changed = _changed(positions, before.state, point.state)
            if before is base:
                changed |= _beside(positions, point.state)
            point.told = {"lines": point.lines, "changed": _nested(changed)}
    return [point.told for point in journal.trail if point.told is not None]


def merged(points: Iterator[Mapping[str, Any]] | Sequence[Mapping[str, Any]]) -> Flat:
    """What is known of a position behind the last of some points in a row."""
    found: Flat = {}
    for point in points:
        for section, names in point["changed"].items():
            found |= {(section, name): value for name, value in names.items()}
    return found


def _changed(positions: Positions, before: State, after: State) -> Flat:
    told = positions.write_cells(after, [at for at in after.changed_since(before) if at in positions.names])
    changed = {(section, name): value for section, names in told.items() for name, value in names.items()}
    then = _beside(positions, before)
    return changed | {key: value for key, value in _beside(positions, after).items() if then[key] != value}


def _beside(positions: Positions, state: State) -> Flat:
    return {CHANCE: f"{state.chance:016x}", POINTS: totals(positions.table, state)}


def _nested(flat: Flat) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for section in (*dict.fromkeys(SECTIONS.values()), "chance", "points"):
        names = {name: value for (part, name), value in flat.items() if part == section}
        if names:
            found[section] = names
    return found

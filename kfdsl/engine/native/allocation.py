"""The tallies of a player in a state of words, solved by the allocation of engine/score.

In:   a memory, a state in it.      Out:  a line on its sheet with all the points.
Rows are read whole: views check every number that they read, and there are thousands.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable

from kfdsl.engine.flat.memory import Memory, bits, using
from kfdsl.engine.library.machine import MACHINE, Machine, State
from kfdsl.engine.library.machine import Tally as TallyWords
from kfdsl.engine.library.sheet import add_line
from kfdsl.engine.lower.program import Lowered
from kfdsl.engine.machine.groups import Source
from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.rules.table import Table
from kfdsl.engine.score.settle import Tally, settled_total

NO_SPARE = -1
_AT = {name: field.at for name, field in TallyWords.record_fields().items()}
_SIZE = TallyWords.record_size()


def allocating(lowered: Lowered, table: Table, memory: Callable[[], Memory]) -> Callable[..., int]:
    """A function that the flat form calls."""
    cells = {place: cell for cell, place in lowered.layout.places.items()}
    start, tokens = lowered.layout.tallies_at, lowered.layout.tokens

    def allocate(g: int, who: int, sources: int, stands: int, purpose: int, line: int) -> int:
        room = memory()
        numbers = room.seen[8]
        allowed = numbers[stands : stands + tokens].tolist()
        customs = table.customs(lowered.texts[purpose], {token: mask for token, mask in enumerate(allowed) if mask})
        with using(room):
            state, machine = State(g), Machine(MACHINE)
            rows = numbers[g + start : g + start + state.tallies].tolist()
            mine, others = _parted(rows, who)
            numbers[g + start : g + start + len(others)] = memoryview(array("q", others))
            state.tallies = len(others)
            meter = Meter(machine.steps)
            tallies = [_read(row, lowered, cells) for row in mine]
            total = settled_total(tallies, _sources(room, sources, cells, tokens), customs, table.wording, meter)
            machine.steps = meter.left
            add_line(state, who, total, False, purpose, line)  # nobody who plays games out asks what the points are for
        return 0

    return allocate


def _sources(room: Memory, at: int, cells: dict[int, int], tokens: int) -> list[Source]:
    numbers, words = room.seen[8], room.seen[4]
    rows = numbers[at + 1 : at + 1 + 3 * numbers[at]].tolist()
    return [
        (bool(rows[i]), cells[rows[i + 1]], tuple(words[rows[i + 2] : rows[i + 2] + tokens].tolist()))
        for i in range(0, len(rows), 3)
    ]


def _parted(rows: list[int], who: int) -> tuple[list[list[int]], list[int]]:
    """The scorers of a player, each as its row, and all others."""
    mine: list[list[int]] = []
    others: list[int] = []
    at = 0
    while at < len(rows):
        end = at + rows[at + _AT["size"]]
        if rows[at + _AT["player"]] == who:
            mine.append(rows[at:end])
        else:
            others += rows[at:end]
        at = end
    return mine, others


def _read(row: list[int], lowered: Lowered, cells: dict[int, int]) -> Tally:
    def of(name: str) -> int:
        return row[_AT[name]]

    holes = row[_SIZE : _SIZE + 3 * of("holes")]
    within = row[_SIZE + len(holes) :]
    reason = of("reason")
    return Tally(
        player=of("player"),
        sets=bool(of("sets")),
        value=of("value"),
        want=tuple((holes[i], holes[i + 1], bool(holes[i + 2])) for i in range(0, len(holes), 3)),
        within=tuple(cells[place] for place in within),
        once=bool(of("once")),
        alike=bool(of("alike")),
        spare=None if of("spare") == NO_SPARE else of("spare"),
        roles=bool(of("roles")),
        ledgers=tuple(bits(of("ledgers"))),
        unfilled=of("unfilled"),
        reason=("card", reason) if of("is_card") else ("text", lowered.texts[reason]),
        line=of("line"),
    )

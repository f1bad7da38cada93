"""The tallies of a player in a state of words, solved by the allocation of engine/score.

In:   a memory, a state in it.      Out:  lines on its sheet.
Rows are read whole: views check every number that they read, and there are thousands.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from kfdsl.engine.flat.memory import Memory, Rows, bits, fault, using
from kfdsl.engine.library.machine import MACHINE, TOO_MANY, Machine, State
from kfdsl.engine.library.machine import Line as LineWords
from kfdsl.engine.library.machine import Tally as TallyWords
from kfdsl.engine.library.sheet import add_line
from kfdsl.engine.machine.bundles import Source
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.engine.machine.meter import Meter
from kfdsl.engine.words.instance import Instance
from kfdsl.program.numbering import Numbering

if TYPE_CHECKING:
    from kfdsl.engine.rules.table import Table
    from kfdsl.engine.score.settle import Customs, SheetLine, Tally

NO_SPARE = -1
MOST_SETTLED = 4096  # allocations that are remembered; whoever looks ahead meets the same ones again and again
_AT = {name: field.at for name, field in TallyWords.record_fields().items()}
_SIZE = TallyWords.record_size()
Found: TypeAlias = "tuple[tuple[SheetLine, ...], int]"  # lines, and what they cost


def allocating(table: Table, instance: Instance) -> Callable[..., int]:
    """A function that the flat form calls."""
    layout, values = instance.layout, instance.layout.values
    start, tokens = layout.flat.tallies_at, layout.flat.tokens
    known: dict[tuple[Any, ...], Found] = {}

    def allocate(g: int, who: int, sources: int, stands: int, purpose: int, line: int) -> int:
        room = instance.memory
        numbers = room.seen[8]
        allowed = numbers[stands : stands + tokens].tolist()
        with using(room):
            state, machine = State(g), Machine(MACHINE)
            rows = numbers[g + start : g + start + state.tallies].tolist()
            mine, others = _parted(rows, who)
            numbers[g + start : g + start + len(others)] = memoryview(array("q", others))
            state.tallies = len(others)
            pieces = tuple(_sources(room, sources, values.cells, tokens))
            is_summary = bool(state.is_summary)
            key = (tuple(map(tuple, mine)), pieces, purpose, tuple(allowed), is_summary)
            found = known.get(key)
            if found is None:
                tallies = [_read(row, values.texts, values.cells) for row in mine]
                stood = {token: mask for token, mask in enumerate(allowed) if mask}
                held = customs(table.numbering, values.texts[purpose], stood)
                meter = Meter(machine.steps)
                try:
                    lines = _lines(table, who, tallies, pieces, held, meter, is_summary)
                except TooMany:
                    fault(TOO_MANY, line)
                if len(known) >= MOST_SETTLED:
                    known.clear()
                found = known[key] = lines, meter.most - meter.left
            machine.steps -= found[1]  # as much where it was known
            if machine.steps < 0:
                fault(TOO_MANY, line)
            for player, points, (sort, what), at, allocated in found[0]:
                reason = what if sort == "card" else values.text(what)
                before = state.lines
                add_line(state, player, points, sort == "card", reason, at)
                if allocated and state.lines > before:
                    Rows(LineWords, g + layout.flat.sheet_at)[before].allocated = values.text(allocated)
        return 0

    return allocate


def _lines(
    table: Table,
    who: int,
    tallies: list[Tally],
    sources: Sequence[Source],
    held: Customs,
    meter: Meter,
    is_summary: bool,
) -> tuple[SheetLine, ...]:
    from kfdsl.engine.score.settle import settled, settled_total  # which nobody needs before the end of a game

    if is_summary and tallies:
        total = settled_total(tallies, sources, held, table.wording, meter)
        return ((who, total, ("text", ""), tallies[-1].line, ""),)
    return tuple(settled(tallies, sources, held, table.wording, meter))


def customs(numbering: Numbering, purpose: str, stands: dict[int, int]) -> Customs:
    """What a purpose allows."""
    from kfdsl.engine.score.settle import Customs

    tokens, program = numbering.tokens, numbering.program
    return Customs(
        stands,
        [
            (
                tokens[each.host],
                tuple(tokens[name] for name in each.guests),
                tuple(tokens[name] for name in each.counts_as),
            )
            for each in program.companies
            if each.purpose == purpose
        ],
        {
            tokens[each.token]: tuple(
                dict.fromkeys(
                    tokens[name]
                    for other in program.roles
                    if other.purpose == purpose and other.token == each.token
                    for name in other.roles
                )
            )
            for each in program.roles
            if each.purpose == purpose
        },
    )


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


def _read(row: list[int], texts: Sequence[str], cells: dict[int, int]) -> Tally:
    from kfdsl.engine.score.settle import Tally

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
        reason=("card", reason) if of("is_card") else ("text", texts[reason]),
        line=of("line"),
    )

"""Points on the sheet, and scorers that come into force.

In:   a state.      Out:  one line or scorer more.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import NO_ROOM, Numbers, Rows, copy, fault
from kfdsl.engine.library.machine import NOWHERE, TOO_MANY_POINTS, Line, State, Tally, machine
from kfdsl.engine.library.values import charge

MOST_POINTS = 1_000_000_000  # of a line
GROWN = 4  # steps for each line or scorer that there is already


def add_line(g: State, player: int, points: int, is_card: bool, reason: int, line: int) -> None:
    """Points on the sheet; none, no line."""
    if points == 0:
        return
    if abs(points) > MOST_POINTS:
        machine().wanted = points
        fault(TOO_MANY_POINTS, line)
    sheet = Rows(Line, g.at + machine().sheet_at)
    entry = sheet[g.lines]
    if entry.at + Line.record_size() > g.at + machine().tallies_at:
        fault(NO_ROOM, line)
    entry.player = player
    entry.points = points
    entry.is_card = is_card
    entry.reason = reason
    entry.line = line
    entry.allocated = NOWHERE
    g.lines += 1
    charge(GROWN * g.lines, line)


def begin_tally(g: State, want: Numbers, cells: Numbers, line: int) -> Tally:
    """Room for a scorer, with its holes and its places; whoever asks for it fills in the rest."""
    tally = Tally(g.at + machine().tallies_at + g.tallies)
    size = Tally.record_size() + 3 * want[0] + cells[0]
    if g.tallies + size > machine().frames_at - machine().tallies_at:
        fault(NO_ROOM, line)
    tally.size = size
    tally.line = line
    tally.holes = want[0]
    tally.cells = cells[0]
    behind = Numbers(tally.at + Tally.record_size())
    copy(behind, want.tail(1), 3 * want[0])
    copy(behind.tail(3 * want[0]), cells.tail(1), cells[0])
    g.tallies += size
    charge(GROWN * g.tallies, line)
    return tally


def score_of(g: State, player: int) -> int:
    """The points of a player so far."""
    found = 0
    for entry in Rows(Line, g.at + machine().sheet_at).first(g.lines):
        if entry.player == player:
            found += entry.points
    return found

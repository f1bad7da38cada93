"""Answers kept one behind the other, packed, for whoever looks at a game afterwards.

In:   an answer that is whole.      Out:  an entry behind the last one, or nothing more once there is no room.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Record, Words
from kfdsl.engine.library.choices.chosen import ASK, Search
from kfdsl.engine.library.choices.plans import ask_of, plan_of
from kfdsl.engine.library.under_way.frames import Packing, pack


class Entry(Record, width=8):
    """An answer; its values lie behind it."""

    size: int  # in numbers, with the values
    seat: int
    is_real: bool  # somebody chose it; otherwise there was no other
    is_free: bool  # taken beside what was asked
    action: int  # or ASK, or STOP


class Kept(Record, width=8):
    """Where answers are kept."""

    top: int  # where the next goes, in numbers,
    end: int  # and where there is no more room
    largest: int  # how much an answer may take
    is_real: bool  # whether the next one was chosen
    is_cut: bool  # whether there was no room for all


def keep(kept: Kept, search: Search, who: int) -> None:
    """Put an answer behind the others."""
    if kept.is_cut or kept.top + kept.largest > kept.end:
        kept.is_cut = True
        return
    entry = Entry(kept.top)
    entry.seat = who
    entry.is_real = kept.is_real
    entry.is_free = search.free
    entry.action = search.action
    size = Entry.record_size()
    for at in range(search.width):
        size += pack(search.row[search.outer + at], packing_at(search, at), kept.top + size)
    entry.size = size
    kept.top += size


def packing_at(search: Search, at: int) -> Packing:
    if search.action == ASK:
        return Packing(ask_of(search.g.ask).packing)
    return Packing(Words(plan_of(search.action).packings)[at])

"""An answer that is looked for: an action or an ask, and the values chosen so far.

In:   nothing; a record, and what its action says of it.      Out:  Search.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record
from kfdsl.engine.library.choices.domains import Domain
from kfdsl.engine.library.choices.plans import plan_of
from kfdsl.engine.library.machine import State

ASK, STOP = -1, -2  # in place of an action


class Search(Record, width=8):
    g: State
    action: int
    width: int  # how many values an answer has
    free: bool  # taken beside what is asked
    outer: int  # how many arguments its menu has
    row: Numbers  # these, and the values chosen so far
    who: int  # the one who answers
    line: int
    shared: Domain  # of the last value, if that is the same whatever comes before it and was looked for; else none
    items: Numbers  # what the first value may be, before needs, once that was looked for,
    verdicts: Numbers  # whether a whole begins with each of them, as far as that is known,
    domains: Numbers  # and what the last value may be that follows the first ones of them, with what is known of it; 0: not looked for


def set_value(search: Search, at: int, value: int) -> None:
    search.row[search.outer + at] = value


def is_last(search: Search, at: int) -> bool:
    """Whether an action ends with a value."""
    return search.action >= 0 and at + 1 == search.width


def by_class(search: Search) -> bool:
    """Whether one group of a class may speak for all."""
    return plan_of(search.action).by_class and not search.free

"""Games that somebody outside plays, part by part: what may come next, and going on with it.

In:   a state, and a row of the parts chosen so far.      Out:  the state behind them, and codes for what the next part may be.
A code means the same wherever the row is walked again: the number of an action, how many of a part, or which item of those that
there are before needs. What there is no choice about is answered on the way.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, fault
from kfdsl.engine.library.choices.answering import STUCK
from kfdsl.engine.library.choices.choosing import (
    FREE,
    Choosing,
    free_code,
    free_search,
    is_listed,
    is_whole,
    new_choosing,
    options_of,
    take,
)
from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.question import ask_search
from kfdsl.engine.library.choices.search import Search, begins, extends, items_at
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.playout import Playout, answered, is_only, only_of_parts
from kfdsl.engine.library.under_way.running import run

CHOICE = -1  # in place of what running came to: somebody has a choice


def step(playout: Playout, g: State, row: Numbers) -> Numbers:
    """Go on with the parts of a row; answers what the next part may be, nothing if the game is over.

    The row is emptied once its answer is given, and takes in parts of which there was one.
    """
    machine().steps = playout.steps
    choosing = walked(g, row)
    while not is_whole(choosing):
        codes = codes_of(choosing)
        if codes[0] == 0:
            fault(STUCK, ask_of(g.ask).line)
        if codes[0] > 1:
            return codes
        row[0] += 1
        row[row[0]] = codes[1]
        take_code(choosing, codes[1])
    playout.kept.is_real = True
    row[0] = 0
    if answered(playout, choosing) != 0:
        fault(STUCK, 0)
    return go_on(playout, g)


def go_on(playout: Playout, g: State) -> Numbers:
    """Run until somebody has a choice; what the first part of it may be, nothing if the game is over."""
    while True:
        machine().steps = playout.steps
        if run(g) != 0:
            fault(STUCK, 0)
        if g.ask == NOBODY:
            return new_list(0)
        with machine().scratch.held():
            status = answer_alone(playout, g)
        if status == CHOICE:
            choosing = new_choosing(g)
            playout.asked = choosing.who
            return codes_of(choosing)
        if status != 0:
            fault(STUCK, 0)


def answer_alone(playout: Playout, g: State) -> int:
    """Give an answer that is the only one; what that came to."""
    only = Choosing(0)
    if g.parts > 0 and not ask_of(g.ask).sealed:
        only = only_of_parts(g)
    else:
        asked = new_choosing(g)
        if is_only(asked):
            only = asked
    if only.at == 0:
        return CHOICE
    playout.kept.is_real = False
    return answered(playout, only)


def walked(g: State, row: Numbers) -> Choosing:
    choosing = new_choosing(g)
    for i in range(row[0]):
        take_code(choosing, row[1 + i])
    return choosing


# ---- codes


def searched(choosing: Choosing) -> Search:
    return choosing.search if choosing.search.at != 0 else ask_search(choosing.g, choosing.who)


def codes_of(choosing: Choosing) -> Numbers:
    """What the next part may be."""
    if not is_listed(choosing):
        return options_of(choosing, -1)
    start = begin_list()
    search = searched(choosing)
    items = items_at(search, choosing.values)
    for i in range(items[0]):
        if extends(search, choosing.values, items[1 + i]):
            add_item(i)
    if choosing.search.at == 0:
        for i in range(choosing.free[0]):
            with machine().scratch.held():
                if begins(free_search(choosing, i)):
                    add_item(free_code(i))
    return end_list(start)


def take_code(choosing: Choosing, code: int) -> None:
    if code < FREE and is_listed(choosing):
        take(choosing, items_at(searched(choosing), choosing.values)[1 + code])
    else:
        take(choosing, code)

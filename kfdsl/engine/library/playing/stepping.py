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
    free_options,
    is_listed,
    is_whole,
    item_options,
    new_choosing,
    options_among,
    options_of,
    take,
)
from kfdsl.engine.library.choices.chosen import Search
from kfdsl.engine.library.choices.first_values import known_items
from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.question import ask_search
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import begin_list, end_list, new_list
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.playing.playout import Playout, answered, first_of_parts, is_only
from kfdsl.engine.library.under_way.running import run


def step(playout: Playout, g: State, row: Numbers) -> Numbers:
    """Go on with the parts of a row; answers what the next part may be, nothing if the game is over.

    The row is emptied once its answer is given, and takes in parts of which there was one.
    """
    machine().steps = playout.steps
    choosing = walked(g, row)
    while not is_whole(choosing):
        codes = codes_of(choosing, -1)
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
        mark = machine().scratch.top
        codes = answer_alone(playout, g)
        if codes.at != 0:
            return codes
        machine().scratch.top = mark


def answer_alone(playout: Playout, g: State) -> Numbers:
    """Give an answer that is the only one, or else say what the first part of it may be."""
    playout.kept.is_real = False
    if g.parts > 0 and not ask_of(g.ask).sealed:
        only = first_of_parts(playout, g)
        if is_whole(only):
            give_alone(playout, only)
            return Numbers(0)
    choosing = new_choosing(g)
    playout.asked = choosing.who
    codes = codes_of(choosing, -1)
    if codes[0] == 0:
        fault(STUCK, ask_of(g.ask).line)
    if codes[0] > 1:
        return codes
    take_code(choosing, codes[1])
    if not is_only(choosing, 2):
        return codes
    give_alone(playout, choosing)
    return Numbers(0)


def give_alone(playout: Playout, only: Choosing) -> None:
    if answered(playout, only) != 0:
        fault(STUCK, 0)


def walked(g: State, row: Numbers) -> Choosing:
    choosing = new_choosing(g)
    for i in range(row[0]):
        take_code(choosing, row[1 + i])
    return choosing


# ---- codes


def searched(choosing: Choosing) -> Search:
    return choosing.search if choosing.search.at != 0 else ask_search(choosing.g, choosing.who)


def codes_of(choosing: Choosing, most: int) -> Numbers:
    """What the next part may be, no more than `most` (-1: all)."""
    if not is_listed(choosing):
        return options_of(choosing, most)
    start = begin_list()
    choosing.begun = Numbers(0)
    item_options(searched(choosing), choosing.values, True, start, most)
    if choosing.search.at == 0:
        free_options(choosing, start, most)
    return end_list(start)


def items_of(choosing: Choosing) -> Numbers:
    """What the next part may be before needs, if it is an item."""
    if not is_listed(choosing):
        return Numbers(0)
    return known_items(searched(choosing), choosing.values)


def codes_among(choosing: Choosing, items: Numbers) -> Numbers:
    """What the next part may be, of these items if it is one."""
    if items.at == 0:
        return options_of(choosing, -1)
    start = begin_list()
    choosing.begun = Numbers(0)
    options_among(searched(choosing), choosing.values, items, 0, True, start, -1)
    if choosing.search.at == 0:
        free_options(choosing, start, -1)
    return end_list(start)


NAMED = 1 << 42  # added to a value that is named although it is none of the items: for telling why not


def take_code(choosing: Choosing, code: int) -> None:
    if code >= NAMED:
        take(choosing, code - NAMED)
    elif code < FREE and is_listed(choosing):
        take(choosing, known_items(searched(choosing), choosing.values)[1 + code])
    else:
        take(choosing, code)

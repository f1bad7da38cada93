"""What keeps something from being finished, found by trying it while somebody listens.

In:   a state that asks, and an action or an answer.      Out:  whether anything is in the way; the first obstacle of the first way is told.
Only for explaining: one way after the other is tried on copies, each one trial deeper, and listened to there. What cannot be done
for no reason that rules name is found, and nothing is told of it.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record
from kfdsl.engine.library.choices.domains import first_row, group_of, next_row
from kfdsl.engine.library.choices.plans import Asked, ask_of, plan_of
from kfdsl.engine.library.choices.trials import (
    NOBODY,
    any_menu_answer,
    asked_of,
    domain_of,
    frame_start,
    items_of_ask,
    put_answer,
)
from kfdsl.engine.library.machine import IMPOSSIBLE, NO_TELLING, State, machine
from kfdsl.engine.library.told.shortfall import shortfall
from kfdsl.engine.library.told.telling import Said, begin_told, tell
from kfdsl.engine.library.under_way.asking import ask_items, ask_want
from kfdsl.engine.library.under_way.copies import scratch_of, tried_on
from kfdsl.engine.library.under_way.frames import pack_numbers
from kfdsl.engine.library.under_way.running import begin, run

MOST_WAYS = 50  # answers to an ask that are tried
DEEPEST = 6  # asks one after the other


class Ways(Record, width=8):
    """The answers to an ask that were tried, and what was told behind the first that failed."""

    tried: int
    top: int
    is_cut: bool


def action_obstacle(g: State, action: int, row: Numbers) -> bool:
    """Whether anything is in the way of an action whose needs hold."""
    with machine().scratch.held():
        trial = scratch_of(g, ask_of(g.ask).line)
        machine().telling = trial.trial
        status = begin(trial, plan_of(action).rule, row)
        found = fails(trial, status, 0)
        machine().telling = NO_TELLING
        return found


def answer_obstacle(g: State, answer: int, seat: int) -> bool:
    """Whether anything is in the way of what is under way, behind an answer."""
    with machine().scratch.held():
        trial = tried_on(g)
        put_answer(trial, answer, seat)
        found = fails(trial, 0, 0)
        machine().telling = NO_TELLING
        return found


def fails(trial: State, status: int, deep: int) -> bool:
    """Whether a scratch state cannot go on to the next menu, to chance or to the end; what is told of it is its own."""
    told = machine().told
    top = told.top
    is_cut = machine().is_cut
    machine().telling = trial.trial
    came_to = status
    if came_to == 0:
        came_to = run(trial)
    found = came_to == IMPOSSIBLE
    if came_to == 0 and trial.ask != NOBODY and deep < DEEPEST:
        told.top = top
        found = is_unanswered(trial, deep)
    if not found:
        told.top = top
        machine().is_cut = is_cut
    return found


def is_unanswered(trial: State, deep: int) -> bool:
    """Whether no answer to what is asked now leads on."""
    about = ask_of(trial.ask)
    if about.can_stop:
        return False
    with machine().scratch.held():
        if about.sort == Asked.MENU:
            if any_menu_answer(trial):
                return False
        else:
            ways = machine().scratch.one(Ways)
            if not every_way_fails(trial, deep, ways):
                return False
            if ways.tried > 0:
                return True
        tell_no_answer(trial)
        return True


def every_way_fails(trial: State, deep: int, ways: Ways) -> bool:
    about = ask_of(trial.ask)
    if about.sort == Asked.BRANCHES:
        for branch in range(min(about.branches, MOST_WAYS)):
            if not way_fails(trial, branch, deep, ways):
                return False
        return True
    if about.sort == Asked.GROUP or about.sort == Asked.SEVERAL:
        domain = domain_of(trial, NOBODY)
        counts = machine().scratch.numbers(domain.count)
        more = first_row(domain, counts, 0)
        while more and ways.tried < MOST_WAYS:
            if not way_fails(trial, group_of(domain, counts).at, deep, ways):
                return False
            more = next_row(domain, counts, 0, about.line)
        return True
    items = items_of_ask(trial, NOBODY, 0)
    for i in range(min(items[0], MOST_WAYS)):
        if not way_fails(trial, items[1 + i], deep, ways):
            return False
    return True


def way_fails(trial: State, answer: int, deep: int, ways: Ways) -> bool:
    """Whether an answer leads nowhere; only what is told of the first that does not is kept."""
    with machine().scratch.held():
        other = tried_on(trial)
        put_answer(other, answer, NOBODY)
        if not fails(other, 0, deep + 1):
            return False
        told = machine().told
        if ways.tried == 0:
            ways.top = told.top
            ways.is_cut = machine().is_cut
        told.top = ways.top
        machine().is_cut = ways.is_cut
        ways.tried += 1
        return True


def tell_no_answer(trial: State) -> None:
    """That an ask has no answer at all; where something is to be paid, what is lacking."""
    about = ask_of(trial.ask)
    if about.sort != Asked.COVER:
        tell(Said.NO_ANSWER, trial.ask, 0, 0, about.line, False)
        return
    start = frame_start(trial)
    who = asked_of(trial)
    want = ask_want(trial, trial.ask, start, who)
    less = shortfall(trial, want, ask_items(trial, trial.ask, start, who, 0), about.purpose, who, about.line)
    to = begin_told(Said.NO_COVER, trial.ask, 0, 0, about.line, False, 1 + 3 * less[0])
    if to:
        pack_numbers(less.at, 3, to)

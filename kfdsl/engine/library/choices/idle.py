"""Whether an effect would come to nothing: no way of carrying it out does more than cost something.

In:   a state, and an effect with who performs it and where.      Out:  yes or no, found by doing it on a copy in every way there is.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, outside
from kfdsl.engine.library.choices.domains import first_row, group_of, next_row
from kfdsl.engine.library.choices.plans import Asked, ask_of
from kfdsl.engine.library.choices.trials import (
    NOBODY,
    domain_of,
    effect_row,
    items_of_ask,
    put_answer,
    some_cover_of,
)
from kfdsl.engine.library.machine import IMPOSSIBLE, SETTLED, State, machine
from kfdsl.engine.library.under_way.copies import scratch_of, tried_on
from kfdsl.engine.library.under_way.running import begin, run

MOST_MENUS = 60  # opened one after another; whoever pays so often for nothing has something in mind


def idle_effect(g: State, rule: int, by: int, at: int, line: int) -> bool:
    """Whether no way of carrying out an effect would do more than cost something."""
    if rule < 0:
        return True
    with machine().scratch.held():
        trial = scratch_of(g, line)
        status = begin(trial, rule, effect_row(by, at))
        if status == SETTLED:
            return False
        if status == IMPOSSIBLE:
            return True
        return not does_something(trial, Opened(0))


class Opened(Record, width=8):
    """A menu that was opened on the way, and those before it."""

    state: State
    before: Opened
    count: int


@outside
def any_menu_does(trial: State, opened: Opened) -> bool:
    """Whether some answer to a menu that is open does more than cost something."""
    raise NotImplementedError


def does_something(trial: State, opened: Opened) -> bool:
    """Whether some way on from here does more than cost something; `opened` is the last menu on the way."""
    status = run(trial)
    if status == SETTLED:
        return True
    if status == IMPOSSIBLE:
        return False
    if trial.did:
        return True
    if trial.ask == NOBODY:
        return False
    with machine().scratch.held():
        if ask_of(trial.ask).sort == Asked.MENU:
            return menu_does_something(trial, opened)
        return any_does(trial, opened)


def menu_does_something(trial: State, opened: Opened) -> bool:
    earlier = opened
    while earlier.at != 0:
        if is_where(trial, earlier.state):
            return False  # the menu came again and nothing had changed
        earlier = earlier.before
    if opened.at != 0 and opened.count >= MOST_MENUS:
        return True
    now = machine().scratch.one(Opened)
    now.state = trial
    now.before = opened
    now.count = 1 + (opened.count if opened.at != 0 else 0)
    return any_menu_does(trial, now)


def any_does(trial: State, opened: Opened) -> bool:
    """The same for an ask that is no menu."""
    about = ask_of(trial.ask)
    if about.sort == Asked.BRANCHES:
        for branch in range(about.branches):
            if goes_on_to_do(trial, branch, opened):
                return True
        return False
    if about.sort == Asked.GROUP or about.sort == Asked.SEVERAL:
        domain = domain_of(trial, NOBODY)
        counts = machine().scratch.numbers(domain.count)
        more = first_row(domain, counts, 0)
        while more:
            if goes_on_to_do(trial, group_of(domain, counts).at, opened):
                return True
            more = next_row(domain, counts, 0, about.line)
        return False
    if about.sort == Asked.COVER:
        some = some_cover_of(trial)
        if some.at == 0 or goes_on_to_do(trial, some.at, opened):
            return some.at != 0
    items = items_of_ask(trial, NOBODY, 0)
    for i in range(items[0]):
        if goes_on_to_do(trial, items[1 + i], opened):
            return True
    return False


def goes_on_to_do(trial: State, answer: int, opened: Opened) -> bool:
    with machine().scratch.held():
        other = tried_on(trial)
        put_answer(other, answer, NOBODY)
        return does_something(other, opened)


def is_where(one: State, other: State) -> bool:
    """Whether all pieces lie as in another state, and the same is asked in the same rules."""
    if one.ask != other.ask or one.top != other.top:
        return False
    start = State.record_size()
    return same_numbers(one, other, start, machine().sheet_at) and same_numbers(
        one, other, machine().frames_at, one.top
    )


def same_numbers(one: State, other: State, start: int, end: int) -> bool:
    mine = Numbers(one.at)
    theirs = Numbers(other.at)
    for at in range(start, end):
        if mine[at] != theirs[at]:
            return False
    return True

"""Whether something is possible, found by doing it on a copy.

In:   a Table, a state, and how the wholes of a menu are listed: questions know that, and they ask trials in turn.
Out:  yes or no. Needs were tested before; exact moves and `ensure` raise, an ask is tried answer by answer, and chance ends the
trial, since what follows it is sure to succeed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kfdsl.engine.machine.state import Impossible, Settled, State
from kfdsl.engine.rules.table import Table

MOST_MENUS = 60  # opened one after another; whoever pays so often for nothing has something in mind
MenuAnswers = Callable[[Table, State], Iterator[Any]]


def bind_trials(table: Table, listed: MenuAnswers) -> None:
    """Let rules try effects of cards."""
    for bound in (table.quiet, table.telling):
        bound.names["idle"] = partial(idle, table, listed)
        bound.names["possible"] = partial(possible_rule, table, listed)


def certain(table: Table, g: State) -> bool:
    """Whether nothing between here and the next menu can fail, whatever is answered."""
    if table.ask(g).sort == "branches":
        return False
    frame, sure, picked = g.frame, True, True
    blocks = table.quiet.form.blocks
    while frame is not None:
        block = blocks[frame[0]]
        if block.menu:
            return sure
        if frame[0] == len(blocks) - 1:
            return False  # a free action: what was asked beside it is asked again, and must have an answer then
        if block.is_tail:
            break
        sure = sure and block.sure
        if block.rule in table.branches:
            picked = sure  # one of several was picked that may fail
        frame = frame[2]
    return picked  # the rest nobody chose: the checker has made sure of it


def completable(table: Table, listed: MenuAnswers, g: State, value: Any) -> bool:
    """Whether an answer leads to an end of what is under way."""
    if certain(table, g):
        return True
    trial = g.copy()
    trial.trial = True
    table.answer(trial, value)
    return succeeds(table, listed, trial)


def succeeds(table: Table, listed: MenuAnswers, trial: State) -> bool:
    """Whether a scratch state can be run to the next menu that offers something, to chance, or to the end."""
    try:
        table.quiet.run(trial)
    except Settled:
        return True
    except Impossible:
        return False
    if trial.ask < 0:
        return True
    if table.ask(trial).sort == "menu":
        return table.ask(trial).can_stop or next(listed(table, trial), None) is not None
    for value in answers(table, listed, trial):
        other = answered(table, trial, value)
        found = succeeds(table, listed, other)
        trial.fine |= other.fine
        if found:
            return True
    return False


def answered(table: Table, trial: State, value: Any) -> State:
    """Another scratch state, behind an answer."""
    other = trial.copy()
    table.answer(other, value)
    return other


def answers(table: Table, listed: MenuAnswers, g: State) -> Iterator[Any]:
    """All values that an ask inside an effect could take, whether or not they lead anywhere."""
    if table.ask(g).sort == "menu":
        yield from listed(table, g)
    elif table.ask(g).sort in ("group", "several"):
        domain = table.domain(g)
        yield from map(domain.group, domain.every(()))
    else:
        yield from table.items(g)


def possible(table: Table, listed: MenuAnswers, g: State, rule: int, args: tuple[Any, ...]) -> tuple[bool, bool]:
    """Whether a rule could be carried out, and whether that looked closely at groups."""
    if table.quiet.sure[rule] if rule >= 0 else False:
        return True, False
    trial = table.quiet.scratch(g)
    try:
        table.quiet.start(trial, rule, args)
    except Settled:
        return True, trial.fine
    except Impossible:
        return False, trial.fine
    found = succeeds(table, listed, trial)
    return found, trial.fine


def possible_rule(table: Table, listed: MenuAnswers, g: State, rule: int, by: int, at: int) -> bool:
    """`possible card.effect by p at card`"""
    return possible(table, listed, g, rule, (by, at))[0]


def idle(table: Table, listed: MenuAnswers, g: State, rule: int, by: int, at: int) -> bool:
    """Whether no way of carrying out an effect would do more than cost something."""
    if rule < 0:
        return True
    trial = table.quiet.scratch(g)
    trial.events = []
    try:
        table.telling.begin(trial, rule, (by, at))
    except Settled:
        return False
    except Impossible:
        return True
    return not _does_something(table, listed, trial)


def _does_something(table: Table, listed: MenuAnswers, trial: State, menus: tuple[State, ...] = ()) -> bool:
    """Whether some way on from here does more than cost something; `menus` are those that were opened on the way."""
    try:
        table.telling.run(trial)
    except Settled:
        return True
    except Impossible:
        return False
    assert trial.events is not None
    if any(not event[-1] for event in trial.events):
        return True
    if trial.ask < 0:
        return False
    if table.ask(trial).sort == "menu":
        if any(trial.is_where(earlier) for earlier in menus):
            return False  # the menu came again and nothing had changed
        if len(menus) == MOST_MENUS:
            return True
        menus = (*menus, trial)
    for value in answers(table, listed, trial):
        other = answered(table, trial, value)
        other.events = list(trial.events)
        if _does_something(table, listed, other, menus):
            return True
    return False

"""Doing as little as possible: what is expected of everybody else.

In:   a state that asks.      Out:  the answer that does nothing, or else the one that changes least; none if there is none.
How much an action changes is counted once (see `analysis/least_change.py`). Of the rest of an answer the first that is offered is
taken, which for amounts is the smallest.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.choices.choosing import Choosing, is_whole, new_choosing, options_of, take
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.engine.library.choices.first_values import begins
from kfdsl.engine.library.choices.plans import Asked, ask_of
from kfdsl.engine.library.choices.question import ask_search, menu_search
from kfdsl.engine.library.choices.search import domain_at, extends, group_extends
from kfdsl.engine.library.looking.facts import facts
from kfdsl.engine.library.machine import State, machine


def nothing(g: State) -> Choosing:
    """The answer that does nothing at all."""
    about = ask_of(g.ask)
    choosing = new_choosing(g)
    if about.sort == Asked.SEVERAL and about.low == 0:
        return none_of_several(choosing)
    if about.sort == Asked.MENU and takes_one_of(choosing, Numbers(facts().idle_actions[about.menu])):
        return choosing
    return Choosing(0)


def none_of_several(choosing: Choosing) -> Choosing:
    search = ask_search(choosing.g, choosing.who)
    domain = domain_at(search, 0)
    if not group_extends(search, 0, domain, machine().scratch.numbers(domain.count)):
        return Choosing(0)
    for _ in range(domain.count):
        take(choosing, 0)
    return choosing


def takes_one_of(choosing: Choosing, actions: Numbers) -> bool:
    """Take `stop`, or else the first of some actions that can be completed; whether there is one."""
    if ask_of(choosing.g.ask).can_stop and can_begin(choosing, STOP):
        take(choosing, STOP)
        return True
    for i in range(actions[0]):
        if can_begin(choosing, actions[1 + i]):
            take(choosing, actions[1 + i])
            return True
    return False


def can_begin(choosing: Choosing, action: int) -> bool:
    with machine().scratch.held():
        return begins(menu_search(choosing.g, action, choosing.outer, choosing.who))


def least(g: State) -> Choosing:
    """What somebody answers who does as little as possible."""
    about = ask_of(g.ask)
    choosing = new_choosing(g)
    if about.sort == Asked.MENU and not takes_one_of(choosing, Numbers(facts().least_actions[about.menu])):
        return Choosing(0)
    if about.sort == Asked.BRANCHES and not takes_branch(choosing, Numbers(facts().least_branches[g.ask])):
        return Choosing(0)
    while not is_whole(choosing):
        options = options_of(choosing, 1)
        if options[0] == 0:
            return Choosing(0)
        take(choosing, options[1])
    return choosing


def takes_branch(choosing: Choosing, branches: Numbers) -> bool:
    search = ask_search(choosing.g, choosing.who)
    for i in range(branches[0]):
        if extends(search, 0, branches[1 + i]):
            take(choosing, branches[1 + i])
            return True
    return False

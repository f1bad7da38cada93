"""What is asked now: the actions and items that can be completed, free ones beside them.

In:   a state that asks.      Out:  whether there is anything to answer, and what trials ask of menus.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words
from kfdsl.engine.library.choices.chosen import ASK, STOP, Search, set_value
from kfdsl.engine.library.choices.domains import Domain, first_row, group_of, next_row
from kfdsl.engine.library.choices.first_values import begins
from kfdsl.engine.library.choices.idle import Opened, goes_on_to_do
from kfdsl.engine.library.choices.plans import NO_MENU, Asked, ask_of, block_of, menu_of, menu_row, plan_of
from kfdsl.engine.library.choices.search import (
    domain_at,
    exists,
    holds,
    is_group,
    is_nothing,
    items_at,
    stop_answer,
    tries,
    works,
)
from kfdsl.engine.library.choices.trials import (
    NOBODY,
    any_succeeds,
    frame_start,
    put_answer,
    succeeds,
)
from kfdsl.engine.library.machine import IMPOSSIBLE, SETTLED, State, machine
from kfdsl.engine.library.under_way.asking import ask_player
from kfdsl.engine.library.under_way.copies import tried_on
from kfdsl.engine.library.under_way.frames import below, push, top_block
from kfdsl.engine.library.under_way.parts import faced
from kfdsl.engine.library.under_way.running import begin, run


def asked_player(g: State) -> int:
    """Who is asked, the first of them where there are several."""
    if g.parts > 0 and not ask_of(g.ask).sealed:
        return faced(g).seat
    return ask_player(g, g.ask, frame_start(g), NOBODY)


def new_search(g: State, action: int, outer: Numbers, width: int, free: bool, who: int) -> Search:
    """A search for an action, with its menu's arguments; or for what is asked."""
    found = machine().scratch.one(Search)
    found.g = g
    found.action = action
    found.free = free
    found.outer = width
    found.who = who
    found.line = ask_of(g.ask).line
    found.width = plan_of(action).width if action >= 0 else int(action == ASK)
    found.row = machine().scratch.numbers(width + max(found.width, 1) + 1)
    for i in range(width):
        found.row[i] = outer[i]
    return found


def open_menu(g: State) -> Numbers:
    """The arguments of the menu that is open."""
    return menu_row(g, top_block(g, g.top), frame_start(g))


def menu_search(g: State, action: int, outer: Numbers, who: int) -> Search:
    """A search for an action of the menu that is open, or for `stop`."""
    return new_search(g, action, outer, menu_of(ask_of(g.ask).menu).width, False, who)


def ask_search(g: State, who: int) -> Search:
    return new_search(g, ASK, Numbers(0), 0, False, who)


# ---- whether there is anything to answer, free actions aside


def any_option(g: State) -> bool:
    with machine().scratch.held():
        if ask_of(g.ask).sort == Asked.MENU:
            return any_menu_answer(g)
        return exists(ask_search(g, NOBODY), 0)


def any_menu_answer(g: State) -> bool:
    """Whether a menu that is open offers anything."""
    about = ask_of(g.ask)
    actions = Words(menu_of(about.menu).actions)
    outer = open_menu(g)
    for i in range(actions[0]):
        with machine().scratch.held():
            if begins(menu_search(g, actions[1 + i], outer, NOBODY)):
                return True
    if about.can_stop:
        with machine().scratch.held():
            return works(menu_search(g, STOP, outer, NOBODY))
    return False


def any_menu_does(trial: State, opened: Opened) -> bool:
    """Whether some answer to a menu that is open does more than cost something."""
    about = ask_of(trial.ask)
    actions = Words(menu_of(about.menu).actions)
    outer = open_menu(trial)
    for i in range(actions[0]):
        with machine().scratch.held():
            search = menu_search(trial, actions[1 + i], outer, NOBODY)
            if holds(search, 0) and tries(search, 0) and whole_does(search, 0, opened):
                return True
    if about.can_stop:
        with machine().scratch.held():
            stop = menu_search(trial, STOP, outer, NOBODY)
            return works(stop) and goes_on_to_do(trial, stop_answer(), opened)
    return False


def whole_does(search: Search, at: int, opened: Opened) -> bool:
    """The same for all wholes that begin with so many values, whose needs hold."""
    if at == search.width:
        return may_work(search) and goes_on_to_do(search.g, whole_answer(search), opened)
    with machine().scratch.held():
        if is_group(search, at):
            return group_does(search, at, domain_at(search, at), opened)
        items = items_at(search, at, 0)
        for i in range(items[0]):
            if value_does(search, at, items[1 + i], opened):
                return True
        return False


def may_work(search: Search) -> bool:
    """Whether a whole can be carried out, unless going on with it shows that as well."""
    return plan_of(search.action).at_once or works(search)


def value_does(search: Search, at: int, value: int, opened: Opened) -> bool:
    set_value(search, at, value)
    return holds(search, at + 1) and tries(search, at + 1) and whole_does(search, at + 1, opened)


def group_does(search: Search, at: int, domain: Domain, opened: Opened) -> bool:
    counts = machine().scratch.numbers(domain.count)
    more = first_row(domain, counts, 0)
    while more:
        with machine().scratch.held():
            value = group_of(domain, counts)
            if not is_nothing(domain, value) and value_does(search, at, value.at, opened):
                return True
        more = next_row(domain, counts, 0, search.line)
    return False


def whole_answer(search: Search) -> int:
    """An answer to a menu: the action, and its values."""
    width = search.width
    answer = machine().scratch.numbers(1 + width)
    answer[0] = search.action
    for i in range(width):
        answer[1 + i] = search.row[search.outer + i]
    return answer.at


# ---- free actions


def put_free(g: State, search: Search) -> int:
    """Take a free action; afterwards the same is asked again."""
    ask = g.ask
    g.ask = NOBODY
    Numbers(g.at)[g.top] = ask
    push(g, machine().again, 1, search.line)
    return begin(g, plan_of(search.action).rule, search.row)


def still_open(search: Search) -> bool:
    """Whether what is asked could still be answered after a free action."""
    with machine().scratch.held():
        trial = tried_on(search.g)
        status = put_free(trial, search)
        if status == 0:
            status = run(trial)
        if status == SETTLED:
            return True
        if status == IMPOSSIBLE:
            return False
        if trial.ask == NOBODY:
            return True
        if trial.ask == search.g.ask:
            return any_option(trial)
        if ask_of(trial.ask).sort == Asked.MENU:
            return any_menu_leads_on(trial)
        return any_succeeds(trial)


def any_menu_leads_on(trial: State) -> bool:
    """Whether some answer to a menu that is open leads on."""
    about = ask_of(trial.ask)
    actions = Words(menu_of(about.menu).actions)
    outer = open_menu(trial)
    for i in range(actions[0]):
        with machine().scratch.held():
            search = menu_search(trial, actions[1 + i], outer, NOBODY)
            if holds(search, 0) and tries(search, 0) and whole_leads_on(search, 0):
                return True
    if about.can_stop:
        with machine().scratch.held():
            stop = menu_search(trial, STOP, outer, NOBODY)
            return works(stop) and answer_leads_on(trial, stop_answer())
    return False


def whole_leads_on(search: Search, at: int) -> bool:
    if at == search.width:
        return may_work(search) and answer_leads_on(search.g, whole_answer(search))
    with machine().scratch.held():
        if is_group(search, at):
            domain = domain_at(search, at)
            counts = machine().scratch.numbers(domain.count)
            more = first_row(domain, counts, 0)
            while more:
                value = group_of(domain, counts)
                if not is_nothing(domain, value) and value_leads_on(search, at, value.at):
                    return True
                more = next_row(domain, counts, 0, search.line)
            return False
        items = items_at(search, at, 0)
        for i in range(items[0]):
            if value_leads_on(search, at, items[1 + i]):
                return True
        return False


def value_leads_on(search: Search, at: int, value: int) -> bool:
    set_value(search, at, value)
    return holds(search, at + 1) and tries(search, at + 1) and whole_leads_on(search, at + 1)


def answer_leads_on(trial: State, answer: int) -> bool:
    with machine().scratch.held():
        other = tried_on(trial)
        put_answer(other, answer, NOBODY)
        return succeeds(other)


def free_actions(g: State, who: int) -> Numbers:
    """Free actions of the menus that are open for somebody: a list of numbers and of where the menu's arguments lie."""
    most = 0
    for _ in range(2):  # first how many there are, then they
        found = machine().scratch.numbers(1 + 2 * most)
        found[0] = 0
        if ask_of(g.ask).sort == Asked.MENU:
            add_free(g, found, most, ask_of(g.ask).menu, open_menu(g), who)
        top = g.top
        while top > machine().frames_at:
            number = top_block(g, top)
            start = below(g, top)
            if number < machine().under_way:
                block = block_of(number)
                if block.is_tail:
                    break
                if block.menu != NO_MENU:
                    add_free(g, found, most, block.menu, menu_row(g, number, start), who)
            top = start
            if top == g.bottom and g.parts > 0:
                break  # what lies below is not one's own
        most = found[0]
    return found


def add_free(g: State, found: Numbers, most: int, menu: int, outer: Numbers, who: int) -> None:
    """Take in the free actions of a menu, or only count them; an action that is there already keeps its place."""
    if outer[0] != who:
        return
    actions = Words(menu_of(menu).free)
    for i in range(actions[0]):
        at = found[0]
        for j in range(min(found[0], most)):
            if found[1 + 2 * j] == actions[1 + i]:
                at = j
        if most > 0:
            found[1 + 2 * at] = actions[1 + i]
            found[2 + 2 * at] = outer.at
        if at == found[0]:
            found[0] += 1

"""An answer put together part by part: what the next part may be, and taking it.

In:   a state that asks.      Out:  Choosing, which grows until its answer is whole.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, Words, copy
from kfdsl.engine.library.choices.chosen import STOP, Search, is_last, set_value
from kfdsl.engine.library.choices.classes import remember
from kfdsl.engine.library.choices.domains import Domain, group_of
from kfdsl.engine.library.choices.first_values import begins, begins_with, domain_behind, has_items, look_up
from kfdsl.engine.library.choices.group_rows import count_options, is_enough
from kfdsl.engine.library.choices.plans import Asked, ask_of, menu_of, plan_of
from kfdsl.engine.library.choices.question import (
    ask_search,
    asked_player,
    free_actions,
    menu_search,
    new_search,
    open_menu,
)
from kfdsl.engine.library.choices.search import (
    domain_at,
    extends,
    is_group,
    items_at,
    share,
)
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.machine import State, machine


class Choosing(Record, width=8):
    """An answer that is put together part by part."""

    g: State
    who: int
    free: Numbers  # free actions that are open
    outer: Numbers  # the arguments of the menu that is open; none where it is no menu
    begun: Numbers  # a list of the first options that were found: each, and its search
    search: Search  # of what is chosen so far; none at first
    values: int  # how many are whole
    domain: Domain  # of the value that is picked in parts
    counts: Numbers
    fixed: int
    atoms: int  # how many parts are chosen
    options: Numbers  # what the next part may be, once all of it is listed


def new_choosing(g: State) -> Choosing:
    found = machine().scratch.one(Choosing)
    found.g = g
    found.who = asked_player(g)
    found.free = free_actions(g, found.who)
    if ask_of(g.ask).sort == Asked.MENU:
        found.outer = open_menu(g)
    return found


def is_whole(choosing: Choosing) -> bool:
    search = choosing.search
    return search.at != 0 and choosing.values == search.width


def is_listed(choosing: Choosing) -> bool:
    """Whether the next part is an item of a list."""
    if choosing.search.at != 0:
        return choosing.domain.at == 0
    about = ask_of(choosing.g.ask)
    return about.sort != Asked.MENU and about.sort != Asked.GROUP and about.sort != Asked.SEVERAL


def options_of(choosing: Choosing, most: int) -> Numbers:
    """What the next part may be, as a list; no more than `most` are looked for (-1: all, and these are known until one is taken)."""
    if choosing.options.at != 0:
        return choosing.options
    start = begin_list()
    choosing.begun = Numbers(0)
    if choosing.search.at == 0:
        first_options(choosing, start, most)
    elif choosing.domain.at != 0:
        part_options(choosing, start, most)
    else:
        item_options(choosing.search, choosing.values, False, start, most)
    found = end_list(start)
    if most < 0:
        choosing.options = found
    return found


def first_options(choosing: Choosing, start: int, most: int) -> None:
    """Of a menu, its actions, then `stop`; of anything else, its items; then free actions."""
    about = ask_of(choosing.g.ask)
    if about.sort == Asked.MENU:
        actions = Words(menu_of(about.menu).actions)
        for i in range(actions[0]):
            if is_enough(start, most):
                return
            add_beginning(choosing, actions[1 + i])
        if about.can_stop and not is_enough(start, most):
            add_beginning(choosing, STOP)
    else:
        ask_options(choosing, start, most)
    free_options(choosing, start, most)


def free_options(choosing: Choosing, start: int, most: int) -> None:
    for i in range(choosing.free[0]):
        if is_enough(start, most):
            return
        add_beginning(choosing, free_code(i))


def add_beginning(choosing: Choosing, option: int) -> None:
    """Add an option that says which action it is, if a whole begins with it; its search is kept for what comes then."""
    search = first_search(choosing, option)
    if begins(search):
        add_item(option)
        if choosing.begun.at == 0:
            choosing.begun = machine().scratch.numbers(1 + 2 * most_begun(choosing))
        begun = choosing.begun
        begun[1 + 2 * begun[0]] = option
        begun[2 + 2 * begun[0]] = search.at
        begun[0] += 1


def most_begun(choosing: Choosing) -> int:
    """How many first options may say which action they are, or `stop`, at most."""
    about = ask_of(choosing.g.ask)
    own = Words(menu_of(about.menu).actions)[0] + 1 if about.sort == Asked.MENU else 0
    return own + choosing.free[0]


def first_search(choosing: Choosing, option: int) -> Search:
    if option >= FREE:
        return free_search(choosing, option - FREE)
    return menu_search(choosing.g, option, choosing.outer, choosing.who)


def begun_search(choosing: Choosing, option: int) -> Search:
    """The search that goes on from a first option."""
    begun = choosing.begun
    if begun.at != 0:
        for i in range(begun[0]):
            if begun[1 + 2 * i] == option:
                return Search(begun[2 + 2 * i])
    return first_search(choosing, option)


FREE = 1 << 40  # added to which free action it is; larger than anything else that is an option


def free_code(which: int) -> int:
    return FREE + which


def free_search(choosing: Choosing, which: int) -> Search:
    action = choosing.free[1 + 2 * which]
    outer = Numbers(choosing.free[2 + 2 * which])
    return new_search(choosing.g, action, outer, plan_of(action).outer, True, choosing.who)


def ask_options(choosing: Choosing, start: int, most: int) -> None:
    """What is asked is no menu: its items, or the counts of its first part."""
    search = ask_search(choosing.g, choosing.who)
    if is_group(search, 0):
        domain = domain_at(search, 0)
        counts = machine().scratch.numbers(domain.count)
        count_options(search, 0, domain, counts, 0, start, most)
    else:
        item_options(search, 0, False, start, most)


def item_options(search: Search, at: int, numbered: bool, start: int, most: int) -> None:
    """The items that a value may be, or their numbers.

    Items may be places in scratch memory, so that is not given back before the answer is given.
    """
    if at == 0 and has_items(search):
        first_item_options(search, numbered, start, most)
        return
    share(search)
    wanted = max(most, 0)
    options_among(search, at, items_at(search, at, wanted), wanted, numbered, start, most)


def options_among(
    search: Search, at: int, first: Numbers, first_wanted: int, numbered: bool, start: int, most: int
) -> None:
    """The same of what a value may be before needs: a list that may go on if it has as many as were wanted (0: all)."""
    if at == 0 and has_items(search):
        first_item_options(search, numbered, start, most)
        return
    wanted = first_wanted
    items = first
    i = 0
    while not is_enough(start, most):
        if i == items[0] and i >= wanted > 0:  # they may go on
            wanted = 0
            items = items_at(search, at, 0)
        if i >= items[0]:
            return
        if extends(search, at, items[1 + i]):
            add_item(i if numbered else items[1 + i])
        i += 1


def first_item_options(search: Search, numbered: bool, start: int, most: int) -> None:
    """The same for the first value of an action, of which it is remembered what was found out."""
    look_up(search)
    for item in range(search.items[0]):
        if is_enough(start, most):
            return
        if begins_with(search, item):
            add_item(item if numbered else search.items[1 + item])


def part_options(choosing: Choosing, start: int, most: int) -> None:
    domain = choosing.domain
    counts = machine().scratch.numbers(domain.count)
    copy(counts, choosing.counts, choosing.fixed)
    count_options(choosing.search, choosing.values, domain, counts, choosing.fixed, start, most)


# ---- taking an option


def take(choosing: Choosing, option: int) -> None:
    """One part more; what it needs stays in scratch memory until the answer is given."""
    choosing.atoms += 1
    choosing.options = Numbers(0)
    if choosing.search.at == 0:
        take_first(choosing, option)
    elif choosing.domain.at != 0:
        take_count(choosing, option)
    else:
        take_value(choosing, option)


def take_first(choosing: Choosing, option: int) -> None:
    if option >= FREE or ask_of(choosing.g.ask).sort == Asked.MENU:
        choosing.search = begun_search(choosing, option)
        open_domain(choosing)
    else:
        choosing.search = ask_search(choosing.g, choosing.who)
        open_domain(choosing)
        if choosing.domain.at != 0:
            take_count(choosing, option)
        else:
            take_value(choosing, option)


def open_domain(choosing: Choosing) -> None:
    """Begin with the next value: if it is picked in parts, with the first of them."""
    choosing.domain = Domain(0)
    choosing.fixed = 0
    if not is_whole(choosing) and is_group(choosing.search, choosing.values):
        choosing.domain = domain_behind(choosing.search, choosing.values)
        if is_last(choosing.search, choosing.values) and choosing.domain.verdicts.at == 0:
            remember(choosing.search, choosing.domain)
        choosing.counts = machine().scratch.numbers(choosing.domain.count)


def take_value(choosing: Choosing, value: int) -> None:
    set_value(choosing.search, choosing.values, value)
    choosing.values += 1
    open_domain(choosing)


def take_count(choosing: Choosing, count: int) -> None:
    choosing.counts[choosing.fixed] = count
    choosing.fixed += 1
    if choosing.fixed == choosing.domain.count:
        take_value(choosing, group_of(choosing.domain, choosing.counts).at)

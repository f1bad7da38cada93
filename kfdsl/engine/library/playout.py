"""A whole game played natively, each choice made at random: as the bot that chooses at random would, part by part.

In:   a state, a seed.      Out:  the state at the end, and how many choices there were.
Chance of those who choose follows from the seed and from how far the game has come, and does not touch the game's own.
"""

from __future__ import annotations

from typing import Annotated

from kfdsl.engine.flat.memory import Numbers, Record, Words, fault
from kfdsl.engine.library.asking import ask_missing
from kfdsl.engine.library.chance import below_in, stream_of
from kfdsl.engine.library.choices.domains import Domain, group_of
from kfdsl.engine.library.choices.plans import Asked, ask_of, menu_of, plan_of
from kfdsl.engine.library.choices.question import (
    ask_search,
    asked_player,
    free_actions,
    menu_search,
    new_search,
    put_free,
    whole_answer,
)
from kfdsl.engine.library.choices.search import (
    ASK,
    STOP,
    Search,
    begins,
    domain_at,
    extends,
    group_exists,
    group_extends,
    is_group,
    items_at,
    set_value,
    stop_answer,
    width_of,
)
from kfdsl.engine.library.choices.trials import NOBODY, frame_start, put_answer
from kfdsl.engine.library.machine import MOST_SEATS, State, machine
from kfdsl.engine.library.parts import face, face_next, faced
from kfdsl.engine.library.running import run
from kfdsl.engine.library.values import add_item, begin_list, end_list

PURPOSE = 1 << 32  # streams of bots; those of games have small numbers
STUCK, ENDLESS = 7, 8  # faults


class Playout(Record, width=8):
    """How far a game has come, for the chance of those who choose."""

    seed: int
    steps: int  # that there are between two choices
    most: int  # choices at most
    lines: int  # answers so far
    sealed: int  # answers that are in while others are still asked
    apart: int  # of which time several acted at once
    before: int  # how many answers there were when that began
    own: Annotated[Numbers, MOST_SEATS]  # answers of each since then
    choices: int  # that were real
    dice: int  # the stream of the choice that is made


class Choosing(Record, width=8):
    """An answer that is put together part by part."""

    g: State
    who: int
    free: Numbers  # free actions that are open
    search: Search  # of what is chosen so far; none at first
    values: int  # how many are whole
    domain: Domain  # of the value that is picked in parts
    counts: Numbers
    fixed: int
    atoms: int  # how many parts are chosen


def play(playout: Playout, g: State) -> int:
    """To the end of the game; why it could not go on, or 0."""
    while True:
        machine().steps = playout.steps
        status = run(g)
        if status != 0:
            return status
        if g.ask == NOBODY:
            return 0
        with machine().scratch.held():
            status = answer_next(playout, g)
        if status != 0:
            return status
    return 0


def answer_next(playout: Playout, g: State) -> int:
    """Answer what has one answer; otherwise somebody chooses."""
    if g.parts > 0 and not ask_of(g.ask).sealed:
        chosen = only_of_parts(g)
        if chosen.at != 0:
            return answered(playout, chosen)
    else:
        only = new_choosing(g)
        if is_only(only):
            return answered(playout, only)
    if playout.choices >= playout.most:
        fault(ENDLESS, ask_of(g.ask).line)
    choosing = new_choosing(g)
    start_dice(playout, choosing)
    choose(playout, choosing)
    return answered(playout, choosing)


def only_of_parts(g: State) -> Choosing:
    """The only answer of the first of those who act at once that have only one; none, if nobody has."""
    for seat in range(machine().seats):
        for which in range(g.parts):
            if g.part[which].seat == seat:
                if which != g.parts - 1:
                    face(g, which)
                only = new_choosing(g)
                if is_only(only):
                    return only
                break
    face_next(g)
    return Choosing(0)


def new_choosing(g: State) -> Choosing:
    found = machine().scratch.one(Choosing)
    found.g = g
    found.who = asked_player(g)
    found.free = free_actions(g, found.who)
    return found


def is_only(choosing: Choosing) -> bool:
    """Whether there is one answer; it is put together then."""
    while not is_whole(choosing):
        options = options_of(choosing, 2)
        if options[0] == 0:
            fault(STUCK, ask_of(choosing.g.ask).line)
        if options[0] > 1:
            return False
        take(choosing, options[1])
    return True


def choose(playout: Playout, choosing: Choosing) -> None:
    """Part by part; where there is one option, nobody is asked."""
    while not is_whole(choosing):
        options = options_of(choosing, -1)
        if options[0] == 0:
            fault(STUCK, ask_of(choosing.g.ask).line)
        picked = 0
        if options[0] > 1 or choosing.atoms == 0:
            playout.choices += 1
            picked = pick(playout, choosing, options[0])
        take(choosing, options[1 + picked])


def start_dice(playout: Playout, choosing: Choosing) -> None:
    """The stream of whoever is asked; what others did meanwhile makes no difference."""
    before = playout.lines
    own = 0
    if choosing.g.parts > 0 and playout.apart == choosing.g.aparts:
        before = playout.before
        own = playout.own[choosing.who]
    start = stream_of(playout.seed, PURPOSE + before)
    start = stream_of(start, choosing.who)
    playout.dice = stream_of(start, own)


def pick(playout: Playout, choosing: Choosing, count: int) -> int:
    with machine().scratch.held():
        stream = machine().scratch.numbers(1)
        stream[0] = stream_of(playout.dice, choosing.atoms)
        return below_in(stream, count)


# ---- options of the next part


def is_whole(choosing: Choosing) -> bool:
    search = choosing.search
    return search.at != 0 and choosing.values == width_of(search)


def options_of(choosing: Choosing, most: int) -> Numbers:
    """What the next part may be, as a list; of no more than `most` (-1: all)."""
    start = begin_list()
    if choosing.search.at == 0:
        first_options(choosing, start, most)
    elif choosing.domain.at != 0:
        part_options(choosing, start, most)
    else:
        item_options(choosing, choosing.search, start, most)
    return end_list(start)


def is_enough(start: int, most: int) -> bool:
    return machine().growing.top - start == most


def first_options(choosing: Choosing, start: int, most: int) -> None:
    """Of a menu, its actions, then `stop`; of anything else, its items; then free actions."""
    g = choosing.g
    about = ask_of(g.ask)
    if about.sort == Asked.MENU:
        actions = Words(menu_of(about.menu).actions)
        for i in range(actions[0]):
            if is_enough(start, most):
                return
            with machine().scratch.held():
                if begins(menu_search(g, actions[1 + i], choosing.who)):
                    add_item(actions[1 + i])
        if about.can_stop and not is_enough(start, most):
            with machine().scratch.held():
                if begins(menu_search(g, STOP, choosing.who)):
                    add_item(STOP)
    else:
        ask_options(choosing, start, most)
    for i in range(choosing.free[0]):
        if is_enough(start, most):
            return
        with machine().scratch.held():
            if begins(free_search(choosing, i)):
                add_item(free_code(i))


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
        item_options(choosing, search, start, most)


def item_options(choosing: Choosing, search: Search, start: int, most: int) -> None:
    """Items may be places in scratch memory, so that is not given back before the answer is given."""
    items = items_at(search, choosing.values)
    for i in range(items[0]):
        if is_enough(start, most):
            return
        if extends(search, choosing.values, items[1 + i]):
            add_item(items[1 + i])


def part_options(choosing: Choosing, start: int, most: int) -> None:
    with machine().scratch.held():
        domain = choosing.domain
        counts = machine().scratch.numbers(domain.count)
        for i in range(choosing.fixed):
            counts[i] = choosing.counts[i]
        count_options(choosing.search, choosing.values, domain, counts, choosing.fixed, start, most)


def count_options(search: Search, at: int, domain: Domain, counts: Numbers, fixed: int, start: int, most: int) -> None:
    """How many of the next part there may be."""
    if domain.count == 0:
        return
    for count in range(domain.parts[fixed].most + 1):
        if is_enough(start, most):
            return
        counts[fixed] = count
        with machine().scratch.held():
            reachable = False
            if fixed + 1 == domain.count:
                reachable = group_extends(search, at, domain, counts)
            else:
                reachable = group_exists(search, at, domain, counts, fixed + 1)
            if reachable:
                add_item(count)


# ---- taking an option


def take(choosing: Choosing, option: int) -> None:
    """One part more; what it needs stays in scratch memory until the answer is given."""
    choosing.atoms += 1
    if choosing.search.at == 0:
        take_first(choosing, option)
    elif choosing.domain.at != 0:
        take_count(choosing, option)
    else:
        take_value(choosing, option)


def take_first(choosing: Choosing, option: int) -> None:
    if option >= FREE:
        choosing.search = free_search(choosing, option - FREE)
        open_domain(choosing)
    elif ask_of(choosing.g.ask).sort == Asked.MENU:
        choosing.search = menu_search(choosing.g, option, choosing.who)
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
        choosing.domain = domain_at(choosing.search, choosing.values)
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


# ---- giving the answer


def answered(playout: Playout, choosing: Choosing) -> int:
    """Give an answer that is whole; why it could not be carried out, or 0."""
    g = choosing.g
    search = choosing.search
    note(playout, choosing)
    if search.free:
        return put_free(g, search)
    if search.action == ASK:
        put_answer(g, search.row[0], choosing.who)
    elif search.action == STOP:
        put_answer(g, stop_answer(), choosing.who)
    else:
        put_answer(g, whole_answer(search), choosing.who)
    return run(g)


def note(playout: Playout, choosing: Choosing) -> None:
    """Count the answer."""
    g = choosing.g
    if ask_of(g.ask).sealed and not choosing.search.free:
        playout.sealed += 1
        if ask_missing(g, g.ask, frame_start(g), NOBODY) == 1:
            playout.lines += playout.sealed
            playout.sealed = 0
        return
    playout.lines += 1
    if g.parts > 0:
        if playout.apart != g.aparts:
            playout.apart = g.aparts
            playout.before = playout.lines - 1
            for seat in range(MOST_SEATS):
                playout.own[seat] = 0
        playout.own[faced(g).seat] += 1

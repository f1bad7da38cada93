"""What whoever plays from outside calls: what may be answered, giving an answer, running on.

In:   a state, who answers (NOBODY: the first who is asked), and a row of codes, see `stepping.py`.      Out:  lists, truths, states.
Nothing is given back of what lists take in scratch memory: whoever calls clears it before the next call.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy
from kfdsl.engine.library.choices.choosing import Choosing, is_listed, new_choosing
from kfdsl.engine.library.choices.chosen import ASK, STOP, Search
from kfdsl.engine.library.choices.group_rows import group_rows
from kfdsl.engine.library.choices.plans import ask_of, need_holds, need_words
from kfdsl.engine.library.choices.question import ask_search, asked_player, free_actions
from kfdsl.engine.library.choices.search import domain_at, exists, holds, items_at, stop_answer, tries, works
from kfdsl.engine.library.choices.trials import NOBODY, frame_start
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.looking.ahead import new_thinker
from kfdsl.engine.library.looking.given import values_of
from kfdsl.engine.library.looking.greedy import best_answer
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.playing.stepping import codes_of, searched, take_code
from kfdsl.engine.library.told.obstacles import action_obstacle, answer_obstacle
from kfdsl.engine.library.under_way.asking import ask_items, ask_player
from kfdsl.engine.library.under_way.parts import face
from kfdsl.engine.library.values import charge

CODE = 4  # steps for a part that was chosen before: whoever asks from outside keeps a row for each answer


def choosing_as(g: State, who: int, row: Numbers) -> Choosing:
    """An answer of somebody, as far as a row goes."""
    choosing = new_choosing(g)
    if who != NOBODY and who != choosing.who:
        choosing.who = who
        choosing.free = free_actions(g, who)
    charge(CODE * row[0], ask_of(g.ask).line)
    for i in range(row[0]):
        take_code(choosing, row[1 + i])
    return choosing


def who_is_asked(g: State) -> int:
    """The first who is asked."""
    return asked_player(g)


def asked_by_rule(g: State) -> int:
    """Whom the rule asks that waits, whoever is faced."""
    return ask_player(g, g.ask, frame_start(g), NOBODY)


def offered(g: State, who: int, row: Numbers, most: int) -> Numbers:
    """Codes for what the next part may be, so that the whole can still be completed; of items no more than `most` are looked for."""
    return codes_of(choosing_as(g, who, row), most)


def groups_offered(g: State, who: int, row: Numbers) -> Numbers:
    """All rows of counts of the value that comes next and is picked in parts, one behind the other; nothing where these are too many."""
    choosing = choosing_as(g, who, row)
    domain = choosing.domain
    counts = machine().scratch.numbers(domain.count)
    copy(counts, choosing.counts, choosing.fixed)
    return group_rows(choosing.search, choosing.values, domain, counts, choosing.fixed)


def could_be(g: State, who: int, row: Numbers) -> Numbers:
    """What the next value may be before needs: a list of items; where it is picked in parts, of sources, three numbers each, or of items."""
    choosing = choosing_as(g, who, row)
    if is_listed(choosing):
        return items_at(searched(choosing), choosing.values, 0)
    if choosing.domain.at != 0:
        return choosing.domain.sources
    return domain_at(ask_search(g, choosing.who), 0).sources


def cover_sources(g: State, who: int, row: Numbers) -> Numbers:
    """Where what is paid may come from, where a cover is asked for."""
    return ask_items(g, g.ask, frame_start(g), asked_player(g) if who == NOBODY else who, 0)


def free_for(g: State, who: int) -> Numbers:
    """Free actions that are open for somebody: numbers, and where the arguments of their menus lie."""
    return free_actions(g, asked_player(g) if who == NOBODY else who)


def begun_as(g: State, who: int, row: Numbers) -> Search:
    choosing = choosing_as(g, who, row)
    return choosing.search if choosing.search.at != 0 else ask_search(g, choosing.who)


def some_whole(g: State, who: int, row: Numbers) -> bool:
    """Whether some answer begins with the values of a row, whose needs hold; no part of a group is open."""
    choosing = choosing_as(g, who, row)
    search = choosing.search if choosing.search.at != 0 else ask_search(g, choosing.who)
    for depth in range(choosing.values + 1):
        if not holds(search, depth) or not tries(search, depth):
            return False
    return exists(search, choosing.values)


def would_work(g: State, who: int, row: Numbers) -> bool:
    """Whether a whole answer can be carried out, needs apart."""
    return works(begun_as(g, who, row))


def need_at(g: State, who: int, row: Numbers, need: int) -> bool:
    """Whether a need of the action that a row begins with holds; the row has all values that it reads."""
    search = begun_as(g, who, row)
    return need_holds(g, search.action, need, search.row)


def need_said(g: State, who: int, row: Numbers, need: int) -> bool:
    """Have a need say its words, with the values of a row."""
    search = begun_as(g, who, row)
    return need_words(g, search.action, need, search.row)


def tell_obstacle(g: State, who: int, row: Numbers) -> bool:
    """Whether anything is in the way of a whole whose needs hold; it is told."""
    choosing = choosing_as(g, who, row)
    search = choosing.search
    if search.action == ASK:
        return answer_obstacle(g, search.row[0], choosing.who)
    if search.action == STOP:
        return answer_obstacle(g, stop_answer(), choosing.who)
    return action_obstacle(g, search.action, search.row)


def best_row(g: State, who: int, row: Numbers, dice: int, steps: int) -> Numbers:
    """The best answer that begins with a row, as its codes behind the row: which of the options an item is, otherwise a code."""
    return best_answer(choosing_as(g, who, row), dice, steps).codes


def rows_worth(g: State, who: int, rows: Numbers, dice: int, worlds: int, steps: int) -> Numbers:
    """What whole answers come to for one who looks ahead; their rows lie one behind the other, each as a list."""
    start = begin_list()
    at = 1
    while at <= rows[0]:
        add_item(choosing_as(g, who, rows.tail(at)).at)
        at += 1 + rows[at]
    answers = end_list(start)
    stream = machine().scratch.numbers(1)
    stream[0] = dice
    return values_of(new_thinker(who, steps), g, answers, stream, worlds)


def face_seat(g: State, seat: int) -> None:
    """Put the rules of one of those who act at once on top."""
    for which in range(g.parts):
        if g.part[which].seat == seat and which != g.parts - 1:
            face(g, which)
            return

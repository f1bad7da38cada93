"""One who looks where some of the answers lead, and takes the best.

In:   a state that asks, dice.      Out:  a whole answer.
Thought is in imagined worlds, so nobody peeks, and with dice of one's own, so the game is not disturbed. How long is counted in
answers looked at, never by a clock: the same game gives the same choice.
"""

from __future__ import annotations

from typing import Annotated

from kfdsl.engine.flat.memory import Numbers, Record, Rows
from kfdsl.engine.library.chance import below_in
from kfdsl.engine.library.choices.choosing import Choosing
from kfdsl.engine.library.lists import add_item, begin_list, end_list
from kfdsl.engine.library.looking.ahead import Thinker, new_thinker, think_in, turns_left, value_after
from kfdsl.engine.library.looking.imagining import SPLIT, imagined
from kfdsl.engine.library.looking.sampling import Beginning, beginning, begins_alike, head, sample
from kfdsl.engine.library.machine import State, machine

WIDE = 30  # answers spread over all that is offered
NEAR, CLOSE = 3, 4  # beginnings that turned out best, and answers looked at near each
HEAD = 2  # parts of an answer that make its beginning
MOST_WORLDS = 4  # thought in where there is little to look at


class World(Record, width=8):
    state: State
    luck: int


class Seen(Record, width=8):
    """An answer that was looked at, and what it comes to."""

    answer: Beginning
    value: int


class Look(Record, width=8):
    thinker: Thinker
    dice: Numbers
    worlds: Annotated[Rows[World], MOST_WORLDS]
    world_count: int
    seen: Annotated[Rows[Seen], WIDE + NEAR * CLOSE]
    seen_count: int


def best_answer(choosing: Choosing, dice: int, steps: int) -> Beginning:
    """The best answer among those looked at; nothing is chosen yet."""
    look = machine().scratch.one(Look)
    look.dice = machine().scratch.numbers(1)
    look.dice[0] = dice
    start = begin_list()
    sample(beginning(choosing), WIDE, look.dice)
    wide = end_list(start)
    if wide[0] == 1:
        return Beginning(wide[1])
    look.thinker = new_thinker(choosing.who, steps)
    imagine(look, choosing.g, max(1, min(MOST_WORLDS, WIDE // wide[0])))
    look_at_all(look, wide)
    heads = best_heads(look)
    for i in range(heads[0]):
        start = begin_list()
        sample(head(Beginning(heads[1 + i]), HEAD), CLOSE, look.dice)
        look_at_all(look, end_list(start))
    return best_of(look)


def imagine(look: Look, g: State, worlds: int) -> None:
    """Worlds to look in, each with a luck of its own."""
    for world in look.worlds.first(worlds):
        machine().steps = look.thinker.steps
        world.state = imagined(g, look.thinker.seat, below_in(look.dice, SPLIT))
        world.luck = below_in(look.dice, SPLIT)
    look.world_count = worlds
    think_in(look.thinker, look.worlds[0].state)
    look.thinker.left = turns_left(look.thinker)


def look_at_all(look: Look, answers: Numbers) -> None:
    """Look at some more, each the same way; one world after the other."""
    first = look.seen_count
    for i in range(answers[0]):
        add_new(look, Beginning(answers[1 + i]))
    if look.seen_count == first:
        return
    for world in look.worlds.first(look.world_count):
        if look.thinker.world.at != world.state.at:
            think_in(look.thinker, world.state)
        for i in range(first, look.seen_count):
            seen = look.seen[i]
            seen.value += value_after(look.thinker, seen.answer.choosing, world.luck)


def add_new(look: Look, answer: Beginning) -> None:
    """Take an answer that was not looked at before."""
    for seen in look.seen.first(look.seen_count):
        if begins_alike(seen.answer, answer, max(seen.answer.codes[0], answer.codes[0])):
            return
    look.seen[look.seen_count].answer = answer
    look.seen_count += 1


def best_heads(look: Look) -> Numbers:
    """Answers that begin as the best ones so far do, the best first; each beginning once."""
    start = begin_list()
    found = 0
    last = Seen(0)
    for _ in range(look.seen_count):
        last = next_best(look, last)
        is_new = True
        for i in range(found):
            if begins_alike(Beginning(Numbers(start)[i]), last.answer, HEAD):
                is_new = False
        if is_new and found < NEAR:
            add_item(last.answer.at)
            found += 1
    return end_list(start)


def next_best(look: Look, last: Seen) -> Seen:
    """The best of those that come behind one, by value and then in the order in which they were looked at."""
    found = Seen(0)
    for seen in look.seen.first(look.seen_count):
        is_behind = last.at == 0 or seen.value < last.value or (seen.value == last.value and seen.at > last.at)
        if is_behind and (found.at == 0 or seen.value > found.value):
            found = seen
    return found


def best_of(look: Look) -> Beginning:
    """Any of the best."""
    most = next_best(look, Seen(0)).value
    count = 0
    for seen in look.seen.first(look.seen_count):
        count += int(seen.value == most)
    which = below_in(look.dice, count)
    for seen in look.seen.first(look.seen_count):
        if seen.value == most:
            if which == 0:
                return seen.answer
            which -= 1
    return Beginning(0)

"""Answers that are in while others are still asked, and that nobody else may know yet.

In:   a state.      Out:  the frame that keeps them; the same frame without them, or with others.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Record, copy
from kfdsl.engine.library.chance import below as chance_below
from kfdsl.engine.library.choices.choosing import is_whole, new_choosing, options_of, take
from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.lists import add_item, begin_list, end_list, new_list
from kfdsl.engine.library.looking.copied import copied, own_below, parts_start_of
from kfdsl.engine.library.looking.facts import Named, Naming, facts
from kfdsl.engine.library.machine import State, card_of, machine
from kfdsl.engine.library.under_way.asking import ask_answers
from kfdsl.engine.library.under_way.frames import TRAILER, Packing, below, pack_pairs, top_block, unpack_pairs


class SealedAsk(Record, width=8):
    """A sealed ask that somebody has answered, and the frame that keeps the answers."""

    ask: int
    start: int  # of the frame, in numbers behind the state,
    end: int  # and of what lies above it
    answers: Numbers  # pairs of seats and answers, in the order in which they were given


def forget_answers(g: State) -> None:
    """Let nobody have answered what is asked."""
    at = ask_answers(g, g.ask, below(g, g.top), NOBODY) - g.at
    put_trailer(g, below(g, g.top), at + 1, top_block(g, g.top))
    Numbers(g.at)[at] = 0
    g.top = at + 1 + TRAILER


def put_trailer(g: State, start: int, end: int, block: int) -> None:
    """End a frame somewhere else."""
    Numbers(g.at)[end] = block
    Numbers(g.at)[end + 1] = end + TRAILER - start


def find_sealed(g: State) -> SealedAsk:
    """The sealed ask under way that has answers; a free action may lie above it. None, if there is no such ask."""
    ask = g.ask
    top = g.top
    while top > machine().frames_at:
        start = below(g, top)
        if ask != NOBODY and ask_of(ask).sealed:
            answers = answers_in(g, ask, start)
            if answers[0] > 0:
                found = machine().scratch.one(SealedAsk)
                found.ask = ask
                found.start = start
                found.end = top
                found.answers = answers
                return found
        ask = Numbers(g.at)[start] if top_block(g, top) == machine().again else NOBODY
        top = own_below(g, top)
    return SealedAsk(0)


def answers_in(g: State, ask: int, start: int) -> Numbers:
    """Who has answered what, as pairs."""
    machine().cursor = ask_answers(g, ask, start, NOBODY)
    return Numbers(unpack_pairs(Packing(ask_of(ask).packing), False))


def named_places(g: State, sealed: SealedAsk, seat: int) -> Numbers:
    """Where the pieces lie that the answer of a seat names, or all answers do: they would be missed."""
    start = begin_list()
    for i in range(sealed.answers[0]):
        if seat == NOBODY or sealed.answers[1 + 2 * i] == seat:
            add_places(g, Naming(facts().named[sealed.ask]), sealed.answers[2 + 2 * i])
    return end_list(start)


def add_places(g: State, naming: Naming, value: int) -> None:
    match naming.sort:
        case Named.GROUP:
            group = Numbers(value)
            for i in range(group[0]):
                add_item(group[1 + 2 * i])
        case Named.CARD:
            add_item(card_of(g, value).tray)
        case Named.LIST:
            items = Numbers(value)
            for i in range(items[0]):
                add_places(g, naming.item, items[1 + i])


def answer_anew(g: State, sealed: SealedAsk, seat: int) -> bool:
    """Let others have answered what they might have in this world, one's own answer as it was; not if somebody has none."""
    asking = opened_again(g, sealed)
    answers = new_list(2 * sealed.answers[0])
    for i in range(sealed.answers[0]):
        who = sealed.answers[1 + 2 * i]
        answers[1 + 2 * i] = who
        answers[2 + 2 * i] = sealed.answers[2 + 2 * i]
        if who != seat:
            choosing = new_choosing(asking)
            choosing.who = who
            choosing.free = new_list(0)  # what is free is no answer
            while not is_whole(choosing):
                options = options_of(choosing, -1)
                if options[0] == 0:
                    return False
                take(choosing, options[1 + chance_below(g, options[0])])
            answers[2 + 2 * i] = choosing.search.row[0]
    answers[0] = sealed.answers[0]
    put_answers(g, sealed, answers)
    return True


def opened_again(g: State, sealed: SealedAsk) -> State:
    """A state in which nobody has answered yet."""
    found = copied(g)
    found.ask = sealed.ask
    found.top = sealed.end
    if sealed.end <= parts_start_of(g):  # it is below those who act at once
        found.parts = 0
        found.bottom = machine().frames_at
    forget_answers(found)
    return found


def put_answers(g: State, sealed: SealedAsk, answers: Numbers) -> None:
    """Put answers in place of those that a frame keeps."""
    at = ask_answers(g, sealed.ask, sealed.start, NOBODY) - g.at
    above = g.top - sealed.end
    block = top_block(g, sealed.end)
    with machine().scratch.held():
        kept = machine().scratch.numbers(above)
        copy(kept, Numbers(g.at + sealed.end), above)
        end = at + pack_pairs(answers, Packing(ask_of(sealed.ask).packing), g.at + at)
        put_trailer(g, sealed.start, end, block)
        copy(Numbers(g.at + end + TRAILER), kept, above)
    moved = end + TRAILER - sealed.end
    g.top += moved
    if g.bottom >= sealed.end:
        g.bottom += moved

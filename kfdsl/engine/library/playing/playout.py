"""A whole game played natively: choices are made at random, part by part, or by looking ahead, as the bots of these names do.

In:   a state, a seed.      Out:  the state at the end, and how many choices there were.
Chance of those who choose follows from the seed and from how far the game has come, and does not touch the game's own.
"""

from __future__ import annotations

from typing import Annotated

from kfdsl.engine.flat.memory import INSIDE, Numbers, Record, fault
from kfdsl.engine.library.chance import below_in, stream_of
from kfdsl.engine.library.choices.answering import ENDLESS, STUCK, give, missing_in
from kfdsl.engine.library.choices.choosing import FREE, Choosing, is_listed, is_whole, new_choosing, options_of, take
from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.looking.greedy import best_answer
from kfdsl.engine.library.looking.sampling import Beginning
from kfdsl.engine.library.machine import MOST_SEATS, State, machine
from kfdsl.engine.library.playing.kept import Kept, keep
from kfdsl.engine.library.under_way.parts import face, face_next, faced
from kfdsl.engine.library.under_way.running import run

PURPOSE = 1 << 32  # streams of bots; those of games have small numbers
RANDOM, GREEDY = 0, 1  # policies


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
    policies: Annotated[Numbers, MOST_SEATS]  # how each chooses
    choices: int  # that were real,
    wholes: int  # and with which an answer was whole
    dice: int  # the stream of the choice that is made
    choosing: int  # seats that are known to have a choice while several act at once, as bits,
    choosing_apart: int  # and of which time they do
    asked: int  # who has a choice, where somebody outside makes it
    kept: Annotated[Kept, INSIDE]  # the answers
    is_watched: bool  # whether anybody wants to know of those who look ahead the
    longest: int  # list of options for one part that somebody chose from,
    longest_ask: int  # what was asked there,
    longest_part: int  # and which part of the answer


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
    playout.kept.is_real = False
    choosing = Choosing(0)
    if g.parts > 0 and not ask_of(g.ask).sealed:
        choosing = first_of_parts(playout, g)
    else:
        choosing = new_choosing(g)
    if playout.policies[choosing.who] == GREEDY:
        if not is_only(choosing, 2):
            return answered(playout, looked_for(playout, new_choosing(g)))
    else:
        choose(playout, choosing)
    return answered(playout, choosing)


def looked_for(playout: Playout, choosing: Choosing) -> Choosing:
    """The whole answer of one who looks ahead."""
    begin_choice(playout, choosing)
    playout.choices += 1
    playout.wholes += 1
    found = best_answer(choosing, stream_of(playout.dice, 0), playout.steps)
    machine().steps = playout.steps
    if playout.is_watched:
        note_lengths(playout, choosing.g, found)
    return found.choosing


def note_lengths(playout: Playout, g: State, answer: Beginning) -> None:
    """How many options there were for each part of an answer."""
    choosing = new_choosing(g)
    for i in range(answer.codes[0]):
        options = options_of(choosing, -1)
        note_length(playout, choosing, options[0])
        code = answer.codes[1 + i]
        is_item = is_listed(choosing) and code < FREE
        take(choosing, options[1 + code] if is_item else code)


def first_of_parts(playout: Playout, g: State) -> Choosing:
    """The only answer of the first of those who act at once that have only one; if nobody has, the first one's, not put together yet.

    What one does is nothing to the others: whoever has a choice has it until they answer.
    """
    first = Choosing(0)  # of the first of them, who is faced if all have a choice
    is_first = True
    if playout.choosing_apart != g.aparts:
        playout.choosing_apart = g.aparts
        playout.choosing = 0
    for seat in range(machine().seats):
        for which in range(g.parts):
            if g.part[which].seat == seat:
                if playout.choosing >> seat & 1 == 0:
                    if which != g.parts - 1:
                        face(g, which)
                    only = new_choosing(g)
                    if is_only(only, -1 if is_first else 2):
                        return only
                    playout.choosing |= 1 << seat
                    if is_first:
                        first = only
                is_first = False
                break
    face_next(g)
    return first if first.at != 0 and first.who == faced(g).seat else new_choosing(g)


def is_only(choosing: Choosing, most: int) -> bool:
    """Whether there is one answer; it is put together then. Of each part no more than `most` options are looked for."""
    while not is_whole(choosing):
        options = options_of(choosing, most)
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
        if options[0] > 1:
            if not playout.kept.is_real:
                begin_choice(playout, choosing)
            playout.choices += 1
            picked = pick(playout, choosing, options[0])
            note_length(playout, choosing, options[0])
        take(choosing, options[1 + picked])
        if options[0] > 1 and is_whole(choosing):
            playout.wholes += 1


def begin_choice(playout: Playout, choosing: Choosing) -> None:
    """There is more than one answer: somebody is asked, for the first part as well, of which there may have been one."""
    if playout.choices >= playout.most:
        fault(ENDLESS, ask_of(choosing.g.ask).line)
    playout.kept.is_real = True
    playout.choices += int(choosing.atoms > 0)
    start_dice(playout, choosing)


def note_length(playout: Playout, choosing: Choosing, length: int) -> None:
    if length > playout.longest:
        playout.longest = length
        playout.longest_ask = choosing.g.ask
        playout.longest_part = choosing.atoms


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


# ---- giving the answer


def answered(playout: Playout, choosing: Choosing) -> int:
    """Give an answer that is whole; why it could not be carried out, or 0."""
    note(playout, choosing)
    return give(choosing, choosing.g)


def note(playout: Playout, choosing: Choosing) -> None:
    """Count the answer, and keep it."""
    g = choosing.g
    keep(playout.kept, choosing.search, choosing.who)
    if ask_of(g.ask).sealed and not choosing.search.free:
        playout.sealed += 1
        if missing_in(g) == 1:
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
        playout.choosing &= ~(1 << faced(g).seat)

"""What a game would score if it ended now.

In:   a state.      Out:  points by seat; the state is not touched.
The closing rule is run on a copy, apart from all that is under way and on a stream of chance of its own, so that it tells nothing of
what chance will bring. Whoever it asks answers with the first choice that would be offered.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, copy, fault
from kfdsl.engine.library.chance import stream_of
from kfdsl.engine.library.choices.answering import STUCK, give
from kfdsl.engine.library.choices.choosing import is_whole, new_choosing, options_of, take
from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.trials import NOBODY
from kfdsl.engine.library.looking.copied import copied, own_below, parts_start_of
from kfdsl.engine.library.looking.facts import facts
from kfdsl.engine.library.machine import NOWHERE, State, machine
from kfdsl.engine.library.sheet import score_of
from kfdsl.engine.library.under_way.frames import below, top_block
from kfdsl.engine.library.under_way.running import run, start_rule

MOST_ANSWERS = 20_000  # before content is called endless
PURPOSE = 0x0D00  # of the stream of chance
CANNOT_CLOSE, CLOSING_ENDLESS = 12, 13  # faults


def outlook(g: State, points: Numbers) -> None:
    """Points by seat, with what is on the sheet already; no more than that if the game is over, or has no closing rule."""
    with machine().scratch.held():
        outlook_on(g, copied(g) if is_open(g) else g, points)


def is_open(g: State) -> bool:
    """Whether there is more to score than what is on the sheet."""
    return facts().closing != NOWHERE and g.ask != NOBODY


def outlook_on(g: State, end: State, points: Numbers) -> None:
    """The same on a copy that was made before."""
    if is_open(g):
        close(end)
    for seat in range(machine().seats):
        points[seat] = score_of(end, seat)


def close(end: State) -> None:
    """Let a state that is open be as it would be at the end, with the whole sheet."""
    end.chance = stream_of(end.chance, PURPOSE)
    status = 0
    if not is_closing(end):
        end.ask = NOBODY
        end.parts = 0
        end.bottom = machine().frames_at
        end.top = machine().frames_at
        status = start_rule(end, facts().closing, Numbers(0))
    if status == 0:
        status = finish_closing(end)
    if status != 0:
        fault(CANNOT_CLOSE, facts().closing_line)


def is_closing(g: State) -> bool:
    """Whether the closing rule has begun: then only what is left of it stays, since its points so far are on the sheet."""
    first = machine().frames_at
    top = g.top
    while top > first:
        block = top_block(g, top)
        if block < machine().under_way and facts().closing_blocks[block]:
            start = below(g, top)
            if start >= parts_start_of(g):
                g.parts = 0  # others who act at once do so below it
                g.bottom = start
            copy(Numbers(g.at + first), Numbers(g.at + start), g.top - start)
            g.top -= start - first
            g.bottom -= start - first
            return True
        top = own_below(g, top)
    return False


def finish_closing(g: State) -> int:
    status = run(g)
    for _ in range(MOST_ANSWERS):
        if status != 0 or g.ask == NOBODY:
            return status
        with machine().scratch.held():
            status = answer_first(g)
    fault(CLOSING_ENDLESS, facts().closing_line)
    return 0


def answer_first(g: State) -> int:
    """The first choice, part by part, as it would be offered."""
    choosing = new_choosing(g)
    while not is_whole(choosing):
        options = options_of(choosing, 1)
        if options[0] == 0:
            fault(STUCK, ask_of(g.ask).line)
        take(choosing, options[1])
    return give(choosing, g)

"""Rules under way: begun, run until somebody is asked, under way inside themselves.

In:   a state.      Out:  the same, further on; 0, or why it could not go on.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, Words, outside
from kfdsl.engine.library.choices.plans import NO_MENU, block_of
from kfdsl.engine.library.machine import IMPOSSIBLE, SETTLED, State, machine
from kfdsl.engine.library.told.telling import Said, listens, tell
from kfdsl.engine.library.under_way.frames import below, push, top_block
from kfdsl.engine.library.under_way.parts import face_next, finish_part

NOBODY = -1  # asked


@outside
def run_block(g: State, block: int, start: int) -> int:
    """Go on with a block whose frame begins there; made of rules."""
    raise NotImplementedError


@outside
def start_rule(g: State, rule: int, row: Numbers) -> int:
    """Carry out a rule, at once or by leaving its first frame; made of rules."""
    raise NotImplementedError


def begin(g: State, rule: int, row: Numbers) -> int:
    """The same of what something goes on to perform: a trial looks closer at groups there."""
    if rule >= 0 and g.trial:
        if not Words(machine().sure_at)[rule]:
            g.fine = 1
        elif g.quick and all_sure(g):
            return SETTLED
    return start_rule(g, rule, row)


def perform(g: State, rule: int, by: int, at: int) -> int:
    """The effect printed on a card."""
    with machine().scratch.held():
        row = machine().scratch.numbers(2)
        row[0] = by
        row[1] = at
        return begin(g, rule, row)


def mark(g: State, rule: int, line: int) -> int:
    """Take note that a card's effect is under way; it cannot be performed inside itself."""
    top = g.top
    while top > machine().frames_at:
        start = below(g, top)
        if top_block(g, top) == machine().under_way and Numbers(g.at)[start] == rule:
            if listens(g):
                tell(Said.UNDER_WAY, rule, 0, 0, line, False)
            return IMPOSSIBLE
        top = start
    Numbers(g.at)[g.top] = rule
    push(g, machine().under_way, 1, line)
    return 0


def all_sure(g: State) -> bool:
    """Whether nothing of all that waits can fail, and no menu is open."""
    top = g.top
    while top > machine().frames_at:
        number = top_block(g, top)
        if number == machine().again:
            return False
        if number != machine().under_way:
            block = block_of(number)
            if block.is_tail:
                return True
            if not block.sure or block.menu != NO_MENU:
                return False
        top = below(g, top)
        if top == g.bottom and g.parts > 0:
            return True  # what lies below is the others'
    return True


def run(g: State) -> int:
    """Go on until somebody is asked or nothing is left to do."""
    while True:
        while g.ask == NOBODY:
            if g.top == g.bottom:
                if g.parts == 0:
                    return 0
                if g.trial:
                    return SETTLED  # a trial looks no further than one's own part
                finish_part(g)
                continue
            top = g.top
            start = below(g, top)
            block = top_block(g, top)
            if g.quick and block < machine().under_way and block_of(block).sure and all_sure(g):
                return SETTLED
            g.top = start
            if block == machine().again:
                g.ask = Numbers(g.at)[start]
            elif block != machine().under_way:
                status = run_block(g, block, start)
                if status != 0:
                    return status
        if g.parts == 0 or g.trial:
            return 0
        face_next(g)
        if g.ask != NOBODY:
            return 0
    return 0

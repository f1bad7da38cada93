"""An answer that is whole, given.

In:   an answer, and a state that asks for it: the one it was put together in, or one that is like it.      Out:  the state behind it.
"""

from __future__ import annotations

from kfdsl.engine.library.choices.choosing import Choosing
from kfdsl.engine.library.choices.chosen import ASK, STOP
from kfdsl.engine.library.choices.plans import ask_of
from kfdsl.engine.library.choices.question import put_free, whole_answer
from kfdsl.engine.library.choices.search import stop_answer
from kfdsl.engine.library.choices.trials import NOBODY, frame_start, put_answer
from kfdsl.engine.library.machine import State
from kfdsl.engine.library.under_way.asking import ask_missing
from kfdsl.engine.library.under_way.running import run

STUCK, ENDLESS = 7, 8  # faults


def give(choosing: Choosing, g: State) -> int:
    """Give an answer and run on, while what it names still lies in scratch memory."""
    status = put(choosing, g)
    return run(g) if status == 0 else status


def put(choosing: Choosing, g: State) -> int:
    """Put an answer, or why it could not be; running on is the caller's business, unless others are still asked the same."""
    search = choosing.search
    if search.free:
        return put_free(g, search)
    missing = missing_in(g)
    if search.action == ASK:
        put_answer(g, search.row[0], choosing.who)
    elif search.action == STOP:
        put_answer(g, stop_answer(), choosing.who)
    else:
        put_answer(g, whole_answer(search), choosing.who)
    return run(g) if missing > 1 else 0


def missing_in(g: State) -> int:
    """How many have to answer before it goes on."""
    return ask_missing(g, g.ask, frame_start(g), NOBODY) if ask_of(g.ask).sealed else 1

"""What is asked in a state: made of rules, for each ask.

In:   a state, the number of the ask, and where the frame begins that waits.      Out:  who is asked, from what.
`seat` is who answers, where several are asked at once.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, outside
from kfdsl.engine.library.machine import State


@outside
def ask_player(g: State, ask: int, start: int, seat: int) -> int:
    """Who is asked."""
    raise NotImplementedError


@outside
def ask_items(g: State, ask: int, start: int, seat: int, most: int) -> Numbers:
    """What may be answered, as a list, which may end once it has `most` items (0: all); or the sources of a group, all of them."""
    raise NotImplementedError


@outside
def ask_want(g: State, ask: int, start: int, seat: int) -> Numbers:
    """What is to be covered."""
    raise NotImplementedError


@outside
def ask_branch(g: State, ask: int, start: int, seat: int) -> Numbers:
    """The arguments of branches."""
    raise NotImplementedError


@outside
def ask_missing(g: State, ask: int, start: int, seat: int) -> int:
    """How many have not answered yet, where answers are sealed."""
    raise NotImplementedError


@outside
def ask_answers(g: State, ask: int, start: int, seat: int) -> int:
    """Where in memory the answers begin that are in, where answers are sealed: they are the last that the frame holds."""
    raise NotImplementedError

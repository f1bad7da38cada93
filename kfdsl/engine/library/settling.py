"""The best allocation of a player's pieces to all scorers in force for that player.

In:   a state, a player, sources of pieces, a purpose.      Out:  lines on the sheet.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, outside
from kfdsl.engine.library.choices.plans import stands_for
from kfdsl.engine.library.machine import State, machine


@outside
def allocate(g: State, who: int, sources: Numbers, stands: Numbers, purpose: int, line: int) -> int:
    """Solve the tallies of a player, which become lines of the sheet; given by whoever runs the rules."""
    raise NotImplementedError


def settle(g: State, who: int, sources: Numbers, purpose: int, line: int) -> int:
    """`settle p from shape(p) for purpose`"""
    with machine().scratch.held():
        stands = machine().scratch.numbers(machine().tokens)
        for token in range(machine().tokens):
            stands[token] = stands_for(g, purpose, who, token)
        return allocate(g, who, sources, stands, purpose, line)

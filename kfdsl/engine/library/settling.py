"""The best allocation of a player's pieces to all scorers in force for that player.

In:   a state, a player, sources of pieces, a purpose.      Out:  lines on the sheet.
Where only the sum counts, the search finds it here; what is too hard for it, and what every scorer got, is found by whoever runs the rules.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers, outside
from kfdsl.engine.library.allocating.problem import drop_tallies, new_workspace, tallies_of, write_problem
from kfdsl.engine.library.allocating.remembered import key_of, mark_of, recall, remember
from kfdsl.engine.library.choices.plans import stands_for
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.library.sheet import add_line
from kfdsl.engine.library.values import charge
from kfdsl.engine.score.allocate.search.records import SCORER_STEPS, TRY_STEPS, Answer
from kfdsl.engine.score.allocate.search.solve import solve


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
        if g.is_summary and add_total(g, who, sources, stands, purpose, line):
            return 0
        return allocate(g, who, sources, stands, purpose, line)


def add_total(g: State, who: int, sources: Numbers, stands: Numbers, purpose: int, line: int) -> bool:
    """One line with all points, if that is not too hard to find."""
    with machine().scratch.held():
        tallies = tallies_of(g, who)
        key = key_of(tallies, sources, stands, purpose)
        mark = mark_of(key)
        known = recall(key, mark)
        if known.at == 0:
            room = new_workspace()
            if not write_problem(tallies, sources, stands, purpose, room) or solve(room) != Answer.SOLVED:
                return False
            steps = SCORER_STEPS * room.scorer_count + TRY_STEPS * room.steps
            known = remember(key, mark, room.total, steps)
        charge(known.steps, line)
        drop_tallies(g, who)
        add_line(g, who, known.total, False, purpose, line)
        return True

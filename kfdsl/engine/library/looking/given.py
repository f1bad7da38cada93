"""What answers come to that somebody else thought of.

In:   whole answers, and one who thinks.      Out:  what each comes to, added up over imagined worlds.
All are looked at in the same worlds with the same luck, which follow from the dice alone: so they can be compared, whatever
else is looked at.
"""

from __future__ import annotations

from kfdsl.engine.flat.memory import Numbers
from kfdsl.engine.library.chance import below_in
from kfdsl.engine.library.choices.choosing import Choosing
from kfdsl.engine.library.looking.ahead import Thinker, think_in, turns_left, value_after
from kfdsl.engine.library.looking.imagining import SPLIT, imagined
from kfdsl.engine.library.machine import State, machine


def values_of(thinker: Thinker, g: State, answers: Numbers, dice: Numbers, worlds: int) -> Numbers:
    """A list of what each of a list of answers comes to."""
    values = machine().scratch.numbers(1 + answers[0])
    values[0] = answers[0]
    for world in range(worlds):
        with machine().scratch.held():
            machine().steps = thinker.steps
            think_in(thinker, imagined(g, thinker.seat, below_in(dice, SPLIT)))
            luck = below_in(dice, SPLIT)
            if world == 0:
                thinker.left = turns_left(thinker)
            for i in range(answers[0]):
                values[1 + i] += value_after(thinker, Choosing(answers[1 + i]), luck)
    return values

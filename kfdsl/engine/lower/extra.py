"""Expressions that stand outside the rules, such as in examples, in flat form over the memory of a program that was lowered before.

In:   Lowered, and an expression.      Out:  a function of a state that answers its value, a number or a place.
What such an expression speaks of for the first time lies where lists grow otherwise; `laid` puts it into a memory.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.analysis.program_facts import ProgramFacts
from kfdsl.engine.flat.form import Function
from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.lower.expr.expression import give_back, writer
from kfdsl.engine.lower.held import is_place
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.lower.writer import Book
from kfdsl.engine.machine.cannot_go_on import TooMany
from kfdsl.program import core
from kfdsl.program.types import Type

LISTS = 1 << 14  # numbers that stay free for lists that grow


@dataclass(frozen=True, slots=True)
class Extra:
    function: Function  # of a state, and of the parameters
    type: Type  # of what it answers; a place lies in scratch memory, or in the state itself


class Extras:
    """Writes expressions of one program for one number of players, one after the other."""

    def __init__(self, lowered: Lowered, facts: ProgramFacts) -> None:
        self.lowered = lowered
        self._book = Book(lowered.layout.layout.numbering, facts, lowered.layout, lowered.tables)
        self._book.texts |= {text: number for number, text in enumerate(lowered.texts)}
        for span in lowered.spans:
            self._book.line(span)
        self._book.spans = lowered.spans

    def write(self, name: str, expr: core.Expr, params: tuple[str, ...] = ()) -> Extra:
        """A function of this name; whoever binds it calls `laid` first."""
        self._book.texts |= {text: number for number, text in enumerate(self.lowered.texts)}  # others may have added some
        w = writer(self._book, name, list(params))
        w.charge(self._book.facts.costs.entry_of(expr), expr.span)
        give_back(w, expr, expr.type)
        w.finish(keeps_room=is_place(expr.type))
        self.lowered.texts.extend(list(self._book.texts)[len(self.lowered.texts) :])
        return Extra(self._book.functions.pop(name), expr.type)


def laid(lowered: Lowered, memory: Memory) -> None:
    """Put into a memory what was written since it was prepared; no list may be growing there."""
    with using(memory):
        machine, end = Machine(MACHINE), lowered.tables.end
        if end > machine.growing.end - LISTS:
            raise TooMany("what expressions outside the rules speak of takes more room than there is", None)
        if machine.written < end:
            lowered.tables.write(memory, machine.written)
            machine.written = machine.growing.top = end

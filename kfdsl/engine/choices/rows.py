"""Answers as rows of atoms.

In:   a Question, and values or a row that was begun.      Out:  rows, and whether they are offered.
"""

from __future__ import annotations

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.question import Atoms, Question


def row_of(question: Question, number: int, values: Atoms) -> Atoms:
    """The row of an action (-1 where there is none) and values of it."""
    atoms: Atoms = (number,) if number != -1 else ()
    for at, value in enumerate(values):
        if question.is_group(number, at):
            counts = question.domain(number, values[:at]).counts(value)
            if counts is None:
                raise notation.Unreadable("that cannot be picked up: it is not all there")
            atoms += counts
        else:
            atoms += (value,)
    return atoms


def filled(question: Question, atoms: Atoms) -> Atoms:
    """A row with all parts behind it that have one option; whoever goes on from there wants to know all options."""
    while question.answer(atoms) is None and len(some := question.options(atoms)) == 1:
        atoms = (*atoms, some[0])
    return atoms


def goes_on(question: Question, known: Atoms, atoms: Atoms) -> bool:
    """Whether a row is longer than what is known, and each further part of it is offered."""
    start = len(known)
    if len(atoms) <= start or atoms[:start] != known:
        return False
    return all(atoms[at] in question.options(atoms[:at]) for at in range(start, len(atoms)))


def begun(question: Question, text: str) -> Atoms | None:
    """The row of an action and some values of it in notation; None if the text is no such thing."""
    try:
        return row_of(question, *notation.read_beginning(question, text))
    except notation.Unreadable:
        return None

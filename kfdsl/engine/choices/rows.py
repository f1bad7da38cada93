"""Answers as rows of atoms.

In:   a Question, and values or a row that was begun.      Out:  rows, and whether they are offered.
"""

from __future__ import annotations

from kfdsl.engine.choices import notation
from kfdsl.engine.choices.begun import Atoms, Begun
from kfdsl.engine.choices.question import Question


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


def filled(question: Question, begun: Begun) -> Begun:
    """An answer with all parts behind it that have one option; whoever goes on from there wants to know all options."""
    found = question.next_part(begun)
    if not found.is_whole:
        question.options_of(found)
    return found


def going_on(question: Question, known: Atoms, atoms: Atoms) -> Begun | None:
    """A row that is longer than what is known, if each further part of it is offered."""
    start = len(known)
    if len(atoms) <= start or atoms[:start] != known:
        return None
    found: Begun | None = question.begun(known)
    for atom in atoms[start:]:
        found = question.chosen(found, atom) if found is not None else None
    return found


def begun(question: Question, text: str) -> Atoms | None:
    """The row of an action and some values of it in notation; None if the text is no such thing."""
    try:
        return row_of(question, *notation.read_beginning(question, text))
    except notation.Unreadable:
        return None

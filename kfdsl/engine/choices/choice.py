"""What is offered and what was answered, and how a choice reads.

In:   a Question and a row of atoms.      Out:  Choice, Line, and words for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.domains import SeveralDomain
from kfdsl.engine.choices.question import Question
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.engine.machine.bundles import Group, Source
from kfdsl.program import made_names
from kfdsl.program.types import Type


class IllegalChoice(ValueError):
    """A choice that is not offered; says why."""


class Choice(NamedTuple):
    """One option for the next part: `notation` is stable, `text` is for people, `whole` ends the answer."""

    notation: str
    text: str
    whole: bool
    atoms: Atoms


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log: who answered what, and whether it answered itself."""

    player: int
    notation: str
    alone: bool = False


def readable(question: Question, atoms: Atoms, names: Sequence[str]) -> str:
    """The last part of an answer in words."""
    number, values, parts = question.split(atoms)
    return part_words(question, number, values, parts, names) if parts else in_words(question, atoms, names)


def in_words(question: Question, atoms: Atoms, names: Sequence[str]) -> str:
    """All that was answered so far in words; of a group, what was taken by now."""
    number, values, parts = question.split(atoms) if atoms else (-1, (), ())
    if any(parts):
        domain = question.domain(number, values)
        values = (*values, domain.group((*parts, *(0 for _ in domain.parts[len(parts) :]))))
    return " ".join(words_of_values(question, number, values, names))


def words_of_values(question: Question, number: int, values: Atoms, names: Sequence[str]) -> list[str]:
    """An action, and each value behind its preposition."""
    words = [made_names.in_words(question.action(number).name)] if number >= 0 else ["stop"] if number == STOP else []
    for at, value in enumerate(values):
        label = question.action(number).params[at].label if number >= 0 else ""
        words += [label] if label else []
        words.append(value_words(question, number, values[:at], value, names))
    return words


def value_words(question: Question, number: int, before: Atoms, value: Any, names: Sequence[str]) -> str:
    """One value of an answer in words."""
    wording = question.table.wording
    if question.is_group(number, len(before)):
        domain = question.domain(number, before)
        if isinstance(domain, SeveralDomain):
            return ", ".join(wording.word(item, item_type(question), names) for item in value) or "nothing"
        return wording.picked(value, domain.wholes, domain.loose)
    if number < 0 and question.info.sort == "cover":
        return _picked(question, question.cover_sources(), value)
    if number < 0 and question.info.sort == "branches":
        return _branch(question, value)
    type_ = question.action(number).params[len(before)].type if number >= 0 else question.info.type
    return wording.word(value, type_, names) if type_ is not None else str(value)


def item_type(question: Question) -> Type:
    """The type of one item, where several are asked for."""
    assert question.info.type is not None and question.info.type.inner is not None
    return question.info.type.inner


def part_words(question: Question, number: int, values: Atoms, parts: tuple[int, ...], names: Sequence[str]) -> str:
    """The last part of a group."""
    wording, domain = question.table.wording, question.domain(number, values)
    source, token, _ = domain.parts[len(parts) - 1]
    count = parts[-1]
    if isinstance(domain, SeveralDomain):
        shown = wording.word(domain.items[source], item_type(question), names) if domain.items else "nothing"
        return f"{'with' if count else 'without'} {shown}"
    _, cell, held = domain.sources[source]
    if token is None:
        return f"{'all' if count else 'nothing'} of {wording.place(cell)} ({wording.things(held)})"
    return f"{count} {wording.noun(token, count)}" + (f" of {wording.place(cell)}" if domain.loose > 1 else "")


def _picked(question: Question, sources: Sequence[Source], value: Group) -> str:
    wholes = frozenset(cell for whole, cell, _ in sources if whole)
    loose = len({cell for whole, cell, _ in sources if not whole})
    return question.table.wording.picked(value, wholes, loose)


def _branch(question: Question, number: int) -> str:
    name = question.info.branches[number]
    rule = question.table.numbering.rules[name]
    return question.table.reader.sentence(name) or " ".join(rule.span.words.strip("{} \n").split())

"""What is offered and what was answered, and how a choice reads.

In:   a Question and a row of atoms.      Out:  Choice, Line, and words for people.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.engine.domains import SeveralDomain
from kfdsl.engine.question import STOP, Atoms, Question


class Endless(RuntimeError):
    """Content that goes round without anybody having a choice."""


class Stuck(RuntimeError):
    """Content that asks where there is nothing to answer."""


class IllegalChoice(ValueError):
    """A choice that is not offered; says why."""


@dataclass(frozen=True, slots=True)
class Choice:
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


def readable(question: Question, atoms: Atoms) -> str:
    """A choice in words."""
    wording = question.table.wording
    number, values, parts = question.split(atoms)
    if parts:
        domain = question.domain(number, values)
        source, token, _ = domain.parts[len(parts) - 1]
        count = parts[-1]
        if isinstance(domain, SeveralDomain):
            assert question.info.type is not None and question.info.type.inner is not None
            return f"{'with' if count else 'without'} {wording.word(domain.items[source], question.info.type.inner)}"
        if token is None:
            place = wording.place(domain.sources[source][1])
            return f"{'all of' if count else 'nothing of'} {place}"
        return f"{count} {wording.noun(token, count)}"
    words = [question.action(number).name.replace("_", " ")] if number >= 0 else ["stop"] if number == STOP else []
    for at, value in enumerate(values):
        param = question.action(number).params[at] if number >= 0 else None
        type_ = param.type if param else question.info.type
        words += [param.label] if param and param.label else []
        if question.info.sort == "branches" and number < 0:
            words.append(_branch(question, value))
        elif type_ is not None:
            words.append(wording.word(value, type_))
    return " ".join(words)


def _branch(question: Question, number: int) -> str:
    rule = question.table.numbering.rules[question.info.branches[number]]
    return " ".join(rule.span.words.strip("{} \n").split())

"""Why something cannot be done.

In:   a Question and an answer.      Out:  the need that fails, in words, with the line it stands on; None if it can be done.
Needs are asked first; then the deed is tried in its telling form, which says at which `ensure` it stops.
"""

from __future__ import annotations

from dataclasses import dataclass

from kfdsl.engine import notation
from kfdsl.engine.domains import GroupDomain
from kfdsl.engine.question import Atoms, Question
from kfdsl.engine.state import Impossible, Refused
from kfdsl.text.source import Span


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be done: the need that fails, its words, and the line it stands on."""

    need: str
    words: str
    span: Span | None
    unknown: bool = False  # a word in it names nothing at all


def why_not(question: Question, text: str) -> Reason | None:
    """Why an answer in notation is not allowed."""
    try:
        answer = notation.read(question, text)
    except notation.Unreadable as mistake:
        return Reason("", str(mistake), None, isinstance(mistake, notation.Unknown))
    number, values = question.parts_of(answer)
    return _missing(question, number, values) or _refused(question, number, values)


def _missing(question: Question, number: int, values: Atoms) -> Reason | None:
    wording = question.table.wording
    for at, value in enumerate(values):
        if question.is_group(number, at):
            domain = question.domain(number, values[:at])
            if (isinstance(domain, GroupDomain) and not value) or domain.counts(value) is None:
                return Reason("", "that cannot be picked up: it is not all there", None)
        elif value not in question.items(number, values[:at]):
            type_ = question.action(number).params[at].type if number >= 0 else question.info.type
            shown = wording.word(value, type_) if type_ else str(value)
            return Reason(
                "", f"{shown} cannot be chosen here", question.action(number).params[at].span if number >= 0 else None
            )
    return None


def _refused(question: Question, number: int, values: Atoms) -> Reason | None:
    if number < 0:
        return (
            None if question.leaf(number, values) else Reason("", "what is under way could not be finished then", None)
        )
    action, names = question.action(number), question.table.telling.names
    for i, need in enumerate(action.needs):
        if not names[f"n_{action.name}_{i}"](question.g, *question.given(number), *values[: need.depth]):
            words = names[f"m_{action.name}_{i}"](question.g, *question.given(number), *values)
            return Reason(need.name, words or need.name, need.span)
    if question.leaf(number, values):
        return None
    trial = question.g.scratch()
    trial.events = []
    try:
        rule = names["ACTION_RULES"][question.action_number(number)]
        question.table.telling.begin(trial, rule, (*question.given(number), *values))
        question.table.telling.run(trial)
    except Refused as refusal:
        return Reason(refusal.need, refusal.words or refusal.need, question.table.telling.form.lines[refusal.line])
    except Impossible:
        pass
    return Reason("", "it cannot be carried out", action.span)

"""Why something cannot be done.

In:   a Question and an answer.      Out:  the need that fails, in words, with the line it stands on; None if it can be done.
Needs are asked first; then the deed is tried in its telling form, which says at which `ensure` it stops, or what is lacking there (see obstacle).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from kfdsl.engine.choices import notation, possible
from kfdsl.engine.choices.begun import Atoms
from kfdsl.engine.choices.domains import GroupDomain
from kfdsl.engine.choices.question import Question
from kfdsl.engine.words.obstacles import Refused, in_words
from kfdsl.program import core
from kfdsl.program.core.walk import expressions
from kfdsl.text.source import Span

MOST_TRIED = 300  # answers that are looked at to tell why there is none
MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something cannot be done: the need that fails, its words, and the line it stands on."""

    need: str
    words: str
    span: Span | None
    unknown: bool = False  # a word in it names nothing at all
    is_beside: bool = False  # nothing like it is asked of that player now
    not_offered: bool = False  # it names none of the values that the words list, in notation


def why_not(question: Question, text: str) -> Reason | None:
    """Why an answer in notation is not allowed."""
    try:
        answer = notation.read(question, text)
    except notation.Unreadable as mistake:
        return _unread(mistake)
    return _missing(question, *answer) or _refused(question, *answer)


def why_none(question: Question, text: str) -> Reason | None:
    """Why no answer begins like this: what stands in the way of the simplest that would; None if there is one."""
    try:
        number, values = notation.read_beginning(question, text)
    except notation.Unreadable as mistake:
        return _unread(mistake)
    found = _missing(question, number, values) or _failing(question, number, values)
    if found is not None or possible.is_begun(question, number, values):
        return found
    reasons = list(islice(_reasons(question, number, values), MOST_TRIED))
    if not reasons:
        return Reason("", "there is nothing to choose for it", question.action(number).span)
    told = list(dict.fromkeys(reason.words for reason in reasons))[:MOST_TOLD]
    return replace(reasons[0], words="; ".join(told))


def _unread(mistake: notation.Unreadable) -> Reason:
    return Reason(
        "",
        str(mistake),
        None,
        unknown=isinstance(mistake, notation.Unknown),
        is_beside=not isinstance(mistake, notation.Absent),
        not_offered=isinstance(mistake, notation.NotOffered),
    )


def _reasons(question: Question, number: int, values: Atoms) -> Iterator[Reason]:
    """Why each answer that begins with some values is impossible."""
    at = len(values)
    found = _failing(question, number, values)
    if found is not None or at == question.width(number):
        found = found or _refused(question, number, values)
        yield from [found] if found is not None else []
        return
    if question.is_group(number, at):
        domain = question.domain(number, values)
        items: Iterable[Any] = map(domain.group, domain.every())
    else:
        items = question.items(number, values)
    for item in items:
        yield from _reasons(question, number, (*values, item))


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


def _failing(question: Question, number: int, values: Atoms) -> Reason | None:
    """The first need that does not hold, of those that read no more values than there are."""
    if number < 0:
        return None
    for i, need in enumerate(question.action(number).needs):
        if need.depth <= len(values) and not possible.need_holds(question, number, values, i):
            return Reason(need.name, _message(question, number, values, i) or need.name, need.span)
    return None


def _message(question: Question, number: int, values: Atoms, at: int) -> str:
    """The words of a need that fails; none if they speak of a value that is not there yet."""
    action = question.action(number)
    absent = {param.name for param in action.params[len(values) :]}
    parts = [found for part in action.needs[at].message if not isinstance(part, str) for found in expressions(part)]
    if any(isinstance(part, core.Local) and part.name in absent for part in parts):
        return ""
    return possible.need_words(question, number, values, at)


def _refused(question: Question, number: int, values: Atoms) -> Reason | None:
    """Why a whole cannot be carried out; an `ensure` speaks for itself."""
    failing = _failing(question, number, values)
    if failing is not None or possible.would_work(question, number, values):
        return failing
    found = possible.obstacle(question, number, values)
    words, span = "what is under way could not be finished then", None
    if number >= 0:
        words, span = "it cannot be carried out", question.action(number).span
    if found is None:
        return Reason("", words, span)
    need, said = found.need if isinstance(found, Refused) else "", in_words(found, question.table.wording)
    return Reason(need, said if need else f"{words}: {said}", found.span)

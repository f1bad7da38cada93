"""All that is offered for the next part of an answer, as choices.

In:   a Question and the atoms so far.      Out:  choices in the order of the options.
They are the same as `Choice`s that are made one by one (see `choice.py`, `notation.py`); what all of them begin with is written once.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.engine.choices.choice import Choice, part_words, value_words, words_of_values
from kfdsl.engine.choices.notation import MORE, group_text, value_text, written_values
from kfdsl.engine.choices.question import ASK, Atoms, Question, is_free
from kfdsl.engine.library.choices.chosen import STOP


def offered(question: Question, atoms: Atoms, names: Sequence[str]) -> list[Choice]:
    """The options for the next part."""
    options = question.options(atoms)
    if not atoms and question.info.sort == "menu":
        return [_first(question, number) for number in options]
    number, values, parts = question.split(atoms)
    own = options if atoms else [option for option in options if not is_free(option)]
    made = _counts if question.is_group(number, len(values)) else _items
    found = made(question, number, values, parts, own, names)
    choices = [Choice(text, words, whole, (*atoms, option)) for option, (text, words, whole) in zip(own, found, strict=True)]
    return choices + [_first(question, option) for option in options[len(own) :]]


Made = list[tuple[str, str, bool]]  # notation, words, and whether an answer is whole


def _first(question: Question, number: int) -> Choice:
    """An action, or `stop`."""
    if number == STOP:
        return Choice("stop", "stop", True, (STOP,))
    action = question.action(number)
    words = action.name.replace("_", " ")
    return Choice(action.name + MORE if action.params else action.name, words, not action.params, (number,))


def _items(
    question: Question, number: int, values: Atoms, parts: tuple[int, ...], options: Sequence[object], names: Sequence[str]
) -> Made:
    at = len(values)
    before, before_words = _before(question, number, values, names)
    end = "" if at + 1 == question.width(number) else MORE
    if number >= 0 or question.info.sort == "items":  # most are, and there may be many
        wording, type_ = question.table.wording, question.type_at(number, at)
        return [
            (before + wording.id(option, type_) + end, before_words + wording.word(option, type_, names), not end)
            for option in options
        ]
    return [
        (
            before + value_text(question, number, at, values, option) + end,
            before_words + value_words(question, number, values, option, names),
            not end,
        )
        for option in options
    ]


def _counts(
    question: Question, number: int, values: Atoms, parts: tuple[int, ...], options: Sequence[int], names: Sequence[str]
) -> Made:
    """How many of the next part of a group; with the last part it is whole."""
    at, domain = len(values), question.domain(number, values)
    before, before_words = _before(question, number, values, names)
    missing = len(domain.parts) - len(parts) - 1
    end = "" if at + 1 == question.width(number) else MORE
    found: Made = []
    for count in options:
        row = (*parts, count)
        value = domain.group((*row, *(0,) * missing))
        text = before + group_text(question, number, values, value)
        if missing:
            found.append((f"{text} /{len(row)}{MORE}", part_words(question, number, values, row, names), False))
        else:
            found.append((text + end, before_words + value_words(question, number, values, value, names), not end))
    return found


def _before(question: Question, number: int, values: Atoms, names: Sequence[str]) -> tuple[str, str]:
    """What stands before the next value, in notation and in words."""
    label = question.action(number).params[len(values)].label if number > ASK else ""
    ends = [label] if label else []
    texts = [*written_values(question, number, values), *ends]
    words = [*words_of_values(question, number, values, names), *ends]
    return " ".join([*texts, ""]), " ".join([*words, ""])

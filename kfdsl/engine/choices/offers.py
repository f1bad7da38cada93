"""All that is offered for the next part of an answer, as choices.

In:   a Question and the atoms so far.      Out:  choices in the order of the options.
They are the same as `Choice`s that are made one by one (see `choice.py`, `notation.py`); what all of them begin with is written once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kfdsl.engine.choices.begun import Begun
from kfdsl.engine.choices.choice import Choice, item_type, part_words, value_words
from kfdsl.engine.choices.domains import GroupDomain, SeveralDomain
from kfdsl.engine.choices.notation import MORE, value_text
from kfdsl.engine.choices.question import Question, is_free
from kfdsl.engine.choices.texts import until_next
from kfdsl.engine.library.choices.chosen import STOP
from kfdsl.program import made_names


def offered(question: Question, begun: Begun, names: Sequence[str]) -> list[Choice]:
    """The options for the next part; they are remembered, for the same names."""
    if begun.offered is None:
        begun.offered = _offered(question, begun, names)
    return begun.offered


def _offered(question: Question, begun: Begun, names: Sequence[str]) -> list[Choice]:
    options = question.options_of(begun)
    if not begun.atoms and question.info.sort == "menu":
        known = question.table.first_choices
        return [known[number] if number in known else _first(question, number) for number in options]
    own = options if begun.atoms else [option for option in options if not is_free(option)]
    made = _counts if question.is_group(begun.number, len(begun.values)) else _items
    return made(question, begun, own, names) + [_first(question, option) for option in options[len(own) :]]


def _first(question: Question, number: int) -> Choice:
    """An action, or `stop`; each reads the same wherever it is offered."""
    if number == STOP:
        found = Choice("stop", "stop", True, (STOP,))
    else:
        action = question.action(number)
        words = made_names.in_words(action.name)
        found = Choice(action.name + MORE if action.params else action.name, words, not action.params, (number,))
    question.table.first_choices[number] = found
    return found


def _items(question: Question, begun: Begun, options: Sequence[Any], names: Sequence[str]) -> list[Choice]:
    number, values, atoms = begun.number, begun.values, begun.atoms
    before, said = until_next(question, begun, names)
    is_whole = len(values) + 1 == question.width(number)
    end = "" if is_whole else MORE
    if number >= 0 or question.info.sort == "items":  # most are, and there may be many
        wording, type_ = question.table.wording, question.type_at(number, len(values))
        ids, words = wording.ids(type_), wording.words(type_, names)
        return [
            Choice(before + ids(option) + end, said + words(option), is_whole, (*atoms, option)) for option in options
        ]
    return [
        Choice(
            before + value_text(question, number, len(values), values, option) + end,
            said + value_words(question, number, values, option, names),
            is_whole,
            (*atoms, option),
        )
        for option in options
    ]


def _counts(question: Question, begun: Begun, options: Sequence[int], names: Sequence[str]) -> list[Choice]:
    """How many of the next part of a group; with the last part it is whole."""
    number, values, parts, atoms = begun.number, begun.values, begun.parts, begun.atoms
    domain, at = question.domain(number, values), len(parts)
    before, said = until_next(question, begun, names)
    taken = [_term(question, domain, i, count) for i, count in enumerate(parts) if count]
    is_last = at + 1 == len(domain.parts)
    is_whole = is_last and len(values) + 1 == question.width(number)
    end = "" if is_whole else MORE if is_last else f" /{at + 1}{MORE}"
    found = []
    for count in options:
        terms = [*taken, _term(question, domain, at, count)] if count else taken
        row = (*parts, count)
        if is_last:
            words = said + value_words(question, number, values, domain.group(row), names)
        else:
            words = part_words(question, number, values, row, names)
        found.append(Choice(before + (" + ".join(terms) or "nothing") + end, words, is_whole, (*atoms, count)))
    return found


def _term(question: Question, domain: GroupDomain | SeveralDomain, at: int, count: int) -> str:
    """So many of a part of a group, in notation."""
    source, token, _ = domain.parts[at]
    wording = question.table.wording
    if isinstance(domain, SeveralDomain):
        return wording.id(domain.items[source], item_type(question))
    return wording.term(domain.sources[source][1], token, count, question.who, domain.loose)

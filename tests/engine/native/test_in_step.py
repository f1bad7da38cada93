"""Python and WebAssembly play the same games: words, lists in their order, chance, what is told, what is refused, points."""

from __future__ import annotations

from itertools import islice

import pytest

from kfdsl.engine.choices.question import Question
from kfdsl.engine.choices.why_not import why_not
from tests.engine.native.in_step import SETS, named, walked, words_of

FEW = 6  # answers of an action that are looked at in a position


@pytest.mark.parametrize(("packs", "seats"), SETS, ids=named)
def test_words_events_and_logs_are_the_same_behind_every_choice(packs: tuple[str, ...], seats: int) -> None:
    for one, other in walked(packs, seats, seed=7):
        assert words_of(one) == words_of(other)
        assert one.events == other.events
        assert one.log == other.log
    assert one.totals() == other.totals()


@pytest.mark.parametrize(("packs", "seats"), SETS, ids=named)
def test_what_is_refused_is_refused_for_the_same_reason(packs: tuple[str, ...], seats: int) -> None:
    refused = 0
    for one, other in islice(walked(packs, seats, seed=3), 0, 40, 4):
        if one.over:
            break
        for text in some_answers(one.question):
            mine, theirs = why_not(one.question, text), why_not(other.question, text)
            assert mine == theirs, text
            refused += mine is not None
    assert refused or len(packs) == 1


def some_answers(question: Question) -> list[str]:
    """A few answers to a menu, before needs, in notation."""
    from kfdsl.engine.choices.notation import write_answer

    found = []
    for number in question.table.menu_actions.get(question.info.menu, ()):
        if question.width(number) == 0:
            found.append(write_answer(question, (number, ())))
        elif not question.is_group(number, 0):
            firsts = question.items(number, ())[:FEW]
            for first in firsts:
                found += [write_answer(question, (number, (first, *rest))) for rest in _rests(question, number, first)]
    return found


def _rests(question: Question, number: int, first: object) -> list[tuple[object, ...]]:
    if question.width(number) == 1:
        return [()]
    if question.width(number) == 2 and question.is_group(number, 1):
        domain = question.domain(number, (first,))
        return [(domain.group(row),) for row in islice(domain.every(), FEW)]
    return []


@pytest.mark.parametrize(("packs", "seats"), SETS[:2], ids=named)
def test_what_stands_in_the_way_is_told_only_where_something_does(packs: tuple[str, ...], seats: int) -> None:
    for one, _ in islice(walked(packs, seats, seed=5), 0, 40, 4):
        if one.over:
            break
        for text in some_answers(one.question):
            reason = one.why_not(text)
            if reason is None:
                one.clone().play(text)  # what is not refused is accepted
            else:
                assert reason.words

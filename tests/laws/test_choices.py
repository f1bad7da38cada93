"""What is offered and what is accepted are the same, part by part, in random games of every subset of the shipped packs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

import kfdsl
from kfdsl.engine.choices import notation, rows
from kfdsl.engine.choices.question import Atoms, Question
from tests.laws.games_for_laws import each_subset, finish, some_positions, times, tree


@each_subset
def test_every_offered_part_can_be_completed_and_the_whole_is_accepted(packs: tuple[str, ...]) -> None:
    rnd = random.Random(5)
    for game in some_positions(packs, 5, times(3, 20)):
        for choice in game.choices():
            whole = finish(game, choice.atoms, rnd)
            text = notation.write(game.question, whole)
            by_parts, at_once = game.clone(), game.clone()
            while by_parts.atoms != () or by_parts.log == game.log:
                if len(by_parts.log) > len(game.log):
                    break
                by_parts.play(next(each for each in by_parts.choices() if each.atoms == whole[: len(each.atoms)]))
            assert game.why_not(text) is None
            at_once.play(text)
            assert at_once.log == by_parts.log
            assert at_once.lines[0].notation == text
            assert at_once.state.cells == by_parts.state.cells


@each_subset
def test_nothing_is_offered_twice_and_each_whole_has_one_path(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 6, times(3, 20)):
        offered = tree(game, times(200, 2000))
        assert len(offered) == len(set(offered))
        question = game.question
        for text in offered:
            if not text.endswith(notation.MORE):
                atoms = rows.row_of(question, *notation.read(question, text))
                assert notation.write(question, atoms) == text
                assert all(atoms[i] in question.options(atoms[:i]) for i in range(len(atoms)))


@each_subset
def test_wholes_that_are_listed_at_once_are_those_that_parts_lead_to(packs: tuple[str, ...]) -> None:
    for game in some_positions(packs, 8, times(3, 20)):
        question = game.question
        assert list(islice(question.ways(game.atoms), MANY)) == list(islice(part_by_part(question, game.atoms), MANY))


MANY = 400


def part_by_part(question: Question, atoms: Atoms) -> Iterator[Atoms]:
    if question.answer(atoms) is not None:
        yield atoms
        return
    for option in question.options(atoms):
        yield from part_by_part(question, (*atoms, option))


@each_subset
def test_what_is_accepted_was_offered(packs: tuple[str, ...]) -> None:
    rnd = random.Random(7)
    accepted = 0
    games = list(some_positions(packs, 7, times(3, 12)))
    known = [text for game in games for text in tree(game, 60) if not text.endswith(notation.MORE)]
    for game in games:
        question = game.question
        for text in varied(known, game, rnd, times(25, 150)):
            if game.why_not(text) is None:
                atoms = rows.row_of(question, *notation.read(question, text))
                assert all(atoms[i] in question.options(atoms[:i]) for i in range(len(atoms))), text
                accepted += 1
            else:
                with pytest.raises(kfdsl.IllegalChoice):
                    game.clone().play(text)
    assert accepted


def varied(known: list[str], game: kfdsl.Game, rnd: random.Random, count: int) -> Iterator[str]:
    """Answers to other questions, and near misses: another number, another id, one word less."""
    ids = [item.name for part in (game.table.program.tokens, game.table.program.cards) for item in part]
    for _ in range(count):
        words = rnd.choice(known).split()
        at = rnd.randrange(len(words))
        match rnd.randrange(4):
            case 0 if words[at].isdigit():
                words[at] = str(rnd.randrange(9))
            case 1 if words[at] in ids:
                words[at] = rnd.choice(ids)
            case 2 if len(words) > 1:
                del words[at]
            case _:
                pass
        yield " ".join(words)

"""Each need by itself holds in words where it holds in cells, and says the same where it does not."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pytest
from kfdsl.engine.native.obstacles import Refused
from kfdsl.engine.native.told import Listener

from kfdsl.engine.choices.question import Atoms, Question
from kfdsl.engine.flat.memory import using
from kfdsl.engine.library.choices.plans import need_holds, need_words
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.native.batch import Batch
from kfdsl.engine.native.playouts import KEPT
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions
from tests.engine.lower.words_of_state import Values
from tests.engine.native.test_told import CONSTRUCTS, PACKS, SETS, STRANGERS, begun, named
from tests.laws.games_for_laws import rules_of

FEW = 4  # values of each part
POSITIONS = 20


class Both:
    """One game of words and of cells, in step."""

    def __init__(self, packs: tuple[str, ...], seats: int, seed: int, native: bool | None = None) -> None:
        self.listener, self.batch, _ = begun(packs, seats, seed, native)
        self.instance = self.listener.instance
        names = [f"p{seat + 1}" for seat in range(self.instance.table.layout.players)]
        self.game = rules_of(*packs).new_game(names, seed)
        self.rnd = random.Random(seed)
        self.values = Values(self.instance.lowered, self.instance.memory, self.batch.player.kept + KEPT)

    def go_on(self, times: int) -> bool:
        """Some parts further; whether the game is not over then, and nothing of an answer is begun."""
        for _ in range(times):
            if self.batch.over:
                return False
            choices = self.game.choices()
            pick = self.rnd.randrange(len(choices))
            self.batch.step([pick])
            self.game.play(choices[pick])
        while not self.batch.over and self.game.atoms:
            self.go_on(1)
        return not self.batch.over

    def play(self, text: str) -> None:
        """An answer in notation, part by part."""
        lines = len(self.game.log)
        while len(self.game.log) == lines:
            choices = self.game.choices()
            pick = next(at for at, choice in enumerate(choices) if text.startswith(choice.notation.removesuffix(" ...")))
            self.batch.step([pick])
            self.game.play(choices[pick])

    def load(self) -> int:
        """The state where the engine works, with all steps anew."""
        load(self.batch)
        self.values.clear()
        return self.batch.player.state

    def row(self, action: core.ActionDef, given: tuple[Any, ...], values: Atoms) -> int:
        """Values of an action behind its menu's arguments, where functions of rules read them."""
        types = [type_ for _, type_ in self.instance.table.numbering.menus[action.menu].params]
        types += [param.type for param in action.params]
        held = [self.values.held(value, type_) for value, type_ in zip((*given, *values), types, strict=False)]
        at, self.values.room = self.values.room, self.values.room + len(types)
        for far in range(len(types)):
            self.instance.memory.seen[8][at + far] = held[far] if far < len(held) else 0
        return at


def load(batch: Batch) -> None:
    batch._load(batch.games[0])
    with using(batch.player.instance.memory):
        Machine(MACHINE).steps = batch.player.instance.table.limits.steps


def rows(question: Question, number: int, values: Atoms = (), few: int = FEW) -> Iterator[Atoms]:
    """Some beginnings of an answer with values from what there is before needs."""
    yield values
    at = len(values)
    if at == question.width(number):
        return
    items: Iterable[Any]
    if question.is_group(number, at):
        domain = question.domain(number, values)
        items = map(domain.group, domain.every(()))
    else:
        items = question.items(number, values)
    for item in islice(items, few):
        yield from rows(question, number, (*values, item), few)


def speaks_of(need: core.NeedDef, absent: set[str]) -> bool:
    parts = [found for part in need.message if not isinstance(part, str) for found in expressions(part)]
    return any(isinstance(part, core.Local) and part.name in absent for part in parts)


def told_words(listener: Listener) -> tuple[str, str]:
    (refused,) = listener.hear().obstacles
    assert isinstance(refused, Refused)
    return refused.need, refused.words(listener.instance.table.wording.word)


def compare(both: Both) -> tuple[int, int]:
    """All needs of all actions that are open; how many were asked, and how many of them fail."""
    question, instance = both.game.question, both.instance
    names = question.table.telling.names
    asked = failed = 0
    for number in [*question.table.menu_actions.get(question.info.menu, ()), *question.free]:
        action, given = question.action(number), question.given(number)
        for values in rows(question, number):
            g = both.load()
            row = both.row(action, given, values)
            for at, need in enumerate(action.needs):
                if need.depth > len(values):
                    continue
                here = question.action_number(number), at
                holds = names[made_names.need_test(action.name, at)](question.g, *given, *values[: need.depth])
                assert bool(instance.call(need_holds, g, *here, row)) == holds, (action.name, need.name, values)
                asked += 1
                if holds or speaks_of(need, {param.name for param in action.params[len(values) :]}):
                    continue
                failed += 1
                filled = (*values, *[None] * (len(action.params) - len(values)))
                words = names[made_names.need_message(action.name, at)](question.g, *given, *filled)
                instance.call(need_words, g, *here, row)
                assert told_words(both.listener) == (need.name, words)
    return asked, failed


@pytest.mark.parametrize(("packs", "seats"), SETS, ids=named)
def test_every_need_holds_alike_and_says_the_same(packs: tuple[str, ...], seats: int) -> None:
    both = Both(packs, seats, seed=seats)
    asked = failed = 0
    for _ in range(POSITIONS):
        if not both.go_on(both.rnd.randrange(1, 12)):
            break
        found = compare(both)
        asked, failed = asked + found[0], failed + found[1]
    if packs in PACKS[:2]:
        assert asked > 100 and failed > 10


@pytest.mark.parametrize("packs", [(CONSTRUCTS,), (STRANGERS[0],)], ids=named)
def test_python_says_the_same_where_there_is_nothing_quicker(packs: tuple[str, ...]) -> None:
    both = Both(packs, 2, seed=1, native=False)
    for _ in range(3):
        if both.go_on(7):
            compare(both)

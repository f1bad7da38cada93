"""What stands in the way of a deed is found in words as it is in cells, and told alike."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kfdsl.engine.choices.obstacle import Obstacle, obstacle
from kfdsl.engine.choices.search import STOP
from kfdsl.engine.native.obstacles import Refused, in_words

from kfdsl.engine.choices.question import Question
from kfdsl.engine.flat.memory import using
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.library.told.obstacles import action_obstacle, answer_obstacle
from kfdsl.engine.lower.program import TOLD
from kfdsl.program import made_names
from tests.engine.native.test_needs import FEW, POSITIONS, Both, rows
from tests.engine.native.test_told import CONSTRUCTS, PACKS, SETS, STRANGERS, named
from tests.engine.test_obstacle import TEXT
from tests.packs.roots_for_tests import folder, pack

Found = tuple[str, str, str] | None  # the need, words, the line of content

CROWDED = """
token coin "coin" "coins"
token gem "gem" "gems"
token rod "rod" "rods"
place hoard of tokens, seen by all, holds 90 coin + 9 gem + 9 rod
place purse per player of tokens, seen by all
place bench of tool, in order, seen by all
kind tool starts in bench { slot head: tool }
tool pick "Pick" { }
tool adze "Adze" { }
tool hoe "Hoe" { }
query held(p: player) -> bundle = purse(p)
query wanted_of(p: player) -> number = size(purse(p)) + 2
effect earn(p: player) { move up to (1 coin + 1 rod) from hoard to purse(p) }
menu work(me: player)
action rest in work { do { earn(me) } }
action doze in work { do { } }
action fit in work(t: tool in bench, other: tool in bench) {
  need differ: t is not other else "{t} cannot hold {other}"
  do { move t to other.head; move hoe to other.head }
}
action count in work(t: tool in bench) {
  do {
    move 3 coin from hoard to purse(me)
    ensure enough: size(purse(me)) >= 90 else "{me} has {held(me)} now with {t}, {before held(me)} before, of {before wanted_of(me)}"
  }
}
action count_later in work(t: tool in bench) {
  do {
    move 2 coin from hoard to purse(me)
    ask n: number in numbers(3)
    ensure enough: size(purse(me)) >= 90 + n else "{before bench}: {before held(me)} in {bench}, {n}"
  }
}
action pay in work { do { ask n: number in numbers(4); move 50 coin from purse(me) to hoard } }
main flow days { for p in players { for day in numbers(5) { choose work(p) } } }
"""


PAYING = """
trait ore "piece of ore" "pieces of ore"
token tin "tin" "tin" is ore
token iron "iron" "iron" is ore
token gem "gem" "gems"
place mine of tokens, seen by all, holds 9 tin + 3 iron + 4 gem
place purse per player of tokens, seen by all
purpose paying
stands gem for iron in paying
shape coins(p: player) { some of purse(p) }
price effect pay(what: want) { ask coin: cover what for paying from coins(me); move coin to mine }
menu work(me: player)
action rest in work { do { } }
action doze in work { do { move up to 1 gem from mine to purse(me) } }
action a in work { do { pay 1 ore + 1 tin + 1 gem } }
action b in work { do { pay 2 iron + 1 ore } }
action c in work { do { pay 2 different ore + 2 gem } }
action d in work { do { pay 1 ore + 2 iron + 2 tin } }
action e in work { do { move 99 ore at random from mine to purse(me) } }
action f in work { do { pay 1 tin; pay 1 ore; pay 1 ore } }
main flow days { for p in players { move up to (1 tin + 1 iron) from mine to purse(p)  for day in numbers(6) { choose work(p) } } }
"""


def expected(question: Question, found: Obstacle | None) -> Found:
    if found is None:
        return None
    lines = question.table.telling.form.lines
    return found.need, found.words, lines[found.line].place if found.line >= 0 else ""


def heard(both: Both, is_found: int) -> Found:
    told = both.listener.hear()
    assert bool(is_found) or not told.obstacles
    if not is_found:
        return None
    if not told.obstacles:
        return "", "", ""
    (first,) = told.obstacles
    need = first.need if isinstance(first, Refused) else ""
    return need, in_words(first, both.instance.table.wording), first.span.place


def pairs(both: Both, few: int = FEW) -> Iterator[tuple[Found, Found]]:
    """What is in the way of each deed: as cells have it, and as words do."""
    question, table, instance = both.game.question, both.game.table, both.instance
    names, begin = table.telling.names, table.telling.begin
    for number in [*table.menu_actions.get(question.info.menu, ()), *question.free]:
        action, given = question.action(number), question.given(number)
        rule = names["ACTION_RULES"][question.action_number(number)]
        for values in rows(question, number, few=few):
            if len(values) < question.width(number) or not is_allowed(question, number, values):
                continue
            args = (*given, *values)
            old = obstacle(table, table.telling.scratch(question.g), lambda state, r=rule, a=args: begin(state, r, a))  # type: ignore[misc]
            g = both.load()
            found = instance.call(action_obstacle, g, question.action_number(number), both.row(action, given, values))
            yield expected(question, old), heard(both, found)
    if question.info.sort != "menu":
        for values in rows(question, -1, few=few):
            if values:
                yield answered(both, question, -1, values)
    elif question.info.can_stop:
        yield answered(both, question, STOP, ())


def is_allowed(question: Question, number: int, values: tuple[Any, ...]) -> bool:
    names, action, given = question.table.telling.names, question.action(number), question.given(number)
    return all(
        names[made_names.need_test(action.name, at)](question.g, *given, *values[: need.depth])
        for at, need in enumerate(action.needs)
    )


def answered(both: Both, question: Question, number: int, values: tuple[Any, ...]) -> tuple[Found, Found]:
    trial = question.g.copy()
    trial.trial = True
    answer = question.whole(number, values)
    old = obstacle(question.table, trial, lambda state: question.table.answer(state, answer, question.who))
    g = both.load()
    if number == STOP:
        held = both.values._numbers([STOP])
    else:
        assert question.info.type is not None or question.info.sort == "branches"
        held = both.values.held(values[0], question.info.type) if question.info.type is not None else values[0]
    found = both.instance.call(answer_obstacle, g, held, question.who)
    return expected(question, old), heard(both, found)


def compare(both: Both, positions: int) -> set[Found]:
    found: set[Found] = set()
    for _ in range(positions):
        if not both.go_on(both.rnd.randrange(1, 12)):
            break
        found |= told_alike(both)
    return found


def told_alike(both: Both, few: int = FEW) -> set[Found]:
    found = list(pairs(both, few))
    for one, other in found:
        assert one == other
    return {one for one, _ in found}


@pytest.mark.parametrize(("packs", "seats"), SETS, ids=named)
def test_the_first_obstacle_is_the_same(packs: tuple[str, ...], seats: int) -> None:
    found = compare(Both(packs, seats, seed=seats), POSITIONS)
    if packs in PACKS[:2]:
        assert len(found - {None}) >= 2


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize(("name", "text", "least"), [("ores", TEXT, 8), ("tools", CROWDED, 4), ("payers", PAYING, 6)])
def test_all_sorts_of_obstacles_are_told(tmp_path: Path, name: str, text: str, least: int, native: bool) -> None:
    both = Both((str(folder(tmp_path, pack(name, text))),), 1, seed=1, native=native)
    found = told_alike(both)
    for _ in range(3):
        if both.go_on(1):
            found |= told_alike(both)
    assert len(found - {None}) >= least, found


def test_what_is_only_tried_is_told_to_nobody_who_listens_to_the_game(tmp_path: Path) -> None:
    both = Both((str(folder(tmp_path, pack("payers", PAYING))),), 1, seed=1)
    for _ in range(4):
        both.listener.listen()
        both.go_on(1)
        assert both.listener.hear().obstacles == ()


def test_a_message_for_which_there_is_no_room_is_not_told_at_all(tmp_path: Path) -> None:
    both = Both((str(folder(tmp_path, pack("tools", CROWDED))),), 1, seed=1)
    number = next(at for at, action in enumerate(both.game.table.program.actions) if action.name == "count")

    def told_in(room: int) -> list[int]:
        g, question = both.load(), both.game.question
        row = both.row(question.action(number), question.given(number), (0,))
        both.listener.listen()
        with using(both.instance.memory):
            told = Machine(MACHINE).told
            told.top = start = told.end - room
            assert both.instance.call(action_obstacle, g, number, row)
            return list(both.instance.memory.seen[8][start : told.top].tolist())

    whole = told_in(TOLD)
    (refused,) = both.listener.reads.told(whole, is_cut=False).obstacles
    assert isinstance(refused, Refused) and len(refused.parts) == 9
    assert told_in(len(whole)) == whole
    for room in range(len(whole)):
        assert both.listener.reads.told(told_in(room), is_cut=True).obstacles == ()


@pytest.mark.parametrize("native", [True, False])
def test_what_is_under_way_already_is_told(native: bool) -> None:
    both = Both((CONSTRUCTS,), 2, seed=1, native=native)
    both.play("strike court_bell")
    found = told_alike(both, few=20)
    assert "what Court bell does is under way already" in {each[1] for each in found if each is not None}


@pytest.mark.parametrize("packs", [(CONSTRUCTS,), (STRANGERS[0],)], ids=named)
def test_python_finds_the_same_where_there_is_nothing_quicker(packs: tuple[str, ...]) -> None:
    compare(Both(packs, 2, seed=1, native=False), 4)

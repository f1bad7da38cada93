"""The same laws for the rules of packs, in positions of random games."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import ANY, ASK, MOVE, OF, READ, Summary, commute
from kfdsl.engine.rules.table import Impossible, Table
from kfdsl.engine.words.state import State
from kfdsl.program import core
from kfdsl.program.types import Type
from tests.analysis.other_positions import other_positions
from tests.analysis.small_programs import all_that_is, every_answer
from tests.laws.games_for_laws import CONSTRUCTS, NAMES, rules_of, some_positions, subsets, walk
from tests.test_strangers import FOLDERS, STRANGERS

PACKS = [CONSTRUCTS, *(str(STRANGERS / folder) for folder in FOLDERS)]
EARLY = range(2, 82, 20)  # after so many parts of answers
SHIPPED = [subsets()[-1], (CONSTRUCTS,)]
POSITIONS, PAIRS = 3, 600
each_of_shipped = pytest.mark.parametrize("packs", SHIPPED, ids=lambda packs: Path(packs[-1]).name)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: Path(pack).name)
def test_a_rule_of_a_pack_never_fails_if_it_is_sure_and_touches_what_it_is_said_to_touch(pack: str) -> None:
    rules = rules_of(pack)
    facts, begun = rules.facts, rules.new_game(NAMES[: rules.seats[0]], seed=0)
    deeds, dice, sure = facts.deeds, random.Random(0), 0
    for game in islice(walk(begun, 0), EARLY.start, EARLY.stop, EARLY.step):
        for rule in game.table.program.rules:
            args = arguments(game.table, rule.params, dice)
            if args is None:
                continue
            end = apart(game.state)
            succeeded = carried_out(game.table, end, rule, args, dice)
            sure += facts.can_fail.sure(rule.name)
            assert succeeded or not facts.can_fail.sure(rule.name), (rule.span.place, args)
            summary = deeds.rules[rule.name]
            touched = {effect.what for effect in summary if effect.deed != READ}
            anything = any(effect.deed == MOVE and effect.what.startswith(OF) for effect in summary)
            for cell, before, after in zip(game.table.layout.cells, game.state.cells, end.cells, strict=True):
                if succeeded and before != after and cell.sort in ("tokens", "cards", "var"):
                    assert cell.name in touched or (anything and cell.sort != "var"), (rule.span.place, cell.name)
    assert sure, "no rule is sure"


@each_of_shipped
def test_rules_of_packs_that_come_to_something_else_in_another_order_are_not_called_independent(
    packs: tuple[str, ...],
) -> None:
    facts, dice, found = rules_of(*packs).facts, random.Random(0), 0
    deeds = facts.deeds
    rules = [each for each in facts.calls.rules.values() if facts.can_fail.sure(each.name) and not _stops(each, deeds)]
    for game in some_positions(packs, 0, POSITIONS):
        handed = [(rule, args) for rule in rules if (args := arguments(game.table, rule.params, dice)) is not None]
        for _ in range(PAIRS):
            pair = dice.sample(handed, 2)
            ends = []
            for order in pair, pair[::-1]:
                end = apart(game.state)
                done = [carried_out(game.table, end, rule, args, dice) for rule, args in order]
                ends.append((sorted(done), all_that_is(game.table, end)))
            if ends[0] != ends[1]:
                one, other = (_done(rule, deeds) for rule, _ in pair)
                assert not commute(one, other, deeds.reads.places), [(rule.span.place, args) for rule, args in pair]
                found += 1
    assert found, "no order matters"


@each_of_shipped
def test_what_a_query_of_a_pack_does_not_read_does_not_change_its_answer(packs: tuple[str, ...]) -> None:
    deeds, dice, found = rules_of(*packs).facts.deeds, random.Random(0), 0
    for game in some_positions(packs, 0, POSITIONS):
        for query in game.table.program.queries:
            args = arguments(game.table, query.params, dice)
            if args is None:
                continue
            answer = game.table.query(game.state, query.name, *args)
            seats = {name: arg for (name, type_), arg in zip(query.params, args, strict=True) if type_.head == "player"}
            summary = deeds.of_query(query.name)
            for at in _cells_of_each_name(game.table, game.state, args, dice):
                others = list(other_positions(game.table, game.state, summary, seats, (at,)))
                for other, what in dice.sample(others, min(2, len(others))):
                    assert game.table.query(other, query.name, *args) == answer, (query.span.place, args, what)
                    found += 1
    assert found


def _cells_of_each_name(table: Table, state: State, args: tuple[int, ...], dice: random.Random) -> list[int]:
    """A cell of each place and variable: where there is a choice, of a card that is asked about, or one that is in play."""
    by_name: dict[tuple[str, str], list[int]] = {}
    for at, cell in enumerate(table.layout.cells):
        by_name.setdefault((cell.sort, cell.name), []).append(at)
    found = []
    for cells in by_name.values():
        near = [at for at in cells if table.layout.cells[at].card in args]
        used = [at for at in cells if state.cells[at] != table.layout.first[at]]
        found += [dice.choice(some) for some in (near, used, cells) if some]
    return found


def apart(state: State) -> State:
    """A copy in which nothing is under way."""
    other = state.copy()
    other.apart, other.frame, other.ask = None, None, -1
    return other


def _stops(rule: core.RuleDef, deeds: Deeds) -> bool:
    return any(effect.deed == ASK for effect in deeds.rules[rule.name])


def _done(rule: core.RuleDef, deeds: Deeds) -> Summary:
    """What a rule does with what it is handed, of which nothing is known."""
    handed = tuple(core.Local(name=name, type=type_, span=rule.span) for name, type_ in rule.params)
    call = core.CallRule(rule=rule.name, args=handed, span=rule.span)
    return deeds.of(call, {name: ANY for name, _ in rule.params})


def arguments(table: Table, params: tuple[tuple[str, Type], ...], dice: random.Random) -> tuple[int, ...] | None:
    """What a rule or query may be handed, at random; None if it wants more than players and cards."""
    found = []
    for _, type_ in params:
        if type_.head == "player":
            found.append(dice.randrange(table.layout.players))
        elif type_.head == "card":
            cards = [card for card in range(len(table.numbering.cards)) if table.numbering.is_a(card, type_.name)]
            if not cards:
                return None
            found.append(dice.choice(cards))
        else:
            return None
    return tuple(found)


def carried_out(table: Table, state: State, rule: core.RuleDef, args: tuple[int, ...], dice: random.Random) -> bool:
    """Do something up to its end or to the next menu, asks answered at random; answers whether that succeeded."""
    table.fill()
    try:
        table.begin(state, rule.name, *args)
        table.run(state)
        while state.ask >= 0 and table.ask(state).sort not in ("menu", "branches") and not table.ask(state).sealed:
            if state.at_once is not None:
                return True
            answers = every_answer(table, state)
            if not answers:
                return False
            table.answer(state, dice.choice(answers), table.asked(state))
    except Impossible:
        return False
    return True

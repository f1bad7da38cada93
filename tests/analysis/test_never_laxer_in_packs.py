"""The same laws for the rules of packs, in positions of random games."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import MOVE, OF, READ
from kfdsl.engine.machine.state import Impossible, Settled, State
from kfdsl.engine.rules.table import Table
from kfdsl.program import core
from tests.analysis.small_programs import every_answer
from tests.laws.games_for_laws import CONSTRUCTS, NAMES, rules_of, walk
from tests.test_strangers import FOLDERS, STRANGERS

PACKS = [CONSTRUCTS, *(str(STRANGERS / folder) for folder in FOLDERS)]
EARLY = range(2, 82, 20)  # after so many parts of answers


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: Path(pack).name)
def test_a_rule_of_a_pack_never_fails_if_it_is_sure_and_touches_what_it_is_said_to_touch(pack: str) -> None:
    rules = rules_of(pack)
    facts, begun = rules.code.facts, rules.new_game(NAMES[: rules.seats[0]], seed=0)
    deeds, dice, sure = Deeds(facts.calls), random.Random(0), 0
    for game in islice(walk(begun, 0), EARLY.start, EARLY.stop, EARLY.step):
        for rule in game.table.program.rules:
            args = arguments(game.table, rule, dice)
            if args is None:
                continue
            end = game.state.scratch()
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


def arguments(table: Table, rule: core.RuleDef, dice: random.Random) -> tuple[int, ...] | None:
    """What a rule may be handed, at random; None if it wants more than players and cards."""
    found = []
    for _, type_ in rule.params:
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
    state.trial = False
    try:
        table.quiet.start(state, table.program.rules.index(rule), args)
        table.quiet.run(state)
        while state.ask >= 0 and table.ask(state).sort not in ("menu", "branches") and not table.ask(state).sealed:
            if state.apart is not None:
                return True
            answers = every_answer(table, state)
            if not answers:
                return False
            table.answer(state, dice.choice(answers))
            table.quiet.run(state)
    except Settled:
        return True
    except Impossible:
        return False
    return True

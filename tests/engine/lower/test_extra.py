"""Expressions outside the rules are worth the same in both forms, and say where they would take too much room."""

from __future__ import annotations

import pytest

import kfdsl
from kfdsl.engine.lower.extra import LISTS
from kfdsl.program import core
from tests.engine.native.in_step import twins
from tests.laws.games_for_laws import rules_of


def expressions() -> list[core.Expr]:
    """What the first examples of the base pack look at."""
    checks = [part for example in rules_of("keyflower").examples()[:60] for part in example.parts]
    return [part.expr for part in checks if isinstance(part, core.CheckDef) and part.expr is not None]


def test_both_forms_of_rules_evaluate_them_alike() -> None:
    native, plain = twins(("keyflower",), 3, seed=2)
    asked = [expr for expr in expressions() if expr.type.head in ("bool", "bundle", "number", "list")]
    assert len(asked) > 30
    for expr in asked:
        native.table.fill()
        plain.table.fill()
        assert native.table.evaluate(expr, native.state) == plain.table.evaluate(expr, plain.state)


def test_there_is_always_room_for_lists_beside_them() -> None:
    game, _ = twins(("keyflower",), 3, seed=2)
    table = game.table
    for number in range(70_000):
        table.made.tables.numbers((1 << 40, number))
        if table.made.tables.end > 80_000 - LISTS:
            break
    with pytest.raises(kfdsl.TooMany, match="more room than there is"):
        table.evaluate(expressions()[0], game.state)

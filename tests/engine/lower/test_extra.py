"""Expressions outside the rules mean the same in flat form as they do in the examples that they stand in."""

from __future__ import annotations

from typing import Any

import pytest
from kfdsl.engine.native.instance import Instance, Made, make

from kfdsl.engine.flat.memory import Rows, using
from kfdsl.engine.flat.print_python import add
from kfdsl.engine.library.machine import MACHINE, Line, Machine
from kfdsl.engine.library.machine import State as Header
from kfdsl.engine.lower.expr.words import COMPARE
from kfdsl.engine.lower.extra import Extras, laid
from kfdsl.engine.rules.table import Table
from kfdsl.examples.playing import Playing
from kfdsl.examples.run import run
from kfdsl.program import core
from tests import shipped_packs
from tests.engine.lower.words_of_state import Values, write_state
from tests.laws.games_for_laws import FULL

ROOM = 1 << 16  # numbers for texts of states and for what is tried


class Evaluating:
    """Evaluates expressions over states that are written as words."""

    def __init__(self, table: Table) -> None:
        made = make(table, native=False)
        self.instance = Instance(table, made=Made(made.lowered))
        self.extras = Extras(made.lowered, table.code.facts)
        self.count = 0

    def value(self, at: Playing, expr: core.Expr) -> Any:
        instance, lowered = self.instance, self.extras.lowered
        g, size = instance.room, lowered.layout.size
        self.count += 1
        extra = self.extras.write(f"x{self.count}", expr)
        laid(lowered, instance.memory)
        values = Values(lowered, instance.memory, g + size)
        write_state(lowered, instance.memory, g, at.game.state, values)
        instance.clear(g + size + ROOM)
        with using(instance.memory):
            state = Header(g)
            state.top, state.bottom, state.parts, state.trial = lowered.layout.frames_at, lowered.layout.frames_at, 0, 0
            state.lines = len(at.game.state.sheet)
            for line, (player, points, *_) in zip(
                Rows(Line, g + lowered.layout.sheet_at).first(state.lines), at.game.state.sheet, strict=True
            ):
                line.player, line.points = player, points
            Machine(MACHINE).steps = at.table.limits.steps
        add({extra.function.name: extra.function}, instance.functions)
        found = instance.functions[extra.function.name](g)
        return values.read(int(found), extra.type)


@pytest.mark.parametrize("pack", shipped_packs.names() if FULL else shipped_packs.names()[:2])
def test_expressions_of_examples_are_worth_the_same(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = shipped_packs.alone(pack)
    found: list[str] = []
    known: dict[int, Evaluating] = {}
    plain = Playing.value

    def value(at: Playing, expr: core.Expr) -> Any:
        players = at.table.layout.players
        if players not in known:
            known[players] = Evaluating(at.table)
        sides = expr.args if isinstance(expr, core.Prim) and expr.word in COMPARE else ()
        for part in (expr, *(side for side in sides if side.type.head != "none")):
            expected = plain(at, part)
            if not isinstance(part, core.Const):
                assert known[players].value(at, part) == expected, part.span
                found.append(repr(expected))
        return plain(at, expr)

    monkeypatch.setattr(Playing, "value", value)
    examples = rules.program.examples
    for example in examples if FULL else examples[::4]:
        assert run(rules.table(len(example.players)), example) is None
    assert len(found) > 50
    assert len(set(found)) > 10, "examples say too little"

"""How much code is made of a text: never more than in proportion to it."""

from __future__ import annotations

import pytest

from kfdsl.engine.flat.print_python import python_text
from kfdsl.engine.rules.table import Table
from kfdsl.program.numbering import Numbering
from tests.lang.loading import load

YARD = """
token clay "clay" "clay"
place pit of tokens, seen by all, holds 20 clay
menu work(me: player)
action rest in work { do { dig(pick) } }
open query pick() -> number = size(pit)
effect dig(much: number) { if much > 3 { move all clay from pit to pit } }
main flow day { evening: choose work(seat(1)) }
"""
# Each has a short way through: what surely takes more steps than there are is refused.
CHAINS = {
    "queries that ask another twice": (
        "q0() -> number = size(pit)",
        "q{n}() -> number = if pit has clay then q{m}() + q{m}() else 0",
    ),
    "queries that hand on what they get": (
        "q0(a: number) -> number = a + size(pit)",
        "q{n}(a: number) -> number = if a > 3 then q{m}(a) + q{m}(a) else 0",
    ),
    "conditions": ("q0() -> bool = pit has clay", "q{n}() -> bool = q{m}() and not q{m}() or q{m}()"),
}


@pytest.mark.parametrize("first,more", CHAINS.values(), ids=CHAINS)
def test_queries_that_ask_each_other_cost_code_in_proportion_to_their_text(first: str, more: str) -> None:
    def size(depth: int) -> int:
        texts = [first, *(more.format(n=n, m=n - 1) for n in range(1, depth + 1))]
        program, report = load(
            YARD.replace("dig(pick)", "dig(pick())") + "".join(f"open query {text}\n" for text in texts)
        )
        assert program is not None, report.diagnostics
        return len(python_text(Table(Numbering(program), 2).made.functions))

    few, many = size(10), size(40)
    assert many < 5 * few

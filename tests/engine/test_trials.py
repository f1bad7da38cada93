"""What is tried leaves nothing behind."""

from __future__ import annotations

import gc
from pathlib import Path

import kfdsl
from kfdsl.engine.choices.possible import would_work
from kfdsl.engine.choices.question import Question
from kfdsl.engine.words.state import State
from tests.packs.roots_for_tests import folder, pack

POOR = """
token coin
place bank of tokens, seen by all, holds 9 coin
place purse per player of tokens, seen by owner
menu deal(me: player)
action spend in deal { do { move 2 coin from purse(me) to bank } }
action wait in deal { }
action doze in deal { }
main flow day { for p in players { choose deal(p) } }
"""


def test_what_turned_out_impossible_is_not_kept_in_memory(tmp_path: Path) -> None:
    game = kfdsl.load(folder(tmp_path, pack("poor", POOR))).new_game(["Ann", "Ben"])
    number = next(n for n, action in enumerate(game.table.program.actions) if action.name == "spend")

    def tried() -> int:
        for _ in range(10):
            game.table.fill()
            assert not would_work(Question(game.table, game.state), number, ())
        gc.collect()
        return sum(isinstance(each, State) for each in gc.get_objects())

    assert tried() == tried()

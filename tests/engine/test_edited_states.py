"""What Python changes in a state counts, wherever the state lies."""

from __future__ import annotations

import pytest

import kfdsl
from kfdsl.program import made_names


@pytest.mark.parametrize("settles", [False, True])
def test_the_engine_goes_on_from_what_was_changed(settles: bool) -> None:
    game = kfdsl.load("keyflower").new_game(["Ann", "Ben"], seed=3)
    table, layout = game.table, game.table.layout
    assert game.choices()  # it lies in memory now
    screen = layout.tables[made_names.place_cells("screen")]
    nothing = tuple(0 for _ in table.numbering.tokens)
    game.state.cells[screen + game.seat] = nothing
    if settles:
        game.state.copy()
    game.forget()
    offered = {choice.notation.split()[0] for choice in game.choices()}
    assert "bid" not in offered and "use" not in offered, "who has no pieces can put none"

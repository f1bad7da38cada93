"""How many tokens there are in all; pieces are never made, so what places hold at the start is all.

In:   a Program.      Out:  each place, and how many tokens its cells hold together.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from kfdsl.program import core


def held_at_start(program: core.Program) -> Iterator[tuple[core.PlaceDef, int]]:
    """Each place with what it holds; none of them is somebody's, so their number does not depend on who plays."""
    sizes = {"token": len(program.tokens), **{each.name: len(each.names) for each in program.values}}
    for place in program.places:
        held = sum(count for count, _, _ in place.holds)
        yield place, held * prod(sizes[each] for each in place.per) if held else 0

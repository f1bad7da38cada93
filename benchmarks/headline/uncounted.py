"""The same rules without counting any steps: what the budget of a choice costs.

In:   rules, how many players, a printer.      Out:  a way of playing; it is never used but to be compared with.
"""

from __future__ import annotations

from dataclasses import fields
from unittest.mock import patch

from benchmarks.headline.playing import Outcome, Play, seeds_of, timed
from kfdsl.api import Rules
from kfdsl.engine.flat.form import Const, Function, Module, Return
from kfdsl.engine.flat.read.sources import flat_name, params_of
from kfdsl.engine.library.values import charge
from kfdsl.engine.lower.library import LIBRARY
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.lower.writer import Writer
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.rules.table import Table


class Uncounted(Lowered):
    """Rules whose own functions come before those of the library: one that counts nothing is among them."""

    @property
    def module(self) -> Module:
        return LIBRARY.needed(self.library) | self.functions


def without_counting(rules: Rules, players: int, is_native: bool) -> Play:
    """Games at random by rules that count no steps."""
    table = Table(rules.numbering, players, rules.limits, lambda: rules.facts)
    with patch.object(Writer, "charge", lambda *_: None):
        made = table.lowered()
    name = flat_name(charge)
    nothing = {name: Function(name, params_of(charge), (Return(Const(0)),))}
    kept = {each.name: getattr(made, each.name) for each in fields(made)}
    table.__dict__["made"] = Uncounted(**kept | {"functions": made.functions | nothing})
    player = Player(table, is_native=is_native)

    def play(numbers: range) -> list[Outcome]:
        played = (player.play(seed, ["random"] * players) for seed in seeds_of(numbers))
        return [(each.points, each.choices) for each in played]

    return timed(play)

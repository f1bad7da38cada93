"""An example under way.

In:   a table, an example and its game.      Out:  Playing, and Fails for what does not hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kfdsl.engine.play.game import Game, Line
from kfdsl.engine.rules.table import Table
from kfdsl.program import core, made_names
from kfdsl.text.diagnostic import Aside
from kfdsl.text.source import Span

if TYPE_CHECKING:
    from kfdsl.examples.story import Story


class Fails(Exception):
    """An example that does not hold: where, and what was found."""

    def __init__(self, span: Span, label: str, note: str = "", asides: tuple[Aside, ...] = ()) -> None:
        super().__init__(label)
        self.span, self.label, self.note, self.asides = span, label, note, asides


class Playing:
    """The game of an example, as far as it has come."""

    def __init__(self, table: Table, example: core.ExampleDef, game: Game, story: Story | None = None) -> None:
        self.table = table
        self.story = story  # that is told meanwhile, if anybody wants to hear it
        self.example = example
        self.game = game
        self.last = ""  # move, in words
        self.silent: list[Line] = []  # answers that were the only ones, since the last move

    def value(self, expr: core.Expr) -> Any:
        """An expression in the position as it is."""
        if isinstance(expr, core.Const):  # most are, and nothing has to be compiled for them
            return self.table.numbering.literal(expr.value, expr.type)
        self.table.fill()
        return self.table.evaluate(expr, self.game.state)

    def cell(self, target: core.PlaceAt | core.VarOf) -> int:
        """The cell that is given."""
        layout, args = self.table.layout, [self.value(arg) for arg in target.args]
        definition: core.PlaceDef | core.VarDef
        if isinstance(target, core.VarOf):
            definition = self.table.numbering.vars[target.var]
            first = layout.tables[made_names.var_cells(target.var)]
        else:
            definition = self.table.numbering.places[target.place]
            first = layout.tables[made_names.place_cells(target.place)]
        first = int(first[args.pop(0)] if definition.owner else first)
        if isinstance(definition, core.PlaceDef) and definition.per_corner:
            return int(first + args[0] - 1)
        return int(first + layout.in_row(definition.per, args))

    def asked(self) -> str:
        """Who is to act, in words."""
        who = self.game.to_act
        return f"it is {' and '.join(who)} who {'is' if len(who) == 1 else 'are'} asked" if who else "the game is over"

"""What content can tell about a card that lies open: queries that everybody could answer.

In:   a table.      Out:  for a card, the names of such queries and their answers in words.
A query is taken if it asks about one card, answers with a player or with tokens, and reads nothing that is hidden from somebody.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.analysis.effects import Summary
from kfdsl.analysis.reads import look_all
from kfdsl.analysis.scope import Scope
from kfdsl.engine.machine.bundles import bits
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.program import core, made_names
from kfdsl.program.types import TOKEN, Type


class Facts:
    """The open queries of a program."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.first = table.state(table.layout.first, 0)
        self.deeds = table.facts.deeds
        self.places = self.deeds.reads.places
        self.open = [query for query in table.program.queries if _is_about_a_card(query) and self.is_open(query)]
        self.chosen_from = {
            menu: self._chosen_from(menu) for menu in (None, *(menu.name for menu in table.program.menus))
        }

    def about(self, game: Game, card: int) -> Iterator[tuple[str, str]]:
        """What is known about a card, a name and an answer each; what was so before the game began tells nothing."""
        for query in self.open:
            kind = query.params[0][1].name
            if not self.table.numbering.is_a(card, kind):
                continue
            value = self.table.query(game.state, query.name, card)
            if value is not None and value != self.table.query(self.first, query.name, card):
                yield made_names.in_words(query.name), self._words(game, value, query.result)

    def is_open(self, query: core.QueryDef) -> bool:
        """Whether everything that a query looks at is seen by all."""
        return all(self.places[name].seen == "all" for name in self._places(self.deeds.of_query(query.name)))

    def looked_at(self, expr: core.Expr | None) -> set[str]:
        """The places that an expression looks at, through queries as well."""
        found: Summary = {}
        look_all((expr,), Scope(self.deeds.reads), found)
        return self._places(found)

    def _chosen_from(self, menu: str | None) -> frozenset[str]:
        """The places whose cards some action can be about, of one menu or of any."""
        shapes = {shape.name: shape for shape in self.table.program.shapes}
        params = [
            param for action in self.table.program.actions if menu in (None, action.menu) for param in action.params
        ]
        trees = [param.items for param in params]
        trees += [
            items
            for param in params
            if param.shape
            for clause in shapes[param.shape].clauses
            for _, items in clause.binders
        ]
        return frozenset().union(*map(self.looked_at, trees))

    def _places(self, summary: Summary) -> set[str]:
        return {effect.what for effect in self.deeds.in_full(summary) if effect.what in self.places}

    def _words(self, game: Game, value: int, type_: Type) -> str:
        if _inner(type_).head == "player":
            return game.names[value]
        return ", ".join(self.table.wording.noun(token, 1) for token in bits(value)) or "nothing"


def _is_about_a_card(query: core.QueryDef) -> bool:
    is_told = _inner(query.result).head == "player" or (query.result.head == "set" and query.result.inner == TOKEN)
    return is_told and len(query.params) == 1 and query.params[0][1].head == "card"


def _inner(type_: Type) -> Type:
    return type_.inner if type_.head == "maybe" and type_.inner else type_

"""What content can tell about a card that lies open: queries that everybody could answer.

In:   a table.      Out:  for a card, the names of such queries and their answers in words.
A query is taken if it asks about one card, answers with a player or with tokens, and reads nothing that is hidden from somebody.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.engine.machine.runtime import bits
from kfdsl.engine.machine.state import State
from kfdsl.engine.play.game import Game
from kfdsl.engine.rules.table import Table
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions
from kfdsl.program.types import TOKEN, Type


class Facts:
    """The open queries of a program."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.first = State(list(table.layout.first), 0)
        self.queries = {query.name: query for query in table.program.queries}
        self.open = [query for query in table.program.queries if _is_about_a_card(query) and self.is_open(query.body)]
        self.chosen_from = {
            menu: self._chosen_from(menu) for menu in (None, *(menu.name for menu in table.program.menus))
        }

    def about(self, game: Game, card: int) -> Iterator[tuple[str, str]]:
        """What is known about a card, a name and an answer each; what was so before the game began tells nothing."""
        for query in self.open:
            kind = query.params[0][1].name
            if not self.table.numbering.is_a(card, kind):
                continue
            ask = self.table.quiet.names[made_names.query(query.name)]
            value = ask(game.state, card)
            if value is not None and value != ask(self.first, card):
                yield query.name.replace("_", " "), self._words(game, value, query.result)

    def is_open(self, expr: core.Expr) -> bool:
        """Whether everything that an expression reads is seen by all."""
        places = self.table.numbering.places
        return all(places[name].seen == "all" for name in self.places(expr)) and not any(
            isinstance(part, core.Trial) for part in self.parts(expr)
        )

    def places(self, expr: core.Expr | None) -> set[str]:
        """The places that an expression reads, through queries as well."""
        found: set[str] = set()
        for part in self.parts(expr):
            match part:
                case core.PlaceAt():
                    found.add(part.place)
                case core.PlacesWith():
                    found |= {place.name for place in self.table.program.places if part.trait in place.traits}
                case core.Prim() if part.word == "owner":  # who has a card is known where all such places are
                    found |= {place.name for place in self.table.program.places if place.content and place.per_player}
        return found

    def parts(self, expr: core.Expr | None) -> Iterator[core.Expr]:
        """An expression and everything below it, queries that it asks included, each once."""
        asked: set[str] = set()
        waiting = [expr]
        while waiting:
            for part in expressions(waiting.pop()):
                yield part
                if isinstance(part, core.Ask) and part.query not in asked:
                    asked.add(part.query)
                    waiting.append(self.queries[part.query].body)

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
        return frozenset().union(*map(self.places, trees))

    def _words(self, game: Game, value: int, type_: Type) -> str:
        if _inner(type_).head == "player":
            return game.names[value]
        return ", ".join(self.table.wording.noun(token, 1) for token in bits(value)) or "nothing"


def _is_about_a_card(query: core.QueryDef) -> bool:
    is_told = _inner(query.result).head == "player" or (query.result.head == "set" and query.result.inner == TOKEN)
    return is_told and len(query.params) == 1 and query.params[0][1].head == "card"


def _inner(type_: Type) -> Type:
    return type_.inner if type_.head == "maybe" and type_.inner else type_

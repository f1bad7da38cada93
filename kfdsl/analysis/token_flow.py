"""Which tokens can ever lie in a place.

In:   a Program.      Out:  TokenFlow: for each place, all tokens that it begins with or that some move may bring.
The answer is generous, never too small. It tells where counting a part is no more than counting the whole.
"""

from __future__ import annotations

from kfdsl.program import core
from kfdsl.program.core.walk import statements


def named_tokens(program: core.Program) -> dict[str, frozenset[str]]:
    """The tokens that a name speaks of: a token, or all that have a trait."""
    named: dict[str, frozenset[str]] = {}
    for token in program.tokens:
        for name in (token.name, *token.traits):
            named[name] = named.get(name, frozenset()) | {token.name}
    return named


class TokenFlow:
    """Answers about a program, worked out once."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.named = named_tokens(program)
        self.held = {place.name: self.entries(place.holds) for place in program.places}
        moves = [
            stmt
            for rule in program.rules
            for stmt in statements(rule.body)
            if isinstance(stmt, core.Move) and stmt.target.type.head == "bundle"
        ]
        while sum(self._bring(move) for move in moves):
            pass

    def entries(self, entries: tuple[tuple[int, str, bool], ...]) -> frozenset[str]:
        """The tokens that written amounts speak of."""
        return frozenset[str]().union(*(self.named.get(name, frozenset()) for _, name, _ in entries))

    def covers(self, names: frozenset[str] | None, places: tuple[str, ...]) -> bool:
        """Whether some tokens (None: all there are) are everything that can lie in places."""
        return names is None or all(self.held[place] <= names for place in places)

    def spoken(self, what: core.Expr | None, only: str) -> frozenset[str] | None:
        """The tokens that a move or a filter is about; None if nothing is left out, or nobody can say."""
        if only:
            return self.named.get(only, frozenset())
        if isinstance(what, core.Const) and isinstance(what.value, tuple):
            return self.entries(what.value)
        if isinstance(what, core.Prim) and what.word == "only":
            return self.named.get(what.data, frozenset())
        return None

    def _bring(self, move: core.Move) -> bool:
        """Let a move bring what it may; answers whether that was news."""
        assert isinstance(move.target, core.PlaceAt)
        arriving = self._source(move.source)
        names = self.spoken(move.what, move.only)
        arriving = arriving if names is None else arriving & names
        before = self.held[move.target.place]
        self.held[move.target.place] = before | arriving
        return not arriving <= before

    def _source(self, source: core.Expr | None) -> frozenset[str]:
        if isinstance(source, core.PlaceAt):
            return self.held[source.place]
        if isinstance(source, core.PlacesWith):
            return frozenset[str]().union(
                *(self.held[place.name] for place in self.program.places if source.trait in place.traits)
            )
        return frozenset[str]().union(
            *(self._clause(clause) for shape in self.program.shapes for clause in shape.clauses)
        )

    def _clause(self, clause: core.ClauseDef) -> frozenset[str]:
        assert isinstance(clause.place, core.PlaceAt)
        held = self.held[clause.place.place]
        return held & self.named.get(clause.only, frozenset()) if clause.only else held

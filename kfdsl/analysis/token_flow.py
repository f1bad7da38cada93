"""Which tokens can ever lie in a place.

In:   a Program.      Out:  TokenFlow: for each place, all tokens that it begins with or that some move may bring.
The answer is generous, never too small. It tells where counting a part is no more than counting the whole.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from kfdsl.program import core
from kfdsl.program.core.walk import statements


def named_tokens(program: core.Program) -> dict[str, frozenset[str]]:
    """The tokens that a name speaks of: a token, or all that have a trait."""
    named: dict[str, list[str]] = {}
    for token in program.tokens:
        for name in (token.name, *token.traits):
            named.setdefault(name, []).append(token.name)
    return {name: frozenset(tokens) for name, tokens in named.items()}


class TokenFlow:
    """Answers about a program, worked out once."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.named = named_tokens(program)
        self.held = {place.name: self.entries(place.holds) for place in program.places}
        self._clauses = [clause for shape in program.shapes for clause in shape.clauses]
        self._picked_from = {each.place.place for each in self._clauses if isinstance(each.place, core.PlaceAt)}
        moves = [
            stmt
            for rule in program.rules
            for stmt in statements(rule.body)
            if isinstance(stmt, core.Move) and stmt.target.type.head == "bundle"
        ]
        self._spread(moves)

    def _spread(self, moves: list[core.Move]) -> None:
        """Let all moves bring what they may, and again those out of a place to which something came."""
        out_of: dict[str, list[int]] = {}
        for at, move in enumerate(moves):
            for place in self._sources(move.source):
                out_of.setdefault(place, []).append(at)
        waiting = deque(range(len(moves)))
        queued = set(waiting)
        while waiting:
            queued.discard(at := waiting.popleft())
            target = moves[at].target
            assert isinstance(target, core.PlaceAt)
            if self._bring(moves[at], target.place):
                more = [other for other in out_of.get(target.place, ()) if other not in queued]
                waiting.extend(more)
                queued.update(more)

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
        if isinstance(what, core.Prim) and what.word == "*":
            return self.spoken(what.args[1], "")
        if isinstance(what, core.Prim) and what.word == "-" and what.type.head == "bundle":
            return self.spoken(what.args[0], "")
        return None

    def _bring(self, move: core.Move, to: str) -> bool:
        """Let a move bring what it may; answers whether that was news."""
        arriving = self._source(move.source)
        names = self.spoken(move.what, move.only)
        arriving = arriving if names is None else arriving & names
        before = self.held[to]
        self.held[to] = before | arriving
        return not arriving <= before

    def _sources(self, source: core.Expr | None) -> Iterable[str]:
        """The places that a move may take from; a group may lie wherever one can be picked."""
        if isinstance(source, core.PlaceAt):
            return (source.place,)
        if isinstance(source, core.PlacesWith):
            return self._with_trait(source.trait)
        return self._picked_from

    def _source(self, source: core.Expr | None) -> frozenset[str]:
        if isinstance(source, core.PlaceAt | core.PlacesWith):
            return frozenset[str]().union(*(self.held[place] for place in self._sources(source)))
        return frozenset[str]().union(*map(self._clause, self._clauses))

    def _with_trait(self, trait: str) -> tuple[str, ...]:
        return tuple(place.name for place in self.program.places if trait in place.traits)

    def _clause(self, clause: core.ClauseDef) -> frozenset[str]:
        assert isinstance(clause.place, core.PlaceAt)
        held = self.held[clause.place.place]
        return held & self.named.get(clause.only, frozenset()) if clause.only else held

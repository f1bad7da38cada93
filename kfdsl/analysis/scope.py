"""What is known of locals, and of what has a name, where something is looked at.

In:   nothing; data, and what follows from it.      Out:  Reads and Scope, which reads fills.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.effects import ALL, ANY, BUT, SOMEBODY, UNKNOWN, Players, Summary, Value, but
from kfdsl.analysis.token_flow import TokenFlow
from kfdsl.program import core
from kfdsl.text.source import Span

Views = Mapping[str, Summary]  # what is looked at, by how closely the value is


class Reads:
    """What the queries, shapes and purposes of a program look at."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.flow = TokenFlow(calls.program)
        self.places = {place.name: place for place in calls.program.places}
        self.vars = {var.name: var for var in calls.program.vars}
        self.faced = {each.name for each in calls.program.fields if each.faced}
        self.queries: dict[str, tuple[Views, Value]] = {}  # what is looked at, and the answer
        self.shapes: dict[str, tuple[Summary, Value]] = {}
        self.purposes: dict[str, Summary] = {}

    def may_lie(self, card: str, place: core.PlaceDef) -> bool:
        """Whether a card of a kind or trait may lie in a place."""
        return any(card in traits and place.content in traits for traits in self.calls.kinds.values())


@dataclass(frozen=True, slots=True)
class Scope:
    """What is known of locals at one point: whose they are, and what was looked at for them."""

    reads: Reads
    values: Mapping[str, Value] = field(default_factory=dict)
    lets: Mapping[str, Views] = field(default_factory=dict)

    def bind(self, name: str, value: Value, span: Span | None = None) -> Scope:
        """With a local that stands for an item; a player among several has a name that nobody else has."""
        if span is not None:
            own = f"{name} {span.source.name} {span.start}"
            some = next(iter(value.players)) if len(value.players) == 1 else ""
            if SOMEBODY in value.players:
                value = replace(value, players=frozenset({own}))
            elif some.startswith(BUT) and some.endswith("|"):  # one of all but a certain player
                value = replace(value, players=frozenset({some + own}))
        return replace(self, values={**self.values, name: value}, lets={**self.lets, name: {ALL: {}}})

    def value(self, local: core.Local) -> Value:
        """Whose a local is."""
        return self.values.get(local.name, ANY)

    def bind_value(self, name: str, value: Value) -> Scope:
        """With a local of which more is known than before."""
        return replace(self, values={**self.values, name: value})

    def same(self, one: Players, other: Players) -> Scope:
        """Two players are the same: both are called by the name that says most."""
        kept = min(one, other, key=_says_less)
        if SOMEBODY in kept or len(kept) != 1:
            return self
        values = {
            name: replace(value, players=kept) if value.players in (one, other) and value.players != UNKNOWN else value
            for name, value in self.values.items()
        }
        return replace(self, values=values)

    def apart(self, one: Players, other: Players) -> Scope:
        """Two players are not the same: the first is known to be somebody else."""
        if len(one) != 1 or SOMEBODY in one or any(name.startswith(BUT) for name in one) or one == other:
            return self
        known = but(other, next(iter(one)))
        if SOMEBODY in known:
            return self
        values = {
            name: replace(
                value,
                players=known if value.players == one else value.players,
                owners=known if value.owners == one else value.owners,
            )
            for name, value in self.values.items()
        }
        return replace(self, values=values)

    def owned(self, card: core.Local, owners: Players) -> Scope:
        """A card is somebody's: it lies in one of their places."""
        if SOMEBODY in owners:
            return self
        lies = (each for each in self.reads.places.values() if each.per_player)
        places = frozenset(each.name for each in lies if self.reads.may_lie(card.type.name, each))
        return self.bind_value(card.name, replace(self.value(card), owners=owners, places=places))


def _says_less(names: Players) -> tuple[bool, bool, bool]:
    """How little names say of a player, the least first."""
    return SOMEBODY in names or len(names) != 1, names != {"me"}, any(" " in name for name in names)

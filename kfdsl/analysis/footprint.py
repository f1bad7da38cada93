"""What a piece of a rule touches, to find out whether two pieces could notice each other's order.

In:   core statements, and the rules and queries they call.      Out:  Footprint.
Putting pieces into a place commutes with putting other pieces there; everything else about one place, variable or face does
not. Two pieces that both ask, or both draw on chance, never commute.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kfdsl.program import core
from kfdsl.program.words import PLANE_WORDS

EVERYTHING = "*"


@dataclass(slots=True)
class Footprint:
    """Things read, put and changed; a thing is a place with a token, a variable, or the faces of cards."""

    reads: set[tuple[str, str]] = field(default_factory=set)
    puts: set[tuple[str, str]] = field(default_factory=set)
    changes: set[tuple[str, str]] = field(default_factory=set)
    asks: bool = False
    chance: bool = False

    def disturbs(self, other: Footprint) -> bool:
        """Whether the order of two pieces could matter."""
        if (self.asks and other.asks) or (self.chance and other.chance):
            return True
        return any(
            _overlap(one.changes, theirs.reads | theirs.puts | theirs.changes) or _overlap(one.puts, theirs.reads)
            for one, theirs in ((self, other), (other, self))
        )


def _overlap(one: set[tuple[str, str]], other: set[tuple[str, str]]) -> bool:
    return any(
        name == another and (what == that or EVERYTHING in (what, that))
        for name, what in one
        for another, that in other
    )


class Surveyor:
    """Works out footprints."""

    def __init__(
        self,
        rules: Mapping[str, core.RuleDef],
        queries: Mapping[str, core.QueryDef],
        effects: Callable[[], list[str]],
        tokens_of: Callable[[str], list[str]],
        places_of: Callable[[str], list[str]],
    ) -> None:
        self.rules, self.queries, self.effects, self.tokens_of, self.places_of = (
            rules,
            queries,
            effects,
            tokens_of,
            places_of,
        )
        self.known: dict[str, Footprint] = {}

    def footprint(self, node: object) -> Footprint:
        """What a node touches, through everything it calls."""
        found = Footprint()
        self._survey(node, found)
        return found

    def _merge(self, found: Footprint, name: str, body: object) -> None:
        if name not in self.known:
            self.known[name] = Footprint()  # a cycle is reported elsewhere
            self.known[name] = self.footprint(body)
        other = self.known[name]
        found.reads |= other.reads
        found.puts |= other.puts
        found.changes |= other.changes
        found.asks |= other.asks
        found.chance |= other.chance

    def _survey(self, node: object, found: Footprint) -> None:
        match node:
            case core.Move():
                self._move(node, found)
            case core.SetVar():
                found.changes.add((f"var {node.var}", EVERYTHING))
            case core.Reset():
                found.changes |= {(f"var {name}", EVERYTHING) for name in node.vars}
            case core.Show():
                found.changes.add(("faces", EVERYTHING))
                found.chance |= not node.face
            case core.Shuffle(place=core.PlaceAt(place=place)):
                found.changes.add((place, EVERYTHING))
                found.chance = True
            case core.AskFor() | core.Choose() | core.OneOf():
                found.asks = True
                for branch in node.branches if isinstance(node, core.OneOf) else ():
                    self._merge(found, branch, self.rules[branch].body)
            case core.CallRule():
                if node.rule in self.rules:
                    self._merge(found, node.rule, self.rules[node.rule].body)
            case core.Perform() | core.Trial():
                for name in self.effects():
                    self._merge(found, name, self.rules[name].body)
            case core.Ask():
                self._merge(found, f"query {node.query}", self.queries[node.query].body)
            case core.Prim(word="has" | "only", args=(core.PlaceAt() as place,), data=trait) if trait:
                found.reads |= {(place.place, token) for token in self.tokens_of(trait)}
                self._below(place, found)
                return
            case core.PlaceAt():
                found.reads.add((node.place, EVERYTHING))
            case core.PlacesWith():
                found.reads |= {(name, EVERYTHING) for name in self.places_of(node.trait)}
            case core.VarOf():
                found.reads.add((f"var {node.var}", EVERYTHING))
            case core.FieldOf() | core.Prim(word="shows"):
                found.reads.add(("faces", EVERYTHING))
            case core.Prim(word=word) if word == "owner" or word in PLANE_WORDS:
                found.reads.add(("cards", EVERYTHING))
            case core.Lay():
                found.changes.add(("cards", EVERYTHING))
            case _:
                pass
        if not isinstance(node, core.Move):
            self._below(node, found)

    def _below(self, node: object, found: Footprint) -> None:
        if isinstance(node, tuple):
            for part in node:
                self._survey(part, found)
        elif isinstance(node, core.Expr | core.Stmt):
            for each in dataclasses.fields(node):
                if each.name not in ("span", "type"):
                    value = getattr(node, each.name)
                    if isinstance(value, core.Expr | core.Stmt | tuple):
                        self._survey(value, found)

    def _move(self, move: core.Move, found: Footprint) -> None:
        what = self._tokens(move)
        if move.what is not None and move.what.type.head == "card":
            found.changes.add(("cards", EVERYTHING))
        found.chance |= move.at_random
        for place, into in ((move.source, found.changes), (move.target, found.puts)):
            if isinstance(place, core.PlaceAt):
                into |= {(place.place, token) for token in what}
                self._below(place, found)
            elif isinstance(place, core.PlacesWith):
                into |= {(name, token) for name in self.places_of(place.trait) for token in what}
                self._below(place, found)
        self._below(move.what, found)

    def _tokens(self, move: core.Move) -> list[str]:
        if move.strength == "every" and move.only:
            return self.tokens_of(move.only)
        if isinstance(move.what, core.Const) and isinstance(move.what.value, tuple):
            return [token for _, name, _ in move.what.value for token in self.tokens_of(name)]
        return [EVERYTHING]

"""What an expression looks at, through all queries that it asks.

In:   core expressions and the graph of calls.      Out:  Reads: places, whether their contents or only how many, and whose.
The answer of a query is worked out once, in terms of its parameters: that `shelf(p)` is read for whoever `p` is. Who asks
puts in what it hands over. So nothing is followed twice, and a player who is handed on through ten queries stays known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.token_flow import Holdings
from kfdsl.program import core
from kfdsl.program.core.walk import children
from kfdsl.text.source import Span

SOMEBODY = ""  # a player of whom nothing is known


@dataclass(frozen=True, slots=True)
class Read:
    """One thing that is looked at. Without a place: a local, which is for the caller to put in."""

    place: str
    contents: bool  # what lies there, or only how many
    whose: str  # a local or variable that is the owner; the local itself, where there is no place
    amount: str = ""  # a local that says which tokens count; until it is known, contents are what is read


Trail = tuple[tuple[Span, str], ...]  # where, and in which words, from the outside to the place itself
Reads = dict[Read, Trail]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of locals at one point: what was looked at for them, and which of them are the same player."""

    params: frozenset[str] = frozenset()
    lets: Mapping[str, tuple[Reads, Reads]] = field(default_factory=dict)  # for how many, and for the contents
    same: Mapping[str, str] = field(default_factory=dict)

    def under(self, test: core.Expr | None) -> Known:
        """With what a condition says about players."""
        same = dict(self.same)
        for left, right in _equals(test):
            one, other = same.get(left, left), same.get(right, right)
            kept = next((name for name in ("me", *self.params) if name in (one, other)), other)
            same.update(
                dict.fromkeys((one, other, *(key for key, value in same.items() if value in (one, other))), kept)
            )
        return replace(self, same=same) if same != self.same else self

    def player(self, expr: core.Expr) -> str:
        """A name for a player, the same for the same one, as far as that is plain."""
        match expr:
            case core.Local():
                return self.same.get(expr.name, expr.name)
            case core.VarOf(card=None):
                return f"var {expr.var}"
            case _:
                return SOMEBODY


class Sight:
    """What everything in a program looks at."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.holdings = Holdings(calls.program)
        self.places = {place.name: place for place in calls.program.places}
        self.queries: dict[tuple[str, bool], Reads] = {}
        self.shapes: dict[str, Reads] = {}
        self.purposes: dict[str, Reads] = {}
        self.tried: dict[tuple[str, str], Reads] = {}  # rule and how it is tried: filled by the one who knows rules

    def query(self, query: core.QueryDef) -> None:
        """Work out a query; those that it asks were worked out before."""
        for contents in (True, False):
            known = Known(params=frozenset(name for name, _ in query.params))
            self.queries[query.name, contents] = self.expr(query.body, known, contents)

    def shape(self, shape: core.ShapeDef) -> None:
        """Work out a shape: what may be picked up is looked at."""
        found: Reads = {}
        for clause in shape.clauses:
            known = Known(params=frozenset(name for name, _ in shape.params)).under(clause.where)
            for part in (clause.place, clause.where, *(items for _, items in clause.binders)):
                add(found, self.maybe(part, known))
        self.shapes[shape.name] = found

    def purpose(self, name: str) -> None:
        """Work out what decides whether one token stands for another, in terms of `me`, who pays."""
        tests = [each.where for each in self.calls.program.stands if each.purpose == name]
        self.purposes[name] = self.many(tests, Known(params=frozenset({"me"})))

    def maybe(self, expr: core.Expr | None, known: Known) -> Reads:
        """What an expression looks at, if there is one."""
        return {} if expr is None else self.expr(expr, known)

    def many(self, exprs: Sequence[core.Expr | None], known: Known) -> Reads:
        """What several expressions look at."""
        found: Reads = {}
        for expr in exprs:
            add(found, self.maybe(expr, known))
        return found

    # ---- expressions

    def expr(self, expr: core.Expr, known: Known, contents: bool = True) -> Reads:
        """What an expression looks at, where its value or only its size is wanted."""
        match expr:
            case core.Const():
                return {}
            case core.Local():
                return self.local(expr, known, contents)
            case core.PlaceAt():
                return self.place(expr, known, contents)
            case core.PlacesWith():
                found = self.expr(expr.card, known)
                for place in self.places.values():
                    if expr.trait in place.traits:
                        found.setdefault(Read(place.name, contents, SOMEBODY), ((expr.span, "read here"),))
                return found
            case core.Ask():
                return self.ask(expr, known, contents)
            case core.Prim():
                return self.prim(expr, known, contents)
            case core.IfElse():
                found = self.expr(expr.test, known)
                add(found, self.expr(expr.then, known.under(expr.test), contents))
                add(found, self.expr(expr.other, known, contents))
                return found
            case core.Pick():
                inner = known.under(expr.where)
                return self.many((expr.items, expr.where), inner) | self.maybe(expr.ranking, inner)
            case core.Fold():
                inner = known.under(expr.where)
                return self.many((*(items for _, items in expr.binders), expr.where, expr.value, expr.otherwise), inner)
            case core.Trial():
                return self.trial(expr, known)
            case core.VarOf():
                return self.maybe(expr.card, known)
            case core.FieldOf():
                return self.expr(expr.card, known)
            case core.Before():
                return self.expr(expr.expr, known, contents)
            case _:
                return self.many(tuple(children(expr)), known)

    def local(self, expr: core.Local, known: Known, contents: bool) -> Reads:
        """A local is what it was set to; a parameter is for the caller."""
        if expr.name not in known.lets:
            return {Read("", contents, expr.name): ()}
        step = () if expr.name.startswith(("before_", "told_")) else ((expr.span, f"`{expr.name}` is read here"),)
        return {read: (*step, *trail) for read, trail in known.lets[expr.name][contents].items()}

    def place(self, expr: core.PlaceAt, known: Known, contents: bool) -> Reads:
        """What lies in a place."""
        found = self.many(expr.args, known)
        found.setdefault(Read(expr.place, contents, self.owner(expr, known)), ((expr.span, "read here"),))
        return found

    def owner(self, expr: core.PlaceAt, known: Known) -> str:
        """Whose place it is, as far as that is known."""
        return known.player(expr.args[-1]) if self.places[expr.place].per_player and expr.args else SOMEBODY

    def prim(self, expr: core.Prim, known: Known, contents: bool) -> Reads:
        """A built-in word, by what it makes of its arguments."""
        match expr.word:
            case "size" | "empty":
                return self.expr(expr.args[0], known, False)
            case "+" if not contents:
                return self.expr(expr.args[0], known, False) | self.expr(expr.args[1], known, False)
            case "has" | "only" if (
                expr.data and isinstance(expr.args[0], core.PlaceAt) and (expr.word == "has" or not contents)
            ):
                place = expr.args[0]
                all_of_it = self.holdings.covers(self.holdings.named.get(expr.data, frozenset()), (place.place,))
                return self.expr(place, known, not all_of_it)
            case "and":
                return self.expr(expr.args[0], known) | self.expr(expr.args[1], known.under(expr.args[0]))
            case (
                "owner"
                | "laid"
                | "neighbours"
                | "reach"
                | "chain"
                | "loop_through"
                | "joined"
                | "side"
                | "edge_to"
                | "edge_from"
            ):
                return self.whereabouts(expr, known)
            case "takes_from":
                assert isinstance(expr.args[1], core.PlaceAt)
                return self.expr(expr.args[0], known) | self.many(expr.args[1].args, known)
            case _:
                return self.many(expr.args, known)

    def whereabouts(self, expr: core.Prim, known: Known) -> Reads:
        """Where a card lies: who has it follows from the places of all players, what it touches from all planes."""
        found = self.many(expr.args, known)
        kinds = [traits for traits in self.calls.kinds.values() if expr.args[0].type.name in traits]
        for place in self.places.values():
            asked = place.per_player if expr.word == "owner" else place.edged
            if asked and place.content and any(place.content in traits for traits in kinds):
                found.setdefault(Read(place.name, True, SOMEBODY), ((expr.span, f"a card may lie in `{place.name}`"),))
        return found

    # ---- calls

    def ask(self, expr: core.Ask, known: Known, contents: bool) -> Reads:
        """What a query looks at, for these arguments."""
        params = [name for name, _ in self.calls.queries[expr.query].params]
        summary = self.queries[expr.query, contents]
        return self.called(
            summary, dict(zip(params, expr.args, strict=True)), known, (expr.span, f"`{expr.query}` is asked here")
        )

    def trial(self, expr: core.Trial, known: Known) -> Reads:
        """What an effect looks at when it is tried, whichever card it is printed on."""
        found = self.many((expr.effect, expr.by, expr.at), known)
        summary = self.tried[self.calls.printed(expr.effect)[1], expr.word]
        add(found, self.called(summary, {"me": expr.by, "here": expr.at}, known, (expr.span, "it is tried here")))
        return found

    def called(self, summary: Reads, args: Mapping[str, core.Expr], known: Known, step: tuple[Span, str]) -> Reads:
        """A summary with arguments put in for parameters."""
        found: Reads = {}
        for read, trail in summary.items():
            if not read.place:
                if read.whose in args:
                    add(found, self.expr(args[read.whose], known, read.contents))
                continue
            whose = (
                known.player(args[read.whose])
                if read.whose in args
                else read.whose
                if read.whose.startswith("var ")
                else SOMEBODY
            )
            mapped = replace(read, whose=whose)
            if read.amount:
                mapped = self.amount(mapped, args.get(read.amount))
            found.setdefault(mapped, (step, *trail))
        return found

    def amount(self, read: Read, what: core.Expr | None) -> Read:
        """A read of certain tokens, once it is known which: counting all that can be there is counting the whole."""
        if isinstance(what, core.Local):
            return replace(read, amount=what.name)
        names = self.holdings.spoken(what, "")
        return replace(read, amount="", contents=names is None or not self.holdings.covers(names, (read.place,)))

    def needed(self, read: Read, what: core.Expr | None, only: str) -> Read:
        """A read of a place for the sake of what is to leave it."""
        if what is not None:
            return self.amount(read, what)
        of_cards = bool(self.places[read.place].content)
        whole = not only or (not of_cards and self.holdings.covers(self.holdings.spoken(None, only), (read.place,)))
        return replace(read, contents=not whole)

    def taken(self, source: core.Expr, what: core.Expr | None, only: str, known: Known) -> Reads:
        """What a move out of places looks at: whether there is enough."""
        found: Reads = {}
        for read, trail in self.expr(source, known).items():
            if read.place and trail[0][0] == source.span:
                found.setdefault(self.needed(read, what, only), trail)
            else:
                found.setdefault(read, trail)
        return found


def add(found: Reads, more: Reads) -> None:
    """Take reads that are not there yet; the first way to a place is the one that is told."""
    for read, trail in more.items():
        found.setdefault(read, trail)


def _equals(test: core.Expr | None) -> list[tuple[str, str]]:
    """Which locals a condition says are the same player."""
    if isinstance(test, core.Prim) and test.word == "and":
        return _equals(test.args[0]) + _equals(test.args[1])
    if isinstance(test, core.Prim) and test.word == "=" and all(isinstance(arg, core.Local) for arg in test.args):
        one, other = test.args
        assert isinstance(one, core.Local) and isinstance(other, core.Local)
        return [(one.name, other.name)]
    return []

"""What a round brings nearer to an end, and what it moves away.

In:   statements that ask nobody, and what is known so far.      Out:  what is known behind them: values, measures, empty places.
What comes nearer: a number that the loop compares with a limit, a value that moves on to the next, pieces that go one way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kfdsl.analysis.calls import Calls
from kfdsl.lang.judge.endless.round_values import Known, Measure, Round, Sum, Value, Ways, value
from kfdsl.program import core
from kfdsl.program.core.walk import key
from kfdsl.program.pieces import held_at_start

MOST_TOKENS = 1000  # that may go one way, one in a round


class Progress:
    """Follows variables and pieces; with variables that matter, nothing else is followed, pieces neither."""

    def __init__(self, calls: Calls, matters: frozenset[str] | None) -> None:
        self.calls, self.matters = calls, matters
        self.spoiled: set[Measure] = set()  # what some way moves away from its end
        self.written: set[str] = set()
        self.symbols = 0
        tokens = sum(held for _, held in held_at_start(calls.program))
        self.tokens_count = tokens <= MOST_TOKENS
        self.families = [place.name for place in calls.program.places]

    def plain(self, stmt: core.Stmt, way: Round) -> Round:
        """A statement that asks nobody and has no parts."""
        match stmt:
            case core.Let():
                return way.with_local(stmt.name, self.value(stmt.value, way))
            case core.SetVar(args=()):
                return self.set_var(stmt.var, self.value(stmt.value, way), way)
            case core.Reset():
                for name in stmt.vars:
                    way = self.set_var(name, None, way)
                return way
            case core.Move() if self.matters is None:
                return self.move(stmt, way)
            case core.Lay() if self.matters is None:
                return self.carried(self.source_of(stmt.card, way), stmt.plane.place, True, way)
            case _:
                return way

    def anything(self, written: Iterable[str], way: Round) -> Round:
        """What is known where some variables may have been set and any pieces moved: hardly anything."""
        for name in written:
            way = self.set_var(name, None, way)
        self.spoiled |= {(word, name) for word in ("into", "out") for name in self.families}
        return replace(way, empty=frozenset())

    # ---- what comes nearer

    def set_var(self, name: str, new: Value, way: Round) -> Round:
        """A variable gets a value: what that brings nearer, and what it moves away."""
        if self.matters is not None and name not in self.matters:
            return way
        self.written.add(name)
        old = way.var(name)
        step = new.and_more(old, -1) if isinstance(new, Sum) and isinstance(old, Sum) else None
        if step is None or step.terms:
            self.spoiled |= {("up", name), ("down", name)}
            is_next = new == Known("next", old)
            if not is_next:
                self.spoiled.add(("next", name))
            nearer = way.nearer | ({("next", name)} if is_next else set())
        elif step.plus:
            word, other = ("up", "down") if step.plus > 0 else ("down", "up")
            self.spoiled |= {(other, name), ("next", name)}
            nearer = way.nearer | {(word, name)}
        else:
            nearer = way.nearer
        return replace(way, nearer=nearer).with_var(name, self.symbol(name) if new is None else new)

    def move(self, stmt: core.Move, way: Round) -> Round:
        """Pieces go from places to a place."""
        if not isinstance(stmt.target, core.PlaceAt):
            self.spoiled |= {(word, name) for word in ("into", "out") for name in self.families}
            return replace(way, empty=frozenset())
        target = stmt.target.place
        if stmt.source is None:
            head = stmt.what.type.head if stmt.what is not None else ""
            if head == "card" and stmt.what is not None:
                after = self.carried(self.source_of(stmt.what, way), target, True, way)
                match stmt.what:
                    case core.Local(name=name):
                        return after.with_local(name, Known("from", target))
                    case _:
                        return after
            return self.carried(None, target, False, way)
        source = stmt.source.place if isinstance(stmt.source, core.PlaceAt) else None
        is_some = (
            stmt.strength == "exactly"
            and isinstance(stmt.what, core.Const)
            and bool(stmt.what.value)
            and self.tokens_count
        )
        after = self.carried(source, target, is_some, way)
        if stmt.strength == "every" and not stmt.only and source != target:
            after = replace(after, empty=after.empty | {key(stmt.source)})
        return after

    def carried(self, source: str | None, target: str, is_some: bool, way: Round) -> Round:
        """Something went from a place, or from anywhere, to a place of another name; where only some of a name, all count."""
        if source == target:
            return replace(way, empty=frozenset(place for place in way.empty if place[1] != target))
        self.spoiled |= {("into", name) for name in ([source] if source else self.families) if name != target}
        self.spoiled.add(("out", target))
        nearer: set[Measure] = {("into", target), ("out", source)} if source and is_some else set()
        return replace(
            way,
            nearer=way.nearer | nearer,
            empty=frozenset(place for place in way.empty if place[1] != target),
        )

    # ---- values

    def value(self, expr: core.Expr, way: Round) -> Value:
        """What an expression comes to."""
        return value(expr, way, self.calls.queries)

    def local_value(self, expr: core.Expr, way: Round) -> Value:
        """What is handed on: a card with where it lay."""
        return dict(way.locals).get(expr.name) if isinstance(expr, core.Local) else self.value(expr, way)

    def source_of(self, card: core.Expr, way: Round) -> str | None:
        """The name of the place in which a card lies, if it is known."""
        known = self.local_value(card, way)
        return str(known.what) if isinstance(known, Known) and known.sort == "from" else None

    def symbol(self, name: str) -> Sum:
        """A value of which nothing is known."""
        self.symbols += 1
        return Sum(frozenset({(f"{name}#{self.symbols}", 1)}))

    # ---- what is known no more

    def forget(self, way: Round, start: Round) -> Round:
        """Nothing is known any more of what rounds change."""
        for name, before in start.vars:
            if before != way.var(name):
                way = way.with_var(name, self.symbol(name))
        return way

    def in_common(self, ways: Ways) -> Round:
        """What holds on all of several ways."""
        first, *others = ways
        found = Round(
            followed=first.followed,
            locals=first.locals.intersection(*(other.locals for other in others)),
            nearer=first.nearer.intersection(*(other.nearer for other in others)),
            empty=first.empty.intersection(*(other.empty for other in others)),
        )
        for name in {name for way in ways for name, _ in way.vars}:
            values = {way.var(name) for way in ways}
            found = found.with_var(name, values.pop() if len(values) == 1 else self.symbol(name))
        return found


def taken(items: core.Expr | None) -> Known | None:
    """What is known of an item of a collection."""
    family = _family(items)
    return Known("from", family) if family else None


def _family(items: core.Expr | None) -> str | None:
    """The name of the places in which all items of a collection lie."""
    match items:
        case core.PlaceAt() if items.type.head == "list":
            return items.place
        case core.Prim(word="first" | "beyond", args=(_, rest)) | core.Prim(word="distinct", args=(rest,)):
            return _family(rest)
        case core.Pick(word="all" | "sorted"):
            return _family(items.items)
        case _:
            return None


def whole_place(items: core.Expr) -> core.Expr | None:
    """The place of which nothing is left if a loop over it has no rounds."""
    match items:
        case core.PlaceAt():
            return items
        case core.Prim(word="first", args=(core.Const(value=int() as count), core.PlaceAt() as place)) if count > 0:
            return place
        case _:
            return None

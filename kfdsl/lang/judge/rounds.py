"""That a loop comes to an end although nobody has a choice.

In:   a loop, and what is known of menus and asks.      Out:  whether every way through a round has a real choice in it, ends the loop,
or brings something nearer to an end that nothing in a round moves away again.
A question with one answer answers itself, so a round in which all can only pass is gone through at once, and the next as well. On such a
way each menu comes down to the action that can always be done. What comes nearer: a number that the loop compares with a limit, a value
that moves on to the next, pieces that go one way. Where a rule is tried before it is offered, an ask is no way out: trials try them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kfdsl.analysis.calls import Calls, Node, of_stmt
from kfdsl.analysis.can_fail import CanFail, must_ask
from kfdsl.lang.judge.counting import limits
from kfdsl.lang.judge.round_values import PLAYERS, Known, Measure, Round, Sum, Value, value
from kfdsl.program import core
from kfdsl.program.core.walk import key, statements, through_queries

MOST_WAYS = 24  # that are told apart; of more, what they have in common
MOST_TOKENS = 1000  # that may go one way, one in a round
Ways = frozenset[Round]
Walk = Callable[[Ways], Ways]
Argument = core.Expr | Known | None  # an expression, or what is known of a value


class Loops:
    """Answers about the loops of a program."""

    def __init__(self, calls: Calls, can_fail: CanFail) -> None:
        self.calls, self.can_fail = calls, can_fail
        self.writes = Writes(calls)
        self.enumerated = {each.name for each in calls.program.vars if each.type.head == "value"}

    def comes_to_an_end(self, loop: core.Repeat, is_tried: bool) -> bool:
        """Whether a loop ends even if every question in it has one answer."""
        compared = {
            part.var for part in through_queries(loop.until, self.calls.queries) if isinstance(part, core.VarOf)
        }
        # mostly a number or a value is enough, and then all that leaves these alone need not be looked at
        for matters in (frozenset(compared | self.enumerated), None):
            walk = _Walk(self.calls, self.can_fail, is_tried, self.writes, matters)
            if self.ends(loop, walk):
                return True
        return False

    def ends(self, loop: core.Repeat, walk: _Walk) -> bool:
        """Whether every way through a round that has no choice in it ends the loop or brings something nearer."""
        bounded = limits(loop, self.calls, must_ask(loop.body, self.can_fail.asking_rules))
        for end in walk.stmt(loop.body, frozenset({Round(followed=walk.matters)})):
            if value(loop.until, end, self.calls.queries) is True:
                continue
            if not any(_is_bounded(each, bounded) for each in end.nearer - walk.spoiled):
                return False
        return True


def _is_bounded(measure: Measure, bounded: set[Measure]) -> bool:
    """Whether something cannot come nearer for ever: a number only if the loop ends at a limit of it."""
    return measure in bounded if measure[0] in ("up", "down") else True


class _Walk:
    """Goes every way through statements; ways on which somebody has a real choice end there."""

    def __init__(
        self, calls: Calls, can_fail: CanFail, is_tried: bool, writes: Writes, matters: frozenset[str] | None
    ) -> None:
        self.calls, self.can_fail, self.is_tried = calls, can_fail, is_tried
        self.writes, self.matters = (
            writes,
            matters,
        )  # with variables that matter, nothing else is followed, pieces neither
        self.spoiled: set[Measure] = set()  # what some way moves away from its end
        self.written: set[str] = set()
        self.symbols = 0
        self.under_way: list[str] = []
        tokens = sum(entry[0] for place in calls.program.places for entry in place.holds)
        self.tokens_count = tokens <= MOST_TOKENS
        self.families = [place.name for place in calls.program.places]

    # ---- statements

    def stmt(self, stmt: core.Stmt, ways: Ways) -> Ways:
        """What the ways come to behind a statement."""
        if self.matters is not None and not isinstance(stmt, core.Let) and not self.writes.of(stmt) & self.matters:
            return ways
        if len(ways) > MOST_WAYS:
            ways = frozenset({self.in_common(ways)})
        match stmt:
            case core.Block():
                for part in stmt.body:
                    ways = self.stmt(part, ways)
                return ways
            case core.Step():
                return self.stmt(stmt.body, ways)
            case core.If():
                return self.branches(stmt, ways)
            case core.For() | core.Apart():
                return self.each(stmt, ways)
            case core.Repeat():
                return self.loop(lambda start: self.stmt(stmt.body, start), ways)
            case core.CallRule():
                return self.call(stmt.rule, stmt.args, ways)
            case core.OneOf():
                return self.one_of(stmt, ways)
            case core.Perform():
                rules = self.calls.effects(stmt.effect)
                return ways.union(*(self.offered(rule, (stmt.by, stmt.at), ways) for rule in rules))
            case core.Choose():
                return self.choose(stmt, ways)
            case core.AskFor():
                return self.ask(stmt, ways)
            case _:
                return frozenset(self.plain(stmt, way) for way in ways)

    def plain(self, stmt: core.Stmt, way: Round) -> Round:
        """A statement that asks nobody and has no parts."""
        match stmt:
            case core.Let():
                return way.with_local(stmt.name, self.value(stmt.value, way))
            case core.SetVar(card=None):
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

    def branches(self, stmt: core.If, ways: Ways) -> Ways:
        """Either way, unless it is known which."""
        found: Ways = frozenset()
        for way in ways:
            test = self.value(stmt.test, way)
            if test is not False:
                found |= self.stmt(stmt.then, frozenset({way}))
            if test is not True:
                found |= self.stmt(stmt.other, frozenset({way})) if stmt.other is not None else frozenset({way})
        return found

    def call(self, rule: str, args: Iterable[Argument], ways: Ways) -> Ways:
        """A rule with locals of its own."""
        if rule in self.under_way:
            return frozenset(self.anything(rule, way) for way in ways)
        definition = self.calls.rules[rule]
        found: Ways = frozenset()
        self.under_way.append(rule)
        for way in ways:
            given = [self.local_value(arg, way) if isinstance(arg, core.Expr) else arg for arg in args]
            names = [name for name, _ in definition.params]
            inside = replace(way, locals=frozenset(zip(names, given, strict=False)))
            found |= {replace(end, locals=way.locals) for end in self.stmt(definition.body, frozenset({inside}))}
        self.under_way.pop()
        return found

    def anything(self, rule: str, way: Round) -> Round:
        """What is known behind a rule that came back to itself, by way of what is printed on cards: hardly anything."""
        for name in self.writes.nodes["rule", rule]:
            way = self.set_var(name, None, way)
        self.spoiled |= {(word, name) for word in ("into", "out") for name in self.families}
        return replace(way, empty=frozenset())

    def offered(self, rule: str, args: Iterable[Argument], ways: Ways) -> Ways:
        """A rule that is tried before it is offered: if it may fail, of two answers in it only one may lead on."""
        before, self.is_tried = self.is_tried, self.is_tried or self.can_fail.weak_rules[rule] is not None
        found = self.call(rule, args, ways)
        self.is_tried = before
        return found

    # ---- questions

    def choose(self, stmt: core.Choose, ways: Ways) -> Ways:
        """A menu: no way goes on where there are always two answers; with one action always there, it is that one."""
        always = self.can_fail.ways_out.always(stmt.menu)
        if len(always) + stmt.again > 1 or any(self.has_several(action) for action in always):
            return frozenset()
        actions = always if len(always) == 1 else self.can_fail.ways_out.actions(stmt.menu)

        def any_of_them(start: Ways) -> Ways:
            return frozenset().union(
                *(
                    self.offered(
                        action.rule, [*stmt.args, *(self.taken(param.items) for param in action.params)], start
                    )
                    for action in actions
                )
            )

        return self.loop(any_of_them, ways) | ways if stmt.again else any_of_them(ways)

    def has_several(self, action: core.ActionDef) -> bool:
        """Whether an action that can always be done can be done in two ways."""
        return any(
            param.items is not None and param.where is None and self.can_fail.least(param.items) > 1
            for param in action.params
        )

    def ask(self, stmt: core.AskFor, ways: Ways) -> Ways:
        """An ask: no way goes on where there are always two answers."""
        if not self.is_tried and stmt.items is not None and stmt.where is None:
            there, fewest = self.can_fail.least(stmt.items), stmt.many[0] if stmt.many is not None else 1
            if there > (fewest if stmt.many is not None else 1) or (stmt.many is not None and fewest == 0 < there):
                return frozenset()
        known = self.taken(stmt.items) if stmt.many is None else None
        return frozenset(way.with_local(stmt.name, known) for way in ways)

    def one_of(self, stmt: core.OneOf, ways: Ways) -> Ways:
        """One of several: no way goes on where two of them can always be done."""
        sure = [branch for branch in stmt.branches if self.can_fail.weak_rules[branch] is None]
        if len(sure) > 1 and not self.is_tried:
            return frozenset()
        branches = zip(stmt.branches, stmt.args, strict=True)
        return frozenset().union(*(self.offered(branch, args, ways) for branch, args in branches))

    # ---- loops inside

    def each(self, stmt: core.For | core.Apart, ways: Ways) -> Ways:
        """Once for each item."""
        where = stmt.where if isinstance(stmt, core.For) else None
        known = self.taken(stmt.items)

        def once(start: Ways) -> Ways:
            return self.stmt(stmt.body, frozenset(way.with_local(stmt.name, known) for way in start))

        is_everybody = isinstance(stmt.items, core.Prim) and stmt.items.word in ("players", "clockwise")
        found = self.loop(once, ways, is_everybody and where is None)
        if where is None and self.can_fail.least(stmt.items) > 0:
            return found
        place = _whole_place(stmt.items) if where is None and self.matters is None else None
        return found | {replace(way, empty=way.empty | {key(place)}) if place else way for way in ways}

    def loop(self, once: Walk, ways: Ways, is_everybody: bool = False) -> Ways:
        """Something done at least once; of a number that each player adds the same to, it is known what it comes to."""
        found: Ways = frozenset()
        for way in ways:
            start, ends = self.any_round(once, way)
            for end in ends:
                found |= {self.all_alike(way, start, end, is_everybody)}
            for one in ends:
                for other in ends:
                    if one is not other:
                        mixed = self.forget(replace(way, nearer=one.nearer | other.nearer, empty=frozenset()), start)
                        found |= {mixed}
        return found

    def any_round(self, once: Walk, way: Round) -> tuple[Round, Ways]:
        """A round that may be any of them: nothing is known of what rounds change; and what it comes to."""
        outside, self.written = self.written, set()
        start, changed = replace(way, empty=frozenset()), {""}
        while changed:
            before = set(self.written)
            ends = once(frozenset({start}))
            changed = self.written - before
            for name in changed:
                start = start.with_var(name, self.symbol(name))
        self.written |= outside
        return start, ends

    def all_alike(self, way: Round, start: Round, end: Round, is_everybody: bool) -> Round:
        """All rounds went the same way."""
        found = replace(way, nearer=end.nearer, empty=frozenset())
        for name, before in start.vars:
            if before == way.var(name):
                continue
            after, now = end.var(name), way.var(name)
            step = after.and_more(before, -1) if isinstance(after, Sum) and isinstance(before, Sum) else None
            if step is None or step.terms or not isinstance(now, Sum) or (step.plus and not is_everybody):
                found = found.with_var(name, self.symbol(name))
            elif step.plus:
                found = found.with_var(name, now.and_more(Sum(frozenset({(PLAYERS, step.plus)}))))
        return found

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
                return self.carried(self.source_of(stmt.what, way), target, True, way)
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

    def taken(self, items: core.Expr | None) -> Known | None:
        """What is known of an item of a collection."""
        family = self.family(items)
        return Known("from", family) if family else None

    def family(self, items: core.Expr | None) -> str | None:
        """The name of the places in which all items of a collection lie."""
        match items:
            case core.PlaceAt() if items.type.head == "list":
                return items.place
            case core.Prim(word="first", args=(_, rest)):
                return self.family(rest)
            case core.Pick(word="all"):
                return self.family(items.items)
            case _:
                return None

    def symbol(self, name: str) -> Sum:
        """A value of which nothing is known."""
        self.symbols += 1
        return Sum(frozenset({(f"{name}#{self.symbols}", 1)}))


class Writes:
    """Which variables a statement may set, through all that it calls."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.nodes: dict[Node, frozenset[str]] = {}
        self.stmts: dict[int, frozenset[str]] = {}
        for sort, name in calls.order:
            self.nodes[sort, name] = frozenset(_set_in(calls.rules[name].body) if sort == "rule" else ())
        while sum(self._grows(node) for node in calls.order):  # effects may come back to themselves
            pass

    def _grows(self, node: Node) -> bool:
        before = self.nodes[node]
        self.nodes[node] = before.union(*(self.nodes[call.target] for call in self.calls.calls[node]))
        return self.nodes[node] != before

    def of(self, stmt: core.Stmt) -> frozenset[str]:
        """What a statement may set."""
        if id(stmt) not in self.stmts:
            targets = {call.target for part in statements(stmt) for call in of_stmt(part, self.calls)}
            self.stmts[id(stmt)] = frozenset(_set_in(stmt)).union(*(self.nodes[target] for target in targets))
        return self.stmts[id(stmt)]


def _set_in(body: core.Stmt) -> set[str]:
    found: set[str] = set()
    for stmt in statements(body):
        match stmt:
            case core.SetVar(card=None):
                found.add(stmt.var)
            case core.Reset():
                found |= set(stmt.vars)
            case _:
                pass
    return found


def _whole_place(items: core.Expr) -> core.Expr | None:
    """The place of which nothing is left if a loop over it has no rounds."""
    match items:
        case core.PlaceAt():
            return items
        case core.Prim(word="first", args=(core.Const(value=int() as count), core.PlaceAt() as place)) if count > 0:
            return place
        case _:
            return None

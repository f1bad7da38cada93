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

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import CHANGE, Summary
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.lang.judge.endless.counting import limits
from kfdsl.lang.judge.endless.must_ask import asking_rules, must_ask
from kfdsl.lang.judge.endless.progress import Progress, taken, whole_place
from kfdsl.lang.judge.endless.round_values import (
    NONE,
    PLAYERS,
    Known,
    Measure,
    Round,
    Sum,
    Ways,
    assuming,
    lasting,
    value,
    without,
)
from kfdsl.program import core
from kfdsl.program.core.walk import key, through_queries

MOST_WAYS = 24  # that are told apart; of more, what they have in common
Walk = Callable[[Ways], Ways]
Argument = core.Expr | Known | None  # an expression, or what is known of a value


class Loops:
    """Answers about the loops of a program."""

    def __init__(self, deeds: Deeds, can_fail: CanFail) -> None:
        self.calls, self.can_fail = deeds.calls, can_fail
        self.writes = Writes(deeds)
        self.asking = asking_rules(self.calls)
        self.enumerated = {each.name for each in self.calls.program.vars if each.type.head == "value"}

    def comes_to_an_end(self, loop: core.Repeat, is_tried: bool) -> bool:
        """Whether a loop ends even if every question in it has one answer."""
        compared = {
            part.var for part in through_queries(loop.until, self.calls.queries) if isinstance(part, core.VarOf)
        }
        # mostly a number or a value is enough, and then all that leaves these alone need not be looked at
        for matters in (frozenset(compared | self.enumerated), None):
            walk = _Walk(self, is_tried, matters)
            if self.ends(loop, walk):
                return True
        return False

    def ends(self, loop: core.Repeat, walk: _Walk) -> bool:
        """Whether every way through a round that has no choice in it ends the loop or brings something nearer."""
        bounded = limits(loop, self.calls, must_ask(loop.body, self.asking))
        for end in walk.stmt(loop.body, frozenset({Round(followed=walk.matters)})):
            if value(loop.until, end, self.calls.queries) is True:
                continue
            if not any(_is_bounded(each, bounded) for each in end.nearer - walk.progress.spoiled):
                return False
        return True


def _is_bounded(measure: Measure, bounded: set[Measure]) -> bool:
    """Whether something cannot come nearer for ever: a number only if the loop ends at a limit of it."""
    return measure in bounded if measure[0] in ("up", "down") else True


class _Walk:
    """Goes every way through statements; ways on which somebody has a real choice end there."""

    def __init__(self, loops: Loops, is_tried: bool, matters: frozenset[str] | None) -> None:
        self.calls, self.can_fail, self.writes = loops.calls, loops.can_fail, loops.writes
        self.is_tried, self.matters = is_tried, matters
        self.progress = Progress(loops.calls, matters)
        self.under_way: list[str] = []

    # ---- statements

    def stmt(self, stmt: core.Stmt, ways: Ways) -> Ways:
        """What the ways come to behind a statement."""
        if self.matters is not None and not isinstance(stmt, core.Let) and not self.writes.of(stmt) & self.matters:
            return ways
        if len(ways) > MOST_WAYS:
            ways = frozenset({self.progress.in_common(ways)})
        match stmt:
            case core.Block():
                for part in stmt.body:
                    ways = self.stmt(part, ways)
                return ways
            case core.Step():
                return self.stmt(stmt.body, ways)
            case core.If():
                return self.branches(stmt, ways)
            case core.Let(value=core.Pick(word="first", where=None, items=core.PlaceAt() as items)):
                return self.first_of(stmt, items, ways)
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
                return frozenset(self.progress.plain(stmt, way) for way in ways)

    def branches(self, stmt: core.If, ways: Ways) -> Ways:
        """Either way, unless it is known which."""
        found: Ways = frozenset()
        for way in ways:
            test = self.progress.value(stmt.test, way)
            yes, no = (self.assuming(stmt.test, holds, way) for holds in (True, False))
            if test is not False:
                found |= self.stmt(stmt.then, frozenset({yes}))
            if test is not True:
                found |= self.stmt(stmt.other, frozenset({no})) if stmt.other is not None else frozenset({no})
        return found

    def assuming(self, test: core.Expr, holds: bool, way: Round) -> Round:
        """What a condition says of places, where pieces are followed."""
        return assuming(test, holds, way) if self.matters is None else way

    def first_of(self, stmt: core.Let, items: core.Expr, ways: Ways) -> Ways:
        """`let k = the first x in deck`: there is one, or nothing lies there."""
        known = taken(items)
        there = frozenset(way.with_local(stmt.name, known) for way in ways)
        return there | {without(items, way.with_local(stmt.name, Known(NONE, None))) for way in ways}

    def call(self, rule: str, args: Iterable[Argument], ways: Ways) -> Ways:
        """A rule with locals of its own."""
        if rule in self.under_way:
            return frozenset(self.progress.anything(self.writes.in_rule(rule), way) for way in ways)
        definition = self.calls.rules[rule]
        found: Ways = frozenset()
        self.under_way.append(rule)
        for way in ways:
            given = [self.progress.local_value(arg, way) if isinstance(arg, core.Expr) else arg for arg in args]
            names = [name for name, _ in definition.params]
            inside = replace(way, locals=frozenset(zip(names, given, strict=False)))
            found |= {replace(end, locals=way.locals) for end in self.stmt(definition.body, frozenset({inside}))}
        self.under_way.pop()
        return found

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
                    self.offered(action.rule, [*stmt.args, *(taken(param.items) for param in action.params)], start)
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
        known = taken(stmt.items) if stmt.many is None else None
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
        known = taken(stmt.items)

        def once(start: Ways) -> Ways:
            return self.stmt(stmt.body, frozenset(way.with_local(stmt.name, known) for way in start))

        is_everybody = isinstance(stmt.items, core.Prim) and stmt.items.word in ("players", "clockwise")
        found = self.loop(once, ways, is_everybody and where is None)
        if where is None and self.can_fail.least(stmt.items) > 0:
            return found
        place = whole_place(stmt.items) if where is None and self.matters is None else None
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
                        mixed = self.progress.forget(
                            replace(way, nearer=one.nearer | other.nearer, empty=lasting(one.empty & other.empty)),
                            start,
                        )
                        found |= {mixed}
        return found

    def any_round(self, once: Walk, way: Round) -> tuple[Round, Ways]:
        """A round that may be any of them: nothing is known of what rounds change; and what it comes to."""
        outside, self.progress.written = self.progress.written, set()
        start, changed = replace(way, empty=frozenset()), {""}
        while changed:
            before = set(self.progress.written)
            ends = once(frozenset({start}))
            changed = self.progress.written - before
            for name in changed:
                start = start.with_var(name, self.progress.symbol(name))
        self.progress.written |= outside
        return start, ends

    def all_alike(self, way: Round, start: Round, end: Round, is_everybody: bool) -> Round:
        """All rounds went the same way."""
        found = replace(way, nearer=end.nearer, empty=lasting(end.empty))  # as the last round leaves it
        for name, before in start.vars:
            if before == way.var(name):
                continue
            after, now = end.var(name), way.var(name)
            step = after.and_more(before, -1) if isinstance(after, Sum) and isinstance(before, Sum) else None
            if step is None or step.terms or not isinstance(now, Sum) or (step.plus and not is_everybody):
                found = found.with_var(name, self.progress.symbol(name))
            elif step.plus:
                found = found.with_var(name, now.and_more(Sum(frozenset({(PLAYERS, step.plus)}))))
        return found


class Writes:
    """Which variables of the game statements and rules may set, through all that they call."""

    def __init__(self, deeds: Deeds) -> None:
        self.deeds = deeds
        self.names = {each.name for each in deeds.calls.program.vars if not each.owner and not each.per}
        self.stmts: dict[int, frozenset[str]] = {}

    def in_rule(self, rule: str) -> frozenset[str]:
        """What a rule may set."""
        return self._set(self.deeds.rules[rule])

    def of(self, stmt: core.Stmt) -> frozenset[str]:
        """What a statement may set."""
        if id(stmt) not in self.stmts:
            self.stmts[id(stmt)] = self._set(self.deeds.done(stmt))
        return self.stmts[id(stmt)]

    def _set(self, summary: Summary) -> frozenset[str]:
        return frozenset(each.what for each in summary if each.deed == CHANGE and each.what in self.names)

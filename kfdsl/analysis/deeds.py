"""What statements and rules do.

In:   a core statement and its locals.      Out:  a Summary: what is read, put, changed or moved, who is asked, whether chance is used.
A rule is summed up once, in terms of its parameters, after all that it calls; see effects.
"""

from __future__ import annotations

from collections.abc import Mapping

from kfdsl.analysis.effects import (
    ALL,
    ANYWHERE,
    ASK,
    AT_ONCE,
    CHANCE,
    CHANGE,
    FACES,
    MOVE,
    PUT,
    READ,
    SHEET,
    TRY,
    Effect,
    Summary,
    Tokens,
    Value,
    add,
    in_full,
    note,
    parameter,
    put_in,
)
from kfdsl.analysis.reads import (
    called,
    look,
    look_all,
    owners_of,
    place_owners,
    places_with,
    with_each,
    with_let,
    with_test,
)
from kfdsl.analysis.scope import Reads, Scope
from kfdsl.program import core
from kfdsl.program.core.walk import children
from kfdsl.text.source import Span

NOBODY: Mapping[str, Value] = {}


class Deeds:
    """What the rules and menus of a program do, worked out once."""

    def __init__(self, reads: Reads) -> None:
        self.reads = reads
        self.calls = reads.calls
        self.rules: dict[str, Summary] = {}
        self.menus: dict[str, Summary] = {}
        self.actions: dict[str, Summary] = {}
        known = -1
        while known < (known := self._sum_up()) and self.calls.nested:
            pass  # what comes back to itself is met before it is known: again, until nothing more is found

    def _sum_up(self) -> int:
        """Everything behind what it calls; answers how much the rules do in all."""
        for sort, name in self.calls.order:
            match sort:
                case "rule":
                    rule = self.calls.rules[name]
                    found = self.done(rule.body, {each: parameter(each) for each, _ in rule.params})
                    self.rules[name] = found | self.rules.get(name, {})  # the first way to a deed is the shortest
                case "action":
                    self.actions[name] = self._action(self.calls.actions[name])
                case "menu":
                    self.menus[name] = {}
                    for each in self.calls.menus[name].actions:
                        step = (self.calls.actions[each].span, f"`{each}` is one of its actions")
                        self.calls.spend(len(self.actions[each]), step[0])
                        add(self.menus[name], self.actions[each], step)
                case _:
                    pass
        return sum(len(summary) for summary in self.rules.values())

    def of(self, stmt: core.Stmt, values: Mapping[str, Value]) -> Summary:
        """What a statement does, where some locals are known, with all that a trial in it may look at."""
        return self.in_full(self.done(stmt, values))

    def of_rule(self, name: str) -> Summary:
        """The same of a rule, in terms of its parameters."""
        return self.in_full(self.rules[name])

    def of_query(self, name: str) -> Summary:
        """What a query looks at, in terms of its parameters."""
        return self.in_full(self.reads.queries[name][0][ALL])

    def in_full(self, summary: Summary) -> Summary:
        """A summary with all that trials may look at: whatever an effect would do or look at."""
        return in_full(summary, self._tried)

    def done(self, stmt: core.Stmt, values: Mapping[str, Value] = NOBODY) -> Summary:
        """What a statement does; of trials it is only said that there are some."""
        found: Summary = {}
        do(stmt, Scope(self.reads, values), self, found)
        return found

    def _tried(self, trial: Effect) -> Summary:
        """Whatever an effect does is looked at when it is tried; whom it would ask and what chance would bring is not."""
        found: Summary = {}
        for call in self.calls.calls["printed", trial.what]:
            for effect, trail in self.rules[call.target[1]].items():
                if effect.deed not in (ASK, CHANCE, AT_ONCE):
                    looked = effect if effect.deed == TRY else Effect(READ, effect.what, effect.whose)
                    found.setdefault(looked, trail)
        return found

    def _action(self, action: core.ActionDef) -> Summary:
        """One action: what may be picked, its needs, and what it does."""
        found: Summary = {}
        scope = Scope(self.reads, {name: parameter(name) for name, _ in self.calls.menus[action.menu].params})
        scope = scope.bind_value("me", parameter("me"))
        for param in action.params:
            if param.items is not None:
                scope = with_test(scope.bind(param.name, look(param.items, scope, found), param.span), param.where)
                look_all((param.where,), scope, found)
            else:
                scope = scope.bind(param.name, picked(param.shape, param.args, param.span, scope, found))
        for need in action.needs:
            look_all((need.test, *(part for part in need.message if isinstance(part, core.Expr))), scope, found)
        params = self.calls.rules[action.rule].params
        args = {name: core.Local(name=name, type=type_, span=action.span) for name, type_ in params}
        called(self.rules[action.rule], args, scope, found, (action.span, "this is done"))
        return found


def do(stmt: core.Stmt, scope: Scope, deeds: Deeds, found: Summary) -> Scope:
    """What one statement does; answers the locals behind it."""
    match stmt:
        case core.Block():
            inside = scope
            for part in stmt.body:
                inside = do(part, inside, deeds, found)
        case core.Step():
            do(stmt.body, scope, deeds, found)
        case core.Repeat():
            do(stmt.body, scope, deeds, found)
            look(stmt.until, scope, found)
        case core.Let():
            look(stmt.value, scope, found)
            return with_let(scope, stmt.name, stmt.value, stmt.span)
        case core.If():
            look(stmt.test, scope, found)
            do(stmt.then, with_test(scope, stmt.test), deeds, found)
            if stmt.other is not None:
                do(stmt.other, scope, deeds, found)
        case core.For():
            inside = with_test(with_each(scope, stmt.name, stmt.items, found, stmt.span), stmt.where)
            look_all((stmt.where,), inside, found)
            do(stmt.body, inside, deeds, found)
        case core.Together():
            inside = with_each(scope, stmt.name, stmt.items, found, stmt.span)
            do(stmt.body, do(stmt.ask, inside, deeds, found), deeds, found)
        case core.Apart():
            note(found, Effect(AT_ONCE), stmt.span, "several act at once here")
            inside = with_each(scope, stmt.name, stmt.items, found, stmt.span)
            do(stmt.body, inside, deeds, found)
        case core.AskFor() | core.Choose() | core.OneOf():
            return _ask(stmt, scope, deeds, found)
        case core.CallRule():
            args = {name: arg for (name, _), arg in zip(deeds.calls.rules[stmt.rule].params, stmt.args, strict=True)}
            called(deeds.rules[stmt.rule], args, scope, found, (stmt.span, f"`{stmt.rule}` is called here"))
        case core.Perform():
            look(stmt.effect, scope, found)
            for rule in deeds.calls.effects(stmt.effect):
                steps = (stmt.span, "performed here"), (deeds.calls.rules[rule].span, "this may be what is printed")
                called(deeds.rules.get(rule, {}), {"me": stmt.by, "here": stmt.at}, scope, found, *steps)
        case _:
            _deed(stmt, scope, found)
    return scope


def _ask(stmt: core.AskFor | core.Choose | core.OneOf, scope: Scope, deeds: Deeds, found: Summary) -> Scope:
    """Somebody is asked, and what is answered is done."""
    who = look(stmt.args[0] if isinstance(stmt, core.Choose) else stmt.who, scope, found)
    note(found, Effect(ASK, whose=who.players), stmt.span, "asked here")
    match stmt:
        case core.Choose():
            params = ("me", *(name for name, _ in deeds.calls.menus[stmt.menu].params[1:]))
            args = dict(zip(params, stmt.args, strict=True))
            called(deeds.menus[stmt.menu], args, scope, found, (stmt.span, f"`{stmt.menu}` is opened here"))
        case core.OneOf():
            for branch, given in zip(stmt.branches, stmt.args, strict=True):
                names = [name for name, _ in deeds.calls.rules[branch].params]
                step = (stmt.span, "this may be picked")
                called(deeds.rules[branch], dict(zip(names, given, strict=True)), scope, found, step)
        case core.AskFor():
            return answered(stmt, scope, found)
    return scope


def answered(stmt: core.AskFor, scope: Scope, found: Summary) -> Scope:
    """What is looked at for an answer; the locals with it."""
    if stmt.items is not None:
        inside = with_test(scope.bind(stmt.name, look(stmt.items, scope, found), stmt.span), stmt.where)
        look_all((stmt.where,), inside, found)
        return inside
    look_all((stmt.want,), scope, found)
    value = picked(stmt.shape, stmt.args, stmt.span, scope, found)
    if stmt.purpose in scope.reads.purposes:
        step = (stmt.span, f"something may stand in for `{stmt.purpose}`")
        called(scope.reads.purposes[stmt.purpose], {"me": stmt.who}, scope, found, step)
    return scope.bind(stmt.name, value)


def picked(shape: str, args: tuple[core.Expr, ...], span: Span, scope: Scope, found: Summary) -> Value:
    """What is looked at to pick up a group, and whose it is."""
    summary, value = scope.reads.shapes[shape]
    params = [name for name, _ in scope.reads.calls.shapes[shape].params]
    step = (span, f"`{shape}` is picked from here")
    return put_in(value, called(summary, dict(zip(params, args, strict=True)), scope, found, step))


def _deed(stmt: core.Stmt, scope: Scope, found: Summary) -> None:
    """A statement that asks nobody and calls nothing."""
    match stmt:
        case core.Move():
            _move(stmt, scope, found)
        case core.Lay():
            _leaves(stmt.card, scope, found)
            look(stmt.spot, scope, found)
            note(
                found,
                Effect(PUT, stmt.plane.place, place_owners(stmt.plane, scope, found)),
                stmt.plane.span,
                "put here",
            )
        case core.SetVar():
            look(stmt.value, scope, found)
            owners = owners_of(scope.reads.vars[stmt.var], stmt.args, scope, found)
            note(found, Effect(CHANGE, stmt.var, owners), stmt.span, "set here")
        case core.Reset():
            for var in stmt.vars:
                note(found, Effect(CHANGE, var), stmt.span, f"`{var}` gets its default back")
        case core.Show():
            owners = look(stmt.card, scope, found).owners
            note(found, Effect(CHANGE, FACES, owners), stmt.span, "turned here")
            if not stmt.face:
                note(found, Effect(CHANCE), stmt.span, "chance decides here")
        case core.Shuffle():
            if isinstance(stmt.place, core.PlaceAt):
                owners = place_owners(stmt.place, scope, found)
                note(found, Effect(CHANGE, stmt.place.place, owners), stmt.span, "shuffled here")
            note(found, Effect(CHANCE), stmt.span, "chance decides here")
        case core.Score() | core.ScoreSets() | core.ScoreLeft() | core.Settle():
            look_all(tuple(children(stmt)), scope, found)
            deed = CHANGE if isinstance(stmt, core.Settle) else PUT  # which scorers are in force has no order
            note(found, Effect(deed, SHEET), stmt.span, "written here")
        case _:
            look_all(tuple(children(stmt)), scope, found)


def _move(stmt: core.Move, scope: Scope, found: Summary) -> None:
    """Pieces leave places and come to one."""
    assert isinstance(stmt.target, core.PlaceAt)
    tokens = tokens_of(stmt, scope.reads)
    if stmt.at_random:
        note(found, Effect(CHANCE), stmt.span, "chance decides here")
    match stmt.source:
        case None:
            assert stmt.what is not None
            _leaves(stmt.what, scope, found)
        case core.PlaceAt():
            owners = place_owners(stmt.source, scope, found)
            note(found, Effect(CHANGE, stmt.source.place, owners, tokens=tokens), stmt.span, "taken here")
        case core.PlacesWith():
            for place, owners in places_with(stmt.source, scope, found):
                note(found, Effect(CHANGE, place, owners, tokens=tokens), stmt.span, "taken here")
        case _:
            raise AssertionError(stmt.source)
    if stmt.source is not None:
        look_all((stmt.what,), scope, found)
    owners = place_owners(stmt.target, scope, found)
    note(found, Effect(PUT, stmt.target.place, owners, tokens=tokens), stmt.target.span, "put here")


def tokens_of(stmt: core.Move, reads: Reads) -> Tokens:
    """Which tokens a move may be about."""
    assert isinstance(stmt.target, core.PlaceAt)
    of_cards = bool(reads.places[stmt.target.place].content)
    return reads.flow.spoken(stmt.what, stmt.only) if not of_cards and stmt.source is not None else None


def _leaves(what: core.Expr, scope: Scope, found: Summary) -> None:
    """A card or a group leaves where it lies, which is anywhere unless more is known."""
    value = look(what, scope, found)
    places = value.places
    if ANYWHERE in places and what.type.head == "card":
        lies = [each.name for each in scope.reads.places.values() if scope.reads.may_lie(what.type.name, each)]
        places = places - {ANYWHERE} | frozenset(lies)
    for place in sorted(places):
        note(found, Effect(MOVE, place, value.owners), what.span, "moved here")

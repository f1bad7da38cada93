"""That no offer depends on what its player cannot know.

In:   what everything looks at.      Out:  a report of what is hidden from the one who chooses.
A need, a domain and a message look at the position when something is offered. What is done is tried on a copy before it is
offered, so whatever decides there whether it succeeds is looked at as well: amounts that must be there, `ensure`, and
conditions in front of them. What a rule does once it is sure to succeed may depend on anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kfdsl.analysis.deeds import Deeds, answered, picked
from kfdsl.analysis.effects import (
    ALL,
    SIZE,
    Effect,
    Players,
    Summary,
    add,
    in_full,
    parameter,
    players_in,
)
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.failure.known_facts import NOTHING, Facts, assured
from kfdsl.analysis.reads import called, look, look_all, of_amount, with_each, with_let, with_test
from kfdsl.analysis.scope import Scope
from kfdsl.lang.judge.secrets.hidden import Hidden
from kfdsl.program import core
from kfdsl.program.core.walk import inner
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

# How a rule is tried: whether it succeeds; the same with more behind it that may fail; whether it does anything at all.
POSSIBLE, FURTHER, IDLE = "possible", "further", "idle"


class Secrets:
    """Works out what decides in rules, and reports what must not."""

    def __init__(self, deeds: Deeds, can_fail: CanFail, report: Report) -> None:
        self.reads = deeds.reads
        self.can_fail = can_fail
        self.calls = can_fail.calls
        self.report = report
        self.tried: dict[tuple[str, str], Summary] = {}  # rule, or what is printed, and how it is tried
        self.askers: dict[str, dict[Players, Span]] = {}  # rule → who is asked in it, in terms of its parameters
        for name in (name for sort, name in self.calls.returning if sort == "printed"):  # met before it is worked out
            self.tried |= {(name, how): {} for how in (POSSIBLE, FURTHER, IDLE)}
            self.askers[name] = {}
        self.checks = False
        self.hidden = Hidden(self.reads.places, report)

    def rule(self, rule: core.RuleDef) -> None:
        """Work out what decides in a rule, each way it may be tried."""
        scope = Scope(self.reads, {name: parameter(name) for name, _ in rule.params})
        self.askers[rule.name] = {}
        self.asked(rule.body, scope, self.askers[rule.name])
        for how in (POSSIBLE, FURTHER, IDLE):
            self.checks = how == POSSIBLE
            found = self.stmt(rule.body, FURTHER if rule.is_price and how == IDLE else how, scope, NOTHING, ())
            self.tried[rule.name, how] = found | self.tried.get((rule.name, how), {})

    def printed(self, name: str, rules: list[str]) -> None:
        """Work out what stands for any of several effects printed on cards, all of which take `me` and `here`."""
        self.askers[name] = {who: span for rule in rules for who, span in self.askers[rule].items()}
        for how in (POSSIBLE, FURTHER, IDLE):
            found = self.tried[name, how] = {}
            for rule in rules:
                step = (self.calls.rules[rule].span, f"this may be what is printed: `{rule}`")
                self.report.spend(len(self.tried[rule, how]), step[0])
                add(found, self.tried[rule, how], step)

    def asked(self, stmt: core.Stmt, scope: Scope, found: dict[Players, Span]) -> Scope:
        """Everybody who is asked in a statement or in what it calls; answers the locals behind it."""
        match stmt:
            case core.AskFor() | core.OneOf():
                found.setdefault(look(stmt.who, scope, {}).players, stmt.span)
            case core.CallRule() | core.Perform():
                for who, span in self.handed(stmt, scope).items():
                    found.setdefault(who, span)
            case core.Block():
                inside = scope
                for part in stmt.body:
                    inside = self.asked(part, inside, found)
            case core.For() | core.Apart():
                self.asked(
                    stmt.body, with_test(with_each(scope, stmt.name, stmt.items, {}, stmt.span), _where(stmt)), found
                )
            case core.If():
                self.asked(stmt.then, with_test(scope, stmt.test), found)
                if stmt.other is not None:
                    self.asked(stmt.other, scope, found)
            case _:
                for part in inner(stmt):
                    self.asked(part, scope, found)
        return _behind(stmt, scope)

    def handed(self, stmt: core.CallRule | core.Perform, scope: Scope) -> dict[Players, Span]:
        """Who is asked in what is called, in terms of the one who calls it."""
        name = stmt.rule if isinstance(stmt, core.CallRule) else self.calls.printed(stmt.effect)[1]
        values = {param: look(arg, scope, {}) for param, arg in self.arguments(stmt).items()}
        return {players_in(who, values): span for who, span in self.askers[name].items()}

    def arguments(self, stmt: core.CallRule | core.Perform) -> dict[str, core.Expr]:
        """Arguments by the names of their parameters."""
        if isinstance(stmt, core.Perform):
            return {"me": stmt.by, "here": stmt.at}
        return {name: arg for (name, _), arg in zip(self.calls.rules[stmt.rule].params, stmt.args, strict=True)}

    # ---- what decides

    def stmt(self, stmt: core.Stmt, how: str, scope: Scope, given: Facts, rest: tuple[Summary, ...]) -> Summary:
        """What decides in a statement; `rest` is what decides behind it, which those asked in it see through as well."""
        match stmt:
            case core.Block():
                return self.block(stmt, how, scope, given, rest)
            case core.Step():
                return self.stmt(stmt.body, how, scope, given, rest)
            case core.If():
                found = self.looked((stmt.test,), scope) if self.matters(stmt, how, given) else {}
                add(
                    found,
                    self.stmt(stmt.then, how, with_test(scope, stmt.test), given | assured(stmt.test, True), rest),
                )
                if stmt.other is not None:
                    add(found, self.stmt(stmt.other, how, scope, given | assured(stmt.test, False), rest))
                return found
            case core.For() | core.Repeat():
                return self.loop(stmt, how, scope, given, rest)
            case core.Apart():
                self.stmt(stmt.body, POSSIBLE, with_each(scope, stmt.name, stmt.items, {}, stmt.span), NOTHING, ())
                return {}  # whoever looks ahead looks no further than this
            case _:
                return self.part(stmt, how, scope, given, rest)

    def matters(self, stmt: core.Stmt, how: str, given: Facts) -> bool:
        """Whether it shows from outside which way a statement goes."""
        return how != POSSIBLE or self.can_fail.weak(stmt, given) is not None

    def looked(self, exprs: Sequence[core.Expr | None], scope: Scope) -> Summary:
        """What expressions look at."""
        found: Summary = {}
        look_all(exprs, scope, found)
        return found

    def block(self, block: core.Block, how: str, scope: Scope, given: Facts, rest: tuple[Summary, ...]) -> Summary:
        """From the back, since what comes later decides whether it matters what came before."""
        parts = []
        for part, assumed in self.can_fail.assurance.with_given(block, given):
            parts.append((part, assumed, scope))
            scope = _behind(part, scope)
        found: Summary = {}
        for part, assumed, known in reversed(parts):
            if self.ends_trial(part, how):
                rest, found, how = (), {}, how if how == IDLE else POSSIBLE
            more = self.stmt(part, how, known, assumed, (*rest, found))
            self.report.spend(len(found), part.span)
            add(more, found)
            found = more
            if how == POSSIBLE and self.can_fail.weak(part, assumed) is not None:
                how = FURTHER
        return found

    def ends_trial(self, part: core.Stmt, how: str) -> bool:
        """Whether nothing behind a statement is tried together with what stands before it."""
        match part:
            case core.Shuffle() | core.Apart() | core.Show(face=""):
                return True
            case core.Move(at_random=True) | core.Choose():
                return how != IDLE  # whether anything is drawn, or done on the menu, still makes a difference
            case _:
                return False

    def loop(
        self, stmt: core.For | core.Repeat, how: str, scope: Scope, given: Facts, rest: tuple[Summary, ...]
    ) -> Summary:
        """A round is followed by further ones."""
        found: Summary = {}
        weak = self.can_fail.weak(stmt, given) is not None
        how = FURTHER if weak and how == POSSIBLE else how
        items: Summary = {}
        if isinstance(stmt, core.For):
            scope = with_test(with_each(scope, stmt.name, stmt.items, items, stmt.span), stmt.where)
            given = self.can_fail.assurance.each_round(stmt, given)
        if how != POSSIBLE:
            add(found, items)
            look_all((_where(stmt) if isinstance(stmt, core.For) else stmt.until,), scope, found)
        add(found, self.stmt(stmt.body, how, scope, given, (*rest, found)))
        return found

    def part(self, stmt: core.Stmt, how: str, scope: Scope, given: Facts, rest: tuple[Summary, ...]) -> Summary:
        """What decides in a statement without others inside."""
        match stmt:
            case core.Move():
                return self.move(stmt, how, scope)
            case core.SetVar() if how != POSSIBLE:
                return self.looked((stmt.value, *stmt.args), scope)
            case core.Show() if how != POSSIBLE:
                return self.looked((stmt.card,), scope)
            case core.Lay() if how != POSSIBLE:
                return self.looked((stmt.card, stmt.spot), scope)
            case core.Ensure():
                return self.looked((stmt.test, *_spoken(stmt.message)), scope)
            case core.AskFor():
                found: Summary = {}
                answered(stmt, scope, found)
                self.check_asked(look(stmt.who, scope, {}).players, stmt.span, (found, *rest))
                return found if self.matters(stmt, how, given) else {}
            case core.OneOf():
                return self.one_of(stmt, how, scope, rest)
            case core.CallRule() | core.Perform():
                return self.call(stmt, how, scope, given, rest)
            case _:
                return {}

    def move(self, stmt: core.Move, how: str, scope: Scope) -> Summary:
        """Whether there is enough; where more follows, also how much it is."""
        certain = stmt.strength != "exactly" or stmt.source is None
        if certain and (how == POSSIBLE or (stmt.at_random and how != IDLE)):
            return {}
        found = self.looked((stmt.what,), scope)
        if stmt.source is not None:
            for effect, trail in self.looked((stmt.source,), scope).items():
                is_source = effect.what in self.reads.places and trail[0][0] == stmt.source.span
                found.setdefault(self.needed(effect, stmt) if is_source else effect, trail)
        return found

    def needed(self, read: Effect, stmt: core.Move) -> Effect:
        """A read of a place for the sake of what is to leave it."""
        flow = self.reads.flow
        if stmt.what is not None:
            return of_amount(read, stmt.what, flow)
        of_cards = bool(self.reads.places[read.what].content)
        whole = not stmt.only or (not of_cards and flow.covers(flow.spoken(None, stmt.only), (read.what,)))
        return replace(read, view=SIZE if whole else ALL)

    def one_of(self, stmt: core.OneOf, how: str, scope: Scope, rest: tuple[Summary, ...]) -> Summary:
        """Which branches are offered is seen by the one who picks; whether there is any, by those before."""
        found: Summary = {}
        for branch, given in zip(stmt.branches, stmt.args, strict=True):
            args = {name: arg for (name, _), arg in zip(self.calls.rules[branch].params, given, strict=True)}
            called(self.tried[branch, how], args, scope, found, (self.calls.rules[branch].span, "this may be picked"))
        self.check_asked(look(stmt.who, scope, {}).players, stmt.span, (found, *rest))
        return found if self.matters(stmt, how, NOTHING) else {}

    def call(
        self, stmt: core.CallRule | core.Perform, how: str, scope: Scope, given: Facts, rest: tuple[Summary, ...]
    ) -> Summary:
        """What is called, whichever effect it is."""
        for who, span in self.handed(stmt, scope).items():
            self.check_asked(who, span, rest)
        if isinstance(stmt, core.CallRule):
            found: Summary = {}
            name, words = stmt.rule, f"`{stmt.rule}` is called here"
        else:
            found = self.looked((stmt.effect, stmt.by, stmt.at), scope) if self.matters(stmt, how, given) else {}
            name, words = self.calls.printed(stmt.effect)[1], "performed here"
        called(self.tried[name, how], self.arguments(stmt), scope, found, (stmt.span, words))
        return found

    # ---- what must not be seen

    def action(self, action: core.ActionDef) -> None:
        """The one who chooses must see all that an offer depends on."""
        me = frozenset({"me"})
        scope = Scope(self.reads, {"me": parameter("me")})
        for param in action.params:
            found: Summary = {}
            if param.items is not None:
                scope = with_test(scope.bind(param.name, look(param.items, scope, found), param.span), param.where)
                look_all((param.where,), scope, found)
            else:
                scope = scope.bind(param.name, picked(param.shape, param.args, param.span, scope, found))
            self.check(me, found)
        for need in action.needs:
            self.check(me, self.looked((need.test, *_spoken(need.message)), scope))
        self.check(me, self.tried[action.rule, POSSIBLE])

    def check_asked(self, who: Players, span: Span, reads: tuple[Summary, ...]) -> None:
        """The one who is asked must see the domain, and what decides afterwards."""
        if self.checks:
            for found in reads:
                self.check(who, found, span)

    def check(self, who: Players, reads: Summary, asked: Span | None = None) -> None:
        """Report reads of what somebody does not see; of several of the same kind the first."""
        self.hidden.tell(who, in_full(reads, self.decides), asked)

    def decides(self, trial: Effect) -> Summary:
        """What decides how a trial ends."""
        assert trial.trying is not None
        return self.tried[trial.what, trial.trying.how]


def _behind(stmt: core.Stmt, scope: Scope) -> Scope:
    """The locals behind a statement."""
    match stmt:
        case core.Let():
            return with_let(scope, stmt.name, stmt.value, stmt.span)
        case core.AskFor():
            return answered(stmt, scope, {})
        case _:
            return scope


def _where(stmt: core.For | core.Apart) -> core.Expr | None:
    return stmt.where if isinstance(stmt, core.For) else None


def _spoken(message: tuple[str | core.Expr, ...]) -> list[core.Expr]:
    """What a message looks at."""
    return [part for part in message if isinstance(part, core.Expr)]

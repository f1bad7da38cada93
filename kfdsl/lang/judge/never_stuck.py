"""That nobody is ever stuck: where nothing was tried, everything is sure to succeed.

In:   what may fail and what is left to chance.      Out:  a report of statements that may fail where no trial looked ahead.
What a player does is tried before it is offered, up to chance, to a menu, or to where several act at once: behind those it must
be sure to succeed. What a flow does was chosen by nobody, so all of it must be sure, and so must what each of several does who
act at once: an ask may have no answer that leads anywhere. Only a branch of `one of` may fail, if another is sure.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.failure.known_facts import NOTHING, Facts, assured
from kfdsl.program import core
from kfdsl.program.core.walk import inner, statements
from kfdsl.text.diagnostic import Aside, Report

MOST_DOUBTS = 3  # actions for which it is said why they may be impossible


def chance(calls: Calls, can_fail: CanFail, report: Report) -> None:
    """Report whatever may fail although nobody looked ahead."""
    deeds = reached(
        calls,
        [action.rule for action in calls.program.actions]
        + [rule for card in calls.program.cards for _, _, rule in card.effects],
    )
    for rule in deeds:
        _Deed(can_fail, report).walk(calls.rules[rule].body, None, NOTHING)
    flow = _Flow(can_fail, report, calls)
    starts = [calls.rules[name].body for name in (calls.program.main, calls.program.closing) if name]
    parts = [stmt.body for rule in deeds for stmt in statements(calls.rules[rule].body) if isinstance(stmt, core.Apart)]
    for body, tried in flow.bodies([*starts, *parts]):
        flow.walk(body, tried, NOTHING)


def reached(calls: Calls, starts: list[str]) -> list[str]:
    """Rules that some rules come to, and these."""
    found = list(dict.fromkeys(starts))
    seen = set(found)
    for rule in found:  # grows while it is read
        for call in calls.calls["rule", rule]:
            if call.target[0] == "rule" and call.target[1] not in seen:
                seen.add(call.target[1])
                found.append(call.target[1])
    return found


class _Deed:
    """Walks a rule in order; behind chance, everything must be sure."""

    def __init__(self, can_fail: CanFail, report: Report) -> None:
        self.can_fail = can_fail
        self.report = report

    def walk(self, stmt: core.Stmt, since: core.Stmt | None, given: Facts) -> core.Stmt | None:
        """Report what may fail; answers the statement since which nothing was tried, if there may be one."""
        match stmt:
            case core.Block():
                for part, assumed in self.can_fail.assurance.with_given(stmt, given):
                    since = self.walk(part, since, assumed)
                return since
            case core.Step():
                return self.walk(stmt.body, since, given)
            case core.If():
                then = self.walk(stmt.then, since, given | assured(stmt.test, True))
                other = self.walk(stmt.other, since, given | assured(stmt.test, False)) if stmt.other else since
                return then or other
            case core.For() | core.Repeat():
                each = self.can_fail.assurance.each_round(stmt, given) if isinstance(stmt, core.For) else NOTHING
                once = self.walk(stmt.body, since, each)
                return self.walk(stmt.body, once, each) if once and not since else once
            case _:
                if since is not None:
                    self.judge(stmt, since, given)
                return since or self.can_fail.chance_part(stmt)

    def judge(self, stmt: core.Stmt, since: core.Stmt, given: Facts) -> None:
        """Report a statement that may fail behind chance."""
        weak = self.can_fail.weak(stmt, given)
        if weak is None:
            return
        what, label = {
            core.Choose: ("a menu", "a menu is opened here"),
            core.Apart: ("what several do at once", "several act at once here"),
        }.get(type(since), ("chance", "chance decides here"))
        asides = [Aside(span=since.span, label=label)]
        asides += [Aside(span=weak.span, label=_why(weak, self.can_fail))] if weak is not stmt else []
        self.report.error(
            "after-chance",
            f"behind {what}, everything must be sure to succeed",
            stmt.span,
            label=_why(stmt, self.can_fail) if weak is stmt else "this may fail",
            asides=asides,
            help=_advice(stmt if isinstance(stmt, core.Perform) else weak, self.can_fail),
            note="what is offered was tried only so far: a player could not take it back and would be stuck",
        )


class _Flow:
    """Walks what nobody chose; only what somebody picks as one of several may fail."""

    def __init__(self, can_fail: CanFail, report: Report, calls: Calls) -> None:
        self.can_fail = can_fail
        self.report = report
        self.calls = calls

    def bodies(self, starts: list[core.Stmt]) -> list[tuple[core.Stmt, bool]]:
        """What a flow may come to from there, and whether it was tried by then."""
        found = [(start, False) for start in starts]
        seen: set[tuple[str, bool]] = set()
        for body, tried in found:  # grows while it is read
            for stmt, known in self.visits(body, tried):
                names = (
                    [stmt.rule]
                    if isinstance(stmt, core.CallRule)
                    else list(stmt.branches)
                    if isinstance(stmt, core.OneOf)
                    else []
                )
                for name in names:
                    entry = (name, known or isinstance(stmt, core.OneOf))
                    if entry not in seen:
                        seen.add(entry)
                        found.append((self.calls.rules[name].body, entry[1]))
        return found

    def visits(self, stmt: core.Stmt, tried: bool) -> list[tuple[core.Stmt, bool]]:
        """Plain statements in order, each with whether it was tried."""
        if isinstance(stmt, core.Block):
            found = []
            for part in stmt.body:
                found += self.visits(part, tried)
                tried = self.end(part, tried)
            return found
        if isinstance(stmt, core.Apart):
            return self.visits(stmt.body, False)
        parts = inner(stmt)
        return [visit for part in parts for visit in self.visits(part, tried)] if parts else [(stmt, tried)]

    def end(self, stmt: core.Stmt, tried: bool) -> bool:
        """Whether what comes behind a statement is tried together with what stands before it."""
        return tried and self.can_fail.chance(stmt) is None

    def walk(self, stmt: core.Stmt, tried: bool, given: Facts) -> None:
        """Report what may fail; calls are walked by themselves."""
        match stmt:
            case core.Block():
                for part, assumed in self.can_fail.assurance.with_given(stmt, given):
                    self.walk(part, tried, assumed)
                    tried = self.end(part, tried)
            case core.Step():
                self.walk(stmt.body, tried, given)
            case core.Repeat():
                self.walk(stmt.body, tried, NOTHING)
            case core.If():
                self.walk(stmt.then, tried, given | assured(stmt.test, True))
                if stmt.other is not None:
                    self.walk(stmt.other, tried, given | assured(stmt.test, False))
            case core.For():
                self.walk(stmt.body, tried, self.can_fail.assurance.each_round(stmt, given))
            case core.Apart():
                self.walk(stmt.body, False, NOTHING)
            case core.CallRule():  # a rule is walked by itself, but not with a group that may be gone
                if not tried and self.can_fail.loss.is_lacking(stmt):
                    self.judge(stmt, stmt)
            case core.Choose() if not tried and self.can_fail.weak(stmt, given) is not None:
                _report_menu(stmt, self.can_fail, given, self.report)
            case _:
                weak = None if tried else self.can_fail.weak(stmt, given)
                if weak is not None:
                    self.judge(stmt, weak)

    def judge(self, stmt: core.Stmt, weak: core.Stmt) -> None:
        """Report a statement that may fail where nobody chose."""
        asides = [Aside(span=weak.span, label=_why(weak, self.can_fail))] if weak is not stmt else []
        self.report.error(
            "may-fail",
            "nobody chose this, so it must be sure to succeed",
            stmt.span,
            label=_why(stmt, self.can_fail) if weak is stmt else "this may fail",
            asides=asides,
            help=_advice(stmt if isinstance(stmt, core.Perform) else weak, self.can_fail),
        )


def _report_menu(stmt: core.Choose, can_fail: CanFail, given: Facts, report: Report) -> None:
    """Report a menu that is opened in a flow and may offer nothing, with what stands against each action."""
    ways_out = can_fail.ways_out
    known = ways_out.inside(stmt, given)
    doubts = [doubts[0] for action in ways_out.actions(stmt.menu) if (doubts := ways_out.doubts(action, known))]
    report.error(
        "no-way-out",
        f"perhaps nothing on the menu `{stmt.menu}` can be done, and nobody may stop",
        stmt.span,
        label="somebody could be stuck here" if doubts else f"there is no action in `{stmt.menu}`",
        asides=[Aside(span=doubt.at.span, label=doubt.words) for doubt in doubts[:MOST_DOUBTS]],
        help=f"add an action that can always be done, `action pass in {stmt.menu} {{ }}`; "
        f"let it be stopped, `repeat choose {stmt.menu}(…) or stop`; or open it only where something can be done, `if … {{ choose … }}`",
    )


def _why(stmt: core.Stmt, can_fail: CanFail) -> str:
    match stmt:
        case core.Move() | core.CallRule() if can_fail.loss.is_lacking(stmt):
            return "some of it may be gone by now"
        case core.Ensure():
            return "this may not hold"
        case core.AskFor():
            return "there may be nothing to pick"
        case core.OneOf():
            return "perhaps none of these can be done"
        case core.Choose():
            return "perhaps nothing on this menu can be done"
        case core.Perform() if id(stmt) not in can_fail.may_return:
            return "a card may have nothing there"
        case core.Move() if can_fail.places[_target(stmt)].single:
            return "there may be a card already"
        case core.Move(what=what) if what is not None and what.type.head == "group":
            return "the group may come from there"
        case core.Perform():
            return "it may be under way already"
        case _:
            return "there may be too few"


def _target(stmt: core.Move) -> str:
    assert isinstance(stmt.target, core.PlaceAt)
    return stmt.target.place


def _is_sealed(ask: core.AskFor) -> bool:
    """Whether an ask stands in `together`, where nothing names the one who answers."""
    return isinstance(ask.who, core.Local) and ask.who.name != "me" and ask.who.span == ask.span


def _advice(stmt: core.Stmt, can_fail: CanFail) -> str:
    match stmt:
        case core.Move() | core.CallRule() if can_fail.loss.is_lacking(stmt):
            return "move the group before anything else is taken from where it was picked up"
        case core.Move(source=source) if source is not None and can_fail.places[_target(stmt)].single:
            return f"write `for c in {source.span.words} {{ if {stmt.target.span.words} is none {{ move c to … }} }}`"
        case core.Move(source=source) if source is not None:
            return "write `move up to …`"
        case core.Move(what=what) if what is not None and what.type.head == "card":
            return f"write `if {stmt.target.span.words} is none {{ move … }}`"
        case core.AskFor(items=items) if items is not None and _is_sealed(stmt):
            return "let only those answer who can: `together for p in all q in players where … is not empty ask …`"
        case core.AskFor(items=items, where=where) if items is not None and where is not None:
            return (
                f"write `if any {stmt.name} in {items.span.words} where {where.span.words} {{ ask … }}`, "
                "or `one of { … } or { }`"
            )
        case core.AskFor(items=items, many=(least, _)) if items is not None and least > 1:
            return f"write `if size({items.span.words}) >= {least} {{ ask … }}`, or `up to {least} of`"
        case core.AskFor(items=items) if items is not None:
            return f"write `if {items.span.words} is not empty {{ ask … }}`, or `one of {{ … }} or {{ }}`"
        case core.AskFor() | core.OneOf():
            return "give a way out: `one of { … } or { }`"
        case core.Perform():
            return "write `if possible … { perform … }`"
        case core.Choose():
            return "give the menu an action that can always be chosen"
        case _:
            return "put it in front of what is left to chance"

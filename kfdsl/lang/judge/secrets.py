"""That no offer depends on what its player cannot know.

In:   what everything looks at.      Out:  a report of what is hidden from the one who chooses.
A need, a domain and a message look at the position when something is offered. What is done is tried on a copy before it is
offered, so whatever decides there whether it succeeds is looked at as well: amounts that must be there, `ensure`, and
conditions in front of them. What a rule does once it is sure to succeed may depend on anything.
"""

from __future__ import annotations

from kfdsl.analysis.known_facts import NOTHING, Facts, assured
from kfdsl.analysis.sight import SOMEBODY, Known, Read, Reads, Sight, Trail, add
from kfdsl.analysis.surety import Surety
from kfdsl.program import core
from kfdsl.program.core.walk import statements
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Span

MOST_STEPS = 6  # of the way to a secret that are shown
# How a rule is tried: whether it succeeds; the same with more behind it that may fail; whether it does anything at all.
POSSIBLE, FURTHER, IDLE = "possible", "further", "idle"


class Secrets:
    """Works out what decides in rules, and reports what must not."""

    def __init__(self, sight: Sight, surety: Surety, report: Report) -> None:
        self.sight = sight
        self.surety = surety
        self.calls = sight.calls
        self.report = report
        self.askers: dict[str, dict[str, Span]] = {}  # rule → who is asked in it, in terms of its parameters
        self.checks = False
        self.told: set[tuple[str, bool, int, int, str]] = set()  # a place is told once for each spot where it is read

    def rule(self, rule: core.RuleDef) -> None:
        """Work out what decides in a rule, each way it may be tried."""
        known = self.known(rule)
        self.askers[rule.name] = self.asked(rule.body, known)
        for how in (POSSIBLE, FURTHER, IDLE):
            self.checks = how == POSSIBLE
            self.sight.tried[rule.name, how] = self.stmt(
                rule.body, FURTHER if rule.is_price and how == IDLE else how, known, NOTHING, ()
            )

    def printed(self, name: str, rules: list[str]) -> None:
        """Work out what stands for any of several effects printed on cards, all of which take `me` and `here`."""
        self.askers[name] = {who: span for rule in rules for who, span in self.askers[rule].items()}
        for how in (POSSIBLE, FURTHER, IDLE):
            found: Reads = {}
            for rule in rules:
                for read, trail in self.sight.tried[rule, how].items():
                    found.setdefault(
                        read, ((self.calls.rules[rule].span, f"this may be what is printed: `{rule}`"), *trail)
                    )
            self.sight.tried[name, how] = found

    def known(self, rule: core.RuleDef) -> Known:
        """The parameters and locals of a rule; a local is worked out after those it is made of."""
        lets: dict[str, tuple[Reads, Reads]] = {}
        known = Known(params=frozenset(name for name, _ in rule.params), lets=lets)
        for stmt in statements(rule.body):
            if isinstance(stmt, core.Let):
                size, contents = lets.get(stmt.name, ({}, {}))
                lets.pop(stmt.name, None)
                add(size, self.sight.expr(stmt.value, known, False))
                add(contents, self.sight.expr(stmt.value, known, True))
                lets[stmt.name] = (size, contents)
        return known

    def asked(self, body: core.Stmt, known: Known) -> dict[str, Span]:
        """Everybody who is asked in a rule or in what it calls."""
        found: dict[str, Span] = {}
        for stmt in statements(body):
            match stmt:
                case core.AskFor() | core.OneOf():
                    found.setdefault(known.player(stmt.who), stmt.span)
                case core.CallRule():
                    for name, span in self.handed(self.askers[stmt.rule], self.arguments(stmt), known).items():
                        found.setdefault(name, span)
                case core.Perform():
                    askers = self.askers[self.calls.printed(stmt.effect)[1]]
                    for name, span in self.handed(askers, {"me": stmt.by, "here": stmt.at}, known).items():
                        found.setdefault(name, span)
                case _:
                    pass
        return found

    def handed(self, askers: dict[str, Span], args: dict[str, core.Expr], known: Known) -> dict[str, Span]:
        """Who is asked in a rule, in terms of the one who calls it."""
        return {
            known.player(args[name]) if name in args else name if name.startswith("var ") else SOMEBODY: span
            for name, span in askers.items()
        }

    def arguments(self, stmt: core.CallRule) -> dict[str, core.Expr]:
        """Arguments by the names of their parameters."""
        return {name: arg for (name, _), arg in zip(self.calls.rules[stmt.rule].params, stmt.args, strict=True)}

    # ---- what decides

    def stmt(self, stmt: core.Stmt, how: str, known: Known, given: Facts, rest: tuple[Reads, ...]) -> Reads:
        """What decides in a statement; `rest` is what decides behind it, which those asked in it see through as well."""
        match stmt:
            case core.Block():
                return self.block(stmt, how, known, given, rest)
            case core.Step():
                return self.stmt(stmt.body, how, known, given, rest)
            case core.If():
                found = self.sight.expr(stmt.test, known) if self.matters(stmt, how, given) else {}
                then, other = known.under(stmt.test), known
                add(found, self.stmt(stmt.then, how, then, given | assured(stmt.test, True), rest))
                if stmt.other is not None:
                    add(found, self.stmt(stmt.other, how, other, given | assured(stmt.test, False), rest))
                return found
            case core.For() | core.Repeat():
                return self.loop(stmt, how, known, given, rest)
            case core.Apart():
                self.stmt(stmt.body, POSSIBLE, known, NOTHING, ())
                return {}  # whoever looks ahead looks no further than this
            case _:
                return self.part(stmt, how, known, given, rest)

    def matters(self, stmt: core.Stmt, how: str, given: Facts) -> bool:
        """Whether it shows from outside which way a statement goes."""
        return how != POSSIBLE or self.surety.weak(stmt, given) is not None

    def block(self, block: core.Block, how: str, known: Known, given: Facts, rest: tuple[Reads, ...]) -> Reads:
        """From the back, since what comes later decides whether it matters what came before."""
        found: Reads = {}
        for part, assumed in reversed(list(self.surety.assurance.with_given(block, given))):
            if self.ends_trial(part, how):
                rest, found, how = (), {}, how if how == IDLE else POSSIBLE
            more = self.stmt(part, how, known, assumed, (*rest, found))
            add(more, found)
            found = more
            if how == POSSIBLE and self.surety.weak(part, assumed) is not None:
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
        self, stmt: core.For | core.Repeat, how: str, known: Known, given: Facts, rest: tuple[Reads, ...]
    ) -> Reads:
        """A round is followed by further ones."""
        found: Reads = {}
        weak = self.surety.weak(stmt, given) is not None
        how = FURTHER if weak and how == POSSIBLE else how
        inner = known
        if isinstance(stmt, core.For):
            inner = known.under(stmt.where)
            given = self.surety.assurance.each_round(stmt, given)
        if how != POSSIBLE:
            tests = (stmt.items, stmt.where) if isinstance(stmt, core.For) else (stmt.until,)
            add(found, self.sight.many(tests, inner))
        add(found, self.stmt(stmt.body, how, inner, given, (*rest, found)))
        return found

    def part(self, stmt: core.Stmt, how: str, known: Known, given: Facts, rest: tuple[Reads, ...]) -> Reads:
        """What decides in a statement without others inside."""
        match stmt:
            case core.Move():
                return self.move(stmt, how, known)
            case core.SetVar() if how != POSSIBLE:
                return self.sight.many((stmt.value, stmt.card), known)
            case core.Show() if how != POSSIBLE:
                return self.sight.expr(stmt.card, known)
            case core.Lay() if how != POSSIBLE:
                return self.sight.many((stmt.card, stmt.spot), known)
            case core.Ensure():
                return self.sight.many(
                    (stmt.test, *(part for part in stmt.message if isinstance(part, core.Expr))), known
                )
            case core.AskFor():
                found = self.domain(stmt, known)
                self.check_asked(known.player(stmt.who), stmt.span, (found, *rest))
                return found if self.matters(stmt, how, given) else {}
            case core.OneOf():
                return self.one_of(stmt, how, known, rest)
            case core.CallRule():
                for who, span in self.handed(self.askers[stmt.rule], self.arguments(stmt), known).items():
                    self.check_asked(who, span, rest)
                step = (stmt.span, f"`{stmt.rule}` is called here")
                return self.sight.called(self.sight.tried[stmt.rule, how], self.arguments(stmt), known, step)
            case core.Perform():
                return self.perform(stmt, how, known, given, rest)
            case _:
                return {}

    def move(self, stmt: core.Move, how: str, known: Known) -> Reads:
        """Whether there is enough; where more follows, also how much it is."""
        certain = stmt.strength != "exactly" or stmt.source is None
        if certain and (how == POSSIBLE or (stmt.at_random and how != IDLE)):
            return {}
        found = self.sight.maybe(stmt.what, known)
        if stmt.source is not None:
            add(found, self.sight.taken(stmt.source, stmt.what, stmt.only, known))
        return found

    def domain(self, stmt: core.AskFor, known: Known) -> Reads:
        """What may be answered."""
        found = self.sight.many((stmt.items, stmt.where, stmt.want), known.under(stmt.where))
        if stmt.shape:
            add(found, self.shape(stmt.shape, stmt.args, known, stmt.span))
        if stmt.purpose in self.sight.purposes:
            step = (stmt.span, f"something may stand in for `{stmt.purpose}`")
            add(found, self.sight.called(self.sight.purposes[stmt.purpose], {"me": stmt.who}, known, step))
        return found

    def shape(self, name: str, args: tuple[core.Expr, ...], known: Known, span: Span) -> Reads:
        """What may be picked up."""
        params = [param for param, _ in self.calls.shapes[name].params]
        return self.sight.called(
            self.sight.shapes[name],
            dict(zip(params, args, strict=True)),
            known,
            (span, f"`{name}` is picked from here"),
        )

    def one_of(self, stmt: core.OneOf, how: str, known: Known, rest: tuple[Reads, ...]) -> Reads:
        """Which branches are offered is seen by the one who picks; whether there is any, by those before."""
        found: Reads = {}
        for branch, args in zip(stmt.branches, stmt.args, strict=True):
            params = [name for name, _ in self.calls.rules[branch].params]
            step = (self.calls.rules[branch].span, "this may be picked")
            add(
                found,
                self.sight.called(self.sight.tried[branch, how], dict(zip(params, args, strict=True)), known, step),
            )
        self.check_asked(known.player(stmt.who), stmt.span, (found, *rest))
        return found if self.matters(stmt, how, NOTHING) else {}

    def perform(self, stmt: core.Perform, how: str, known: Known, given: Facts, rest: tuple[Reads, ...]) -> Reads:
        """Whichever effect it is."""
        found = self.sight.many((stmt.effect, stmt.by, stmt.at), known) if self.matters(stmt, how, given) else {}
        args = {"me": stmt.by, "here": stmt.at}
        _, name = self.calls.printed(stmt.effect)
        for who, span in self.handed(self.askers[name], args, known).items():
            self.check_asked(who, span, rest)
        add(found, self.sight.called(self.sight.tried[name, how], args, known, (stmt.span, "performed here")))
        return found

    # ---- what must not be seen

    def action(self, action: core.ActionDef) -> None:
        """The one who chooses must see all that an offer depends on."""
        known = Known(params=frozenset({"me", *(param.name for param in action.params)}))
        for param in action.params:
            found = self.sight.many((param.items, param.where), known.under(param.where))
            if param.shape:
                add(found, self.shape(param.shape, param.args, known, param.span))
            self.check("me", found)
        for need in action.needs:
            self.check(
                "me",
                self.sight.many((need.test, *(part for part in need.message if isinstance(part, core.Expr))), known),
            )
        self.check("me", self.sight.tried[action.rule, POSSIBLE])

    def check_asked(self, who: str, span: Span, reads: tuple[Reads, ...]) -> None:
        """The one who is asked must see the domain, and what decides afterwards."""
        if self.checks:
            for found in reads:
                self.check(who, found, span)

    def check(self, who: str, reads: Reads, asked: Span | None = None) -> None:
        """Report reads of what somebody does not see."""
        for read, trail in reads.items():
            if read.place and not self.visible(read, who):
                self.secret(read, trail, asked)

    def visible(self, read: Read, who: str) -> bool:
        """Whether somebody may look at this."""
        place = self.sight.places[read.place]
        allowed = {place.seen} if read.contents or read.amount else {place.seen, place.counted}
        return "all" in allowed or ("owner" in allowed and read.whose == who != SOMEBODY)

    def secret(self, read: Read, trail: Trail, asked: Span | None) -> None:
        """Say which place it is, who does not see it, and by which way it is read."""
        place = self.sight.places[read.place]
        contents = read.contents or bool(read.amount)
        (span, label), *steps = trail
        if (place.name, contents, span.start, span.end, span.source.name) in self.told:
            return
        self.told.add((place.name, contents, span.start, span.end, span.source.name))
        asides = [Aside(span=at, label=words) for at, words in steps[:MOST_STEPS]]
        asides += [Aside(span=asked, label="asked here")] if asked is not None and asked != span else []
        asides.append(Aside(span=place.span, label=_sight_of(place)))
        what = f"what lies in `{place.name}`" if contents else f"how many lie in `{place.name}`"
        seen = "somebody else's" if place.seen == "owner" else "hidden"
        self.report.error(
            "secret",
            f"{what} is {seen}, but what can be chosen would depend on it",
            span,
            label=label,
            asides=asides,
            help=_advice(place, contents),
            note="no offer may depend on what the one who chooses cannot know",
        )


def _sight_of(place: core.PlaceDef) -> str:
    seen = {"all": "seen by all", "owner": "only its owner sees it", "none": "nobody sees into it"}[place.seen]
    if place.counted == "all" and place.seen != "all":
        return f"{seen}, everybody may count it"
    return seen if place.counted != "none" else "nobody sees into it or counts it"


def _advice(place: core.PlaceDef, contents: bool) -> str:
    if place.seen == "owner":
        return f"read only `{place.name}` of the one who chooses" + (
            ", or count it whole" if contents and place.counted == "all" else ""
        )
    if contents and place.counted == "all":
        return f"`size({place.name})` may be read; or move `up to` so many, and let nothing that may fail come after"
    return "move `up to` so many, and let nothing that may fail come after; or declare the place `seen by all`"

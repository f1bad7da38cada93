"""What rules and queries cost at most between two choices.

In:   the graph of calls.      Out:  Cost for each, in the steps that a game counts (analysis/measures/step_costs.py), never fewer.
Searches that may take all ways together have a cost of their own, a power: the longest walk over the edges of a plane, covers of a
want, allocation, and trials, which try every answer to all that is asked in what they try.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls, calls_of
from kfdsl.analysis.measures.step_costs import MOST_SEATS, StepCosts
from kfdsl.lang.judge.bounds.cost import NOTHING, ONE, UNKNOWN, Cost, most, size, total, written
from kfdsl.lang.judge.bounds.sizes import PIECES, Lists, Sizes
from kfdsl.lang.judge.endless.must_ask import asking_rules, must_ask
from kfdsl.program import core
from kfdsl.program.core.walk import children, statements
from kfdsl.program.numbering import Numbering

TWO, FOUR = written(2), written(4)
SORTED = 16  # steps for an item that is put in order
TRIED, PICKED = 200, 16  # steps for a trial, and for a piece or card that chance picks
MOST_ROUNDS = written(1000)  # of a loop in which nobody need be asked
_INSIDE = f"{UNKNOWN}how often something is performed inside itself"
_EDGES = written(3)  # of a card that no other card has too
_CORNERS = written(36)

Known = tuple[str, tuple[tuple[str, Cost], ...]]


def bounds(program: core.Program) -> dict[str, Cost]:
    """What each rule costs at most between two choices, and each query."""
    found = Bounds(calls_of(program))
    rules = {rule.name: found.rule(rule.name, {}) for rule in program.rules}
    return rules | {query.name: found.query(query.name, {}) for query in program.queries if not query.deep}


def listings(program: core.Program) -> dict[str, Cost]:
    """How many answers each action has at most, all its parts taken together; a group may be any choice of pieces."""
    sizes = Sizes(calls_of(program))
    found: dict[str, Cost] = {}
    for action in program.actions:
        found[action.name] = ONE
        for param in action.params:
            there = TWO.to_the(size(PIECES)) if param.items is None else sizes.of(param.items, {})
            found[action.name] = found[action.name] * there
    return found


class Bounds:
    """Works out costs, of each query and rule once for every size of the lists that are handed in."""

    def __init__(self, found: Calls) -> None:
        self.calls = found
        self.sizes = Sizes(found)
        self.rules: dict[Known, Cost] = {}
        self.queries: dict[Known, Cost] = {}
        self.answers: dict[str, Cost] = {}
        self.under_way: list[str] = []
        self.asking = asking_rules(found)
        self.costs = StepCosts(Numbering(found.program), found)
        self.may_ask: set[str] = set()
        for sort, name in found.order:
            if sort == "rule" and any(_asks(part, self.may_ask) for part in statements(found.rules[name].body)):
                self.may_ask.add(name)

    # ---- by name

    def query(self, name: str, lists: Lists) -> Cost:
        """What a query costs."""
        if self.calls.queries[name].deep:
            return self.deep_query(name)
        known = (name, tuple(sorted(lists.items())))
        if known not in self.queries:
            self.queries[known] = self.expr(self.calls.queries[name].body, lists)
        return self.queries[known]

    def deep_query(self, name: str) -> Cost:
        """One that asks itself: each time as often as it does so, as deep as it says. Lists that it hands on may grow, so nobody knows them."""
        itself = f"{UNKNOWN}how often `{name}` asks itself"
        if itself in self.under_way:
            return size(itself)
        known: Known = (name, ())
        if known not in self.queries:
            self.under_way.append(itself)
            once = self.expr(self.calls.queries[name].body, {})
            self.under_way.pop()
            found = self.unfolded(once, itself, self.calls.queries[name].deep + 1)
            if any(factor == _INSIDE for product, _ in found.terms for factor, _ in product):
                return found  # part of what is tried inside itself; worked out where that begins
            self.queries[known] = found
        return self.queries[known]

    def rule(self, name: str, lists: Lists) -> Cost:
        """What a rule costs; one that comes back to itself, by way of cards, as often as there are such effects."""
        known = (name, tuple(sorted(lists.items())))
        if known in self.rules:
            return self.rules[known]
        if name in self.under_way:
            return size(_INSIDE)
        self.under_way.append(name)
        found = self.stmt(self.calls.rules[name].body, lists)
        self.under_way.pop()
        if any(factor == _INSIDE for product, _ in found.terms for factor, _ in product):
            if self.under_way:
                return found  # part of what comes back; worked out where that begins
            found = self.unfolded(found, _INSIDE, max(1, sum(self.calls.printed_on[rule] for rule in self.calls.nested)))
        self.rules[known] = found
        return found

    def unfolded(self, once: Cost, itself: str, deep: int) -> Cost:
        """All of it, so often inside the other: each round of what stands around it does the rest again."""
        around, rest = NOTHING, NOTHING
        for product, count in once.terms:
            plain = Cost(((tuple(pair for pair in product if pair[0] != itself), count),))
            if len(product) > len(plain.terms[0][0]):
                around = around + plain
            else:
                rest = rest + plain
        return (rest + ONE) * written(deep) * (around + ONE).to_the(written(deep - 1))

    def printed(self, effect: core.FieldOf) -> Cost:
        """What an effect printed on some card costs."""
        return most(self.rule(rule, {}) for rule in self.calls.effects(effect)) + ONE

    def shape(self, name: str, lists: Lists) -> Cost:
        """What it costs to find out what may be picked up."""
        return total(
            self.loops(
                clause.binders, total(self.expr(each, lists) for each in (clause.where, clause.place) if each), lists
            )
            for clause in self.calls.shapes[name].clauses
        )

    # ---- expressions

    def expr(self, expr: core.Expr, lists: Lists) -> Cost:
        """What an expression costs."""
        match expr:
            case core.LetIn():
                named = self.sizes.named(expr, lists)
                return self.own(expr) + self.expr(expr.value, lists) + self.expr(expr.body, named)
            case core.Pick():
                inside = total(self.expr(each, lists) for each in (expr.where, expr.ranking) if each is not None)
                if expr.word == "sorted":
                    inside = inside + written(SORTED)
                return self.own(expr) + self.expr(expr.items, lists) + self.rounds(expr.items, lists) * (ONE + inside)
            case core.Fold():
                inside = total(self.expr(each, lists) for each in (expr.value, expr.where) if each is not None)
                return self.own(expr) + self.loops(expr.binders, inside, lists) + self.maybe(expr.otherwise, lists)
            case core.Ask():
                query = self.calls.queries[expr.query]
                handed = self.sizes.handed(query.params, expr.args, lists)
                return self.own(expr) + self.parts(expr, lists) + self.query(expr.query, handed)
            case core.Trial():
                return self.own(expr) + self.parts(expr, lists) + self.trial(expr)
            case core.Prim():
                return self.own(expr) + self.parts(expr, lists) + self.built_in(expr, lists)
            case _:
                return self.own(expr) + self.parts(expr, lists)

    def own(self, node: core.Expr | core.Stmt) -> Cost:
        """What a node weighs by itself."""
        return written(self.costs.alone(node))

    def rounds(self, items: core.Expr, lists: Lists) -> Cost:
        """How many rounds of a loop are counted: as many as there can be where the program alone says so, otherwise as many as there are."""
        few = self.costs.few(items)
        return written(few) if few is not None else self.sizes.of(items, lists)

    def parts(self, node: core.Expr | core.Stmt, lists: Lists) -> Cost:
        """What the expressions directly below cost."""
        return total(self.expr(child, lists) for child in children(node))

    def maybe(self, expr: core.Expr | None, lists: Lists) -> Cost:
        """What something costs that need not be there."""
        return self.expr(expr, lists) if expr is not None else NOTHING

    def loops(self, binders: tuple[tuple[str, core.Expr], ...], inside: Cost, lists: Lists) -> Cost:
        """Something done for each item of loops, one in the other."""
        found = ONE + inside
        for _, items in reversed(binders):
            found = self.expr(items, lists) + self.rounds(items, lists) * (ONE + found)
        return found

    def built_in(self, expr: core.Prim, lists: Lists) -> Cost:
        """What a built-in word does of its own accord."""
        lists_of_cards = [each.type.inner for each in (*expr.args, expr) if each.type.head == "list"]
        cards = next((size(f"cards({inner.name})") for inner in lists_of_cards if inner and inner.head == "card"), ONE)
        match expr.word:
            case "walk" | "walk_from" | "loop" | "loop_through":
                return TWO.to_the(_EDGES * cards)
            case "reach" | "reach_among" | "chain" | "areas" | "across" | "spots":
                return _CORNERS * cards
            case "line":
                return written(self.sizes.spots_in_line(expr))
            case "distinct" | "position_of":
                listed = self.sizes.of(expr.args[-1], lists)
                return listed * listed if expr.word == "distinct" else listed
            case "+" | "*" if expr.type.head == "want":
                return size(f"{UNKNOWN}how many holes `{expr.span.words[:40]}` has")
            case "+" if expr.type.head == "list":
                return FOUR * self.sizes.of(expr, lists)
            case _:
                return NOTHING

    def trial(self, expr: core.Trial) -> Cost:
        """What it costs to try all answers to what is asked in an effect."""
        ways = most(self.ways_of(rule) for rule in self.calls.effects(expr.effect))
        if expr.word == "idle":
            ways = ways * self.beyond_menus(expr)
        return (ways + ONE) * (self.printed(expr.effect) + written(TRIED) + size("cards()") * written(MOST_SEATS))

    def beyond_menus(self, expr: core.Trial) -> Cost:
        """Whether something comes of an effect is looked for behind menus as well, and nobody knows how often they come."""
        reached = list(self.calls.effects(expr.effect))
        for rule in reached:  # grows while it is read
            for call in self.calls.calls["rule", rule]:
                if call.target[0] == "menu":
                    return size(f"{UNKNOWN}how often `{call.target[1]}` is opened while `{expr.span.words}` is tried")
                more = (
                    [call.target]
                    if call.target[0] == "rule"
                    else [each.target for each in self.calls.calls[call.target]]
                )
                reached += [name for sort, name in more if sort == "rule" and name not in reached]
        return ONE

    # ---- ways through what asks

    def ways_of(self, rule: str) -> Cost:
        """How many rows of answers there are to all that a rule asks."""
        if rule not in self.answers:
            self.answers[rule] = size(f"{UNKNOWN}how often `{rule}` comes back to itself")
            self.answers[rule] = self.ways(self.calls.rules[rule].body)
        return self.answers[rule]

    def ways(self, stmt: core.Stmt) -> Cost:
        """The same of a statement."""
        match stmt:
            case core.Block():
                found = ONE
                for part in stmt.body:
                    found = found * self.ways(part)
                return found
            case core.Step():
                return self.ways(stmt.body)
            case core.If():
                return self.ways(stmt.then).or_else(self.ways(stmt.other) if stmt.other is not None else ONE)
            case core.For() | core.Apart() | core.Together():
                each = self.ways(stmt.body) * (self.ways(stmt.ask) if isinstance(stmt, core.Together) else ONE)
                return each.to_the(self.sizes.of(stmt.items, {}))
            case core.Repeat():
                return self.ways(stmt.body).to_the(MOST_ROUNDS)
            case core.AskFor(items=items) if items is not None:
                there = self.sizes.of(items, {})
                return there if stmt.many is None else TWO.to_the(there)
            case core.AskFor():
                return TWO.to_the(size(PIECES))
            case core.OneOf():
                return total(self.ways_of(branch) for branch in stmt.branches)
            case core.CallRule():
                return self.ways_of(stmt.rule)
            case core.Perform():
                return most(self.ways_of(rule) for rule in self.calls.effects(stmt.effect)).or_else(ONE)
            case _:
                return ONE

    # ---- statements

    def stmt(self, stmt: core.Stmt, lists: Lists) -> Cost:
        """What a statement costs between two choices; of a loop that asks in each round, that is two of its rounds."""
        match stmt:
            case core.Block():
                found, known = ONE, dict(lists)
                for part in stmt.body:
                    found = found + self.stmt(part, known)
                    if isinstance(part, core.Let) and part.value.type.head == "list":
                        known[part.name] = self.sizes.of(part.value, known)
                    if isinstance(part, core.AskFor) and part.many is not None and part.items is not None:
                        known[part.name] = self.sizes.of(part.items, known)
                return found
            case core.Step():
                return self.stmt(stmt.body, lists)
            case core.If():
                other = self.stmt(stmt.other, lists) if stmt.other is not None else NOTHING
                return ONE + self.expr(stmt.test, lists) + self.stmt(stmt.then, lists) + other
            case core.For() | core.Apart():
                where = stmt.where if isinstance(stmt, core.For) else None
                inside = ONE + self.stmt(stmt.body, lists) + self.maybe(where, lists)
                return (
                    ONE
                    + self.again(stmt)
                    + self.expr(stmt.items, lists)
                    + self.rounds(stmt.items, lists) * (inside + self.again(stmt))
                )
            case core.Together():
                known = dict(lists)
                if stmt.ask.many is not None and stmt.ask.items is not None:
                    known[stmt.ask.name] = self.sizes.of(stmt.ask.items, lists)
                asked = self.stmt(stmt.ask, lists) + self.stmt(stmt.body, known)
                return (
                    ONE
                    + self.again(stmt)
                    + self.expr(stmt.items, lists)
                    + self.rounds(stmt.items, lists) * (ONE + asked + self.again(stmt))
                )
            case core.Repeat():
                rounds = TWO if must_ask(stmt.body, self.asking) else MOST_ROUNDS
                return (ONE + self.again(stmt) + self.stmt(stmt.body, lists) + self.expr(stmt.until, lists)) * rounds
            case core.CallRule():
                rule = self.calls.rules[stmt.rule]
                handed = self.sizes.handed(rule.params, stmt.args, lists)
                return ONE + self.again(stmt) + self.parts(stmt, lists) + self.rule(stmt.rule, handed)
            case core.OneOf():
                return (
                    ONE
                    + self.again(stmt)
                    + self.parts(stmt, lists)
                    + total(self.rule(branch, {}) for branch in stmt.branches)
                )
            case core.Perform():
                return ONE + self.again(stmt) + self.parts(stmt, lists) + self.printed(stmt.effect)
            case core.AskFor():
                return self.asked(stmt, lists)
            case core.Settle():
                filled = size(f"{UNKNOWN}how many scorers are in force") + ONE
                return ONE + self.parts(stmt, lists) + self.shape(stmt.shape, {}) + filled.to_the(size(PIECES))
            case core.Move(at_random=True):
                return self.own(stmt) + self.parts(stmt, lists) + written(PICKED) * size(PIECES)
            case core.Move(source=core.Expr() as source) if source.type.head == "list":
                return self.parts(stmt, lists) + self.sizes.of(source, lists) * (
                    self.own(stmt) + self.parts(stmt, lists) + ONE
                )
            case core.Shuffle():
                return self.own(stmt) + self.parts(stmt, lists) + written(PICKED) * self.sizes.of(stmt.place, lists)
            case core.Score() | core.ScoreSets() | core.ScoreLeft():
                return self.own(stmt) + self.parts(stmt, lists) + FOUR * size(f"{UNKNOWN}how many lines the sheet has")
            case core.Reset():
                return self.own(stmt) + written(len(stmt.vars)) * size("cards()")
            case _:
                return self.own(stmt) + self.again(stmt) + self.parts(stmt, lists)

    def again(self, stmt: core.Stmt) -> Cost:
        """What is counted anew behind a statement at which a rule may be left: the whole text of the rule, before it and behind it."""
        if not self.under_way or self.under_way[-1] not in self.may_ask or not self.leaves(stmt):
            return NOTHING
        return TWO * written(self.costs.entry("rule", self.under_way[-1]) + 1)

    def leaves(self, stmt: core.Stmt) -> bool:
        """Whether somebody may be asked in a statement."""
        return any(_asks(part, self.may_ask) for part in statements(stmt))

    def asked(self, stmt: core.AskFor, lists: Lists) -> Cost:
        """What it costs to find out what may be answered."""
        found = ONE + self.again(stmt) + self.parts(stmt, lists)
        if stmt.items is not None:
            return found + self.rounds(stmt.items, lists) * (ONE + self.maybe(stmt.where, lists))
        found = found + self.shape(stmt.shape, {})
        return found + TWO.to_the(size(PIECES)) if stmt.want is not None else found


def _asks(stmt: core.Stmt, asking: set[str]) -> bool:
    match stmt:
        case (
            core.AskFor()
            | core.Choose()
            | core.OneOf()
            | core.Repeat()
            | core.Together()
            | core.Apart()
            | core.Perform()
        ):
            return True
        case core.CallRule():
            return stmt.rule in asking
        case _:
            return False

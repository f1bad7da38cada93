"""That everything ends, and what it may cost.

In:   a Program without recursion.      Out:  a report of loops that could run for ever; a bound for each rule, in words.
A bound is the product of the loops that stand in one another, the largest such product that a rule has: `players · cards(kiln)`.
Effects of cards that perform one another stand in one another at most as often as there are such effects: `3 · players^2`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kfdsl.analysis.calls import Calls, calls
from kfdsl.analysis.can_fail import CanFail, must_ask
from kfdsl.lang.judge.never_stuck import reached
from kfdsl.lang.judge.rounds import Loops
from kfdsl.program import core
from kfdsl.program.core.walk import children, inner, statements
from kfdsl.program.types import Type
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

Product = tuple[str, ...]  # what is multiplied, sorted
Bound = frozenset[Product]  # products none of which holds another
ONE: Bound = frozenset({()})
PERFORMED = "(performed)"  # stands for what is performed inside itself, until that is known
MOST_PRODUCTS, LONGEST_PRODUCT = 6, 8
MOST_LOOPS = 12  # Python allows twenty in one function


def totality(found: Calls, can_fail: CanFail, report: Report) -> None:
    """Report loops that may go round for ever without a choice for anybody, and loops too many of which stand in one another."""
    tried, loops = tried_rules(found), Loops(found, can_fail)
    for query in found.program.queries:
        _check_nesting(_loops(query.body, 0), report)
    for rule in found.program.rules:
        _check_nesting(_loops_of(rule.body, 0), report)
        for stmt in statements(rule.body):
            if isinstance(stmt, core.Repeat) and not loops.comes_to_an_end(stmt, rule.name in tried):
                _report_loop(stmt, can_fail, rule.name in tried, report)


def tried_rules(found: Calls) -> set[str]:
    """Rules that are tried before they are offered: all that actions, effects on cards and branches come to."""
    starts = [action.rule for action in found.program.actions]
    starts += [rule for card in found.program.cards for _, _, rule in card.effects]
    for rule in found.program.rules:
        starts += [name for stmt in statements(rule.body) if isinstance(stmt, core.OneOf) for name in stmt.branches]
    return set(reached(found, starts))


def _report_loop(stmt: core.Repeat, can_fail: CanFail, is_tried: bool, report: Report) -> None:
    if not must_ask(stmt.body, can_fail.asking_rules):
        report.error(
            "endless",
            "a round of this loop may ask nobody, so it might never end",
            stmt.span,
            label="nobody need be asked in here",
            help="ask or let choose in every round; count rounds, `until n >= 3`; or go through something with `for`",
        )
    elif is_tried:
        report.error(
            "endless",
            "what is asked in this loop is tried beforehand, and a round may change nothing, so trying might never end",
            stmt.span,
            label="a round may bring it no nearer to its end",
            help="count rounds, `until n >= 3`; go through something with `for`; or let a menu be stopped, `repeat choose … or stop`",
        )
    else:
        report.error(
            "endless",
            "if nobody has a choice, a round of this loop may change nothing, and then it never ends",
            stmt.span,
            label="a round may bring it no nearer to its end",
            help="count how often the only thing that can always be done was done, `passes := passes + 1`, and end `until passes >= size(players)`; "
            "or count rounds",
        )


def _check_nesting(loops: Iterable[tuple[int, Span]], report: Report) -> None:
    deepest, span = max(loops, key=lambda loop: loop[0], default=(0, None))
    if deepest > MOST_LOOPS:
        report.error(
            "too-deep",
            f"more than {MOST_LOOPS} loops stand in one another",
            span,
            label="this is the innermost",
            help="give an inner part a name: a query for a value, an effect for what is done",
        )


def _loops_of(stmt: core.Stmt, outside: int) -> Iterator[tuple[int, Span]]:
    """How many loops go round at each point of a statement."""
    for child in children(stmt):
        yield from _loops(child, outside)
    inside = outside + isinstance(stmt, core.For)
    yield inside, stmt.span
    for part in inner(stmt):
        yield from _loops_of(part, inside)


def _loops(expr: core.Expr, outside: int) -> Iterator[tuple[int, Span]]:
    """How many loops go round at each point of an expression."""
    inside = outside + (1 if isinstance(expr, core.Pick) else len(expr.binders) if isinstance(expr, core.Fold) else 0)
    yield inside, expr.span
    for child in children(expr):
        yield from _loops(child, inside)


def bounds(program: core.Program) -> dict[str, str]:
    """What each rule costs at most between two choices, in words."""
    found = calls(program, Report())
    return {name: words(bound) for (sort, name), bound in Bounds(found).known.items() if sort == "rule"}


def words(bound: Bound) -> str:
    """A bound as it is shown."""
    if any(len(product) > LONGEST_PRODUCT for product in bound):
        return "very many"
    shown = sorted(bound, key=lambda product: (-len(product), product))
    return " + ".join(_product(product) for product in shown) or "1"


def _product(product: Product) -> str:
    parts = [f"{name}^{product.count(name)}" if product.count(name) > 1 else name for name in dict.fromkeys(product)]
    return " · ".join(parts) or "1"


class Bounds:
    """Bounds of queries, shapes and rules, each after those that it calls."""

    def __init__(self, found: Calls) -> None:
        self.calls = found
        self.known: dict[tuple[str, str], Bound] = {}
        self.nested: Bound = frozenset({(PERFORMED,)})
        self.work_out(found)
        if found.nested:
            inside = {node for node in found.returning if node[0] == "rule"}
            inside |= {call.target for node in found.returning if node[0] == "printed" for call in found.calls[node]}
            self.nested = _inside(_most(self.known[node] for node in sorted(inside)), len(found.nested))
            self.work_out(found)

    def work_out(self, found: Calls) -> None:
        """Everything behind what it calls."""
        for sort, name in found.order:
            match sort:
                case "query":
                    self.known[sort, name] = self.expr(found.queries[name].body)
                case "rule":
                    self.known[sort, name] = self.stmt(found.rules[name].body)
                case "shape":
                    self.known[sort, name] = _most(
                        times(self.many((clause.where, clause.place)), clause.binders, self)
                        for clause in found.shapes[name].clauses
                    )
                case "printed" if (sort, name) in found.returning:
                    self.known[sort, name] = self.nested
                case "printed":
                    self.known[sort, name] = _most(self.known[call.target] for call in found.calls[sort, name])
                case _:
                    self.known[sort, name] = ONE  # a menu waits for somebody

    def printed(self, effect: core.FieldOf) -> Bound:
        """The cost of what is printed on some card."""
        node = self.calls.printed(effect)
        return self.nested if node in self.calls.returning else self.known[node]

    def many(self, exprs: tuple[core.Expr | None, ...]) -> Bound:
        """The cost of several expressions."""
        return _most(self.expr(expr) for expr in exprs if expr is not None)

    def expr(self, expr: core.Expr) -> Bound:
        """The cost of an expression."""
        match expr:
            case core.Pick():
                return _most((self.expr(expr.items), product(self.many((expr.where, expr.ranking)), size(expr.items))))
            case core.Fold():
                return _most(
                    (times(self.many((expr.value, expr.where)), expr.binders, self), self.many((expr.otherwise,)))
                )
            case core.Ask():
                return _most((self.known["query", expr.query], self.many(expr.args)))
            case core.Trial():
                return product(self.printed(expr.effect), "trial")
            case _:
                return self.many(tuple(children(expr)))

    def stmt(self, stmt: core.Stmt) -> Bound:
        """The cost of a statement; of a loop that asks, that of a round."""
        match stmt:
            case core.Block():
                return _most(self.stmt(part) for part in stmt.body)
            case core.Step():
                return self.stmt(stmt.body)
            case core.If():
                return _most((self.expr(stmt.test), self.stmt(stmt.then), self.stmt(stmt.other) if stmt.other else ONE))
            case core.For():
                inside = _most((self.stmt(stmt.body), self.many((stmt.where,))))
                return _most((self.expr(stmt.items), product(inside, size(stmt.items))))
            case core.Apart():
                return _most((self.expr(stmt.items), product(self.stmt(stmt.body), size(stmt.items))))
            case core.Repeat():
                return _most((self.stmt(stmt.body), self.expr(stmt.until)))
            case core.CallRule():
                return _most((self.known["rule", stmt.rule], self.many(stmt.args)))
            case core.OneOf():
                return _most(self.known["rule", branch] for branch in stmt.branches)
            case core.Perform():
                return self.printed(stmt.effect)
            case core.AskFor():
                shape = self.known["shape", stmt.shape] if stmt.shape else ONE
                asked = (
                    product(shape, "covers")
                    if stmt.want is not None
                    else product(shape, "groups")
                    if stmt.shape
                    else ONE
                )
                return _most(
                    (asked, product(self.many((stmt.where,)), size(stmt.items)) if stmt.items is not None else ONE)
                )
            case _:
                return self.many(tuple(children(stmt)))


def _inside(bound: Bound, deep: int) -> Bound:
    """What performs itself, so deep: each round of the loops around it does all of it again, one less deep."""
    around = {tuple(factor for factor in each if factor != PERFORMED) for each in bound if PERFORMED in each}
    rounds = max(around, key=lambda each: (len(each), each), default=()) * (deep - 1)
    once = [each for each in bound if PERFORMED not in each] or [()]
    return frozenset(tuple(sorted((str(deep), *rounds, *each)))[: LONGEST_PRODUCT + 1] for each in once)


def times(bound: Bound, binders: tuple[tuple[str, core.Expr], ...], found: Bounds) -> Bound:
    """Something done for each item of loops, one in the other."""
    for _, items in reversed(binders):
        bound = _most((found.expr(items), product(bound, size(items))))
    return bound


def product(bound: Bound, factor: str) -> Bound:
    """A bound so many times."""
    return frozenset(tuple(sorted((*each, factor)))[: LONGEST_PRODUCT + 1] for each in bound) if factor else bound


def size(items: core.Expr) -> str:
    """How many items a collection has at most, in words."""
    if isinstance(items, core.Prim):
        if items.word == "first" and isinstance(items.args[0], core.Const):
            return str(items.args[0].value)
        if items.word in ("set", "items"):
            return str(len(items.args))
    return _of_type(items.type)


def _of_type(type_: Type) -> str:
    inner = type_.inner
    if type_.head in ("bundle", "group") or inner is None:
        return "tokens"
    match inner.head:
        case "player":
            return "players"
        case "card":
            return f"cards({inner.name})"
        case "token":
            return "tokens"
        case "value":
            return f"values({inner.name})"
        case _:
            return "items"


def _most(parts: Iterable[Bound]) -> Bound:
    """The largest of several bounds: products that are not part of another."""
    found: set[Product] = set()
    for part in parts:
        found |= part
    ordered = sorted(found or {()}, key=lambda each: (-len(each), each))
    kept: list[Product] = []
    for each in ordered:
        if len(kept) < MOST_PRODUCTS and not any(_within(each, other) for other in kept):
            kept.append(each)
    return frozenset(kept)


def _within(one: Product, other: Product) -> bool:
    return all(one.count(name) <= other.count(name) for name in set(one))

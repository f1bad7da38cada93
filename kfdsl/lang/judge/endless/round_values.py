"""What is known of a round of a loop while it is gone through: values in terms of how they were, and what has come nearer to an end.

In:   core expressions.      Out:  values; None where nothing is known.
A number is a sum of symbols and a written number, so that `passes` behind `passes := passes + 1` is known to be more than it was.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kfdsl.program import core
from kfdsl.program.core.walk import Key, key

PLAYERS = "(players)"
NONE = "none"  # what is known of a card that is not there
Measure = tuple[str, str]  # "up", "down", "next" and a variable; "into", "out" and a place


@dataclass(frozen=True, slots=True)
class Sum:
    """Symbols, each so many times, and a written number."""

    terms: frozenset[tuple[str, int]]
    plus: int = 0

    def and_more(self, other: Sum, times: int = 1) -> Sum:
        """This one, and another so many times."""
        counts = dict(self.terms)
        for name, count in other.terms:
            counts[name] = counts.get(name, 0) + count * times
        return Sum(frozenset((name, count) for name, count in counts.items() if count), self.plus + other.plus * times)


@dataclass(frozen=True, slots=True)
class Known:
    """Something that is no number: a written value, what comes next after a symbol, a card that lay in a place."""

    sort: str
    what: object


Value = Sum | Known | bool | None


@dataclass(frozen=True, slots=True)
class Round:
    """One way through a round, as far as it has come."""

    vars: frozenset[tuple[str, Value]] = frozenset()
    locals: frozenset[tuple[str, Value]] = frozenset()
    nearer: frozenset[Measure] = frozenset()  # what has come nearer to its end
    empty: frozenset[Key] = frozenset()  # places in which nothing lies
    followed: frozenset[str] | None = None  # variables of which alone something is known; without, all

    def var(self, name: str) -> Value:
        """The value of a variable; as it was, unless something is known."""
        if self.followed is not None and name not in self.followed:
            return None
        return dict(self.vars).get(name, Sum(frozenset({(name, 1)})))

    def with_var(self, name: str, value: Value) -> Round:
        """The same with another value of a variable."""
        return replace(self, vars=frozenset({**dict(self.vars), name: value}.items()))

    def with_local(self, name: str, value: Value) -> Round:
        """The same with a value of a local."""
        return replace(self, locals=frozenset({**dict(self.locals), name: value}.items()))


Ways = frozenset[Round]
Asked = dict[tuple[str, frozenset[tuple[str, Value]]], Value]  # what queries came to for some arguments


def value(expr: core.Expr, at: Round, queries: Mapping[str, core.QueryDef], asked: Asked | None = None) -> Value:
    """What an expression comes to on this way; each query is followed once for the same arguments."""
    asked = {} if asked is None else asked
    match expr:
        case core.Const(value=bool() as truth):
            return truth
        case core.Const(value=int() as number):
            return Sum(frozenset(), number)
        case core.Const():
            return Known("written", (expr.type.head, expr.value))
        case core.Local():
            return dict(at.locals).get(expr.name)
        case core.VarOf(args=()):
            return at.var(expr.var)
        case core.IfElse():
            test = value(expr.test, at, queries, asked)
            return value(expr.then if test else expr.other, at, queries, asked) if isinstance(test, bool) else None
        case core.Ask():
            query = queries[expr.query]
            args = [value(arg, at, queries, asked) for arg in expr.args]
            inner = replace(at, locals=frozenset(zip((name for name, _ in query.params), args, strict=True)))
            slot = (expr.query, inner.locals)
            if slot not in asked:
                asked[slot] = None  # for one that asks itself
                asked[slot] = value(query.body, inner, queries, asked)
            return asked[slot]
        case core.Prim(word="size", args=(core.Prim(word="players" | "clockwise"),)):
            return Sum(frozenset({(PLAYERS, 1)}))
        case core.Prim(word="next", args=(of,)) if of.type.head == "value":
            return Known("next", value(of, at, queries, asked))
        case core.Prim(word="empty", args=(place,)):
            return True if key(place) in at.empty else None
        case core.Prim(word="size", args=(place,)) if key(place) in at.empty:
            return Sum(frozenset())
        case core.Prim(word="there" | "none", args=(of,)):
            known = value(of, at, queries, asked)
            is_there = known.sort != NONE if isinstance(known, Known) and known.sort in ("from", NONE) else None
            return is_there if is_there is None or expr.word == "there" else not is_there
        case core.Prim():
            return _worked_out(expr.word, [value(arg, at, queries, asked) for arg in expr.args])
        case _:
            return None


def assuming(test: core.Expr, holds: bool, at: Round) -> Round:
    """The same way where a condition holds, or where it does not: which places are empty there."""
    match test:
        case core.Prim(word="not", args=(inner,)):
            return assuming(inner, not holds, at)
        case core.Prim(word="and" | "or", args=(one, other)) if holds == (test.word == "and"):
            return assuming(other, holds, assuming(one, holds, at))
        case core.Prim(word="empty", args=(place,)) if holds:
            return without(place, at)
        case core.Prim(word="=" | "!=" | ">", args=(core.Prim(word="size", args=(place,)), core.Const(value=0))):
            return without(place, at) if holds == (test.word == "=") else at
        case _:
            return at


def without(place: core.Expr, at: Round) -> Round:
    """The same way where nothing lies in a place; of one that depends on who or what is meant, nothing is kept."""
    is_one = isinstance(place, core.PlaceAt) and all(isinstance(arg, core.Const) for arg in place.args)
    return replace(at, empty=at.empty | {key(place)}) if is_one else at


def lasting(empty: frozenset[Key]) -> frozenset[Key]:
    """Of empty places, those that mean the same outside of a loop."""
    return frozenset(
        place for place in empty if all(isinstance(arg, tuple) and arg[0] == "Const" for arg in _args(place))
    )


def _args(place: Key) -> Key:
    args = place[2] if len(place) > 2 else None
    return args if isinstance(args, tuple) else (None,)


_COMPARED = {"<": (operator.gt, True), ">=": (operator.ge, False), ">": (operator.gt, False), "<=": (operator.ge, True)}


def _worked_out(word: str, args: list[Value]) -> Value:
    match word, args:
        case "not", [bool() as truth]:
            return not truth
        case "and", [one, other]:
            return False if one is False or other is False else True if one is True and other is True else None
        case "or", [one, other]:
            return True if one is True or other is True else False if one is False and other is False else None
        case "+", [Sum() as one, Sum() as other]:
            return one.and_more(other)
        case "-", [Sum() as one, Sum() as other]:
            return one.and_more(other, -1)
        case "=" | "!=", [one, other]:
            same = _same(one, other)
            return same if same is None or word == "=" else not same
        case (("<" | "<=" | ">" | ">="), [Sum() as one, Sum() as other]):
            compare, is_turned = _COMPARED[word]
            return _always(compare, other.and_more(one, -1) if is_turned else one.and_more(other, -1))
        case _:
            return None


def _same(one: Value, other: Value) -> bool | None:
    if isinstance(one, Sum) and isinstance(other, Sum):
        apart = one.and_more(other, -1)
        return None if apart.terms else apart.plus == 0
    if isinstance(one, bool) and isinstance(other, bool):
        return one == other
    if isinstance(one, Known) and isinstance(other, Known) and one.sort == other.sort == "written":
        return one.what == other.what
    return None


def _always(compare: object, difference: Sum) -> bool | None:
    """Whether a difference is more than nothing (or at least nothing), however many play."""
    assert callable(compare)
    counts = dict(difference.terms)
    many = counts.pop(PLAYERS, 0)
    if counts:
        return None
    alone = bool(compare(many + difference.plus, 0))  # with one player; more only add to it, or take away
    if (alone and many >= 0) or (not alone and many <= 0):
        return alone
    return None

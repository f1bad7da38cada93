"""Numbers that end a loop: which way they have to go, and that they never are far from their limit.

In:   the condition of a loop and the graph of calls.      Out:  measures of which one that comes nearer in every round ends the loop.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.analysis.calls import Calls
from kfdsl.lang.judge.endless.round_values import Measure
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import statements, through_queries

MOST = 1000  # rounds of a loop in which nobody has a choice
_FIXED = (core.Const, core.Prim, core.IfElse, core.Ask, core.VarOf)  # a variable only if it is an option


def limits(loop: core.Repeat, calls: Calls, has_asks: bool) -> set[Measure]:
    """Variables that end a loop when they are large enough, or small enough; where nobody is asked, never far from that."""
    return {each for each in _compared(loop.until, calls) if has_asks or _begins_near(each, calls)}


def _compared(until: core.Expr, calls: Calls) -> Iterator[Measure]:
    match until:
        case core.Prim(word="or"):
            for part in until.args:
                yield from _compared(part, calls)
        case core.Prim(word=">" | ">=" | "<" | "<=", args=(core.VarOf(args=()) as var, limit)):
            if _is_fixed(limit, calls):
                yield ("up" if until.word.startswith(">") else "down", var.var)
        case core.Prim(word=">" | ">=" | "<" | "<=", args=(limit, core.VarOf(args=()) as var)):
            if _is_fixed(limit, calls):
                yield ("down" if until.word.startswith(">") else "up", var.var)
        case _:
            return


def _is_fixed(limit: core.Expr, calls: Calls) -> bool:
    """Whether a value is the same throughout a game."""
    return all(map(_is_fixed_part, through_queries(limit, calls.queries)))


def _is_fixed_part(part: core.Expr) -> bool:
    match part:
        case core.VarOf():
            return made_names.option_of(part.var) is not None
        case core.Prim():
            return part.word not in ("score_of", "owner", "*")
        case core.Const(value=int() as number):
            return number <= MOST
        case _:
            return isinstance(part, _FIXED)


def _begins_near(measure: Measure, calls: Calls) -> bool:
    """Whether a variable is never far from its limit: it begins with, and is set to, small numbers, and otherwise only counts."""
    word, name = measure
    starts = [each.default for each in calls.program.vars if each.name == name]
    sets = [stmt for rule in calls.program.rules for stmt in statements(rule.body) if isinstance(stmt, core.SetVar)]
    starts += [stmt.value for stmt in sets if stmt.var == name and not _counts(stmt, name, word)]
    return all(isinstance(each, core.Const) and _is_near(each.value, word) for each in starts)


def _is_near(value: object, word: str) -> bool:
    return isinstance(value, int) and (value >= 0 if word == "up" else value <= MOST)


def _counts(stmt: core.SetVar, name: str, word: str) -> bool:
    """Whether a variable is moved on towards its limit."""
    match stmt.value:
        case core.Prim(word="+" | "-", args=(core.VarOf(args=()) as one, core.Const(value=int() as more))):
            return one.var == name and more > 0 and (stmt.value.word == "+") == (word == "up")
        case _:
            return False

"""Loops that count: each round brings a variable nearer to a limit that stays where it is.

In:   a loop and the graph of calls.      Out:  whether it ends by itself, so that its rounds need not ask anybody.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.analysis.calls import Calls, Node, of_stmt
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions, statements

MOST = 1000  # rounds, of a loop that asks nobody
_FIXED = (core.Const, core.Prim, core.IfElse, core.Ask, core.VarOf)  # a variable only if it is an option


def counts(loop: core.Repeat, calls: Calls) -> bool:
    """Whether every round adds to a variable, nothing else sets it, and it is compared with something fixed."""
    return any(
        _adds(loop.body, var, calls)
        and all(_is_adding(stmt, var) for stmt in _deeds(loop.body, calls))
        and _begins_small(var, calls)
        for var in _compared(loop.until, calls)
    )


def _compared(until: core.Expr, calls: Calls) -> Iterator[str]:
    """Variables that end a loop when they are large enough."""
    match until:
        case core.Prim(word="or"):
            for part in until.args:
                yield from _compared(part, calls)
        case core.Prim(word=">" | ">=", args=(core.VarOf(card=None) as var, limit)) if _is_fixed(limit, calls):
            yield var.var
        case core.Prim(word="<" | "<=", args=(limit, core.VarOf(card=None) as var)) if _is_fixed(limit, calls):
            yield var.var
        case _:
            return


def _is_fixed(limit: core.Expr, calls: Calls) -> bool:
    """Whether a value is the same throughout a game."""
    for part in expressions(limit):
        if not isinstance(part, _FIXED) or (isinstance(part, core.VarOf) and made_names.option_of(part.var) is None):
            return False
        if isinstance(part, core.Prim) and part.word in ("score_of", "owner", "*"):
            return False
        if isinstance(part, core.Const) and isinstance(part.value, int) and part.value > MOST:
            return False
        if isinstance(part, core.Ask) and not _is_fixed(calls.queries[part.query].body, calls):
            return False
    return True


def _begins_small(var: str, calls: Calls) -> bool:
    """Whether a variable is never far from its limit: it begins above zero, and is set to nothing below."""
    starts = [each.default for each in calls.program.vars if each.name == var]
    sets = [stmt for rule in calls.program.rules for stmt in statements(rule.body) if isinstance(stmt, core.SetVar)]
    starts += [stmt.value for stmt in sets if stmt.var == var and not _is_adding(stmt, var)]
    return all(isinstance(each, core.Const) and isinstance(each.value, int) and each.value >= 0 for each in starts)


def _adds(stmt: core.Stmt, var: str, calls: Calls) -> bool:
    """Whether a statement adds to a variable, whichever way it goes."""
    match stmt:
        case core.SetVar():
            return stmt.var == var
        case core.CallRule():
            return _adds(calls.rules[stmt.rule].body, var, calls)
        case core.Block():
            return any(_adds(part, var, calls) for part in stmt.body)
        case core.Step():
            return _adds(stmt.body, var, calls)
        case core.If():
            return stmt.other is not None and _adds(stmt.then, var, calls) and _adds(stmt.other, var, calls)
        case _:
            return False


def _deeds(body: core.Stmt, calls: Calls) -> Iterator[core.Stmt]:
    """Everything that a statement may do, through all that it calls."""
    seen: set[Node] = set()
    waiting = [body]
    for each in waiting:  # grows while it is read
        for stmt in statements(each):
            yield stmt
            found = [call.target for call in of_stmt(stmt, calls)]
            for node in found:  # grows while it is read
                if node not in seen:
                    seen.add(node)
                    found += [call.target for call in calls.calls[node]]
                    if node[0] == "rule":
                        waiting.append(calls.rules[node[1]].body)


def _is_adding(stmt: core.Stmt, var: str) -> bool:
    """Whether a statement leaves a variable alone or adds a number to it."""
    match stmt:
        case core.SetVar() if stmt.var == var:
            match stmt.value:
                case core.Prim(word="+", args=(core.VarOf(card=None) as one, core.Const(value=int() as more))):
                    return one.var == var and more > 0
                case _:
                    return False
        case core.Reset():
            return var not in stmt.vars
        case _:
            return True

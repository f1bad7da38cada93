"""What only the whole program shows.

In:   a Program, how it was made, and of which model.      Out:  a report: recursion, changes in no order, loops that might not end, offers that depend on
secrets, statements that may fail where nobody looked ahead, players who act at once and get in each other's way, groups
that are moved twice, and things that nobody uses.
Each question has its own module; all of them follow the graph of calls, callees first.
"""

from __future__ import annotations

import dataclasses

from kfdsl.analysis.calls import Calls, calls_of
from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.failure.can_fail import CanFail
from kfdsl.analysis.named_reads import reads_of
from kfdsl.lang.elaborate.elaborate import Elaborated
from kfdsl.lang.judge.at_once import apart
from kfdsl.lang.judge.bounds.deep import deep_loops
from kfdsl.lang.judge.bounds.surely import surely_over
from kfdsl.lang.judge.endless.termination import totality
from kfdsl.lang.judge.long_rules import long_rules
from kfdsl.lang.judge.moved_twice import moved
from kfdsl.lang.judge.never_stuck import chance
from kfdsl.lang.judge.open_order import open_orders
from kfdsl.lang.judge.recursion import recursion
from kfdsl.lang.judge.secrets.secrets import Secrets
from kfdsl.lang.judge.unused.faces_never_shown import faces_never_shown
from kfdsl.lang.judge.unused.unused import unused
from kfdsl.lang.judge.wide_sets import wide_sets
from kfdsl.lang.link.model import Model
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import statements, with_inner
from kfdsl.text.diagnostic import Report


def judge(made: Elaborated, model: Model, report: Report) -> core.Program:
    """The program, with effects marked that could come to be performed inside themselves; what is wrong with it as a whole is reported."""
    rules = tuple(
        dataclasses.replace(rule, body=one_by_one(rule.body))
        if any(isinstance(stmt, core.Together) for stmt in statements(rule.body))
        else rule
        for rule in made.program.rules
    )
    program = dataclasses.replace(made.program, rules=rules)
    graph = calls_of(program, report)
    recursion(graph, report)
    if not report.failed:
        long_rules(graph, report)
        wide_sets(program, report)
    if report.failed:
        return made.program
    deeds = Deeds(reads_of(graph))
    open_orders(made.side_by_side, deeds, model, report)
    if report.failed:
        return made.program
    unused(program, model, report)
    faces_never_shown(program, model, report)
    can_fail = CanFail(deeds)
    secrets = Secrets(deeds, can_fail, report)
    known = -1
    while known < (known := _work_out(graph, secrets)) and graph.nested:
        pass  # what comes back to itself is met before it is known: again, until nothing more is found
    totality(deeds, can_fail, report)
    deep_loops(graph, report)
    surely_over(graph, can_fail, report)
    chance(graph, can_fail, report)
    apart(deeds, report)
    moved(graph, report)
    return _marked(made.program, graph.nested)


def _work_out(graph: Calls, secrets: Secrets) -> int:
    """What decides, callees first; answers how much that is in all."""
    for sort, name in graph.order:
        match sort:
            case "rule":
                secrets.rule(graph.rules[name])
            case "printed":
                effects = [call.target[1] for call in graph.calls[sort, name]]
                secrets.printed(name, effects)
            case "action":
                secrets.action(graph.actions[name])
            case _:
                pass
    return sum(map(len, secrets.tried.values())) + sum(map(len, secrets.askers.values()))


def _marked(program: core.Program, nested: frozenset[str]) -> core.Program:
    """With what could come to be performed inside itself marked; each copy of a thing then has an effect of its own."""
    if not nested:
        return program
    rules = {rule.name: dataclasses.replace(rule, nested=rule.name in nested) for rule in program.rules}
    cards, printed = [], set[str]()
    for card in program.cards:
        own = {
            rule: made_names.of_copy(rule, card.name)
            for _, _, rule in card.effects
            if rule in nested and rule in printed
        }
        printed |= {rule for _, _, rule in card.effects}
        rules |= {name: dataclasses.replace(rules[rule], name=name) for rule, name in own.items()}
        effects = tuple((field, face, own.get(rule, rule)) for field, face, rule in card.effects)
        cards.append(dataclasses.replace(card, effects=effects))
    return dataclasses.replace(program, rules=tuple(rules.values()), cards=tuple(cards))


def one_by_one(stmt: core.Stmt) -> core.Stmt:
    """A statement in which those who answer together answer one after another: all that is judged is the same."""
    if not isinstance(stmt, core.Together):
        return with_inner(stmt, one_by_one)
    bodies = (stmt.ask, one_by_one(stmt.body))
    rounds = [core.For(name=stmt.name, items=stmt.items, where=None, body=body, span=stmt.span) for body in bodies]
    return core.Block(body=tuple(rounds), span=stmt.span)

"""What all that has a name looks at: queries, shapes and purposes, each once.

In:   the graph of calls.      Out:  Reads, in terms of parameters.
"""

from __future__ import annotations

from kfdsl.analysis.calls import Calls
from kfdsl.analysis.effects import NOTHING, Effect, Summary, Value, joint, parameter
from kfdsl.analysis.reads import look, look_all, looks, with_test
from kfdsl.analysis.scope import Reads, Scope, Views
from kfdsl.program import core


def reads_of(calls: Calls) -> Reads:
    """What all that has a name looks at, each behind those that it asks."""
    found = Reads(calls)
    for sort, name in calls.order:
        match sort:
            case "query":
                query = calls.queries[name]
                scope = Scope(found, {each: parameter(each) for each, _ in query.params})
                if query.deep:
                    _met_in_itself(query, scope, found)
                found.queries[name] = looks(query.body, scope)
            case "shape":
                found.shapes[name] = _shape(calls.shapes[name], found)
            case "purpose":
                reads = found.purposes[name] = {}
                for each in calls.program.stands:
                    if each.purpose == name:
                        look_all((each.where,), Scope(found, {"me": parameter("me")}), reads)
            case _:
                pass
    return found


def _met_in_itself(query: core.QueryDef, scope: Scope, reads: Reads) -> None:
    """What a query looks at that asks itself: round after round, until nothing is new."""
    views, _ = looks(core.Const(value=None, type=query.result, span=query.span), scope)
    reads.queries[query.name] = views, NOTHING
    while True:
        before = reads.queries[query.name]
        after = looks(query.body, scope)
        if _known(after) == _known(before):
            return
        reads.calls.spend(sum(map(len, after[0].values())), query.span)
        reads.queries[query.name] = after


def _known(found: tuple[Views, Value]) -> tuple[dict[str, set[Effect]], Value]:
    """What is looked at, whichever way that was found out."""
    return {view: set(seen) for view, seen in found[0].items()}, found[1]


def _shape(shape: core.ShapeDef, reads: Reads) -> tuple[Summary, Value]:
    """What is looked at to pick something up, and whose it is."""
    found: Summary = {}
    picked = []
    for clause in shape.clauses:
        scope = Scope(reads, {each: parameter(each) for each, _ in shape.params})
        for binder, items in clause.binders:
            scope = scope.bind(binder, look(items, scope, found), items.span)
        scope = with_test(scope, clause.where)
        picked.append(look(clause.place, scope, found))
        look_all((clause.where,), scope, found)
    return found, joint(picked)

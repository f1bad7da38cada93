"""Queries with all that packs add to them, each as one expression.

In:   queries as written, exceptions and contributions.      Out:  core.QueryDef.
A joined query is a join of contributions, then filters. A number goes through stages: value, plus, times, then plus, bounds.
An exception takes the place of the body; two that are not provably apart need an order.
"""

from __future__ import annotations

from collections.abc import Sequence

from kfdsl.analysis.disjoint import are_disjoint
from kfdsl.lang import nodes
from kfdsl.lang.elaborate.candidates import candidates_of
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.deep_queries import counted_down
from kfdsl.lang.elaborate.expr.collections import element_type
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.link.model import MAY_BE, Entry
from kfdsl.lang.link.precedence import by_over
from kfdsl.program import core, types
from kfdsl.program.numbers import LEAST
from kfdsl.program.numbers import MOST as MOST_NUMBER
from kfdsl.program.types import BOOL, NUMBER
from kfdsl.text.diagnostic import Aside

JOINS = {"list": "list", "union": "set", "common": "set", "sum": "number", "any": "bool", "all": "bool"}


STAGES = ("plus", "times", "then_plus", "at_least", "at_most")


WORDS_OF = {"times": "*", "at_least": "most", "at_most": "least"}


NEUTRAL = {"times": 1, "at_least": LEAST, "at_most": MOST_NUMBER}  # no number is beyond these


MOST = 60  # changes of a query that stand one in the other


def queries_of(context: Context) -> tuple[core.QueryDef, ...]:
    """Every query, in the order of declaration."""
    found: list[core.QueryDef] = []
    for name, entry in context.model.entries(nodes.Query):
        made = query_def(context, name, entry)
        found += [*counted_down(context, entry.node, made, _scope(entry, made)), *candidates_of(context, name, entry, made)]
    return tuple(found)


def _scope(entry: Entry[nodes.Query], made: core.QueryDef) -> Scope:
    return Scope(pack=entry.pack, also=entry.also, locals=dict(made.params))


def query_def(context: Context, name: str, entry: Entry[nodes.Query]) -> core.QueryDef:
    """One query."""
    node = entry.node
    params = tuple((param.name, context.names.type(param.type)) for param in node.params if param.type)
    for param in node.params:
        check_free(context, param.name, Scope(pack=entry.pack), param.span)
    scope = Scope(pack=entry.pack, also=entry.also, locals=dict(params))
    result = context.names.type(node.result)
    changes = [
        (join.pack, join.also, part)
        for join in context.model.joins.get(name, [])
        for part in join.node.contributions
        if part.word != MAY_BE
    ]
    own = [(entry.pack, entry.also, part) for part in node.contributions]
    if node.joined:
        body = joined_body(context, node, result, own + changes, scope)
    else:
        assert node.body is not None
        body = staged_body(context, context.expr(node.body, scope, result), changes, result, scope)
    body = with_exceptions(context, body, context.model.whens.get(name, []), result, scope)
    packs = dict.fromkeys(
        [entry.pack, *(pack for pack, _, _ in changes), *(w.pack for w in context.model.whens.get(name, []))]
    )
    return core.QueryDef(
        name=name, pack=entry.pack, span=node.span, params=params, result=result, body=body, packs=tuple(packs)
    )


def joined_body(
    context: Context,
    node: nodes.Query,
    result: types.Type,
    parts: list[tuple[str, frozenset[str], nodes.Contribution]],
    scope: Scope,
) -> core.Expr:
    """Contributions of all packs, then filters."""
    if JOINS.get(node.joined) != result.head:
        context.wrong(
            "wrong-join",
            f"{result} cannot be joined by `{node.joined}`",
            node.span.word(node.joined, last=True),
            f"not for {result}",
            "lists are joined by list, sets by union, numbers by sum, truths by any or all",
        )
        return context.unknown(node.span)
    folds: list[core.Expr] = []
    for pack, also, part in parts:
        inner = context.lent(scope, pack, also)
        if part.word == "add" and part.value is not None:
            fold = contribution(context, node.joined, part, inner)
            wanted = result.inner if node.joined == "list" and result.inner else result
            if isinstance(fold, core.Fold):
                context.want(fold.value, wanted, "this contribution")
            folds.append(fold)
        elif part.word != "except":
            context.wrong(
                "wrong-join",
                "a joined query takes `add` and `except`",
                part.span,
                f"`{part.word.replace('_', ' ')}` is for numbers",
                "write `add …`",
            )
    if node.joined == "common" and not any(
        part.word == "add" and not part.binders and not part.where for part in node.contributions
    ):
        context.wrong(
            "no-default",
            "what is common to nothing has no value",
            node.span,
            "every contribution may be missing",
            "add one that always holds, such as `add tokens(trait)`",
        )
    body: core.Expr = core.Prim(word="join", args=tuple(folds), data=node.joined, type=result, span=node.span)
    for pack, also, part in parts:
        if part.word == "except":
            body = filtered_body(context, body, part, context.lent(scope, pack, also))
    return body


def contribution(context: Context, word: str, part: nodes.Contribution, scope: Scope) -> core.Expr:
    """`add e for x in xs where c`"""
    assert part.value is not None
    if word in JOINS:
        inner, bound = scope, []
        for name, items in part.binders:
            checked = context.expr(items, inner)
            check_free(context, name, inner, part.span)
            inner = inner.bind(name, element_type(context, checked))
            bound.append((name, checked))
        where = context.test(part.where, inner) if part.where else None
        inner = inner.knowing(facts(where, True)) if where is not None else inner
        value = context.expr(part.value, inner)
        return core.Fold(
            word=word,
            value=value,
            binders=tuple(bound),
            where=where,
            otherwise=None,
            type=value.type,
            span=part.span,
        )
    raise AssertionError(word)


def filtered_body(context: Context, body: core.Expr, part: nodes.Contribution, scope: Scope) -> core.Expr:
    """`except x where c`"""
    if body.type.head not in ("list", "set"):
        context.wrong(
            "wrong-join",
            "only lists and sets can leave something out",
            part.span,
            f"this query gives {body.type}",
            "say it in what is added: `add … where …`",
        )
        return body
    check_free(context, part.name, scope, part.span)
    inner = scope.bind(part.name, element_type(context, body))
    assert part.where is not None
    where = core.Prim(word="not", args=(context.test(part.where, inner),), type=BOOL, span=part.span)
    return core.Pick(
        word="all",
        name=part.name,
        items=body,
        where=where,
        ranking=None,
        least=False,
        type=body.type,
        span=part.span,
    )


def staged_body(
    context: Context,
    body: core.Expr,
    parts: list[tuple[str, frozenset[str], nodes.Contribution]],
    result: types.Type,
    scope: Scope,
) -> core.Expr:
    """A number in stages; within a stage the order cannot matter."""
    for _, _, part in parts:
        if result != NUMBER or part.word not in STAGES:
            context.wrong(
                "wrong-join",
                f"`{part.word.replace('_', ' ')}` does not fit this query",
                part.span,
                "it is not joined" if part.word in ("add", "except") else "it is no number",
                "use `when … then …`" if result != NUMBER else "numbers take plus, times, then plus, at least, at most",
            )
            return body
    for stage in STAGES:
        found = [
            stage_amount(context, part, stage, context.lent(scope, pack, also))
            for pack, also, part in parts
            if part.word == stage
        ]
        if stage in ("plus", "then_plus") and found:
            together = core.Prim(word="join", args=tuple(found), data="sum", type=NUMBER, span=body.span)
            body = core.Prim(word="+", args=(body, together), type=NUMBER, span=body.span)
            continue
        check_bounded(context, found, f"`{stage.replace('_', ' ')}`s")
        for each in found[:MOST]:
            body = core.Prim(word=WORDS_OF[stage], args=(body, each), type=NUMBER, span=each.span)
    return body


def stage_amount(context: Context, part: nodes.Contribution, stage: str, scope: Scope) -> core.Expr:
    """What a contribution adds, or what changes nothing where its condition does not hold."""
    assert part.value is not None
    where = context.test(part.where, scope) if part.where else None
    value = context.expr(part.value, scope.knowing(facts(where, True)) if where is not None else scope, NUMBER)
    if stage in ("plus", "then_plus"):
        return core.Fold(word="sum", value=value, binders=(), where=where, otherwise=None, type=NUMBER, span=part.span)
    if where is None:
        return value
    nothing = core.Const(value=NEUTRAL[stage], type=NUMBER, span=part.span)
    return core.IfElse(test=where, then=value, other=nothing, type=NUMBER, span=part.span)


def check_bounded(context: Context, parts: Sequence[object], what: str) -> None:
    """Changes that stand one in the other must not be too many."""
    if len(parts) > MOST:
        last = parts[MOST]
        span = last.span if isinstance(last, core.Expr | Entry) else None
        context.report.error(
            "too-deep",
            f"one query has more than {MOST} {what}",
            span,
            label="this is one too many",
            help="ask another query in one of them",
        )


def with_exceptions(
    context: Context, body: core.Expr, whens: list[Entry[nodes.When]], result: types.Type, scope: Scope
) -> core.Expr:
    """Exceptions, the first that applies."""
    checked: list[tuple[Entry[nodes.When], core.Expr, core.Expr]] = []
    check_bounded(context, whens, "exceptions")
    for when in whens[:MOST]:
        inner = context.lent(scope, when.pack, when.also)
        test = context.test(when.node.test, inner)
        value = context.expr(when.node.value, inner.knowing(facts(test, True)), result)
        checked.append((when, test, value))
    for index, (one, test, _) in enumerate(checked):
        for other, against, _ in checked[index + 1 :]:
            if not are_disjoint(test, against) and not is_stated(one, other):
                context.report.error(
                    "open-order",
                    "two exceptions may both apply, and nothing says which wins",
                    other.span,
                    label=f"this one, of `{other.pack}`",
                    asides=[Aside(span=one.span, label=f"and this one, of `{one.pack}`")],
                    help=f"write `over {one.pack}` behind one of them",
                )
    # the one that wins stands outermost: `over` first, otherwise the pack that comes after the other
    for when, test, value in by_over(checked, lambda each: each[0].pack, lambda each: each[0].node.over):
        body = core.IfElse(test=test, then=value, other=body, type=result, span=when.span)
    return body


def is_stated(one: Entry[nodes.When], other: Entry[nodes.When]) -> bool:
    """Whether an order between two exceptions was written down."""
    return other.pack in one.node.over or one.pack in other.node.over

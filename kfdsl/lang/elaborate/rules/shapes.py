"""Shapes: what may be picked up at once.

In:   shapes and what packs add to them.      Out:  core.ShapeDef.
"""

from __future__ import annotations

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.collections import element_type
from kfdsl.lang.elaborate.expr.names import check_free, trait_name
from kfdsl.lang.elaborate.rules.made_rules import MadeRules
from kfdsl.lang.elaborate.scope import Scope, facts
from kfdsl.lang.link.model import Entry
from kfdsl.program import core
from kfdsl.program.types import AREA
from kfdsl.text.diagnostic import nearest


def add_shape(rules: MadeRules, name: str, entry: Entry[nodes.Shape]) -> None:
    """What may be picked up at once."""
    params = rules.params(entry.node.params, entry.pack)
    scope = Scope(pack=entry.pack, locals=dict(params))
    clauses = [(entry.pack, entry.also, clause) for clause in entry.node.clauses]
    clauses += [
        (change.pack, change.also, clause)
        for change in rules.context.model.shape_changes.get(name, [])
        for clause in change.node.clauses
    ]
    made = [clause_def(rules.context, clause, rules.context.lent(scope, pack, also)) for pack, also, clause in clauses]
    rules.shapes.append(
        core.ShapeDef(name=name, pack=entry.pack, span=entry.span, params=params, clauses=tuple(c for c in made if c))
    )


def clause_def(context: Context, node: nodes.Clause, scope: Scope) -> core.ClauseDef | None:
    """`some clay of shelf(p)`"""
    bound: list[tuple[str, core.Expr]] = []
    for name, items in node.binders:
        checked = context.expr(items, scope)
        check_free(context, name, scope, node.span)
        scope = scope.bind(name, element_type(context, checked))
        bound.append((name, checked))
    where = context.test(node.where, scope) if node.where else None
    scope = scope.knowing(facts(where, True)) if where is not None else scope
    place = context.expr(node.place, scope)
    only = ""
    if node.filter:
        only = trait_name(context, nodes.Name(name=node.filter, declared=True, span=node.span), scope) or ""
        if not only:
            tokens = [
                *context.names.token_traits,
                *(n for n, e in context.model.declared.items() if isinstance(e.node, nodes.Trait)),
            ]
            context.wrong(
                "unknown-name",
                f"no token or trait of tokens is called `{node.filter}`",
                node.span.word(node.filter),
                "some of what?",
                nearest(node.filter, tokens) or f"declare it: `token {node.filter}`",
            )
    if not isinstance(place, core.PlaceAt) or place.type.head != "bundle":
        if place.type.head != "unknown":
            context.wrong(
                "not-a-place",
                "a shape is made of places of tokens",
                place.span,
                f"{place.type}",
                "write the name of a place of tokens",
            )
        return None
    if node.whole and place.args and place.args[0].type == AREA:
        context.wrong(
            "wrong-place",
            "an area is not picked up whole",
            place.span,
            "what lies there lies on several corners",
            "write `some of …`",
        )
        return None
    return core.ClauseDef(whole=node.whole, only=only, place=place, binders=tuple(bound), where=where)

"""Weave everything into one program: amendments into what they amend, things into tables, faces into fields.

In:   a Model and its Names.      Out:  a Program, or a report.
Order among changes at one point: stated (`over`), then packs after those they require or follow, then by name; it is an
error where that leaves a real choice open. The order in which packs were named never matters.
"""

from __future__ import annotations

from collections.abc import Callable

from kfdsl.analysis.calls import calls
from kfdsl.lang import nodes
from kfdsl.lang.elaborate.actions import RuleLowerer
from kfdsl.lang.elaborate.cards import CardLowerer
from kfdsl.lang.elaborate.examples import ExampleLowerer
from kfdsl.lang.elaborate.expr.check_expr import ExprChecker
from kfdsl.lang.elaborate.names import collect
from kfdsl.lang.elaborate.places_and_vars import places_of, variables_of
from kfdsl.lang.elaborate.queries import QueryLowerer
from kfdsl.lang.elaborate.stand_ins import companies_of, nouns_of, roles_of, stands_of
from kfdsl.lang.elaborate.start_and_end import closing_of, main_of, ties_of
from kfdsl.lang.elaborate.stmt.actors import Actors
from kfdsl.lang.link.model import Model
from kfdsl.program import core
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span


def lower(model: Model, read_hole: Callable[[Span], nodes.Expr | None], report: Report) -> core.Program | None:
    """The whole program."""
    names = collect(model, report)
    if report.failed:
        return None
    exprs = ExprChecker(names, report, read_hole)
    actors = Actors(model)
    places = places_of(exprs)
    variables = variables_of(exprs)
    queries = QueryLowerer(exprs).all()
    rules = RuleLowerer(exprs, actors)
    rules.all()
    cards = CardLowerer(exprs, rules)
    lowered_cards = cards.all()
    stands = stands_of(exprs)
    companies, roles = companies_of(exprs), roles_of(exprs)
    examples = ExampleLowerer(exprs).all()
    main, closing, ties = main_of(model, report), closing_of(model, report), ties_of(exprs)
    queries += (ties,) if ties is not None else ()
    if report.failed:
        return None
    program = core.Program(
        packs=tuple((pack.name, pack.version) for pack in model.packs),
        tokens=tuple(
            core.TokenDef(name=n, pack=e.pack, span=e.span, nouns=e.node.nouns, traits=names.token_traits[n])
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Token)
        ),
        traits=tuple(
            core.TraitDef(name=n, pack=e.pack, span=e.span, nouns=e.node.nouns)
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Trait)
        ),
        values=tuple(
            core.ValuesDef(name=n, pack=e.pack, span=e.span, names=names.values[n])
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Values)
        ),
        places=places,
        vars=variables,
        fields=cards.fields(),
        kinds=tuple(
            core.KindDef(
                name=n,
                pack=e.pack,
                span=e.span,
                traits=tuple(sorted(names.lineage[n])),
                faces=names.faces[n],
                start=e.node.start,
            )
            for n, e in model.declared.items()
            if isinstance(e.node, nodes.Kind)
        ),
        cards=lowered_cards,
        stands=stands,
        companies=companies,
        roles=roles,
        nouns=nouns_of(exprs),
        ledgers=("", *(n for n, e in model.declared.items() if isinstance(e.node, nodes.Ledger))),
        queries=queries,
        rules=tuple(rules.rules.values()),
        shapes=tuple(rules.shapes),
        menus=tuple(rules.menus),
        actions=tuple(rules.actions),
        main=main,
        closing=closing,
        ties=ties.name if ties is not None else "",
        positions=tuple(
            core.PositionDef(name=name, pack=entry.pack, span=entry.span, players=entry.node.players)
            for name, entry in model.entries(nodes.Position)
        ),
        examples=examples,
    )
    calls(program, report)  # what follows goes through all that is called, which must end
    if not report.failed:
        rules.check_orders({query.name: query for query in queries})
    return None if report.failed else program

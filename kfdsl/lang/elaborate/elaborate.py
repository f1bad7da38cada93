"""Weave everything into one program: amendments into what they amend, things into tables, faces into fields.

In:   a Model and its Names.      Out:  a Program, or a report.
Order among changes at one point: stated (`over`), then packs after those they require or follow, then by name; it is an
error where that leaves a real choice open. The order in which packs were named never matters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.cards.cards import cards_of, fields_of, kind_def, own_kinds
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.examples.examples import examples_of
from kfdsl.lang.elaborate.expr.expression import expression
from kfdsl.lang.elaborate.names import collect
from kfdsl.lang.elaborate.places_and_vars import places_of, variables_of
from kfdsl.lang.elaborate.queries import queries_of
from kfdsl.lang.elaborate.rules.actions import add_action
from kfdsl.lang.elaborate.rules.effects import add_effect, add_moment
from kfdsl.lang.elaborate.rules.made_rules import MadeRules, SideBySide
from kfdsl.lang.elaborate.rules.menus import add_menu
from kfdsl.lang.elaborate.rules.shapes import add_shape
from kfdsl.lang.elaborate.stand_ins import companies_of, nouns_of, roles_of, stands_of
from kfdsl.lang.elaborate.start_and_end import closing_of, main_of, ties_of
from kfdsl.lang.elaborate.stmt.actors import Actors
from kfdsl.lang.link.model import Model
from kfdsl.program import core
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span


@dataclass(frozen=True, slots=True)
class Elaborated:
    """The program, and what it no longer shows: which changes of several packs stand side by side."""

    program: core.Program
    side_by_side: list[SideBySide]


def elaborate(model: Model, read_hole: Callable[[Span], nodes.Expr | None], report: Report) -> Elaborated | None:
    """The whole program."""
    names = collect(model, report)
    if report.failed:
        return None
    context = Context(names, report, read_hole, expression)
    places = places_of(context)
    variables = variables_of(context)
    queries = queries_of(context)
    rules = _rules(context)
    cards = cards_of(rules)
    stands = stands_of(context)
    companies, roles = companies_of(context), roles_of(context)
    examples = examples_of(context)
    main, closing, ties = main_of(model, report), closing_of(model, report), ties_of(context)
    queries += ties
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
        fields=fields_of(names),
        kinds=(*(kind_def(names, n, e, n) for n, e in model.entries(nodes.Kind)), *own_kinds(names)),
        cards=cards,
        stands=stands,
        companies=companies,
        roles=roles,
        nouns=nouns_of(context),
        ledgers=("", *(n for n, e in model.declared.items() if isinstance(e.node, nodes.Ledger))),
        queries=queries,
        rules=tuple(rules.rules.values()),
        shapes=tuple(rules.shapes),
        menus=tuple(rules.menus),
        actions=tuple(rules.actions),
        main=main,
        closing=closing,
        ties=tuple(each.name for each in ties),
        positions=tuple(
            core.PositionDef(name=name, pack=entry.pack, span=entry.span, players=entry.node.players)
            for name, entry in model.entries(nodes.Position)
        ),
        examples=examples,
    )
    return None if report.failed else Elaborated(program, rules.side_by_side)


def _rules(context: Context) -> MadeRules:
    """Every declaration that does something, sort by sort."""
    rules = MadeRules(context, Actors(context.model))
    for name, effect in context.model.entries(nodes.Effect):
        add_effect(rules, name, effect)
    for name, moment in context.model.entries(nodes.Moment):
        add_moment(rules, name, moment)
    for name, shape in context.model.entries(nodes.Shape):
        add_shape(rules, name, shape)
    offered: dict[str, list[str]] = {}
    for name, action in context.model.entries(nodes.Action):
        add_action(rules, name, action)
        offered.setdefault(action.node.menu, []).append(name)
    for name, menu in context.model.entries(nodes.Menu):
        add_menu(rules, name, menu, tuple(offered.get(name, ())))
    return rules

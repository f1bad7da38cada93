"""The rules that are made so far, and what is known about them meanwhile.

In:   finished rules, one after another.      Out:  MadeRules.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import check_free
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.elaborate.stmt.actors import Actors
from kfdsl.lang.elaborate.stmt.rule_body import RuleBody, Waivers
from kfdsl.lang.elaborate.stmt.statement import statement
from kfdsl.lang.link.model import Entry
from kfdsl.program import core
from kfdsl.program.types import Type
from kfdsl.text.source import Span

Params = tuple[tuple[str, Type], ...]


Change = tuple[Entry[nodes.Node], core.Stmt, tuple[str, ...]]  # a change, what it does, and which packs it is over
SideBySide = tuple[str, list[Change]]  # what is changed, and all that is put at one point of it


@dataclass(slots=True)
class MadeRules:
    """All that can be done or chosen, as far as it is made."""

    context: Context
    actors: Actors
    rules: dict[str, core.RuleDef] = field(default_factory=dict)
    labels: dict[str, dict[str, int]] = field(default_factory=dict)  # by rule, how often each was given
    finished: dict[int, core.Step] = field(default_factory=dict)  # steps that have all that packs put beside them
    bound: dict[str, set[str]] = field(default_factory=dict)  # by rule, its locals
    shapes: list[core.ShapeDef] = field(default_factory=list)
    menus: list[core.MenuDef] = field(default_factory=list)
    actions: list[core.ActionDef] = field(default_factory=list)
    side_by_side: list[SideBySide] = field(default_factory=list)
    waivers: dict[str, Waivers] = field(default_factory=dict)  # by action

    def params(self, given: tuple[nodes.Param, ...], pack: str) -> Params:
        """Names and types, none of which hides something."""
        for param in given:
            check_free(self.context, param.name, Scope(pack=pack), param.span)
        return tuple((param.name, self.context.names.type(param.type)) for param in given if param.type)

    def add(
        self,
        name: str,
        pack: str,
        params: Params,
        body: core.Stmt,
        span: Span,
        *,
        is_price: bool = False,
        packs: tuple[str, ...] = (),
        says: tuple[tuple[str, tuple[str, ...]], ...] = (),
    ) -> None:
        """Take a finished rule."""
        self.rules[name] = core.RuleDef(
            name=name,
            pack=pack,
            span=span,
            params=params,
            body=body,
            is_price=is_price,
            packs=packs or (pack,),
            says=says,
        )

    def body(self, pack: str, rule: str = "") -> RuleBody:
        """What a rule's statements share; whoever adds to the rule goes on with its labels."""
        return RuleBody(
            context=self.context,
            actors=self.actors,
            add_rule=lambda name, params, body, span: self.add(name, pack, params, body, span),
            elaborated=statement,
            labels=self.labels.setdefault(rule, {}) if rule else {},
            waivers=self.waivers.get(rule),
        )

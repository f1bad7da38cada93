"""What an outcome can depend on, so that choices need not be tried one by one.

In:   rules and queries.      Out:  which rules are sure to succeed; which deeds look only at *which* tokens a group has.
Both answers are safe: a rule called sure never fails, and a deed that is not known to look only at kinds is tried group by
group. To find that no group at all fits is the common case, and the dear one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from kfdsl.engine.layout import Numbering
from kfdsl.engine.takings import Takings
from kfdsl.program import core
from kfdsl.program.walk import children, expressions, statements

_THROUGH = ("only", "only_token", "+")  # what they give is as fine as what they take


class Aspects:
    """Answers about a program, worked out once."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.effects = {rule for card in numbering.program.cards for _, _, rule in card.effects}
        self.asking = self._asking()
        self.effects_ask = bool(self.effects & self.asking)
        self._sure: dict[str, bool] = {}
        self.takings = Takings(numbering.program, numbering.rules)

    def _asking(self) -> frozenset[str]:
        asking: set[str] = set()
        while True:
            more = {
                rule.name
                for rule in self.numbering.program.rules
                if rule.name not in asking and self._asks(rule.body, asking)
            }
            if not more:
                return frozenset(asking)
            asking |= more

    def _asks(self, stmt: core.Stmt, asking: set[str]) -> bool:
        for part in statements(stmt):
            if isinstance(part, core.AskFor | core.Choose | core.OneOf | core.Repeat | core.Together | core.Apart):
                return True
            if isinstance(part, core.CallRule) and part.rule in asking:
                return True
            if isinstance(part, core.Perform) and self.effects & asking:
                return True
        return False

    def sure(self, rule: str) -> bool:
        """Whether a rule can always be carried out."""
        if rule not in self._sure:
            self._sure[rule] = False
            self._sure[rule] = self.sure_stmt(self.numbering.rules[rule].body)
        return self._sure[rule]

    def sure_stmt(self, stmt: core.Stmt) -> bool:
        """Whether a statement, with all inside it, can always be carried out."""
        return all(self._sure_stmt(part) for part in statements(stmt)) and not self.takings.may_lack(stmt)

    def _sure_stmt(self, stmt: core.Stmt) -> bool:
        match stmt:
            case core.Move(strength="exactly", what=what, target=target):
                if what is not None and what.type.head == "card":
                    return isinstance(target, core.PlaceAt) and not self.numbering.places[target.place].single
                is_group = what is not None and what.type.head == "group"
                return is_group and isinstance(target, core.PlaceAt) and target.place not in self.takings.picked_up
            case core.Ensure() | core.AskFor() | core.Choose() | core.Perform() | core.Together() | core.Apart():
                return False
            case core.OneOf():
                return any(self.sure(branch) for branch in stmt.branches)
            case core.CallRule():
                return self.sure(stmt.rule)
            case _:
                return True

    # ---- groups

    def group_kinds_only(self, action: core.ActionDef) -> bool:
        """Whether the deed of an action, apart from what it performs, looks at its last group only by kinds."""
        if not action.params or action.params[-1].type.head != "group":
            return False
        shape = self.numbering.shapes[action.params[-1].shape]
        places = {clause.place.place for clause in shape.clauses if isinstance(clause.place, core.PlaceAt)}
        body = self.numbering.rules[action.rule].body
        return self._deed(body, {action.params[-1].name}, places | self._targets(body, {action.params[-1].name}))

    def _targets(self, body: core.Stmt, groups: set[str]) -> set[str]:
        """The places that a group may come to lie in."""
        found: set[str] = set()
        for part in statements(body):
            if isinstance(part, core.Move) and part.source is None and isinstance(part.target, core.PlaceAt):
                found.add(part.target.place)
            if isinstance(part, core.CallRule):
                found |= self._targets(self.numbering.rules[part.rule].body, groups)
        return found

    def _deed(self, body: core.Stmt, groups: set[str], places: set[str]) -> bool:
        return not self.takings.may_lack(body) and all(
            self._deed_stmt(part, groups, places) for part in statements(body)
        )

    def _deed_stmt(self, stmt: core.Stmt, groups: set[str], places: set[str]) -> bool:
        match stmt:
            case core.Block() | core.Step() | core.Perform() | core.Reset() | core.Show() | core.Score():
                return True
            case core.Let():
                return self._coarse(stmt.value, groups, places)
            case core.SetVar(value=value):
                # a variable may take a size along, as long as nothing later asks for it: ensures are checked for variables
                return not isinstance(value.type.head, str) or value.type.head in (
                    "number",
                    "bool",
                    "player",
                    "card",
                    "value",
                    "token",
                    "maybe",
                )
            case core.Move():
                if stmt.source is None:
                    return stmt.what is None or self._coarse(stmt.what, groups, places, inside=True)
                return stmt.strength != "exactly" or (
                    isinstance(stmt.source, core.PlaceAt) and stmt.source.place not in places
                )
            case core.If():
                return self._coarse(stmt.test, groups, places)
            case core.Ensure():
                return self._coarse(stmt.test, groups, places) and not any(
                    isinstance(part, core.VarOf) for part in self._reads(stmt.test)
                )
            case core.CallRule():
                rule = self.numbering.rules[stmt.rule]
                inner = {
                    name
                    for (name, _), arg in zip(rule.params, stmt.args, strict=True)
                    if isinstance(arg, core.Local) and arg.name in groups
                }
                return self._deed(rule.body, inner, places)
            case core.AskFor(items=items) if items is not None:
                return self._coarse(items, groups, places) and (
                    stmt.where is None or self._coarse(stmt.where, groups, places)
                )
            case _:
                return False

    def _reads(self, expr: core.Expr) -> Iterator[core.Expr]:
        """Everything an expression reads, through queries too."""
        for part in expressions(expr):
            yield part
            if isinstance(part, core.Ask):
                yield from self._reads(self.numbering.queries[part.query].body)

    def _coarse(self, expr: core.Expr, groups: set[str], places: set[str], inside: bool = False) -> bool:
        """Whether an expression looks at groups and places only by the tokens that occur; `inside` a word that does no more."""
        match expr:
            case core.Local():
                return inside or expr.name not in groups
            case core.PlaceAt():
                return (inside or expr.place not in places) and all(
                    self._coarse(arg, groups, places) for arg in expr.args
                )
            case core.PlacesWith():
                return inside or not any(
                    place.name in places for place in self.numbering.places.values() if expr.trait in place.traits
                )
            case core.Prim(word="kinds" | "has" | "empty") if all(arg.type.head != "bundle" for arg in expr.args[1:]):
                return all(self._coarse(arg, groups, places, True) for arg in expr.args)
            case core.Prim():
                return all(self._coarse(arg, groups, places, inside and expr.word in _THROUGH) for arg in expr.args)
            case core.Ask():
                query = self.numbering.queries[expr.query]
                inner = set()
                for (name, type_), arg in zip(query.params, expr.args, strict=True):
                    if type_.head in ("bundle", "group") and not self._coarse(arg, groups, places):
                        if not self._coarse(arg, groups, places, True):
                            return False
                        inner.add(name)
                    elif not self._coarse(arg, groups, places):
                        return False
                return self._coarse(query.body, inner, places, inside)
            case core.Pick():
                over = expr.items.type.head in ("bundle", "group")
                return self._coarse(expr.items, groups, places, over) and self._all(
                    (expr.where, expr.ranking), groups, places
                )
            case core.Fold():
                loops = all(
                    self._coarse(items, groups, places, items.type.head in ("bundle", "group"))
                    for _, items in expr.binders
                )
                return loops and self._all((expr.where, expr.value, expr.otherwise), groups, places)
            case core.IfElse():
                return self._coarse(expr.test, groups, places) and all(
                    self._coarse(part, groups, places, inside) for part in (expr.then, expr.other)
                )
            case core.Trial():
                return False
            case _:
                return all(self._coarse(part, groups, places) for part in children(expr))

    def _all(self, exprs: tuple[core.Expr | None, ...], groups: set[str], places: set[str]) -> bool:
        return all(self._coarse(expr, groups, places) for expr in exprs if expr is not None)


def size_only(test: core.Expr, group: str) -> core.Expr | None:
    """A condition that reads a group only by its size, in terms of a number; None if it reads more."""
    changed = _with_size(test, group)
    return (
        None if any(isinstance(part, core.Local) and part.name == group for part in expressions(changed)) else changed
    )


def _with_size(expr: core.Expr, group: str) -> core.Expr:
    if (
        isinstance(expr, core.Prim)
        and expr.word == "size"
        and isinstance(expr.args[0], core.Local)
        and expr.args[0].name == group
    ):
        return core.Local(name="group_size", type=expr.type, span=expr.span)
    parts: dict[str, Any] = {}
    for each in dataclasses.fields(expr):
        value = getattr(expr, each.name)
        if isinstance(value, core.Expr):
            parts[each.name] = _with_size(value, group)
        elif isinstance(value, tuple) and value and all(isinstance(part, core.Expr) for part in value):
            parts[each.name] = tuple(_with_size(part, group) for part in value)
    return dataclasses.replace(expr, **parts) if parts else expr

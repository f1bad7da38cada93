"""Which deeds look only at *which* tokens a group has, not at how many.

In:   actions and the rules that carry them out.      Out:  for each action whether one group speaks for all of its class, and the
branches that look closer.
The answer is safe: a deed that is not known to look only at kinds is tried group by group. To find that no group at all fits is the
common case, and the dear one. Where only one side of an `if` looks closer, a trial that comes there says so (`fine`), and its
outcome is taken for that one group.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from kfdsl.analysis.group_loss import GroupLoss
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import children, expressions, statements
from kfdsl.program.numbering import Numbering

_THROUGH = ("only", "only_token", "+")  # what they give is as fine as what they take


class GroupClasses:
    """Answers about the actions of a program, worked out once."""

    def __init__(self, numbering: Numbering, loss: GroupLoss, effects: set[str]) -> None:
        self.numbering = numbering
        self.loss = loss
        self.effects = effects
        self.closer: set[int] = set()  # branches that look closer, by identity
        self._fine_vars: set[str] = set()  # that take a size along, in the action that is looked at
        self._only = {action.name: self._action(action) for action in numbering.program.actions}

    def only(self, action: core.ActionDef) -> bool:
        """Whether the deed of an action, apart from what it performs and from closer branches, looks at its last group only by kinds."""
        return self._only[action.name]

    def _action(self, action: core.ActionDef) -> bool:
        if not action.params or action.params[-1].type.head != "group":
            return False
        shape = self.numbering.shapes[action.params[-1].shape]
        places = {clause.place.place for clause in shape.clauses if isinstance(clause.place, core.PlaceAt)}
        body, groups = self.numbering.rules[action.rule].body, {action.params[-1].name}
        places |= self._targets(body)
        self._fine_vars = set()
        while more := set(self._measured(body, groups, places)) - self._fine_vars:
            self._fine_vars |= more
        return self._deed(body, groups, places)

    def _targets(self, body: core.Stmt) -> set[str]:
        """The places that a group may come to lie in."""
        found: set[str] = set()
        for part in statements(body):
            if isinstance(part, core.Move) and part.source is None and isinstance(part.target, core.PlaceAt):
                found.add(part.target.place)
            if isinstance(part, core.CallRule):
                found |= self._targets(self.numbering.rules[part.rule].body)
        return found

    def _measured(self, body: core.Stmt, groups: set[str], places: set[str], performed: bool = False) -> Iterator[str]:
        """The variables that may take along how large something is; what is `performed` performs nothing new."""
        for part in statements(body):
            if isinstance(part, core.SetVar) and not self._coarse(part.value, groups, places):
                yield part.var
            if isinstance(part, core.CallRule):
                yield from self._measured(
                    self.numbering.rules[part.rule].body, self._inner(part, groups), places, performed
                )
            if isinstance(part, core.Perform) and not performed:
                for rule in self.effects:
                    yield from self._measured(self.numbering.rules[rule].body, set(), places, True)

    def _inner(self, call: core.CallRule, groups: set[str]) -> set[str]:
        """What a rule that is called calls these groups."""
        params = self.numbering.rules[call.rule].params
        return {
            name
            for (name, _), arg in zip(params, call.args, strict=True)
            if isinstance(arg, core.Local) and arg.name in groups
        }

    # ---- deeds

    def _deed(self, stmt: core.Stmt, groups: set[str], places: set[str]) -> bool:
        """Whether a statement looks only at kinds, but for branches that are marked on the way."""
        return self._stmt(stmt, groups, places) and not self.loss.may_lack(self._without_closer(stmt))

    def _without_closer(self, stmt: core.Stmt) -> core.Stmt:
        match stmt:
            case _ if id(stmt) in self.closer:
                return core.Block(body=(), span=stmt.span)
            case core.Block():
                return dataclasses.replace(stmt, body=tuple(self._without_closer(part) for part in stmt.body))
            case core.Step():
                return dataclasses.replace(stmt, body=self._without_closer(stmt.body))
            case core.If():
                then, other = self._without_closer(stmt.then), stmt.other
                return dataclasses.replace(stmt, then=then, other=other and self._without_closer(other))
            case _:
                return stmt

    def _if(self, stmt: core.If, groups: set[str], places: set[str]) -> bool:
        """One side may look closer, if the other does not."""
        if not self._coarse(stmt.test, groups, places):
            return False
        sides = [side for side in (stmt.then, stmt.other) if side is not None]
        closer = [side for side in sides if not self._deed(side, groups, places)]
        if len(closer) < 2:
            self.closer |= {id(side) for side in closer}
        return len(closer) < 2

    def _stmt(self, stmt: core.Stmt, groups: set[str], places: set[str]) -> bool:
        match stmt:
            case core.Block():
                return all(self._stmt(part, groups, places) for part in stmt.body)
            case core.Step():
                return self._stmt(stmt.body, groups, places)
            case core.If():
                return self._if(stmt, groups, places)
            case core.Perform() | core.Reset() | core.Show() | core.Score():
                return True
            case core.Let():
                return self._coarse(stmt.value, groups, places)
            case core.SetVar(value=value):
                # a variable may take a size along, as long as nothing later asks for it (see _measured)
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
            case core.Ensure():
                return self._coarse(stmt.test, groups, places)
            case core.CallRule():
                return self._deed(self.numbering.rules[stmt.rule].body, self._inner(stmt, groups), places)
            case core.AskFor(items=items) if items is not None:
                return self._coarse(items, groups, places) and (
                    stmt.where is None or self._coarse(stmt.where, groups, places)
                )
            case _:
                return False

    # ---- expressions

    def _coarse(self, expr: core.Expr, groups: set[str], places: set[str], inside: bool = False) -> bool:
        """Whether an expression looks at groups and places only by the tokens that occur; `inside` a word that does no more."""
        match expr:
            case core.Local():
                return inside or expr.name not in groups
            case core.VarOf() if expr.var in self._fine_vars:
                return False
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
        return core.Local(name=made_names.SIZE, type=expr.type, span=expr.span)
    parts: dict[str, Any] = {}
    for each in dataclasses.fields(expr):
        value = getattr(expr, each.name)
        if isinstance(value, core.Expr):
            parts[each.name] = _with_size(value, group)
        elif isinstance(value, tuple) and value and all(isinstance(part, core.Expr) for part in value):
            parts[each.name] = tuple(_with_size(part, group) for part in value)
    return dataclasses.replace(expr, **parts) if parts else expr

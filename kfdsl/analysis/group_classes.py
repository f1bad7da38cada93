"""Which deeds look only at *which* tokens a group has, not at how many.

In:   what queries look at, and where groups may be lost.      Out:  for each action whether one group speaks for all of its
class, and the branches that look closer.
The answer is safe: a deed that is not known to look only at kinds is tried group by group. To find that no group at all fits is the
common case, and the dear one. Where only one side of an `if` looks closer, a trial that comes there says so (`fine`), and its
outcome is taken for that one group.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from kfdsl.analysis.effects import ALL, KINDS, OF, SHEET, TRY, Summary
from kfdsl.analysis.failure.group_loss import GroupLoss
from kfdsl.analysis.reads import look
from kfdsl.analysis.scope import Reads, Scope
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import children, expressions, statements, with_inner

_KEPT = ("number", "bool", "player", "card", "value", "token", "maybe")  # what a variable may take along


class GroupClasses:
    """Answers about the actions of a program, worked out once."""

    def __init__(self, reads: Reads, loss: GroupLoss) -> None:
        self.reads = reads
        self.calls = reads.calls
        self.loss = loss
        self.closer: set[int] = set()  # branches that look closer, by identity
        self._sized: set[str] = set()  # what tells how large the group of the action is: places, variables, the sheet
        self._only = {action.name: self._action(action) for action in self.calls.program.actions}

    def only(self, action: core.ActionDef) -> bool:
        """Whether the deed of an action, apart from what it performs and from closer branches, looks at its last group only by kinds."""
        return self._only[action.name]

    def _action(self, action: core.ActionDef) -> bool:
        if not action.params or action.params[-1].type.head != "group":
            return False
        clauses = self.calls.shapes[action.params[-1].shape].clauses
        self._sized = {clause.place.place for clause in clauses if isinstance(clause.place, core.PlaceAt)}
        body, groups = self.calls.rules[action.rule].body, {action.params[-1].name}
        while more := set(self._tells(body, groups, set())) - self._sized:
            self._sized |= more
        return self._deed(body, groups)

    # ---- what tells how large a group is

    def _tells(self, body: core.Stmt, groups: set[str], performed: set[str]) -> Iterator[str]:
        """What may come to depend on how large a group is, through calls, and through what is performed."""
        for part in statements(body):
            match part:
                case core.SetVar() if not self._coarse(part.value, groups):
                    yield part.var
                case core.Score() if not self._coarse(part.value, groups):
                    yield SHEET
                case core.Move():
                    yield from self._filled(part, groups)
                case core.CallRule():
                    yield from self._tells(self.calls.rules[part.rule].body, self._inner(part, groups), performed)
                case core.Perform():
                    for rule in set(self.calls.effects(part.effect)) - performed:
                        performed.add(rule)
                        yield from self._tells(self.calls.rules[rule].body, set(), performed)
                case _:
                    pass

    def _filled(self, move: core.Move, groups: set[str]) -> Iterator[str]:
        """Where a move comes to, and where it takes from, if it depends on how large a group is how much that is."""
        assert isinstance(move.target, core.PlaceAt)
        moved = [part for part in (move.what, move.source) if part is not None]
        if not all(self._coarse(part, groups) for part in moved):
            yield move.target.place
            if move.source is not None:
                yield from (effect.what for effect in self._looked(move.source, ALL) if not effect.what.startswith(OF))

    def _inner(self, call: core.CallRule, groups: set[str]) -> set[str]:
        """What a rule that is called calls these groups."""
        params = self.calls.rules[call.rule].params
        return {name for (name, _), arg in zip(params, call.args, strict=True) if _is_group(arg, groups)}

    # ---- deeds

    def _deed(self, stmt: core.Stmt, groups: set[str]) -> bool:
        """Whether a statement looks only at kinds, but for branches that are marked on the way."""
        return self._stmt(stmt, groups) and not self.loss.may_lack(self._without_closer(stmt))

    def _without_closer(self, stmt: core.Stmt) -> core.Stmt:
        return (
            core.Block(body=(), span=stmt.span) if id(stmt) in self.closer else with_inner(stmt, self._without_closer)
        )

    def _if(self, stmt: core.If, groups: set[str]) -> bool:
        """One side may look closer, if the other does not."""
        if not self._coarse(stmt.test, groups):
            return False
        sides = [side for side in (stmt.then, stmt.other) if side is not None]
        closer = [side for side in sides if not self._deed(side, groups)]
        if len(closer) < 2:
            self.closer |= {id(side) for side in closer}
        return len(closer) < 2

    def _stmt(self, stmt: core.Stmt, groups: set[str]) -> bool:
        match stmt:
            case core.Block():
                return all(self._stmt(part, groups) for part in stmt.body)
            case core.Step():
                return self._stmt(stmt.body, groups)
            case core.If():
                return self._if(stmt, groups)
            case core.SetVar():  # a variable may take a size along, as long as nothing asks for it (see _tells)
                return stmt.value.type.head in _KEPT and all(self._coarse(arg, groups) for arg in stmt.args)
            case core.Score():
                return self._coarse(stmt.to, groups)
            case core.Move():
                return self._move(stmt, groups)
            case core.CallRule():
                handed = [arg for arg in stmt.args if not _is_group(arg, groups)]
                body = self.calls.rules[stmt.rule].body
                return all(self._coarse(arg, groups) for arg in handed) and self._deed(body, self._inner(stmt, groups))
            case core.AskFor(items=None):
                return False
            case core.Perform() | core.Reset() | core.Show() | core.Let() | core.Ensure() | core.AskFor():
                return all(self._coarse(part, groups) for part in children(stmt))
            case _:
                return False

    def _move(self, stmt: core.Move, groups: set[str]) -> bool:
        """How much is moved may depend on the group, where that cannot fail."""
        if not all(self._coarse(part, groups) for part in children(stmt.target)):
            return False
        if stmt.source is None:
            return stmt.what is None or self._coarse(stmt.what, groups, KINDS)
        moved = [part for part in (stmt.what, stmt.source) if part is not None]
        return stmt.strength != "exactly" or all(self._coarse(part, groups) for part in moved)

    # ---- expressions

    def _coarse(self, expr: core.Expr, groups: set[str], view: str = ALL) -> bool:
        """Whether what is seen of an expression shows of groups no more than which tokens they have."""
        shown = self._sized | {OF + name for name in groups}
        return not any(each.deed == TRY or (each.amounts and each.what in shown) for each in self._looked(expr, view))

    def _looked(self, expr: core.Expr, view: str) -> Summary:
        found: Summary = {}
        look(expr, Scope(self.reads), found, view)
        return found


def _is_group(arg: core.Expr, groups: set[str]) -> bool:
    return isinstance(arg, core.Local) and arg.name in groups


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

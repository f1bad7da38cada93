"""Whether a group could be moved although some of it is gone.

In:   statements in order, and the places that groups are picked up from.      Out:  yes or no; yes where nobody can say.
What a player picked up stays where it lies until a rule moves it. A rule that takes something from such a place first, or moves
the group twice, may find too little; such a rule has to be tried before it is offered.
"""

from __future__ import annotations

from collections.abc import Mapping

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import ANYWHERE, CHANGE, MOVE, OF, Effect, Summary
from kfdsl.program import core
from kfdsl.program.core.walk import inner
from kfdsl.program.types import Type


class GroupLoss:
    """Answers about the rules of a program."""

    def __init__(self, deeds: Deeds) -> None:
        self.deeds = deeds
        self.picked_up = frozenset(
            clause.place.place
            for shape in deeds.calls.program.shapes
            for clause in shape.clauses
            if isinstance(clause.place, core.PlaceAt)
        )
        self._taking = {
            rule.name: self._takes(deeds.rules[rule.name], dict(rule.params)) for rule in deeds.calls.program.rules
        }
        self._lacking: set[int] = set()  # moves of groups and calls with groups, by identity
        for rule in deeds.calls.program.rules:
            walk = _Walk(self)
            walk.lacks(rule.body)
            self._lacking |= walk.found

    def may_lack(self, stmt: core.Stmt) -> bool:
        """Whether a group might be moved behind something that took from where it lies."""
        return _Walk(self).lacks(stmt)

    def is_lacking(self, stmt: core.Move | core.CallRule) -> bool:
        """Whether a group that a statement of some rule moves or hands on may no longer be all there."""
        return id(stmt) in self._lacking

    def takes(self, stmt: core.Stmt) -> bool:
        """Whether a statement, with all inside it, takes tokens from where groups may lie."""
        if isinstance(stmt, core.CallRule):
            return self._taking[stmt.rule]
        return self._takes(self.deeds.done(stmt), {})

    def _takes(self, summary: Summary, params: Mapping[str, Type]) -> bool:
        return any(self._is_taken(effect, params) for effect in summary)

    def _is_taken(self, effect: Effect, params: Mapping[str, Type]) -> bool:
        if effect.deed not in (CHANGE, MOVE):
            return False
        if effect.what.startswith(OF):  # a parameter is moved: a card, or a group
            return params[effect.what.removeprefix(OF)].head == "group"
        return effect.what == ANYWHERE or effect.what in self.picked_up


class _Walk:
    """Goes through statements in order."""

    def __init__(self, loss: GroupLoss) -> None:
        self.loss = loss
        self.taken = False
        self.whole: set[str] = set()  # groups that were asked for since
        self.found: set[int] = set()  # the statements that may find too little

    def lacks(self, stmt: core.Stmt) -> bool:
        """Whether a group is moved or handed on in here that may not be all there."""
        match stmt:
            case core.AskFor():
                self.whole.add(stmt.name)
                return False
            case core.For() | core.Repeat() | core.Together() | core.Apart() if self.loss.takes(stmt.body):
                self.take()  # the round before
            case core.If():
                return self.branches(stmt)
            case core.Move(source=None, what=what) if what is not None and what.type.head == "group":
                return self.moved(stmt, what)
            case core.CallRule():
                lacking = any(self.is_lacking(arg) for arg in stmt.args if arg.type.head == "group")
                self.found |= {id(stmt)} if lacking else set()
                if self.loss.takes(stmt):
                    self.take()
                return lacking
            case _ if not inner(stmt):
                if self.loss.takes(stmt):
                    self.take()
        found = [self.lacks(part) for part in inner(stmt)]  # all of them: each leaves its mark
        return any(found)

    def branches(self, stmt: core.If) -> bool:
        """Either way; what one of them takes may be gone behind both."""
        taken, whole = self.taken, set(self.whole)
        first = self.lacks(stmt.then)
        then_taken, then_whole = self.taken, self.whole
        self.taken, self.whole = taken, whole
        second = self.lacks(stmt.other) if stmt.other is not None else False
        self.taken, self.whole = self.taken or then_taken, self.whole & then_whole
        return first or second

    def moved(self, stmt: core.Move, what: core.Expr) -> bool:
        """A group that is moved, or a part of one: that the other parts stay is not followed."""
        lacking = self.is_lacking(what)
        self.found |= {id(stmt)} if lacking else set()
        self.take()
        return lacking

    def is_lacking(self, group: core.Expr) -> bool:
        """Whether something was taken since a group was picked up."""
        name = _base(group)
        return self.taken and name not in self.whole

    def take(self) -> None:
        """Something is gone."""
        self.taken = True
        self.whole = set()


def _base(group: core.Expr) -> str:
    while isinstance(group, core.Prim) and group.args:
        group = group.args[0]
    return group.name if isinstance(group, core.Local) else ""

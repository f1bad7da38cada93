"""A change of a step has locals of its own, however they are spelled: it stands in the midst of another author's rule.

In:   what a change does, and what it replaces.      Out:  the same, with locals that nothing else in the rule is called.
What `proceed` brings is the rule's own and stays as it is; a branch that goes on with it is handed the locals that it reads.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

from kfdsl.program import core, made_names
from kfdsl.program.core.walk import expressions, inner, statements

T = TypeVar("T")
Names = Mapping[str, str]


class OwnLocals:
    """Renames the locals of one change apart from those of the rule."""

    def __init__(self, rules: dict[str, core.RuleDef], taken: set[str], proceed: core.Stmt | None) -> None:
        self.rules = rules  # branches are rules of their own
        self.taken = taken  # the locals of the rule; those of the change come to them
        self.proceed = proceed
        read = {part.name: part for part in _reads(proceed)} if proceed is not None else {}
        bound = set(bound_in(proceed, rules)) if proceed is not None else set()
        self.handed_on = tuple(part for name, part in sorted(read.items()) if name not in bound)

    def apart(self, change: core.Stmt) -> core.Stmt:
        """The change with locals of its own."""
        mine = dict.fromkeys(bound_in(change, self.rules, self.proceed))
        names = {name: self._fresh(name) for name in mine if name in self.taken}
        self.taken |= {names.get(name, name) for name in mine}
        return self._renamed(change, names)

    def _fresh(self, name: str) -> str:
        number = 2
        while made_names.another(name, number) in self.taken:
            number += 1
        return made_names.another(name, number)

    def _renamed(self, tree: T, names: Names) -> T:
        if tree is self.proceed:
            return tree
        if isinstance(tree, tuple):
            return cast(T, tuple(self._renamed(part, names) for part in tree))
        if isinstance(tree, core.OneOf):
            return cast(T, self._one_of(tree, names))
        if isinstance(tree, core.Stmt | core.Expr):
            parts = {
                each.name: self._renamed(getattr(tree, each.name), names)
                for each in dataclasses.fields(tree)
                if each.name not in ("span", "type")
            }
            match tree:
                case (
                    core.Local()
                    | core.Pick()
                    | core.LetIn()
                    | core.Let()
                    | core.For()
                    | core.AskFor()
                    | core.Together()
                    | core.Apart()
                ):
                    parts["name"] = names.get(tree.name, tree.name)
                case core.Fold():
                    parts["binders"] = tuple((names.get(name, name), items) for name, items in parts["binders"])
            return cast(T, dataclasses.replace(tree, **parts))
        return tree

    def _one_of(self, stmt: core.OneOf, names: Names) -> core.OneOf:
        for branch in stmt.branches:
            rule = self.rules[branch]
            known = tuple((names.get(name, name), type_) for name, type_ in rule.params)
            more = tuple((part.name, part.type) for part in self._more(known))
            self.rules[branch] = dataclasses.replace(rule, params=known + more, body=self._renamed(rule.body, names))
        args = []
        for given in self._renamed(stmt.args, names):
            known = tuple((arg.name, arg.type) for arg in given if isinstance(arg, core.Local))
            args.append(given + self._more(known))
        return dataclasses.replace(stmt, who=self._renamed(stmt.who, names), args=tuple(args))

    def _more(self, known: tuple[tuple[str, object], ...]) -> tuple[core.Local, ...]:
        there = {name for name, _ in known}
        return tuple(part for part in self.handed_on if part.name not in there)


def bound_in(stmt: core.Stmt, rules: Mapping[str, core.RuleDef], but: core.Stmt | None = None) -> Iterator[str]:
    """The locals that a statement brings, with those of its branches; a part may be left out."""
    if stmt is but:
        return
    match stmt:
        case core.Let() | core.For() | core.AskFor() | core.Together() | core.Apart():
            yield stmt.name
        case core.OneOf():
            for branch in stmt.branches:
                yield from bound_in(rules[branch].body, rules, but)
    for expr in expressions(stmt):
        match expr:
            case core.Pick() | core.LetIn():
                yield expr.name
            case core.Fold():
                yield from (name for name, _ in expr.binders)
    for part in inner(stmt):
        yield from bound_in(part, rules, but)


def _reads(stmt: core.Stmt) -> Iterator[core.Local]:
    for part in statements(stmt):
        yield from (expr for expr in expressions(part) if isinstance(expr, core.Local))

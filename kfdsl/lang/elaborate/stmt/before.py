"""`before …` as locals that are set before anything is done.

In:   the body of a deed.      Out:  the same, with a `let` for each thing that is read as it was before.
What only a message reads is set apart, since the quiet form of the rule leaves it out.
"""

from __future__ import annotations

import dataclasses
from typing import TypeVar, cast

from kfdsl.lang.elaborate.context import Context
from kfdsl.program import core, made_names

T = TypeVar("T")


def hoist(body: core.Stmt, known: set[str], context: Context) -> core.Stmt:
    """The body with its `before` parts taken to the front."""
    found: dict[tuple[bool, core.Expr], str] = {}  # apart by whether only a message reads it
    lets: list[core.Stmt] = []

    def change(tree: T, only_told: bool) -> T:
        if isinstance(tree, core.Before):
            if (only_told, tree.expr) not in found:
                made = made_names.before_in_words if only_told else made_names.before
                name = found[only_told, tree.expr] = made(len(found) + 1)
                strange = free_locals(tree.expr) - known
                if strange:
                    context.wrong(
                        "no-before",
                        f"`before` cannot read `{sorted(strange)[0]}`, which was not there yet",
                        tree.span,
                        "later than that",
                        "only the action's parameters are known before",
                    )
                lets.append(core.Let(name=name, value=tree.expr, only_told=only_told, span=tree.span))
            return cast(T, core.Local(name=found[only_told, tree.expr], type=tree.type, span=tree.span))
        if isinstance(tree, tuple):
            return cast(T, tuple(change(part, only_told) for part in tree))
        if isinstance(tree, core.Ensure):
            test, message = change(tree.test, only_told=False), change(tree.message, only_told=True)
            return cast(T, dataclasses.replace(tree, test=test, message=message))
        if isinstance(tree, core.Stmt | core.Expr):
            parts = {
                each.name: change(getattr(tree, each.name), only_told)
                for each in dataclasses.fields(tree)
                if each.name not in ("span", "type")
            }
            return cast(T, dataclasses.replace(tree, **parts))
        return tree

    changed = change(body, only_told=False)
    return core.Block(body=(*lets, changed), span=body.span) if lets else changed


def free_locals(tree: object, bound: frozenset[str] = frozenset()) -> set[str]:
    """The locals that an expression reads and does not bind itself."""
    match tree:
        case core.Local(name=name):
            return set() if name in bound else {name}
        case core.Pick():
            inner = bound | {tree.name}
            return free_locals(tree.items, bound) | free_locals(tree.where, inner) | free_locals(tree.ranking, inner)
        case core.LetIn():
            return free_locals(tree.value, bound) | free_locals(tree.body, bound | {tree.name})
        case core.Fold():
            found: set[str] = set()
            for name, items in tree.binders:
                found |= free_locals(items, bound)
                bound |= {name}
            return (
                found
                | free_locals(tree.where, bound)
                | free_locals(tree.value, bound)
                | free_locals(tree.otherwise, bound)
            )
        case core.Expr():
            return set().union(
                *(
                    free_locals(getattr(tree, each.name), bound)
                    for each in dataclasses.fields(tree)
                    if each.name not in ("span", "type")
                )
            )
        case tuple():
            return set().union(*(free_locals(part, bound) for part in tree)) if tree else set()
        case _:
            return set()

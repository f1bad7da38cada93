"""That a menu always offers something.

In:   a menu that is opened, and what is known there.      Out:  actions of which one can always be chosen; none if that is not proved.
An action can always be chosen if what it takes is always there, its needs hold and its deed cannot fail. Several can together: where
a need of one does not hold, another can be chosen (`need stuck: no i in hand(me) where fits(i)` beside an action for `i` in hand).
A free action never counts: it is offered only where something else can be answered as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.effects import ASK, AT_ONCE, CHANCE
from kfdsl.analysis.failure.known_facts import (
    ITEM,
    NOTHING,
    Facts,
    assured,
    free,
    is_implied,
    items,
    put,
    put_all,
    tests,
)
from kfdsl.program import core
from kfdsl.program.core.walk import Key, key

MOST_CASES = 4  # actions that prove something together


class KnowsFailures(Protocol):
    """What is asked of the one who knows which statements may fail."""

    def weak(self, stmt: core.Stmt, given: Facts = ...) -> core.Stmt | None:
        """The first part of a statement that may fail."""

    def least(self, whole: core.Expr) -> int:
        """How many items a collection has at least."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why an action may be impossible: where, in words, and what is known if so (None where that helps nobody)."""

    at: core.Stmt | core.NeedDef | core.ParamDef
    words: str
    otherwise: Facts | None


class WaysOut:
    """Answers about the menus of a program."""

    def __init__(self, deeds: Deeds, can_fail: KnowsFailures) -> None:
        self.calls = deeds.calls
        self.can_fail = can_fail
        self._always: dict[str, list[core.ActionDef]] = {}
        free = [action.rule for action in deeds.calls.program.actions if action.is_free]
        # what a free action asks or leaves to chance was not tried: what is asked beside it may find things changed
        self.is_disturbed = any(each.deed in (ASK, CHANCE, AT_ONCE) for rule in free for each in deeds.rules[rule])

    def actions(self, menu: str) -> list[core.ActionDef]:
        """What a menu offers by itself."""
        named = (self.calls.actions[name] for name in self.calls.menus[menu].actions if name in self.calls.actions)
        return [action for action in named if not action.is_free]

    def always(self, menu: str) -> list[core.ActionDef]:
        """The actions each of which can be chosen by itself, whatever the position."""
        if menu not in self._always:
            self._always[menu] = [action for action in self.actions(menu) if not self.doubts(action, NOTHING)]
        return self._always[menu]

    def proof(self, stmt: core.Choose, given: Facts) -> tuple[core.ActionDef, ...]:
        """Actions of which one can be chosen whenever the menu is opened there."""
        return self._proved(self.actions(stmt.menu), self.inside(stmt, given), MOST_CASES)

    def inside(self, stmt: core.Choose, given: Facts) -> Facts:
        """What is known where a menu is opened, in the words of the menu."""
        if self.is_disturbed:
            return NOTHING  # what held when the menu was opened may have changed before it is answered
        params = [name for name, _ in self.calls.menus[stmt.menu].params]
        named: Mapping[Key, Key] = {
            key(arg): ("Local", name) for name, arg in reversed([*zip(params, stmt.args, strict=True)])
        }
        return frozenset(fact for fact in put_all(given, named) if _locals(fact) <= set(params))

    def _proved(self, actions: list[core.ActionDef], known: Facts, cases: int) -> tuple[core.ActionDef, ...]:
        for action in actions:
            doubts = self.doubts(action, known)
            if not doubts:
                return (action,)
            if cases > 1 and all(doubt.otherwise is not None for doubt in doubts):
                others = [other for other in actions if other is not action]
                proofs = [self._proved(others, known | (doubt.otherwise or NOTHING), cases - 1) for doubt in doubts]
                if all(proofs):
                    return tuple(dict.fromkeys([action, *(each for proof in proofs for each in proof)]))
        return ()

    # ---- one action

    def doubts(self, action: core.ActionDef, known: Facts) -> list[Doubt]:
        """Why an action may be impossible in some position; none if it never is."""
        found: list[Doubt] = []
        needs = list(action.needs)
        if len(action.params) == 1 and self._has_witness(action, known):
            needs, where = [], action.params[0].where
            known |= frozenset().union(*(assured(need.test, True) for need in action.needs))
            known |= assured(where, True) if where is not None else NOTHING
        else:
            found += [self._empty(param) for param in action.params if not self._is_there(param, known)]
        for need in needs:
            if not is_implied(need.test, known):
                taken = {param.name for param in action.params}
                fails = assured(need.test, False)
                is_plain = not (_locals(key(need.test)) & taken)
                found.append(
                    Doubt(need, f"`{action.name}` is refused where this does not hold", fails if is_plain else None)
                )
            known |= assured(need.test, True)
        weak = self.can_fail.weak(self.calls.rules[action.rule].body, known)
        if weak is not None:
            found.append(Doubt(weak, f"`{action.name}` cannot be done where this fails", None))
        return found

    def _is_there(self, param: core.ParamDef, known: Facts) -> bool:
        """Whether there is always something to take for a parameter."""
        if param.items is None:
            return False
        if param.where is None and self.can_fail.least(param.items) > 0:
            return True
        return items(param.items, param.where, param.name) in known

    def _has_witness(self, action: core.ActionDef, known: Facts) -> bool:
        """Whether there is known to be something to take for the only parameter with which all needs hold."""
        param = action.params[0]
        if param.items is None or not (action.needs or param.where is not None):
            return False
        wanted = {put(test, {("Local", param.name): ITEM}) for need in action.needs for test in tests(need.test)}
        wanted |= {put(test, {("Local", param.name): ITEM}) for test in tests(param.where)}
        whole = key(param.items)
        return any(
            fact[0] == "items" and fact[1] == whole and all(_is_among(test, set(tests(fact[2]))) for test in wanted)
            for fact in known
        )

    def _empty(self, param: core.ParamDef) -> Doubt:
        if param.items is None:
            return Doubt(param, "there may be nothing to pick up", None)
        return Doubt(
            param, "there may be nothing to take", frozenset({free(param.items)}) if param.where is None else NOTHING
        )


def _is_among(test: object, held: set[Key]) -> bool:
    """Whether a condition is one of those that hold, or a waiver of it is."""
    match test:
        case ("Prim", "or", tuple(parts), _):
            return test in held or any(_is_among(part, held) for part in parts)
        case _:
            return test in held


def _locals(form: object) -> set[str]:
    """The locals that a form mentions and does not bind itself."""
    if isinstance(form, frozenset):
        return {name for part in form for name in _locals(part)}
    match form:
        case ("Local", str(name)):
            return {name}
        case ("Pick", _, str(bound), *_):
            return {name for part in form for name in _locals(part)} - {bound}
        case ("Fold", _, _, tuple(binders), *_):
            return {name for part in form for name in _locals(part)} - {binder[0] for binder in binders}
        case tuple():
            return {name for part in form for name in _locals(part)}
        case _:
            return set()

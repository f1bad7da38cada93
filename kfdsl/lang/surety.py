"""What is sure to succeed, and where chance takes over.

In:   the graph of calls.      Out:  Surety: for every rule the statement in it that may fail, and the one that leaves
something to chance or to a menu. A statement behind a condition that says it can be done is sure: `if possible k.work by me`,
`if yard is not empty { ask k: kiln in yard }`.
"""

from __future__ import annotations

from collections.abc import Iterator

from kfdsl.lang.calls import Calls
from kfdsl.lang.scope import Key, key
from kfdsl.program import core
from kfdsl.program.walk import statements

NOTHING: frozenset[Key] = frozenset()


class Surety:
    """Answers about rules; each rule is worked out after those that it calls."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.places = {place.name: place for place in calls.program.places}
        self.picked_up = {
            clause.place.place
            for shape in calls.program.shapes
            for clause in shape.clauses
            if isinstance(clause.place, core.PlaceAt)
        }
        self.weak_rules: dict[str, core.Stmt | None] = {}
        self.chance_rules: dict[str, core.Stmt | None] = {}
        self.asking_rules: set[str] = set()

    def rule(self, rule: core.RuleDef) -> None:
        """Work out a rule."""
        self.weak_rules[rule.name] = self.weak(rule.body)
        self.chance_rules[rule.name] = self.chance(rule.body)
        if must_ask(rule.body, self.asking_rules):
            self.asking_rules.add(rule.name)

    def printed(self, name: str, rules: list[str]) -> None:
        """Work out what stands for any of several effects printed on cards."""
        self.weak_rules[name] = next((found for rule in rules if (found := self.weak_rules[rule])), None)
        self.chance_rules[name] = next((found for rule in rules if (found := self.chance_rules[rule])), None)

    # ---- what may fail

    def weak(self, stmt: core.Stmt, given: frozenset[Key] = NOTHING) -> core.Stmt | None:
        """The first part of a statement that may fail, or None if it is sure to succeed."""
        match stmt:
            case core.Block():
                return next(
                    (found for part, known in with_given(stmt, given) if (found := self.weak(part, known))), None
                )
            case core.Step() | core.Repeat():
                return self.weak(stmt.body, given)
            case core.If():
                found = self.weak(stmt.then, given | assured(stmt.test, True))
                return found or (self.weak(stmt.other, given | assured(stmt.test, False)) if stmt.other else None)
            case core.Apart():
                return None  # nothing outside looks ahead into it; what is inside is judged by itself
            case core.For():
                return self.weak(stmt.body, assured(stmt.where, True) if stmt.where else NOTHING)
            case _:
                return self.weak_part(stmt, given)

    def weak_part(self, stmt: core.Stmt, given: frozenset[Key]) -> core.Stmt | None:
        """Whether a plain statement may fail, and which part of it does."""
        match stmt:
            case core.Move(strength="exactly"):
                return None if self.sure_move(stmt) else stmt
            case core.Ensure():
                return stmt
            case core.AskFor():
                least = stmt.many[0] if stmt.many is not None else 1
                is_there = stmt.items is not None and _items(stmt.items, stmt.where, stmt.name) in given
                return None if least == 0 or (least == 1 and is_there) else stmt
            case core.Choose() if not stmt.again:  # otherwise there is `stop`
                actions = (
                    self.calls.actions[name]
                    for name in self.calls.menus[stmt.menu].actions
                    if name in self.calls.actions
                )
                return (
                    None
                    if any(not a.params and not a.needs and not self.weak_rules.get(a.rule, stmt) for a in actions)
                    else stmt
                )
            case core.OneOf():
                return None if any(self.weak_rules[branch] is None for branch in stmt.branches) else stmt
            case core.CallRule():
                return self.weak_rules[stmt.rule]
            case core.Perform():
                if ("perform", key(stmt.effect), key(stmt.by), key(stmt.at)) in given:
                    return None
                return self.weak_rules[self.calls.printed(stmt.effect)[1]]
            case _:
                return None

    def sure_move(self, stmt: core.Move) -> bool:
        """A card always moves, but a slot may be taken; a group moves, but not onto itself; amounts may be missing."""
        head = stmt.what.type.head if stmt.what is not None else ""
        if not isinstance(stmt.target, core.PlaceAt) or stmt.source is not None:
            return False
        if head == "card":
            return not self.places[stmt.target.place].single
        return head == "group" and stmt.target.place not in self.picked_up

    # ---- chance

    def chance(self, stmt: core.Stmt) -> core.Stmt | None:
        """The first part of a statement behind which nothing is tried: chance, a menu, or several who act at once."""
        return next((found for part in statements(stmt) if (found := self.chance_part(part))), None)

    def chance_part(self, stmt: core.Stmt) -> core.Stmt | None:
        """The same for a plain statement."""
        match stmt:
            case core.Move(at_random=True) | core.Shuffle() | core.Choose() | core.Apart() | core.Show(face=""):
                return stmt
            case core.CallRule():
                return self.chance_rules[stmt.rule]
            case core.OneOf():
                return next((found for branch in stmt.branches if (found := self.chance_rules[branch])), None)
            case core.Perform():
                return self.chance_rules[self.calls.printed(stmt.effect)[1]]
            case _:
                return None


def must_ask(stmt: core.Stmt, asking: set[str]) -> bool:
    """Whether a statement asks somebody, whichever way it goes."""
    match stmt:
        case core.AskFor() | core.Choose() | core.OneOf():
            return True
        case core.CallRule():
            return stmt.rule in asking
        case core.Block():
            return any(must_ask(part, asking) for part in stmt.body)
        case core.Step() | core.Repeat():
            return must_ask(stmt.body, asking)
        case core.If():
            return stmt.other is not None and must_ask(stmt.then, asking) and must_ask(stmt.other, asking)
        case (
            core.For(items=core.Prim(word="players" | "clockwise"), where=None)
            | core.Apart(items=core.Prim(word="players" | "clockwise"))
        ):
            return must_ask(stmt.body, asking)  # there is always somebody at the table
        case _:
            return False


def with_given(block: core.Block, given: frozenset[Key]) -> Iterator[tuple[core.Stmt, frozenset[Key]]]:
    """The parts of a block, each with what is known to be possible; that ends with the first thing done."""
    for part in block.body:
        yield part, given
        if not isinstance(part, core.Let):
            given = NOTHING


def assured(test: core.Expr, holds: bool) -> frozenset[Key]:
    """What a condition says can be done."""
    match test:
        case core.Prim(word="not"):
            return assured(test.args[0], not holds)
        case core.Prim(word="and") if holds:
            return assured(test.args[0], True) | assured(test.args[1], True)
        case core.Trial() if holds == (test.word == "possible"):
            return frozenset({("perform", key(test.effect), key(test.by), key(test.at))})
        case core.Prim(word="empty") if not holds:
            return frozenset({_items(test.args[0], None, "")})
        case core.Pick(word="any" | "no") if holds == (test.word == "any"):
            return frozenset({_items(test.items, test.where, test.name)})
        case _:
            return NOTHING


def _items(items: core.Expr, where: core.Expr | None, name: str) -> Key:
    """A domain, by whatever name its items are called."""
    return ("items", key(items), _renamed(key(where), name) if where is not None else ())


def _renamed(part: object, name: str) -> object:
    if part == ("Local", name):
        return ("Local",)
    return tuple(_renamed(each, name) for each in part) if isinstance(part, tuple) else part

"""What may fail, and where chance takes over.

In:   what rules do.      Out:  CanFail: for every rule the statement in it that may fail, and the one that leaves
something to chance or to a menu. A statement behind a condition that says it can be done is sure: `if possible k.work by me`,
`if yard is not empty { ask k: kiln in yard }`. The checker and the engine ask the same question here, so that what the one lets
pass the other need not try.
"""

from __future__ import annotations

from kfdsl.analysis.deeds import Deeds
from kfdsl.analysis.failure.group_loss import GroupLoss
from kfdsl.analysis.failure.known_facts import NOTHING, Assurance, Facts, arguments, assured, free, items, part, put
from kfdsl.analysis.failure.way_out import WaysOut
from kfdsl.analysis.token_flow import named_tokens
from kfdsl.program import core
from kfdsl.program.boards import board_of
from kfdsl.program.core.walk import key, statements

MANY = 1_000_000


class CanFail:
    """Answers about the rules of a program, each worked out after those that it calls."""

    def __init__(self, deeds: Deeds) -> None:
        self.calls = calls = deeds.calls
        self.assurance = Assurance(calls.queries)
        self.places = {place.name: place for place in calls.program.places}
        self.loss = GroupLoss(deeds)
        self.named = named_tokens(calls.program)
        self.all_tokens = frozenset(token.name for token in calls.program.tokens)
        self.weak_rules: dict[str, core.Stmt | None] = {}
        self.chance_rules: dict[str, core.Stmt | None] = {}
        self.ways_out = WaysOut(deeds, self)
        self.may_return = {  # what performs a card's effect, perhaps inside that effect, and then cannot
            id(stmt)
            for sort, name in calls.returning
            if sort == "rule"
            for stmt in statements(calls.rules[name].body)
            if isinstance(stmt, core.Perform)
        }
        self._least: dict[str, int] = {}
        self.endless = frozenset(
            place.name for place in calls.program.places if place.board and not board_of(place.board).is_bounded
        )
        known = -1
        while known < (known := self._work_out()) and calls.nested:
            pass  # what comes back to itself is met before it is known: again, until nothing more is found

    def _work_out(self) -> int:
        """Everything behind what it calls; answers how many rules leave something to chance."""
        for sort, name in self.calls.order:
            if sort == "rule":
                self._rule(self.calls.rules[name])
            elif sort == "printed":
                rules = [call.target[1] for call in self.calls.calls[sort, name]]
                self.weak_rules[name] = next((found for rule in rules if (found := self.weak_rules[rule])), None)
                self.chance_rules[name] = next((found for rule in rules if (found := self.chance_rules[rule])), None)
        return sum(found is not None for found in self.chance_rules.values())

    def _rule(self, rule: core.RuleDef) -> None:
        self.weak_rules[rule.name] = self.weak(rule.body)
        self.chance_rules[rule.name] = self.chance(rule.body)

    def sure(self, rule: str) -> bool:
        """Whether a rule can always be carried out, whatever is under way."""
        return self.weak_rules[rule] is None and rule not in self.calls.nested

    def sure_stmt(self, stmt: core.Stmt) -> bool:
        """Whether a statement can always be carried out, wherever it stands."""
        return self.weak(stmt) is None

    # ---- what may fail

    def weak(self, stmt: core.Stmt, given: Facts = NOTHING) -> core.Stmt | None:
        """The first part of a statement that may fail, or None if it is sure to succeed."""
        match stmt:
            case core.Block():
                return next(
                    (
                        found
                        for part, known in self.assurance.with_given(stmt, given)
                        if (found := self.weak(part, known))
                    ),
                    None,
                )
            case core.Step():
                return self.weak(stmt.body, given)
            case core.Repeat():
                return self.weak(stmt.body)
            case core.If():
                found = self.weak(stmt.then, given | assured(stmt.test, True))
                return found or (self.weak(stmt.other, given | assured(stmt.test, False)) if stmt.other else None)
            case core.Apart():
                return None  # nothing outside looks ahead into it; what is inside is judged by itself
            case core.For():
                return self.weak(stmt.body, self.assurance.each_round(stmt, given))
            case _:
                return self.weak_part(stmt, given)

    def weak_part(self, stmt: core.Stmt, given: Facts) -> core.Stmt | None:
        """Whether a plain statement may fail, and which part of it does."""
        match stmt:
            case core.Move():
                return None if self.sure_move(stmt, given) else stmt
            case core.Ensure() | core.Together():
                return stmt
            case core.AskFor():
                wanted = stmt.many[0] if stmt.many is not None else 1
                return None if wanted <= self.there(stmt, given) else stmt
            case core.Choose() if not stmt.again:  # otherwise there is `stop`
                return None if self.ways_out.proof(stmt, given) else stmt
            case core.OneOf():
                return None if any(self.weak_rules[branch] is None for branch in stmt.branches) else stmt
            case core.CallRule():
                return stmt if self.loss.is_lacking(stmt) else self.weak_rules[stmt.rule]
            case core.Perform():
                if ("perform", key(stmt.effect), key(stmt.by), key(stmt.at)) in given:
                    return None
                if id(stmt) in self.may_return:
                    return stmt
                weak = self.weak_rules[self.calls.printed(stmt.effect)[1]]
                missing = self.calls.may_be_missing(stmt.effect) and ("there", key(stmt.effect)) not in given
                return weak or (stmt if missing else None)
            case _:
                return None

    def there(self, stmt: core.AskFor, given: Facts) -> int:
        """How many different answers an ask is sure to offer."""
        if stmt.items is None:
            return int(self.can_pick(stmt, given))
        if stmt.where is not None:
            return int(items(stmt.items, stmt.where, stmt.name) in given)
        whole = key(stmt.items)
        sizes = [each[2] for each in given if each[0] == "size" and each[1] == whole]
        known = [size for size in sizes if isinstance(size, int)]
        return max(self.least(stmt.items), int(items(stmt.items) in given), *known)

    def can_pick(self, stmt: core.AskFor, given: Facts) -> bool:
        """Whether a group can be picked up, or one that fills the only hole there is."""
        shape = self.calls.shapes[stmt.shape]
        args = arguments((name for name, _ in shape.params), stmt.args)
        for clause in shape.clauses:
            place = put(key(clause.place), args)
            if clause.binders or clause.where is not None:
                continue
            if stmt.want is None and (part(place, clause.only) if clause.only else ("items", place, ())) in given:
                return True
            if any(part(place, name) in given for name in self.fillers(stmt.want, clause.only)):
                return True
        return False

    def fillers(self, want: core.Expr | None, only: str) -> list[str]:
        """Tokens and traits any piece of which covers a want, if it is picked from those of a token or trait."""
        match want:
            case core.Const(value=((1, hole, _),)):
                fitting = self.named.get(hole, frozenset()) & (self.named[only] if only else self.all_tokens)
                return [name for name, tokens in self.named.items() if tokens <= fitting]
            case _:
                return []

    def least(self, whole: core.Expr) -> int:
        """How many different items a collection has at least, as far as its form shows."""
        match whole:
            case core.Prim(word="players" | "clockwise" | "all_spots"):
                return 1  # there is always somebody at the table, and every plane has a spot
            case core.Prim(word="spots", args=(_, core.PlaceAt(place=plane))):
                return int(plane in self.endless)  # always room, where there is no end
            case core.Prim(word="tokens"):
                return sum(whole.data in (token.name, *token.traits) for token in self.calls.program.tokens)
            case core.Prim(word="cards"):
                return sum(whole.data in self.calls.kinds[card.kind] for card in self.calls.program.cards)
            case core.Prim(word="items" | "set"):
                named = {arg.value for arg in whole.args if isinstance(arg, core.Const)}
                return max(len(named), bool(whole.args))
            case core.Prim(word="+"):
                return max(self.least(arg) for arg in whole.args)
            case core.Prim(word="numbers", args=(core.Const(value=int() as count),)):
                return min(count, 1)
            case core.Prim(word="first", args=(core.Const(value=int() as count), rest)):
                return max(0, min(count, self.least(rest)))
            case core.Prim(word="distinct", args=(rest,)):
                return self.least(rest)
            case core.Pick(word="all" | "sorted", where=None):
                return min(self.least(whole.items), 1 if whole.ranking is not None and whole.word == "all" else MANY)
            case core.Prim(word="join", data="list"):
                return max(map(self.least, whole.args), default=0)
            case core.Fold(word="list", binders=(), where=None):
                return 1
            case core.IfElse(test=core.Prim(word="empty", args=(items,))) if key(items) == key(whole.other):
                return min(self.least(whole.then), max(self.least(items), 1))
            case core.IfElse():
                return min(self.least(whole.then), self.least(whole.other))
            case core.LetIn():
                return self.least(whole.body)
            case core.Ask():
                if whole.query not in self._least:
                    self._least[whole.query] = 0  # for one that asks itself
                    self._least[whole.query] = self.least(self.calls.queries[whole.query].body)
                return self._least[whole.query]
            case _:
                return 0

    def sure_move(self, stmt: core.Move, given: Facts) -> bool:
        """A card always moves, but a slot may be taken; a group moves, but not onto itself; amounts may be missing."""
        assert isinstance(stmt.target, core.PlaceAt)
        target = self.places[stmt.target.place]
        if target.single:
            return stmt.source is None and free(stmt.target) in given
        if stmt.source is not None or stmt.what is None:
            return stmt.strength != "exactly"
        return stmt.what.type.head != "group" or not (target.name in self.loss.picked_up or self.loss.is_lacking(stmt))

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
                return self.chance_rules.get(self.calls.printed(stmt.effect)[1])
            case _:
                return None

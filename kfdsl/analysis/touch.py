"""What expressions look at when one player acts, and whether it is that player's own.

In:   the graph of calls, and an expression with its locals.      Out:  Touches, and whose the value is.
One's own are the places `per player` of that player, the cards that lie there, and what belongs to those cards. A local is
followed through loops, asks and calls: what is picked from one's own is one's own. A query is worked out once for each way in
which its parameters are somebody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kfdsl.analysis.calls import Calls
from kfdsl.program import core
from kfdsl.program.types import Type
from kfdsl.text.source import Span

ME, OWN, OTHERS = "me", "own", "others"
READ, CHANGE, PUT = "read", "change", "put"  # to put something into a place is to look at nothing there
FOREIGN, ASKS, CHANCE, SHEET, NESTED = "foreign", "asks", "chance", "sheet", "nested"  # what nobody does alone
FACES, CARDS = "(faces)", "(cards)"  # which face a card shows, and where it lies
_THROUGH = frozenset("slot first + - but only only_token items set join beside loop walk areas across".split())
_BY_CARD = {
    "neighbours": 0,
    "reach": 0,
    "chain": 0,
    "loop_through": 0,
    "joined": 0,
    "edge_from": 0,
    "edge_to": 2,
    "laid": 0,
    "side": 0,
}  # which card lies there


@dataclass(frozen=True, slots=True)
class Tag:
    """Whose a value is: the player, something of the player's with the places where it may lie, or anybody's."""

    whose: str = OTHERS
    places: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Touch:
    """One thing that is done to a place, a variable, faces or cards."""

    deed: str
    what: str
    own: bool = False


Trail = tuple[tuple[Span, str], ...]  # where, and in which words, from the outside to the deed itself
Touches = dict[Touch, Trail]
Env = dict[str, Tag]
ANYBODY = Tag()


class Looker:
    """Follows expressions; what rules do is known to those who follow statements as well."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls
        self.places = {place.name: place for place in calls.program.places}
        self.faced = {field.name for field in calls.program.fields if field.faced}
        self._known: dict[tuple[str, str, tuple[Tag, ...]], tuple[Touches, Tag]] = {}

    # ---- what has a name

    def rule(self, name: str, tags: Sequence[Tag]) -> Touches:
        """What a rule touches, for arguments that are somebody's."""
        raise AssertionError("only those who follow statements know rules")

    def query(self, name: str, tags: Sequence[Tag]) -> tuple[Touches, Tag]:
        """What a query reads, and whose its answer is."""
        key = ("query", name, tuple(tags))
        if key not in self._known:
            found: Touches = {}
            query = self.calls.queries[name]
            env = dict(zip((each for each, _ in query.params), tags, strict=True))
            self._known[key] = found, self.expr(query.body, env, found)
        return self._known[key]

    def shape(self, name: str, tags: Sequence[Tag]) -> tuple[Touches, Tag]:
        """What is looked at to pick something up, and whose it is."""
        key = ("shape", name, tuple(tags))
        if key not in self._known:
            found: Touches = {}
            shape = self.calls.shapes[name]
            picked = []
            for clause in shape.clauses:
                env = dict(zip((each for each, _ in shape.params), tags, strict=True))
                for binder, items in clause.binders:
                    env[binder] = self.expr(items, env, found)
                picked.append(self.expr(clause.place, self.under(clause.where, env, found), found))
            self._known[key] = found, joint(picked)
        return self._known[key]

    def owns(self, place: core.PlaceAt, env: Env, found: Touches) -> bool:
        """Whether a place is the player's own, or belongs to a card that is."""
        tags = [self.expr(arg, env, found) for arg in place.args]
        definition = self.places[place.place]
        if definition.per_player:
            return tags[-1].whose == ME
        return bool(definition.owner) and tags[0].whose == OWN

    def with_trait(self, expr: core.PlacesWith, env: Env, found: Touches) -> list[tuple[str, bool]]:
        """The places of a card that have a trait, and whether they are one's own: those of all players are not."""
        own = self.expr(expr.card, env, found).whose == OWN
        return [(each.name, own and not each.per_player) for each in self.places.values() if expr.trait in each.traits]

    # ---- expressions

    def all(self, exprs: Sequence[core.Expr | None], env: Env, found: Touches) -> None:
        """What several expressions read."""
        for expr in exprs:
            if expr is not None:
                self.expr(expr, env, found)

    def expr(self, expr: core.Expr, env: Env, found: Touches) -> Tag:
        """What an expression reads, and whose its value is."""
        match expr:
            case core.Const():
                return Tag(OWN) if expr.value is None else ANYBODY
            case core.Local():
                return env.get(expr.name, ANYBODY)
            case core.PlaceAt():
                own = self.owns(expr, env, found)
                touch(found, Touch(READ, expr.place, own), expr.span, "read here")
                return Tag(OWN, frozenset({expr.place})) if own else ANYBODY
            case core.PlacesWith():
                for place, own in self.with_trait(expr, env, found):
                    touch(found, Touch(READ, place, own), expr.span, "read here")
                return ANYBODY
            case core.VarOf():
                own = expr.card is not None and self.expr(expr.card, env, found).whose == OWN
                touch(found, Touch(READ, expr.var, own), expr.span, "read here")
                return ANYBODY
            case core.FieldOf():
                own = self.expr(expr.card, env, found).whose == OWN
                if expr.field in self.faced and not expr.face:
                    touch(found, Touch(READ, FACES, own), expr.span, "read here")
                return ANYBODY
            case core.Ask():
                read, tag = self.query(expr.query, [self.expr(arg, env, found) for arg in expr.args])
                merge(found, read, ((expr.span, f"`{expr.query}` is asked here"),))
                return tag
            case core.Prim():
                return self.prim(expr, env, found)
            case core.IfElse():
                inside = self.under(expr.test, env, found)
                return joint([self.expr(expr.then, inside, found), self.expr(expr.other, env, found)])
            case core.Pick() | core.Fold():
                return self.loop(expr, env, found)
            case core.Before():
                return self.expr(expr.expr, env, found)
            case core.Trial():
                return self.trial(expr, env, found)
            case _:
                raise AssertionError(expr)

    def loop(self, expr: core.Pick | core.Fold, env: Env, found: Touches) -> Tag:
        """Something about the items of a collection, or made of them."""
        if isinstance(expr, core.Pick):
            inside = {**env, expr.name: self.expr(expr.items, env, found)}
            inside = self.under(expr.where, inside, found)
            self.all((expr.ranking,), inside, found)
            return inside[expr.name]
        inside = dict(env)
        for name, items in expr.binders:
            inside[name] = self.expr(items, inside, found)
        tag = self.expr(expr.value, self.under(expr.where, inside, found), found)
        return tag if expr.otherwise is None else joint([tag, self.expr(expr.otherwise, env, found)])

    def trial(self, expr: core.Trial, env: Env, found: Touches) -> Tag:
        """Whatever an effect touches is looked at when it is tried; what is left to others is not."""
        self.expr(expr.effect, env, found)
        tags = [self.expr(part, env, found) for part in (expr.by, expr.at)]
        for rule in self.calls.effects(expr.effect):
            for each, trail in self.rule(rule, tags).items():
                if each.deed in (READ, CHANGE, PUT):
                    found.setdefault(Touch(READ, each.what, each.own), ((expr.span, "it is tried here"), *trail))
        return ANYBODY

    def prim(self, expr: core.Prim, env: Env, found: Touches) -> Tag:
        """A built-in word at work."""
        if self.is_mine(expr, env):  # nobody else can make this so, or make it otherwise
            return ANYBODY
        if expr.word == "takes_from":
            assert isinstance(expr.args[1], core.PlaceAt)
            self.all((expr.args[0], *expr.args[1].args), env, found)
            return ANYBODY
        tags = [self.expr(arg, env, found) for arg in expr.args]
        if expr.word == "owner":
            if tags[0].whose != OWN:
                touch(found, Touch(READ, CARDS), expr.span, "read here")
            return Tag(ME) if tags[0].whose == OWN else ANYBODY
        if expr.word == "shows":
            touch(found, Touch(READ, FACES, tags[0].whose == OWN), expr.span, "read here")
        if expr.word in _BY_CARD:
            return self.on_plane(expr, tags[_BY_CARD[expr.word]], found)
        if expr.word in _THROUGH and is_pieces(expr.type):
            return joint([tag for tag, arg in zip(tags, expr.args, strict=True) if is_pieces(arg.type)])
        return ANYBODY

    def on_plane(self, expr: core.Prim, tag: Tag, found: Touches) -> Tag:
        """What lies around a card is read from its plane."""
        card = expr.args[_BY_CARD[expr.word]].type.name
        planes = [place.name for place in self.places.values() if place.edged and self.may_lie(card, place)]
        for plane in planes:
            touch(found, Touch(READ, plane, tag.whose == OWN), expr.span, "read here")
        return Tag(OWN, frozenset(planes)) if tag.whose == OWN else ANYBODY

    def may_lie(self, card: str, place: core.PlaceDef) -> bool:
        """Whether a card of a kind or trait may lie in a place."""
        return any(card in traits and place.content in traits for traits in self.calls.kinds.values())

    # ---- what conditions say

    def is_mine(self, test: core.Expr, env: Env) -> bool:
        """`owner(k) is p`"""
        match test:
            case core.Prim(word="=", args=(core.Prim(word="owner", args=(core.Local(),)), other)):
                return self.expr(other, env, {}).whose == ME
            case _:
                return False

    def under(self, test: core.Expr | None, env: Env, found: Touches) -> Env:
        """Read a condition; the locals where it holds."""
        if test is None:
            return env
        if isinstance(test, core.Prim) and test.word == "and":
            return self.under(test.args[1], self.under(test.args[0], env, found), found)
        self.expr(test, env, found)
        if self.is_mine(test, env):
            assert isinstance(test, core.Prim) and isinstance(test.args[0], core.Prim)
            card = test.args[0].args[0]
            assert isinstance(card, core.Local)
            lies = [
                each.name for each in self.places.values() if each.per_player and self.may_lie(card.type.name, each)
            ]
            return {**env, card.name: Tag(OWN, frozenset(lies))}
        if isinstance(test, core.Prim) and test.word == "in" and isinstance(test.args[0], core.Local):
            tag = self.expr(test.args[1], env, {})
            return {**env, test.args[0].name: tag} if tag.whose == OWN and is_pieces(test.args[0].type) else env
        return env


def touch(found: Touches, what: Touch, span: Span, label: str) -> None:
    """Remember a touch; the first way to it is the one that is told."""
    found.setdefault(what, ((span, label),))


def merge(found: Touches, more: Touches, steps: Trail) -> None:
    """Take touches of something that is called."""
    for each, trail in more.items():
        found.setdefault(each, (*steps, *trail))


def joint(tags: Sequence[Tag]) -> Tag:
    """Whose several things are together."""
    if any(tag.whose != OWN for tag in tags):
        return ANYBODY
    return Tag(OWN, frozenset[str]().union(*(tag.places for tag in tags)))


def is_pieces(type_: Type) -> bool:
    """Whether values of a type are pieces that lie somewhere, or corners of such."""
    if type_.inner is not None:
        return is_pieces(type_.inner)
    return type_.head in ("card", "group", "area", "none")

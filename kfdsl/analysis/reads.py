"""What expressions look at, and whose their values are.

In:   a core expression and its locals.      Out:  effects, all of them READ, and a Value.
A player is followed through loops and calls, and so is who owns a card: the player in one of whose places it lies; what belongs to a
card is that player's too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kfdsl.analysis.effects import (
    ALL,
    ANY,
    FACES,
    KINDS,
    NOTHING,
    OF,
    READ,
    SHEET,
    SIZE,
    SOME,
    SOMEBODY,
    TRY,
    UNKNOWN,
    VAR,
    Effect,
    Players,
    Summary,
    Trying,
    Value,
    add,
    but,
    effects_in,
    joint,
    note,
    put_in,
)
from kfdsl.analysis.scope import Reads, Scope, Views
from kfdsl.analysis.token_flow import TokenFlow
from kfdsl.program import core, made_names
from kfdsl.program.types import Type
from kfdsl.program.words import LYING, PLANE_WORDS
from kfdsl.text.source import Span

_THROUGH = frozenset("slot first beyond item distinct + - but only only_token items set join beside loop walk areas across card_at reach_among".split())
_CLOSER = {SIZE: ALL, SOME: KINDS}  # to count a part is to look at what lies there
_BARE = frozenset("all_spots around line past".split())  # are about the spots of a plane, whoever lies there


# ---- locals


def with_each(scope: Scope, name: str, items: core.Expr, found: Summary, span: Span) -> Scope:
    """With a local that goes through items, which are looked at first: which one it is was looked up there."""
    inside: Summary = {}
    value = look(items, scope, inside)
    add(found, inside)
    bound = scope.bind(name, value, span)
    return replace(bound, lets={**bound.lets, name: {ALL: inside}})


def with_let(scope: Scope, name: str, expr: core.Expr, span: Span) -> Scope:
    """With a local that is set to something: reading it is reading that."""
    views, value = looks(expr, scope)
    if any(who.startswith(VAR) for who in value.players):  # which may be another one later
        value = replace(value, players=UNKNOWN)
    found = scope.bind(name, value, span)
    return replace(found, lets={**found.lets, name: views})


def with_test(scope: Scope, test: core.Expr | None) -> Scope:
    """With what a condition says about whose locals are."""
    match test:
        case core.Prim(word="and"):
            return with_test(with_test(scope, test.args[0]), test.args[1])
        case core.Prim(word="=", args=(core.Local() as one, core.Local() as other)) if one.type.head == "player":
            return scope.same(scope.value(one).players, scope.value(other).players)
        case core.Prim(word="not", args=(core.Prim(word="=", args=(core.Local() as one, other)),)) if (
            one.type.head == other.type.head == "player" and _is_plain(one, scope)
        ):
            return scope.apart(scope.value(one).players, look(other, scope, {}).players)
        case core.Prim(word="=", args=(core.Prim(word="owner", args=(core.Local() as card,)), owner)):
            return scope.owned(card, look(owner, scope, {}).players)
        case core.Prim(word="in", args=(core.Local() as piece, whole)) if is_pieces(piece.type):
            value = look(whole, scope, {})
            return scope if SOMEBODY in value.owners else scope.bind_value(piece.name, value)
        case _:
            return scope


def _is_plain(local: core.Local, scope: Scope) -> bool:
    """Whether a local is one of several players, and no parameter: callers know a parameter by its name."""
    return any(" " in name for name in scope.value(local).players)


# ---- expressions


def look_all(exprs: Sequence[core.Expr | None], scope: Scope, found: Summary) -> None:
    """What several expressions look at."""
    for expr in exprs:
        if expr is not None:
            look(expr, scope, found)


def looks(expr: core.Expr, scope: Scope) -> tuple[Views, Value]:
    """What an expression looks at, for each view that makes a difference; and whose the value is."""
    found: dict[str, Summary] = {view: {} for view in _views(expr.type)}
    values = [look(expr, scope, summary, view) for view, summary in found.items()]
    return found, values[0]


def _views(type_: Type) -> tuple[str, ...]:
    if type_.head in ("bundle", "group"):
        return ALL, KINDS, SIZE, SOME
    return (ALL, SIZE) if type_.head in ("list", "set", "want") else (ALL,)


def _seen(views: Views, view: str) -> Summary:
    """What is looked at for a view, or for the next one that shows as much."""
    return next(views[each] for each in (view, SIZE if view == SOME else ALL, ALL) if each in views)


def look(expr: core.Expr, scope: Scope, found: Summary, view: str = ALL) -> Value:
    """What an expression looks at, where its value is wanted or only something about it; and whose the value is."""
    match expr:
        case core.Const():
            return NOTHING if expr.value is None else ANY
        case core.Local():
            return _local(expr, scope, found, view)
        case core.PlaceAt():
            owners = place_owners(expr, scope, found)
            note(found, Effect(READ, expr.place, owners, view), expr.span, "read here")
            return Value(owners=owners, places=frozenset({expr.place}))
        case core.PlacesWith():
            for place, owners in places_with(expr, scope, found):
                note(found, Effect(READ, place, owners, view), expr.span, "read here")
            return ANY
        case core.VarOf():
            owners = owners_of(scope.reads.vars[expr.var], expr.args, scope, found)
            note(found, Effect(READ, expr.var, owners), expr.span, "read here")
            return ANY if expr.args else Value(players=frozenset({VAR + expr.var}))
        case core.FieldOf():
            owners = look(expr.card, scope, found).owners
            if expr.field in scope.reads.faced and not expr.face:
                note(found, Effect(READ, FACES, owners), expr.span, "read here")
            return ANY
        case core.Ask():
            views, answer = scope.reads.queries[expr.query]
            params = [name for name, _ in scope.reads.calls.queries[expr.query].params]
            step = (expr.span, f"`{made_names.widened(expr.query)}` is asked here")
            args = dict(zip(params, expr.args, strict=True))
            return put_in(answer, called(_seen(views, view), args, scope, found, step))
        case core.Prim():
            return _prim(expr, scope, found, view)
        case core.IfElse():
            look(expr.test, scope, found)
            then = look(expr.then, with_test(scope, expr.test), found, view)
            return joint((then, look(expr.other, scope, found, view)))
        case core.LetIn():
            return look(expr.body, with_let(scope, expr.name, expr.value, expr.value.span), found, view)
        case core.Pick():
            item = look(expr.items, scope, found, _gone_through(expr.items))
            inside = with_test(scope.bind(expr.name, item, expr.span), expr.where)
            look_all((expr.where, expr.ranking), inside, found)
            return inside.values[expr.name]
        case core.Fold():
            inside = scope
            for name, items in expr.binders:
                inside = inside.bind(name, look(items, inside, found, _gone_through(items)), items.span)
            inside = with_test(inside, expr.where)
            look_all((expr.where,), inside, found)
            value = look(expr.value, inside, found)
            return value if expr.otherwise is None else joint((value, look(expr.otherwise, scope, found)))
        case core.Before():
            return look(expr.expr, scope, found, view)
        case core.Trial():
            look(expr.effect, scope, found)
            trying = Trying(expr.word, look(expr.by, scope, found), look(expr.at, scope, found))
            printed = scope.reads.calls.printed(expr.effect)[1]
            note(found, Effect(TRY, printed, trying=trying), expr.span, "it is tried here")
            return ANY
        case _:
            raise AssertionError(expr)


def _gone_through(items: core.Expr) -> str:
    """Who goes through tokens meets each once, however many there are."""
    return KINDS if items.type.head in ("bundle", "group") else ALL


def _local(expr: core.Local, scope: Scope, found: Summary, view: str) -> Value:
    """A local is what it was set to; a parameter is for the caller."""
    if expr.name not in scope.lets:
        found.setdefault(Effect(READ, OF + expr.name, view=view), ())
        return scope.value(expr)
    step = () if "." in expr.name else ((expr.span, f"`{expr.span.words}` is read here"),)  # or nobody wrote it
    add(found, _seen(scope.lets[expr.name], view), *step)
    return scope.value(expr)


def _prim(expr: core.Prim, scope: Scope, found: Summary, view: str) -> Value:
    """A built-in word, by what it makes of its arguments."""
    args = expr.args
    match expr.word:
        case "size" | "empty":
            look(args[0], scope, found, SIZE if expr.word == "size" else SOME)
            return ANY
        case "+" if view != ALL:
            return joint(look(arg, scope, found, view) for arg in args)
        case "has" | "only" if expr.data and isinstance(args[0], core.PlaceAt):
            return _part(expr, args[0], scope, found, view if expr.word == "only" else SOME)
        case "only" | "only_token":
            look_all(args[1:], scope, found)
            return look(args[0], scope, found, _CLOSER.get(view, view))
        case "kinds" | "has" if all(arg.type.head != "bundle" for arg in args[1:]):
            look_all(args[1:], scope, found)
            look(args[0], scope, found, KINDS)
            return ANY
        case "and":
            look(args[0], scope, found)
            look(args[1], with_test(scope, args[0]), found)
            return ANY
        case "takes_from":
            assert isinstance(args[1], core.PlaceAt)
            look_all((args[0], *args[1].args), scope, found)
            return ANY
        case "=" if isinstance(args[0], core.Prim) and args[0].word == "owner":
            card, owner = look(args[0].args[0], scope, found), look(args[1], scope, found)
            known = isinstance(args[0].args[0], core.Local) and SOMEBODY not in owner.players
            _owner(args[0], owner.players if known else card.owners, scope, found)
            return ANY
        case "owner":
            owners = look(args[0], scope, found).owners
            _owner(expr, owners, scope, found)
            return Value(players=owners)
        case "score_of":
            look(args[0], scope, found)
            note(found, Effect(READ, SHEET), expr.span, "read here")
            return ANY
        case _:
            return _word(expr, scope, found)


def _part(expr: core.Prim, place: core.PlaceAt, scope: Scope, found: Summary, view: str) -> Value:
    """`clay in pit`, `pit has clay`: to count all that can be there is to count the whole."""
    flow, owners = scope.reads.flow, place_owners(place, scope, found)
    tokens = flow.named.get(expr.data, frozenset())
    seen = view if flow.covers(tokens, (place.place,)) else _CLOSER.get(view, view)
    note(found, Effect(READ, place.place, owners, seen, tokens), place.span, "read here")
    return ANY


def _owner(expr: core.Prim, owners: Players, scope: Scope, found: Summary) -> None:
    """Who has a card shows in the places of players where it may lie: of all, or of those who alone come into question."""
    for place in scope.reads.places.values():
        if place.per_player and scope.reads.may_lie(expr.args[0].type.name, place):
            note(found, Effect(READ, place.name, owners), expr.span, f"a card may lie in `{place.name}`")


def _word(expr: core.Prim, scope: Scope, found: Summary) -> Value:
    """Words about faces and planes, and all that only put together what they are given."""
    if expr.word in _BARE:
        for arg in expr.args[1:]:
            look(arg, scope, found)
        return ANY
    values = [look(arg, scope, found) for arg in expr.args]
    if expr.word == "shows" or (expr.word in PLANE_WORDS and _edges_by_face(scope.reads)):
        note(found, Effect(READ, FACES, values[0].owners), expr.span, "read here")
    if expr.word in LYING:
        card = LYING[expr.word]
        kind, owners = expr.args[card].type.name, values[card].owners
        planes = [each.name for each in scope.reads.places.values() if each.board and scope.reads.may_lie(kind, each)]
        for plane in planes:
            note(found, Effect(READ, plane, owners), expr.span, f"a card may lie in `{plane}`")
        return Value(owners=owners, places=frozenset(planes))
    if expr.word == "but" and expr.type.inner is not None and expr.type.inner.head == "player":
        return Value(players=but(values[1].players, ""))
    if expr.word in _THROUGH and is_pieces(expr.type):
        return joint(value for value, arg in zip(values, expr.args, strict=True) if is_pieces(arg.type))
    return ANY


def _edges_by_face(reads: Reads) -> bool:
    return any(place.edged in reads.faced for place in reads.places.values() if place.edged)


def place_owners(place: core.PlaceAt, scope: Scope, found: Summary) -> Players:
    """Whose a place is."""
    return owners_of(scope.reads.places[place.place], place.args, scope, found)


def owners_of(
    definition: core.PlaceDef | core.VarDef, args: Sequence[core.Expr], scope: Scope, found: Summary
) -> Players:
    """Whose a place or variable is: the player's whom it names, or whoever owns the card that it belongs to."""
    values = [look(arg, scope, found) for arg in args]
    if "player" in definition.per:
        return values[bool(definition.owner) + definition.per.index("player")].players
    return values[0].owners if definition.owner else UNKNOWN


def places_with(expr: core.PlacesWith, scope: Scope, found: Summary) -> list[tuple[str, Players]]:
    """The places of a card that have a trait, and whose they are: those of all players are anybody's."""
    owners = look(expr.card, scope, found).owners
    named = [each for each in scope.reads.places.values() if expr.trait in each.traits]
    return [(each.name, UNKNOWN if each.per_player else owners) for each in named]


def called(
    summary: Summary, args: Mapping[str, core.Expr], scope: Scope, found: Summary, *steps: tuple[Span, str]
) -> dict[str, Value]:
    """Take a summary with arguments put in for parameters; what was read for an argument counts where it is read."""
    if summary and steps:
        scope.reads.calls.spend(len(summary), steps[0][0])
    values = {name: look(arg, scope, {}) for name, arg in args.items()}
    for effect, trail in summary.items():
        if effect.deed == READ and effect.what.startswith(OF):
            if effect.what.removeprefix(OF) in args:
                look(args[effect.what.removeprefix(OF)], scope, found, effect.view)
            continue
        for each in effects_in(effect, values):
            told = of_amount(each, args.get(each.amount), scope.reads.flow) if each.amount else each
            found.setdefault(told, (*steps, *trail))
    return values


def of_amount(effect: Effect, what: core.Expr | None, flow: TokenFlow) -> Effect:
    """A read of certain tokens, once it is known which: counting all that can be there is counting the whole."""
    if isinstance(what, core.Local):
        return replace(effect, amount=what.name)
    names = flow.spoken(what, "")
    is_whole = names is not None and flow.covers(names, (effect.what,))
    return replace(effect, amount="", view=SIZE if is_whole else ALL)


def is_pieces(type_: Type) -> bool:
    """Whether values of a type are pieces that lie somewhere, or corners of such."""
    if type_.inner is not None:
        return is_pieces(type_.inner)
    return type_.head in ("card", "group", "area", "none")

"""What something does, or looks at: one summary that every question about order, secrets and independence reads.

In:   nothing; data, and what may be said of it.      Out:  Effect, Summary, Value, and how a caller puts in its arguments.
The summary of a query or a rule is in terms of its parameters: that `shelf(p)` is read for whoever `p` is, that whatever `k` is
leaves where it lies. Whoever calls puts in what it hands over, so nothing is followed twice. See reads and deeds for how
summaries are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from kfdsl.program import core
from kfdsl.text.source import Span

READ, PUT, CHANGE = "read", "put", "change"  # to put something into a place is to look at nothing there
MOVE = "move"  # a card or a group that was picked leaves where it lies
ASK, CHANCE, AT_ONCE = "ask", "chance", "at once"
TRY = "try"  # an effect of a card is tried; what that looks at is for the reader of a summary to say, see in_full
FACES, SHEET, ANYWHERE = (
    "(faces)",
    "(sheet)",
    "(anywhere)",
)  # which face cards show; the points; wherever pieces may lie
SOMEBODY = ""  # a player of whom nothing is known
OF, VAR, BUT = (
    "of ",
    "var ",
    "but ",  # `but me|p`: p, who is anybody but me
)  # `of k`: whose the local k is, where it lies, what was read for it; `var v`: who the variable v is

Players = frozenset[str]  # whose something may be: names of locals and variables that are a player, `of k`, or SOMEBODY
UNKNOWN: Players = frozenset({SOMEBODY})
ALL, KINDS, SIZE, SOME = (
    "all",
    "kinds",
    "size",
    "some",
)  # what is seen of pieces: all, only which, only how many, only whether
Tokens = frozenset[str] | None  # None: any


@dataclass(frozen=True, slots=True)
class Value:
    """Who a value is, if it is a player; whose it is and where it may lie, if it is pieces."""

    players: Players = UNKNOWN
    owners: Players = UNKNOWN
    places: frozenset[str] = frozenset({ANYWHERE})


@dataclass(frozen=True, slots=True)
class Trying:
    """How an effect of a card is tried, and with what: whether it is `possible` or `idle`."""

    how: str
    me: Value
    here: Value


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that is done or looked at."""

    deed: str
    what: str = ""  # a place, a variable, FACES, SHEET, ANYWHERE, what is printed; or `of k`, for the caller to put in
    whose: Players = UNKNOWN  # of an ASK: who is asked
    view: str = ALL  # of a READ: how closely it is looked at
    tokens: Tokens = None  # which tokens it is about
    amount: str = ""  # a parameter that says which tokens; until it is known, contents are what is read
    trying: Trying | None = None  # of a TRY

    @property
    def contents(self) -> bool:
        """Whether it shows what lies there, and not only how many."""
        return self.view in (ALL, KINDS)

    @property
    def amounts(self) -> bool:
        """Whether it shows how many lie there, and not only which."""
        return self.view in (ALL, SIZE)


Trail = tuple[tuple[Span, str], ...]  # where, and in which words, from the outside to the deed itself
Summary = dict[Effect, Trail]


ANY = Value()
NOTHING = Value(frozenset(), frozenset(), frozenset())  # `none`, which is nobody's and nowhere


def parameter(name: str) -> Value:
    """A parameter, which only the caller knows."""
    return Value(frozenset({name}), frozenset({OF + name}), frozenset({OF + name}))


def joint(values: Iterable[Value]) -> Value:
    """One of several values."""
    found = NOTHING
    for each in values:
        found = Value(found.players | each.players, found.owners | each.owners, found.places | each.places)
    return found


def note(found: Summary, effect: Effect, span: Span, label: str) -> None:
    """Remember an effect; the first way to it is the one that is told."""
    found.setdefault(effect, ((span, label),))


def add(found: Summary, more: Summary, *steps: tuple[Span, str]) -> None:
    """Take effects of something inside, by way of some steps."""
    for effect, trail in more.items():
        found.setdefault(effect, (*steps, *trail))


# ---- arguments for parameters


def put_in(value: Value, args: Mapping[str, Value]) -> Value:
    """A value in terms of parameters, in terms of the caller."""
    places = frozenset[str]().union(
        *(_lies(args, place) if place.startswith(OF) else frozenset({place}) for place in value.places)
    )
    return Value(players_in(value.players, args), players_in(value.owners, args), places)


def players_in(names: Players, args: Mapping[str, Value]) -> Players:
    """The same for players; a local of what is called is nobody the caller knows."""
    found: set[str] = set()
    for name in names:
        if name in args:
            found |= args[name].players
        elif name.startswith(OF) and name.removeprefix(OF) in args:
            found |= args[name.removeprefix(OF)].owners
        elif name.startswith(BUT):
            found.add(_but_in(name, args))
        else:
            found.add(name if name.startswith(VAR) else SOMEBODY)
    return frozenset(found)


def but(other: Players, name: str) -> Players:
    """Somebody who is anybody but a certain player; nothing is known of somebody but anybody."""
    known = next(iter(other)) if len(other) == 1 else SOMEBODY
    return UNKNOWN if known == SOMEBODY or known.startswith(VAR) else frozenset({f"{BUT}{known}|{name}"})


def are_others(names: Players, who: Players) -> bool:
    """Whether none of some players is a certain one."""
    return all(
        any(_anybody_but(one) == other for one, other in ((name, each), (each, name))) for name in names for each in who
    )


def _anybody_but(name: str) -> str | None:
    return name.removeprefix(BUT).rpartition("|")[0] if name.startswith(BUT) else None


def _but_in(name: str, args: Mapping[str, Value]) -> str:
    other, _, own = name.removeprefix(BUT).rpartition("|")
    return next(iter(but(players_in(frozenset({other}), args), own)))


def effects_in(effect: Effect, args: Mapping[str, Value]) -> Iterable[Effect]:
    """An effect in terms of the caller; what a parameter is may lie in several places."""
    if effect.trying is not None:
        me, here = put_in(effect.trying.me, args), put_in(effect.trying.here, args)
        return (replace(effect, trying=replace(effect.trying, me=me, here=here)),)
    whose = players_in(effect.whose, args)
    if not effect.what.startswith(OF):
        return (effect if whose == effect.whose else replace(effect, whose=whose),)
    return tuple(replace(effect, what=place, whose=whose) for place in sorted(_lies(args, effect.what)))


def in_full(summary: Summary, tried: Callable[[Effect], Summary]) -> Summary:
    """A summary in which, instead of trials, stands what they look at: `tried` says it in terms of `me` and `here`."""
    found: Summary = {}
    seen: set[Effect] = set()

    def take(effect: Effect, trail: Trail) -> None:
        if effect.trying is None:
            found.setdefault(effect, trail)
        elif effect not in seen:  # an effect may try what tries it
            seen.add(effect)
            args = {"me": effect.trying.me, "here": effect.trying.here}
            for inside, way in tried(effect).items():
                if inside.deed != READ or not inside.what.startswith(OF):  # what is handed over was looked at before
                    for each in effects_in(inside, args):
                        take(each, trail + way)

    for effect, trail in summary.items():
        take(effect, trail)
    return found


def _lies(args: Mapping[str, Value], what: str) -> frozenset[str]:
    value = args.get(what.removeprefix(OF))
    return value.places if value is not None else ANY.places


# ---- whether order matters


def commute(one: Summary, other: Summary, places: Mapping[str, core.PlaceDef]) -> bool:
    """Whether two things, done one behind the other, come to the same in either order."""
    assert not any(effect.deed == TRY for effect in (*one, *other)), "what is tried has to be told in full"
    return not any(_disturbs(mine, theirs, places) for mine in one for theirs in other)


def _disturbs(one: Effect, other: Effect, places: Mapping[str, core.PlaceDef]) -> bool:
    """Two who ask, or who leave something to chance, take turns at it; nobody minds what others put where nothing has an order."""
    deeds = {one.deed, other.deed}
    if deeds & {ASK, CHANCE, AT_ONCE}:
        return len(deeds) == 1
    if not _meet(one, other, places) or deeds == {READ}:
        return False
    place = places.get(one.what)
    return deeds != {PUT} or (place is not None and (place.single or bool(place.content and place.ordered)))


def _meet(one: Effect, other: Effect, places: Mapping[str, core.PlaceDef]) -> bool:
    """Whether two effects may be about the same pieces, variable or faces."""
    if one.tokens is not None and other.tokens is not None and not one.tokens & other.tokens:
        return False
    if ANYWHERE in (one.what, other.what):
        return all(each.what == ANYWHERE or each.what in places or each.what.startswith(OF) for each in (one, other))
    return one.what == other.what

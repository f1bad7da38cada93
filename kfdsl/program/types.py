"""What kinds of value there are.

In:   nothing; data only.      Out:  Type, and the one question that matters: does this fit there?
A card's type is the name of a kind or a trait; which kinds have which traits is asked of a `Lineage`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """`number`, `player?`, `list of kiln`: a head, and what it is of."""

    head: str
    name: str = ""
    inner: Type | None = None

    def __str__(self) -> str:
        if self.head == "maybe":
            return f"{self.inner}?"
        if self.head in ("list", "set"):
            return f"{self.head} of {self.inner}"
        return self.name or self.head


NUMBER = Type("number")
BOOL = Type("bool")
TEXT = Type("text")
PLAYER = Type("player")
TOKEN = Type("token")
BUNDLE = Type("bundle")
WANT = Type("want")
GROUP = Type("group")
EFFECT = Type("effect")
AREA = Type("area")  # corners of a plane that hang together
SPOT = Type("spot")  # a hex of a plane, and how a card is turned there
NONE = Type("none")
UNKNOWN = Type("unknown")  # of something already reported; fits everywhere
PLAIN = {each.head: each for each in (NUMBER, BOOL, TEXT, PLAYER, TOKEN, BUNDLE, WANT, GROUP, EFFECT, SPOT, AREA)}


def card(name: str) -> Type:
    """A card of a kind or trait."""
    return Type("card", name)


def value(name: str) -> Type:
    """One of declared values."""
    return Type("value", name)


def each_of(name: str) -> Type:
    """What stands between the brackets of something that there is one of `per` so and so."""
    return PLAIN.get(name) or value(name)


def list_of(inner: Type) -> Type:
    """Several, in order."""
    return Type("list", inner=inner)


def set_of(inner: Type) -> Type:
    """Several, each once."""
    return Type("set", inner=inner)


def maybe(inner: Type) -> Type:
    """One or none."""
    return inner if inner.head in ("maybe", "none", "unknown") else Type("maybe", inner=inner)


Lineage = Mapping[str, frozenset[str]]  # kind or trait → itself and all traits it has


def fits(given: Type, wanted: Type, lineage: Lineage) -> bool:
    """Whether a value of one type may stand where another is wanted."""
    if given == wanted or "unknown" in (given.head, wanted.head):
        return True
    if wanted.head == "maybe":
        assert wanted.inner is not None
        return given.head == "none" or fits(
            given.inner if given.head == "maybe" and given.inner else given, wanted.inner, lineage
        )
    if given.head == "card" and wanted.head == "card":
        return wanted.name in lineage.get(given.name, frozenset())
    if given.head == wanted.head and given.head in ("list", "set"):
        assert given.inner and wanted.inner
        return given.inner.head == "none" or fits(given.inner, wanted.inner, lineage)
    return (wanted.head == "want" and given.head == "bundle") or (wanted.head == "bundle" and given.head == "group")


def joint(one: Type, other: Type, lineage: Lineage) -> Type | None:
    """The narrowest type that both fit, as far as there is one."""
    if one.head == "none":
        return maybe(other)
    if other.head == "none":
        return maybe(one)
    for wide in (other, one, maybe(other), maybe(one)):
        if fits(one, wide, lineage) and fits(other, wide, lineage):
            return wide
    inner_one = one.inner if one.head == "maybe" and one.inner else one
    inner_other = other.inner if other.head == "maybe" and other.inner else other
    if inner_one.head == inner_other.head == "card":
        shared = sorted(lineage[inner_one.name] & lineage[inner_other.name], key=lambda name: -len(lineage[name]))
        if shared:
            wide = card(shared[0])
            return maybe(wide) if "maybe" in (one.head, other.head) else wide
    return None

"""What a name means in a pack: every declaration belongs to the pack that wrote it, and to the word that it is called by.

In:   all that packs declare.      Out:  Meanings: for a name as written, what it is called in the program.
A pack's own declarations come first, then those of packs it comes after; `pack.name` says whose is meant. In the program a thing keeps its
short name as long as no other loaded pack declares that name; otherwise all that are called so are `pack.name` there. No order of packs matters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kfdsl.text.source import Span

if TYPE_CHECKING:
    from kfdsl.lang.link.model import PackText

VALUE = "value"  # a word of a type of values, beside the sorts of declarations
ACTION = "action"
SPOT = "spot"  # of a plane whose spots have names
ALONE = ("token", "thing", "var", "place", VALUE, SPOT, "trait", "kind")  # what a name by itself may stand for


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration: what it is called, by whom, and what it is."""

    name: str
    pack: str
    sort: str
    span: Span
    inside: bool = False  # a place of a kind or trait, which may be called like an action


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name means: what that is called in the program, and all that it could mean if it is more than one thing."""

    name: str
    sort: str
    could_be: tuple[Declared, ...] = ()
    is_known: bool = True  # whether it is of a pack whose names may be used


@dataclass(slots=True)
class Meanings:
    """All declarations of all packs, by what they are called."""

    packs: Mapping[str, PackText]
    declared: dict[str, list[Declared]]
    qualified: dict[str, set[str]] = field(default_factory=dict)  # pack → names that are written with it
    _found: dict[tuple[object, ...], Meaning] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, found in self.declared.items():
            for one in found:
                if any(_clash(one, other) for other in found):
                    self.qualified.setdefault(one.pack, set()).add(name)
        self._keep_prefixes_apart()

    def _keep_prefixes_apart(self) -> None:
        """What is called like a pack in front of names is itself written with its pack: so no name begins like another."""
        more = True
        while more:
            more = False
            for prefix in list(self.qualified):
                for one in self.declared.get(prefix, ()):
                    if prefix not in self.qualified.setdefault(one.pack, set()):
                        self.qualified[one.pack].add(prefix)
                        more = True

    def program_name(self, one: Declared) -> str:
        """What a declaration is called in the program."""
        return self.named(one.name, one.pack)

    def named(self, name: str, pack: str) -> str:
        """What a pack's own declaration is called in the program."""
        return f"{pack}.{name}" if name in self.qualified.get(pack, ()) else name

    def is_own(self, name: str, pack: str) -> bool:
        """Whether a pack declares a name itself that may stand alone, where a local may."""
        return any(one.pack == pack and one.sort in ALONE and not one.inside for one in self.declared.get(name, ()))

    def find(self, name: str, pack: str, also: frozenset[str], sorts: Collection[str] = ()) -> Meaning | None:
        """What a name means in a pack, where something of some sorts is wanted; none if nothing is called so."""
        key = (name, pack, also, *sorts)
        if key not in self._found:
            found = self._find(name, pack, also, sorts)
            if found is None:
                return None
            self._found[key] = found
        return self._found[key]

    def _find(self, name: str, pack: str, also: frozenset[str], sorts: Collection[str]) -> Meaning | None:
        owner, _, short = name.rpartition(".")
        every = [one for one in self.declared.get(short, ()) if not owner or one.pack == owner]
        fitting = [one for one in every if one.sort in sorts]
        near = self.packs[pack].after | also if pack in self.packs else frozenset()
        for pool in (fitting, every):
            for found in ([o for o in pool if o.pack == pack], [o for o in pool if o.pack in near]):
                if found:
                    several = len({one.pack for one in found}) > 1
                    return Meaning(self.program_name(found[0]), found[0].sort, tuple(found) if several else ())
        far = fitting or every  # whoever uses it is told whose it is
        return Meaning(self.program_name(far[0]), far[0].sort, is_known=False) if far else None

    def owner_named(self, word: str, pack: str, also: frozenset[str]) -> str:
        """The pack that a word before a point names; "" if it names none, or rather something that is declared."""
        if word not in self.packs or self.is_own(word, pack):
            return ""
        mine = self.packs.get(pack)
        if word == pack or word in also or mine is None or word in (mine.speaks_of or mine.after):
            return word
        is_seen = any(one.pack in mine.after | also for one in self.declared.get(word, ()))
        return "" if is_seen else word

    def names_in(self, pack: str) -> list[str]:
        """What a pack declares."""
        return [name for name, found in self.declared.items() if any(one.pack == pack for one in found)]


def meanings(packs: Iterable[PackText], declared: Iterable[Declared]) -> Meanings:
    """What all packs declare, in an order that does not depend on theirs."""
    table: dict[str, list[Declared]] = {}
    for one in declared:
        table.setdefault(one.name, []).append(one)
    ordered = {name: sorted(found, key=lambda one: one.pack) for name, found in table.items()}
    return Meanings({pack.name: pack for pack in packs}, ordered)


def _clash(one: Declared, other: Declared) -> bool:
    """Whether two packs call two things alike that share one space of names."""
    return one.pack != other.pack and not (
        (one.inside and other.sort == ACTION) or (other.inside and one.sort == ACTION)
    )

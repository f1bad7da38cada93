"""Packs merged: every declaration under its name, and beside it all that other packs say about it.

In:   nothing; data only.      Out:  Model, in canonical order.
Bodies are still nodes; binding and typing them is the business of check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from kfdsl.lang import nodes
from kfdsl.lang.link.meanings import Meanings
from kfdsl.text.source import Span

N_co = TypeVar("N_co", bound=nodes.Node, covariant=True)
D = TypeVar("D", bound=nodes.Decl)

MAY_BE = "may_be"  # what widens a query


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionText:
    """What players settle before a game, as a manifest declares it: a yes or no, or one of some texts."""

    name: str
    default: bool | str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackText:
    """A pack as the language sees it: its files, and whose names it may use."""

    name: str
    version: str
    after: frozenset[str]  # packs that it requires or follows, directly or not
    files: tuple[nodes.File, ...]
    options: tuple[OptionText, ...] = ()
    requires: frozenset[str] = frozenset()  # of those it comes after, the ones that it cannot do without
    speaks_of: frozenset[str] = frozenset()  # packs that its manifest names, loaded or not
    known: frozenset[str] = frozenset()  # packs that exist, loaded or not, as far as anybody can tell
    languages: frozenset[str] = frozenset()  # those that its manifest names


@dataclass(frozen=True, slots=True)
class Entry(Generic[N_co]):
    """A node and the pack that wrote it; `also` are packs whose names it may use here besides its own."""

    node: N_co
    pack: str
    also: frozenset[str] = frozenset()

    @property
    def span(self) -> Span:
        """Where it was written."""
        return self.node.span


@dataclass(slots=True)
class Model:
    """Everything that was declared, and everything that was changed, by the name of what it changes."""

    packs: Sequence[PackText]
    meanings: Meanings
    declared: dict[str, Entry[nodes.Decl]] = field(default_factory=dict)
    whens: dict[str, list[Entry[nodes.When]]] = field(default_factory=dict)
    joins: dict[str, list[Entry[nodes.Join]]] = field(default_factory=dict)
    action_changes: dict[str, list[Entry[nodes.ActionChange]]] = field(default_factory=dict)
    effect_changes: dict[str, list[Entry[nodes.EffectChange]]] = field(default_factory=dict)
    member_changes: dict[str, list[Entry[nodes.MemberChange]]] = field(default_factory=dict)
    token_changes: dict[str, list[Entry[nodes.TokenChange]]] = field(default_factory=dict)
    holds_changes: dict[str, list[Entry[nodes.HoldsChange]]] = field(default_factory=dict)
    values_changes: dict[str, list[Entry[nodes.ValuesChange]]] = field(default_factory=dict)
    shape_changes: dict[str, list[Entry[nodes.ShapeChange]]] = field(default_factory=dict)
    patches: dict[str, list[Entry[nodes.Patch]]] = field(default_factory=dict)
    answers: dict[str, list[Entry[nodes.On]]] = field(default_factory=dict)
    stands: list[Entry[nodes.Stands]] = field(default_factory=list)
    companies: list[Entry[nodes.Company]] = field(default_factory=list)
    roles: list[Entry[nodes.Role]] = field(default_factory=list)
    ties: list[Entry[nodes.Ties]] = field(default_factory=list)
    nouns: list[Entry[nodes.Nouns]] = field(default_factory=list)
    examples: list[Entry[nodes.Example | nodes.ExampleTable]] = field(default_factory=list)
    after: dict[str, frozenset[str]] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)

    def entries(self, sort: type[D]) -> Iterator[tuple[str, Entry[D]]]:
        """All declarations of a sort, in canonical order."""
        for name, entry in self.declared.items():
            if isinstance(entry.node, sort):
                yield name, cast("Entry[D]", entry)

    def may_be(self, query: str) -> list[tuple[str, frozenset[str], nodes.Contribution]]:
        """What packs say that a query may be besides, if somebody is asked which."""
        joins = self.joins.get(query, [])
        return [(each.pack, each.also, part) for each in joins for part in each.node.contributions if part.word == MAY_BE]

    def changes_in(self, name: str) -> list[Entry[nodes.EffectChange]]:
        """What packs put before, after and instead of a rule, or of its steps."""
        actions = self.action_changes.get(name, [])
        around = [Entry(each, change.pack, change.also) for change in actions for each in change.node.around]
        return [*self.effect_changes.get(name, []), *around]

    @property
    def languages(self) -> list[str]:
        """The languages that manifests name."""
        return sorted(frozenset[str]().union(*(pack.languages for pack in self.packs)))

    def names_of(self, *sorts: type[nodes.Node]) -> list[str]:
        """The names of all declarations of some sorts."""
        return [name for name, entry in self.declared.items() if isinstance(entry.node, sorts)]

    def ordered(self, one: str, other: str) -> bool:
        """Whether two packs have a declared order between them."""
        return one == other or other in self.after[one] or one in self.after[other]

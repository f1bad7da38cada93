"""Put what things are called in the program for what packs call them, wherever only the name of a declaration can stand.

In:   an item as written, and the pack that wrote it.      Out:  the same, with names of the program.
Where a local could stand as well, a name stays as it is written until it is known what locals there are; see elaborate.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from kfdsl.lang import nodes
from kfdsl.lang.link.meanings import VALUE, Meaning, Meanings
from kfdsl.lang.syntax.keywords import CALLED
from kfdsl.text.diagnostic import Aside, Report
from kfdsl.text.source import Span

CARDS = ("kind", "trait", "thing")  # a thing with copies is a sort of cards
TOKENS = ("token", "trait")
BY_CALL = ("query", "place", "var", "slot", "trait")
STATIC: dict[type[nodes.Node], dict[str, tuple[str, ...]]] = {
    nodes.Token: {"traits": ("trait",)},
    nodes.Trait: {"traits": ("trait",)},
    nodes.Kind: {"traits": ("trait",)},
    nodes.Starts: {"place": ("place",)},
    nodes.Place: {"content": CARDS, "traits": ("trait",)},
    nodes.Slot: {"kind": CARDS},
    nodes.Var: {"until": ("moment",)},
    nodes.Company: {"host": TOKENS, "guests": TOKENS, "counts_as": TOKENS, "purpose": ("purpose",)},
    nodes.Role: {"token": TOKENS, "roles": TOKENS, "purpose": ("purpose",)},
    nodes.Stands: {"token": TOKENS, "holes": TOKENS, "purpose": ("purpose",)},
    nodes.Effect: {"at": CARDS},
    nodes.Action: {"menu": ("menu",)},
    nodes.Clause: {"filter": TOKENS},
    nodes.On: {"moment": ("moment",)},
    nodes.Thing: {"kind": ("kind",)},
    nodes.When: {"query": ("query",)},
    nodes.Join: {"query": ("query",)},
    nodes.ActionChange: {"action": ("action",)},
    nodes.EffectChange: {"effect": ("effect", "action")},
    nodes.MemberChange: {"owner": CARDS},
    nodes.TokenChange: {"token": ("token",), "traits": ("trait",)},
    nodes.HoldsChange: {"place": ("place",)},
    nodes.ValuesChange: {"values": ("values",)},
    nodes.ShapeChange: {"shape": ("shape",)},
    nodes.Patch: {"kinds": CARDS, "thing": ("thing",)},
    nodes.Replace: {"kind": ("kind",), "thing": ("thing",)},
    nodes.TypeNode: {"head": ("values", *CARDS)},
    nodes.Call: {"name": BY_CALL},
    nodes.Copy: {"thing": ("thing",)},
    nodes.Choose: {"menu": ("menu",)},
    nodes.Ask: {"purpose": ("purpose",)},
    nodes.Settle: {"purpose": ("purpose",)},
    nodes.ScoreSets: {"ledgers": ("ledger",)},
    nodes.ScoreLeft: {"ledgers": ("ledger",), "name": TOKENS},
    nodes.CallStmt: {"name": ("effect",)},
    nodes.Happens: {"name": ("moment",)},
}
# where a call is one of something else than elsewhere
CALLS: dict[tuple[type[nodes.Node], str], tuple[str, ...]] = {
    (nodes.Ask, "shape"): ("shape",),
    (nodes.Settle, "shape"): ("shape",),
    (nodes.Param, "shape"): ("shape",),
    (nodes.FieldValue, "value"): (*BY_CALL, "effect"),
    (nodes.FieldDecl, "default"): (*BY_CALL, "effect"),
}


class Binder:
    """What names mean in one pack, where the names of some more may be used besides."""

    def __init__(self, known: Meanings, pack: str, also: frozenset[str], report: Report) -> None:
        self.known = known
        self.pack = pack
        self.also = also
        self.report = report

    def item(self, item: nodes.Item) -> Any:
        """An item with what it declares, and what it speaks of, under the names of the program."""
        bound = self.node(item)
        match bound:
            case nodes.Replace():
                is_same = bound.by.name == bound.thing.rpartition(".")[2]  # which it then stands for, wherever it is named
                name = bound.thing if is_same else self.own(bound.by.name)
                return dataclasses.replace(bound, by=dataclasses.replace(bound.by, name=name))
            case nodes.Decl():
                return self.declared(bound)
            case nodes.MemberChange():
                return dataclasses.replace(bound, members=self.inside(bound.members))
            case nodes.ValuesChange():
                return dataclasses.replace(bound, names=tuple(map(self.own, bound.names)))
            case _:
                return bound

    def declared(self, decl: nodes.Decl) -> nodes.Decl:
        """A declaration under its name in the program."""
        name = self.own(decl.name)
        match decl:
            case nodes.Menu():
                variables = tuple(dataclasses.replace(each, name=self.own(each.name)) for each in decl.vars)
                return dataclasses.replace(decl, name=name, vars=variables)
            case nodes.Kind() | nodes.Trait():
                return dataclasses.replace(decl, name=name, members=self.inside(decl.members))
            case nodes.Values():
                return dataclasses.replace(decl, name=name, names=tuple(map(self.own, decl.names)))
            case _:
                return decl if decl.name == name else dataclasses.replace(decl, name=name)

    def inside(self, members: tuple[nodes.Decl, ...]) -> tuple[nodes.Decl, ...]:
        """Places of a kind or trait are called like those of the whole game; all else belongs to what it stands in."""
        return tuple(
            dataclasses.replace(each, name=self.own(each.name)) if isinstance(each, nodes.Place | nodes.Slot) else each
            for each in members
        )

    def own(self, name: str) -> str:
        """What the pack's own declaration is called."""
        return self.known.named(name, self.pack)

    def node(self, node: Any) -> Any:
        """A node with everything below it; the node itself, if nothing is called otherwise."""
        static = STATIC.get(type(node), {})
        changed: dict[str, Any] = {}
        for field in _fields(type(node)):
            before = getattr(node, field)
            if field in static:
                after: Any = self.names(before, static[field], node.span)
            elif isinstance(before, nodes.Call) and (type(node), field) in CALLS:
                after = self.call(before, CALLS[type(node), field])
            else:
                after = self.below(before)
            if after is not before:
                changed[field] = after
        if isinstance(node, nodes.Choose) and node.settings:
            changed["settings"] = self.settings(changed.get("menu", node.menu), changed.get("settings", node.settings))
        if isinstance(node, nodes.Place | nodes.Var) and node.per:  # types of values have a capital, other words are the language's
            changed["per"] = tuple(
                word if word.islower() else self.name(word, ("values",), node.span) for word in node.per
            )
        if isinstance(node, nodes.SpotRow):
            changed |= {"name": self.own(node.name), "others": tuple(map(self.own, node.others))}
            changed["label"] = self.value(node.label, node.span) if node.label else ""
        if isinstance(node, nodes.Starts):
            changed["at"] = tuple(self.value(word, node.span) for word in node.at)
        if isinstance(node, nodes.Nouns):
            wanted = (*TOKENS, "thing")
            changed["entries"] = tuple((self.name(name, wanted, node.span), words) for name, words in node.entries)
        return dataclasses.replace(node, **changed) if changed else node

    def below(self, part: Any) -> Any:
        """A part of a node: another one, several, or what has no names."""
        if isinstance(part, nodes.Node):
            return self.node(part)
        if isinstance(part, tuple) and part:
            made = tuple(self.below(each) for each in part)
            return made if any(one is not other for one, other in zip(made, part, strict=True)) else part
        return part

    def call(self, call: nodes.Call, sorts: tuple[str, ...]) -> nodes.Call:
        """A call of something of some sort."""
        args = tuple(self.below(arg) for arg in call.args)
        return dataclasses.replace(call, name=self.name(call.name, sorts, call.span), args=args)

    def settings(self, menu: str, settings: tuple[tuple[str, nodes.Expr], ...]) -> tuple[tuple[str, nodes.Expr], ...]:
        """The variables of a menu, which belong to the pack that declares it."""
        called = self.known.declared.get(menu.rpartition(".")[2], ())
        owner = next((one.pack for one in called if self.known.program_name(one) == menu), self.pack)
        return tuple((self.known.named(name, owner), value) for name, value in settings)

    def value(self, written: str, span: Span) -> str:
        """What a word is called that is a value or a token, if it is one at all."""
        wanted = (VALUE, "token")
        found = self.known.find(written, self.pack, self.also, wanted)
        is_one = found is not None and found.is_known and found.sort in wanted
        return self.name(written, wanted, span) if is_one else written

    def names(self, written: Any, sorts: tuple[str, ...], span: Span) -> Any:
        """One name, or several."""
        if isinstance(written, str):
            return self.name(written, sorts, span)
        made = tuple(self.name(each, sorts, span) for each in written)
        return made if made != written else written

    def name(self, written: str, sorts: tuple[str, ...], span: Span) -> str:
        """What a name stands for, or the name itself if it stands for nothing."""
        if not written or (written in CALLED and sorts[0] == BY_CALL[0]):
            return written
        found = self.known.find(written, self.pack, self.also, sorts)
        if found is None:
            return written
        if found.could_be:
            say_ambiguous(self.report, written, found, span)
        return found.name if found.name != written else written


def say_ambiguous(report: Report, written: str, found: Meaning, span: Span) -> None:
    """Report a name that could be two things of other packs."""
    *most, last = (f"`{one.pack}.{one.name}`" for one in found.could_be)
    report.error(
        "ambiguous-name",
        f"`{written}` could be two things" if len(most) == 1 else f"`{written}` could be several things",
        span.word(written),
        label=" or ".join(f"the {one.sort} of `{one.pack}`" for one in found.could_be),
        help=f"write {', '.join(most)} or {last}",
        asides=[Aside(span=one.span.word(one.name), label=f"declared here, by `{one.pack}`") for one in found.could_be],
    )


_known_fields: dict[type[nodes.Node], tuple[str, ...]] = {}


def _fields(sort: type[nodes.Node]) -> tuple[str, ...]:
    """What a node is made of, where names may stand."""
    if sort not in _known_fields:
        _known_fields[sort] = tuple(each.name for each in dataclasses.fields(sort) if not each.name.endswith("span"))
    return _known_fields[sort]

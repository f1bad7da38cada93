"""Merge packs: one namespace of declarations, and every change beside what it changes.

In:   packs in canonical order, as nodes.      Out:  a Model.
A name declared twice, a change of something that is not there or is of another sort, and two replacements of one thing are
reported with both places. `with pack` is decided here; `while owned` becomes conditions of ordinary changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from kfdsl.lang import nodes
from kfdsl.lang.link.bind import Binder
from kfdsl.lang.link.declared import all_declared
from kfdsl.lang.link.model import Entry, Model, PackText
from kfdsl.lang.link.other_sorts import said_otherwise
from kfdsl.lang.link.while_owned import lifted_changes
from kfdsl.lang.syntax.keywords import CALLED, DONE, MAIN_LEDGER, RESERVED
from kfdsl.text.diagnostic import Aside, Report, nearest

N = TypeVar("N", bound=nodes.Node)
OURS = ((MAIN_LEDGER, nodes.Ledger),)  # there without a declaration


def link(packs: Sequence[PackText], report: Report) -> Model:
    """The merged model of packs."""
    model = Model(packs=packs, meanings=all_declared(packs), after={pack.name: pack.after for pack in packs})
    linker = _Linker(model, report)
    for pack in packs:
        for file in pack.files:
            for item in file.items:
                linker.take(item, pack.name, frozenset())
    linker.replace_things()
    linker.check_targets()
    linker.check_traits()
    linker.check_overs()
    return model


class _Linker:
    def __init__(self, model: Model, report: Report) -> None:
        self.model = model
        self.report = report
        self.replaced: dict[str, Entry[nodes.Replace]] = {}

    def take(self, item: nodes.Item, pack: str, also: frozenset[str]) -> None:
        """Take one item as it is written, unless it is meant for a pack that is not there."""
        if not isinstance(item, nodes.WithPack):
            self.item(Binder(self.model.meanings, pack, also, self.report).item(item), pack, also)
        elif item.pack in self.model.after:
            for inner in item.items:
                self.take(inner, pack, also | {item.pack})
        else:
            self.absent(item, pack)

    def item(self, item: nodes.Item, pack: str, also: frozenset[str]) -> None:
        """File one item where it belongs."""
        model = self.model
        match item:
            case nodes.Thing():
                self.declare(item, pack, also)
                for face, lasting in item.lasting:
                    for change in lasting.changes:
                        for lifted in lifted_changes(change, item, face):
                            self.item(lifted, pack, also)
            case nodes.Menu():
                self.declare(item, pack, also)
                for variable in item.vars:
                    self.declare(variable, pack, also)
            case nodes.Decl():
                self.declare(item, pack, also)
            case nodes.When():
                _file(model.whens, item.query, item, pack, also)
            case nodes.Join():
                _file(model.joins, item.query, item, pack, also)
            case nodes.ActionChange():
                _file(model.action_changes, item.action, item, pack, also)
            case nodes.EffectChange():
                _file(model.effect_changes, item.effect, item, pack, also)
            case nodes.MemberChange():
                _file(model.member_changes, item.owner, item, pack, also)
            case nodes.TokenChange():
                _file(model.token_changes, item.token, item, pack, also)
            case nodes.HoldsChange():
                _file(model.holds_changes, item.place, item, pack, also)
            case nodes.ValuesChange():
                _file(model.values_changes, item.values, item, pack, also)
            case nodes.ShapeChange():
                _file(model.shape_changes, item.shape, item, pack, also)
            case nodes.Patch():
                _file(model.patches, item.thing, item, pack, also)
            case nodes.PatchTable():
                for patch in item.patches:
                    self.item(patch, pack, also)
            case nodes.On():
                _file(model.answers, item.moment, item, pack, also)
            case nodes.Stands():
                model.stands.append(Entry(item, pack, also))
            case nodes.Company():
                model.companies.append(Entry(item, pack, also))
            case nodes.Role():
                model.roles.append(Entry(item, pack, also))
            case nodes.Ties():
                model.ties.append(Entry(item, pack, also))
            case nodes.Nouns():
                model.nouns.append(Entry(item, pack, also))
            case nodes.Example() | nodes.ExampleTable():
                model.examples.append(Entry(item, pack, also))
            case nodes.Replace():
                self.replacement(item, pack, also)

    def absent(self, item: nodes.WithPack, pack: str) -> None:
        """Warn of what is left out for good: what is meant for a pack that is not loaded and that nobody knows either."""
        known = next(each.known | each.speaks_of for each in self.model.packs if each.name == pack)
        if item.pack not in known:
            self.report.warning(
                "unknown-pack",
                f"no pack is called `{item.pack}`",
                item.span.word(item.pack),
                label="what stands here is left out",
                help=nearest(item.pack, sorted({*known, *self.model.after}))
                or f"if it exists, name it in `follows` of {pack}.pack.json, or load it as well",
            )

    def declare(self, decl: nodes.Decl, pack: str, also: frozenset[str]) -> None:
        """Take a declaration under its name, once."""
        word = decl.name.rpartition(".")[2]
        is_called = word in CALLED and isinstance(decl, nodes.Query | nodes.Place | nodes.Trait)
        is_verb = word in DONE and isinstance(decl, nodes.Effect)
        is_ours = any(word == ours and isinstance(decl, sort) for ours, sort in OURS)
        if word in RESERVED or is_called or is_verb or is_ours:
            self.report.error(
                "reserved-name",
                f"`{word}` is a word of the language",
                decl.span.word(word),
                label="this cannot be declared",
                help="choose another name",
            )
            return
        earlier = self.model.declared.get(decl.name)
        if earlier is not None:
            self.report.error(
                "declared-twice",
                f"`{decl.name}` is declared twice",
                decl.span.word(decl.name),
                label=f"declared again here, by `{pack}`",
                help="keep one of them, or rename one",
                asides=[Aside(span=earlier.span.word(decl.name), label=f"first declared here, by `{earlier.pack}`")],
            )
            return
        self.model.declared[decl.name] = Entry(decl, pack, also)
        if isinstance(decl, nodes.Thing):
            self.warn_of_namesake(decl, word, pack, also)

    def warn_of_namesake(self, thing: nodes.Thing, word: str, pack: str, also: frozenset[str]) -> None:
        """A card called like one of a pack that this one builds upon was perhaps meant to change that."""
        near = self.model.after[pack] | also
        for other in self.model.meanings.declared.get(word, ()):
            if other.sort == "thing" and other.pack in near:
                kind = thing.kind.rpartition(".")[2]
                self.report.warning(
                    "namesake",
                    f"`{other.pack}` has a card that is called `{word}`, too, and both are there",
                    thing.span.word(word),
                    label="this is another one",
                    help=f"write `patch {kind} {word} {{ … }}` to change what is printed there, `replace {kind} {word} with {kind} {word} …` to put "
                    "this in its place, or choose another name",
                    asides=[Aside(span=other.span.word(word), label=f"declared here, by `{other.pack}`")],
                )

    def replacement(self, item: nodes.Replace, pack: str, also: frozenset[str]) -> None:
        """Remember a replacement; two of one thing conflict."""
        earlier = self.replaced.get(item.thing)
        if earlier is not None:
            self.report.error(
                "replaced-twice",
                f"`{item.thing}` is replaced twice",
                item.span.word(item.thing),
                label=f"replaced here by `{pack}`",
                asides=[Aside(span=earlier.span.word(item.thing), label=f"and here by `{earlier.pack}`")],
                help="keep one of them",
            )
            return
        self.replaced[item.thing] = Entry(item, pack, also)

    def replace_things(self) -> None:
        """Put replacements in the place of what they replace."""
        for name, entry in self.replaced.items():
            old = self.model.declared.get(name)
            if old is None or not isinstance(old.node, nodes.Thing) or old.node.kind != entry.node.kind:
                things = self.model.names_of(nodes.Thing)
                self.report.error(
                    "unknown-name",
                    f"there is no {entry.node.kind} called `{name}` to replace",
                    entry.span.word(name),
                    label="nothing to replace",
                    help=nearest(name, things) or "only what a required pack declares can be replaced",
                )
                continue
            for patch in list(self.model.patches.get(name, [])):
                if not self.model.ordered(patch.pack, entry.pack):
                    self.model.patches[name].remove(patch)
                    self.report.error(
                        "patch-of-replaced",
                        f"`{name}` is patched by `{patch.pack}` and replaced by `{entry.pack}`",
                        patch.span.word(name),
                        label="this patch",
                        help="let one pack follow the other, in its manifest",
                        asides=[Aside(span=entry.span.word(name), label="replaced here")],
                    )
            rebuilt = {key: value for key, value in self.model.declared.items() if key != name}
            self.model.declared = rebuilt
            self.item(entry.node.by, entry.pack, entry.also)

    def check_targets(self) -> None:
        """Report changes of what is not there."""
        model = self.model
        tables: list[tuple[str, dict[str, list[Any]], type[nodes.Node] | tuple[type[nodes.Node], ...]]] = [
            ("query", model.whens, nodes.Query),
            ("query", model.joins, nodes.Query),
            ("action", model.action_changes, nodes.Action),
            ("effect", model.effect_changes, nodes.Effect),
            ("kind or trait", model.member_changes, (nodes.Kind, nodes.Trait)),
            ("token", model.token_changes, nodes.Token),
            ("place", model.holds_changes, nodes.Place),
            ("values", model.values_changes, nodes.Values),
            ("shape", model.shape_changes, nodes.Shape),
            ("moment", model.answers, nodes.Moment),
            ("thing", model.patches, nodes.Thing),
        ]
        for sort, table, wanted in tables:
            for name in list(table):
                target = model.declared.get(name)
                if target is not None and isinstance(target.node, wanted):
                    model.used.add(name)
                    for entry in table[name]:
                        self.visible(entry, target, name)
                    continue
                known = model.names_of(*(wanted if isinstance(wanted, tuple) else (wanted,)))
                for entry in table.pop(name):
                    other = said_otherwise(target.node, entry.node) if target is not None else None
                    self.report.error(
                        "unknown-name",
                        f"no {sort} is called `{name}`",
                        entry.span.word(name),
                        label=other[0] if other else "nothing to change here",
                        help=(other[1] if other else "")
                        or nearest(name, known)
                        or "what is absent cannot be changed, except inside `with pack { … }`",
                    )

    def check_traits(self) -> None:
        """Report traits that a pack gives to a token without knowing of them."""
        for entry in (entry for entries in self.model.token_changes.values() for entry in entries):
            for name in entry.node.traits:
                trait = self.model.declared.get(name)
                if trait is not None:
                    self.visible(entry, trait, name)

    def check_overs(self) -> None:
        """Report changes that are over packs nobody knows; one that the manifest names may be absent."""
        speaks_of = {pack.name: pack.speaks_of for pack in self.model.packs}
        changes: list[Entry[Any]] = [
            entry
            for table in (self.model.whens, self.model.effect_changes, self.model.answers)
            for entries in table.values()
            for entry in entries
        ]
        for entries in self.model.action_changes.values():
            changes += [Entry(each, at.pack) for at in entries for each in at.node.around]
        for entry in changes:
            for name in entry.node.over:
                if name not in self.model.after and name not in speaks_of[entry.pack]:
                    self.report.error(
                        "unknown-name",
                        f"no pack is called `{name}`",
                        entry.span.word(name, last=True),
                        label="nothing to be over",
                        help=nearest(name, list(self.model.after))
                        or f"a pack that may be absent stands in `follows` of {entry.pack}.pack.json",
                    )

    def visible(self, entry: Entry[nodes.Node], target: Entry[nodes.Decl], name: str) -> None:
        """A pack may change only what it knows of."""
        if target.pack != entry.pack and target.pack not in self.model.after[entry.pack] | entry.also:
            self.report.error(
                "not-required",
                f"`{name}` belongs to `{target.pack}`, which `{entry.pack}` does not require",
                entry.span.word(name),
                label="changed here",
                help=f'add `"{target.pack}": "*"` to `requires` or `follows` in {entry.pack}.pack.json',
                asides=[Aside(span=target.span.word(name), label="declared here")],
            )


def _file(table: dict[str, list[Entry[N]]], name: str, item: N, pack: str, also: frozenset[str]) -> None:
    table.setdefault(name, []).append(Entry(item, pack, also))

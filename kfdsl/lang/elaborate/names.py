"""What names mean: tokens, traits, kinds and their members, collected from the model once.

In:   a Model.      Out:  Names, where every declaration is of a known sort and every trait's members are laid out.
Bodies are not looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.boards import lay_out_boards
from kfdsl.lang.link.model import Entry, Model, OptionText
from kfdsl.program import core, types
from kfdsl.program.types import Type
from kfdsl.text.diagnostic import Aside, Report, nearest
from kfdsl.text.source import Span

MOST_TRAITS = 50  # one of the other


@dataclass(slots=True)
class Member:
    """A place, variable, field or slot that belongs to a kind or trait, or to the whole game."""

    name: str
    owner: str
    node: nodes.Decl
    pack: str
    faced: bool = False

    @property
    def short(self) -> str:
        """Its name within what it belongs to; that of a place may have its pack in front elsewhere."""
        return self.name.rpartition(".")[2]


@dataclass(slots=True)
class Names:
    """All declared names, sorted by what they are."""

    model: Model
    report: Report
    lineage: dict[str, frozenset[str]] = field(default_factory=dict)  # kind, trait or token → itself and its traits
    token_traits: dict[str, tuple[str, ...]] = field(default_factory=dict)
    values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    value_type: dict[str, str] = field(default_factory=dict)
    value_pack: dict[str, str] = field(default_factory=dict)  # who brought a value
    members: dict[str, dict[str, Member]] = field(default_factory=dict)  # owner → name → member
    faces: dict[str, tuple[str, ...]] = field(default_factory=dict)  # kind → faces
    places: dict[str, Member] = field(default_factory=dict)
    vars: dict[str, Member] = field(default_factory=dict)
    boards: dict[str, core.BoardDef] = field(default_factory=dict)  # by plane
    spots: dict[str, int] = field(default_factory=dict)  # those with names, of all planes
    _kinds: dict[str, list[str]] = field(default_factory=dict)

    def option(self, pack: str, name: str) -> OptionText | None:
        """An option of a pack, or None if it has no such option."""
        options = (option for each in self.model.packs if each.name == pack for option in each.options)
        return next((option for option in options if option.name == name), None)

    def is_own(self, name: str, pack: str) -> bool:
        """Whether a pack declares a name itself."""
        return self.model.meanings.is_own(name, pack)

    def sort(self, name: str) -> type[nodes.Decl] | None:
        """What sort of declaration a name is."""
        entry = self.model.declared.get(name)
        return type(entry.node) if entry else None

    def kinds_of(self, name: str) -> list[str]:
        """The kinds that are, or have, a kind or trait; a thing of which there are copies is a kind of its own."""
        found = self._kinds.get(name)
        if found is None:
            found = self._kinds[name] = [
                kind
                for kind, entry in self.model.declared.items()
                if isinstance(entry.node, nodes.Kind | nodes.Thing) and name in self.lineage.get(kind, ())
            ]
        return found

    def is_sort(self, name: str) -> bool:
        """Whether a name stands for a sort of cards: a kind, a trait, or a thing of which there are copies."""
        return self.sort(name) in (nodes.Kind, nodes.Trait) or self.copies(name) > 0

    def copies(self, name: str) -> int:
        """How many copies there are of a thing; of one that needs no number, and of anything else, none."""
        entry = self.model.declared.get(name)
        return entry.node.copies if entry and isinstance(entry.node, nodes.Thing) else 0

    def tokens_of(self, name: str) -> list[str]:
        """The tokens that are, or have, a token or trait."""
        return [token for token in self.token_traits if name in self.lineage[token]]

    def places_with(self, trait: str) -> list[str]:
        """The places that have a trait."""
        return [
            name
            for name, member in self.places.items()
            if isinstance(member.node, nodes.Place) and trait in member.node.traits
        ]

    def faces_of(self, name: str) -> list[str]:
        """The faces that cards of a kind or trait may show."""
        return list(dict.fromkeys(face for kind in self.kinds_of(name) for face in self.faces[kind]))

    def without_face(self, name: str, face: str) -> list[str]:
        """The kinds of a kind or trait whose cards never show a face; of none given, those that have no faces."""
        return [
            kind for kind in self.kinds_of(name) if (face not in self.faces[kind] if face else not self.faces[kind])
        ]

    def planes_of(self, kind: str) -> list[Member]:
        """The planes on which cards of a kind or trait may lie."""
        return [
            member
            for member in self.places.values()
            if isinstance(member.node, nodes.Place)
            and member.node.board is not None
            and set(self.kinds_of(kind)) & set(self.kinds_of(member.node.content))
        ]

    def label_type(self, plane: Member) -> Type:
        """The type of the labels on the edges of a plane's cards, or on its joins."""
        assert isinstance(plane.node, nodes.Place)
        board = self.boards.get(plane.name)
        if board is not None and board.labels:
            return types.value(board.labels)
        if not plane.node.edged:
            return types.UNKNOWN
        field_ = self.member(plane.node.content, plane.node.edged)
        if field_ is None or not isinstance(field_.node, nodes.FieldDecl):
            return types.UNKNOWN
        found = self.type(field_.node.type)
        return found.inner if found.head == "list" and found.inner else types.UNKNOWN

    def member(self, owner: str, name: str) -> Member | None:
        """A member of a kind or trait, its own or one that a trait brings."""
        for holder in sorted(self.lineage.get(owner, frozenset())):
            found = self.members.get(holder, {}).get(name)
            if found:
                return found
        return None

    def card(self, name: str) -> Type:
        """The type of the cards of a kind or trait; of a name that is neither, which is told where it stands, a type that fits all."""
        return types.card(name) if self.is_sort(name) else types.UNKNOWN

    def type(self, node: nodes.TypeNode) -> Type:
        """The type that is written."""
        if node.inner is not None:
            inner = self.type(node.inner)
            return {"maybe": types.maybe, "list": types.list_of, "set": types.set_of}[node.head](inner)
        if node.head in types.PLAIN:
            return types.PLAIN[node.head]
        if node.head in self.values:
            self.model.used.add(node.head)
            return types.value(node.head)
        if self.is_sort(node.head):
            self.model.used.add(node.head)
            return types.card(node.head)
        known = [
            *types.PLAIN,
            *self.values,
            *(name for name, e in self.model.declared.items() if isinstance(e.node, nodes.Kind | nodes.Trait)),
        ]
        self.report.error(
            "unknown-type",
            f"no type is called `{node.head}`",
            node.span,
            label="not a type",
            help=nearest(node.head, known)
            or "types are number, bool, text, player, token, bundle, want, group, "
            "effect, declared values, kinds and traits",
        )
        return types.UNKNOWN


def collect(model: Model, report: Report) -> Names:
    """Sort all declarations and lay out what traits bring."""
    names = Names(model=model, report=report)
    for name, entry in list(model.declared.items()):
        if isinstance(entry.node, nodes.Token | nodes.Trait | nodes.Kind):
            names.lineage[name] = _lineage(name, names, (), entry.span)
        if isinstance(entry.node, nodes.Token):
            names.token_traits[name] = tuple(sorted(names.lineage[name] - {name}))
    for name, entry in list(model.declared.items()):
        match entry.node:
            case nodes.Values():
                brought = [(word, entry.pack) for word in entry.node.names]
                brought += [(word, c.pack) for c in model.values_changes.get(name, []) for word in c.node.names]
                names.values[name] = tuple(word for word, _ in brought)
                for word, pack in brought:
                    _value(word, name, entry, names)
                    names.value_pack.setdefault(word, pack)
            case nodes.Place():
                names.places[name] = Member(name, "", entry.node, entry.pack)
            case nodes.Var():
                names.vars[name] = Member(name, "", entry.node, entry.pack)
            case nodes.Kind() | nodes.Trait():
                _members(name, entry.node.members, entry.pack, names)
    for name, changes in model.member_changes.items():
        for change in changes:
            _members(name, change.node.members, change.pack, names)
    for name, entry in model.declared.items():
        if isinstance(entry.node, nodes.Kind):
            found = [face for holder in sorted(names.lineage[name]) for face in names.faces.get("of " + holder, ())]
            names.faces[name] = tuple(dict.fromkeys(found))
            _check_members(name, names)
    for name, entry in model.declared.items():
        if isinstance(entry.node, nodes.Thing) and entry.node.copies and entry.node.kind in names.faces:
            names.lineage[name] = frozenset({name}) | names.lineage[entry.node.kind]
            names.faces[name] = names.faces[entry.node.kind]
    lay_out_boards(names)
    return names


def _lineage(name: str, names: Names, seen: tuple[str, ...], span: Span) -> frozenset[str]:
    """A name and all its traits, directly or not; each is worked out once."""
    if seen:
        names.model.used.add(name)
    if name in names.lineage:
        return names.lineage[name]
    entry = names.model.declared.get(name)
    if seen and (entry is None or not isinstance(entry.node, nodes.Trait)):
        known = names.model.names_of(nodes.Trait)
        names.report.error(
            "unknown-name",
            f"no trait is called `{name}`",
            span.word(name, last=True),
            label="not a trait",
            help=nearest(name, known) or f"declare it: `trait {name}`",
        )
        return frozenset()
    if name in seen:
        names.report.error(
            "trait-cycle",
            f"`{name}` is a trait of itself",
            span.word(name, last=True),
            label=" is ".join((*seen, name)),
            help="remove one of the traits",
        )
        return frozenset()
    assert entry is not None
    traits = [(trait, entry.span) for trait in getattr(entry.node, "traits", ())]
    changes = names.model.token_changes.get(name, [])
    traits += [(trait, change.span) for change in changes for trait in change.node.traits]
    if len(seen) > MOST_TRAITS:
        if not names.report.failed:
            names.report.error(
                "too-deep",
                f"`{seen[0]}` has a trait that has a trait, and so on, more than {MOST_TRAITS} times",
                span.word(name),
                label="this is one of them",
                help="let it have the last ones directly",
            )
        return frozenset()
    found = frozenset({name}).union(*(_lineage(trait, names, (*seen, name), said) for trait, said in traits))
    names.report.spend(len(found), entry.span)
    names.lineage[name] = found
    return found


def _value(word: str, name: str, entry: Entry[nodes.Decl], names: Names) -> None:
    other = names.value_type.get(word)
    taken = names.model.declared.get(word)
    if other is not None or taken is not None:
        first = taken or names.model.declared[other or name]
        names.report.error(
            "declared-twice",
            f"`{word}` is declared twice",
            entry.span.word(word, last=True),
            label="as a value here",
            help="rename one of them",
            asides=[Aside(span=first.span.word(word), label="and here")],
        )
        return
    names.value_type[word] = name


def _members(owner: str, members: tuple[nodes.Decl, ...], pack: str, names: Names) -> None:
    table = names.members.setdefault(owner, {})
    for node in members:
        if isinstance(node, nodes.Faces):
            known = names.faces.get("of " + owner, ())
            names.faces["of " + owner] = known + tuple(face for face in node.names if face not in known)
            for inner in node.fields:
                _member(table, Member(inner.name, owner, inner, pack, faced=True), names)
            continue
        member = Member(node.name, owner, node, pack)
        _member(table, member, names)
        if isinstance(node, nodes.Place | nodes.Slot):
            _global(names.places, member, names)


def _member(table: dict[str, Member], member: Member, names: Names) -> None:
    earlier = table.get(member.short)
    if earlier:
        names.report.error(
            "declared-twice",
            f"`{member.owner}` has two members called `{member.short}`",
            member.node.span.word(member.name),
            label="again here",
            asides=[Aside(span=earlier.node.span.word(member.name), label="first here")],
            help="rename one of them",
        )
        return
    table[member.short] = member


def _check_members(kind: str, names: Names) -> None:
    """Report two members of one name that a kind has from several sides, and a face that is called like a member."""
    known: dict[str, Member] = {}
    for holder in sorted(names.lineage[kind]):
        for name, member in names.members.get(holder, {}).items():
            if name in known:
                names.report.error(
                    "declared-twice",
                    f"`{kind}` has two members called `{name}`, of `{known[name].owner}` and of `{holder}`",
                    member.node.span.word(name),
                    label="one of them",
                    asides=[Aside(span=known[name].node.span.word(name), label="and the other")],
                    help="rename one of them",
                )
            known[name] = member
    for face in names.faces[kind]:
        if face in known:
            names.report.error(
                "declared-twice",
                f"`{face}` is both a face and a member of `{kind}`",
                known[face].node.span.word(face),
                label="this member",
                help="rename one of them",
            )


def _global(table: dict[str, Member], member: Member, names: Names) -> None:
    earlier = table.get(member.name)
    taken = names.model.declared.get(member.name)
    if taken and isinstance(taken.node, nodes.Action):
        taken = None  # what is done and where it lands may share a word
    if earlier or taken:
        span = earlier.node.span if earlier else taken.span if taken else member.node.span
        names.report.error(
            "declared-twice",
            f"`{member.name}` is declared twice",
            member.node.span.word(member.name),
            label="again here",
            asides=[Aside(span=span.word(member.name), label="first here")],
            help="the places of cards share their names with all others: rename one",
        )
        return
    table[member.name] = member

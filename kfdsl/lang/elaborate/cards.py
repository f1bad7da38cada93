"""Things as rows: every field of every face with its value, after all patches.

In:   things, patches and the fields of their kinds.      Out:  core.CardDef and core.FieldDef; effects become rules.
Adding and removing commute; setting twice conflicts unless one pack comes after the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.actions import RuleLowerer
from kfdsl.lang.elaborate.expr.check_expr import ExprChecker
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.says import spoken
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.model import Entry
from kfdsl.program import core, types
from kfdsl.program.types import EFFECT, PLAYER, UNKNOWN, Type
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span

_PLAIN = ("none", "true", "false", "players", "me", "here", "this", "owner")  # words that mean something of their own
EDGES = 6
Given = tuple[str, frozenset[str], nodes.FieldValue]


class CardLowerer:
    """Makes cards of things."""

    def __init__(self, exprs: ExprChecker, rules: RuleLowerer) -> None:
        self.exprs = exprs
        self.names = exprs.names
        self.model = exprs.model
        self.rules = rules

    def fields(self) -> tuple[core.FieldDef, ...]:
        """All declared fields."""
        return tuple(
            core.FieldDef(
                name=f"{owner}.{name}",
                pack=member.pack,
                span=member.node.span,
                owner=owner,
                type=self.names.type(member.node.type),
                faced=member.faced,
            )
            for owner, table in self.names.members.items()
            for name, member in table.items()
            if isinstance(member.node, nodes.FieldDecl)
        )

    def all(self) -> tuple[core.CardDef, ...]:
        """Every thing."""
        for name, kind in self.model.entries(nodes.Kind):
            self.start(name, kind)
        made = (self.card(name, thing) for name, thing in self.model.entries(nodes.Thing))
        return tuple(card for card in made if card is not None)

    def start(self, name: str, entry: Entry[nodes.Kind]) -> None:
        """Where the cards of a kind begin."""
        place = self.names.places.get(entry.node.start)
        if not entry.node.start:
            self.exprs.wrong(
                "no-start",
                f"nothing says where the cards of `{name}` begin",
                entry.span.word(name),
                "where do they lie at first?",
                f"write `kind {name} starts in place`",
            )
            return
        self.model.used.add(entry.node.start)
        node = place.node if place else None
        if not isinstance(node, nodes.Place) or not node.content or node.per or (place and place.owner):
            known = [
                each
                for each, member in self.names.places.items()
                if isinstance(member.node, nodes.Place) and member.node.content
            ]
            self.exprs.wrong(
                "unknown-name",
                f"`{entry.node.start}` is not a place of cards of which there is one",
                entry.span.word(entry.node.start),
                "cards cannot begin here",
                nearest(entry.node.start, known) or f"declare it: `place {entry.node.start} of {name}, in order`",
            )
        elif node.content not in self.names.lineage[name]:
            self.exprs.wrong(
                "wrong-place",
                f"`{entry.node.start}` takes only {node.content}",
                entry.span.word(entry.node.start),
                f"a {name} is none",
                f"name a place of {name}, or write `kind {name} is {node.content}` if that is a trait",
            )

    def card(self, name: str, entry: Entry[nodes.Thing]) -> core.CardDef | None:
        """One thing."""
        node = entry.node
        if self.names.sort(node.kind) is not nodes.Kind:
            kinds = self.model.names_of(nodes.Kind)
            self.exprs.wrong(
                "unknown-name",
                f"no kind is called `{node.kind}`",
                node.span.word(node.kind),
                "not a kind",
                nearest(node.kind, kinds) or f"declare it: `kind {node.kind} starts in place {{ … }}`",
            )
            return None
        self.exprs.seen(node.kind, Scope(pack=entry.pack, also=entry.also), node.span)
        fields = {
            each: member
            for holder in sorted(self.names.lineage[node.kind])
            for each, member in self.names.members.get(holder, {}).items()
            if isinstance(member.node, nodes.FieldDecl)
        }
        given: dict[tuple[str, str], list[Given]] = {}
        for pack, also, value in self.written(name, entry):
            self.file(value, fields, node, given, pack, also)
        values: list[tuple[str, str, core.Expr | None]] = []
        effects: list[tuple[str, str, str]] = []
        for each, member in fields.items():
            for face in self.names.faces[node.kind] if member.faced else ("",):
                self.value(name, node, member, face, given.get((face, each), []), values, effects)
        return core.CardDef(
            name=name,
            pack=entry.pack,
            span=node.span,
            kind=node.kind,
            nouns=node.nouns,
            values=tuple(values),
            effects=tuple(effects),
            provisional=self.provisional(name, node),
            says=tuple((each.face, self.says(name, each, fields, self.names.faces[node.kind])) for each in node.says),
        )

    def says(self, card: str, node: nodes.Says, fields: dict[str, Member], faces: Sequence[str]) -> core.Spoken:
        """What is said of a card, or of one face; what is printed there may stand in it."""
        if node.face and node.face not in faces:
            self.no_face(node.face, card, faces, node.span)
        known = [
            each
            for each, member in fields.items()
            if isinstance(member.node, nodes.FieldDecl)
            and self.names.type(member.node.type) != EFFECT
            and (node.face or not member.faced)
        ]
        return spoken(node.texts, card, "field", known, self.exprs.report)

    def no_face(self, face: str, whose: str, faces: Sequence[str], span: Span) -> None:
        """Report a face that is not there."""
        self.exprs.wrong(
            "unknown-name",
            f"`{whose}` has no face `{face}`",
            span,
            "on which face?",
            nearest(face, list(faces))
            or (f"its faces are {', '.join(faces)}" if faces else "write it outside of any face"),
        )

    def provisional(self, name: str, node: nodes.Thing) -> tuple[str, ...]:
        """What is not sure: of the thing itself, then of what patches say."""
        patches = (patch.node for patch in self.model.patches.get(name, []) if patch.node.kind == node.kind)
        return tuple(dict.fromkeys((*node.provisional, *(note for patch in patches for note in patch.provisional))))

    def written(self, name: str, entry: Entry[nodes.Thing]) -> list[Given]:
        """The thing's own fields, then those of patches in the order of packs."""
        found: list[Given] = [(entry.pack, entry.also, value) for value in entry.node.fields]
        for patch in self.model.patches.get(name, []):
            if patch.node.kind != entry.node.kind:
                self.exprs.wrong(
                    "unknown-name",
                    f"`{name}` is a {entry.node.kind}, not a {patch.node.kind}",
                    patch.span.word(patch.node.kind),
                    "not its kind",
                    f"write `patch {entry.node.kind} {name}`",
                )
            found += [(patch.pack, patch.also, value) for value in patch.node.fields]
        return found

    def file(
        self,
        value: nodes.FieldValue,
        fields: dict[str, Member],
        node: nodes.Thing,
        given: dict[tuple[str, str], list[Given]],
        pack: str,
        also: frozenset[str],
    ) -> None:
        """Put a written value to its face and field."""
        face, _, name = value.path.rpartition(".")
        faces = self.names.faces[node.kind]
        if name not in fields:
            self.exprs.wrong(
                "unknown-field",
                f"`{node.kind}` has no field `{name}`",
                value.span,
                "nothing reads this",
                (f"{near} " if (near := nearest(name, list(fields))) else "") + f"its fields are {', '.join(fields)}",
            )
        elif face and face not in faces:
            self.no_face(face, node.kind, faces, value.span)
        elif fields[name].faced and not face:
            self.exprs.wrong(
                "which-face",
                f"`{name}` belongs to a face",
                value.span,
                "on which one?",
                f"write `{faces[0]} {{ {name}: … }}`",
            )
        elif face and not fields[name].faced:
            self.exprs.wrong(
                "which-face",
                f"`{name}` is the same on every face",
                value.span,
                "not a matter of faces",
                "write it outside the faces",
            )
        else:
            given.setdefault((face, name), []).append((pack, also, value))

    def value(
        self,
        card: str,
        node: nodes.Thing,
        member: Member,
        face: str,
        given: list[Given],
        values: list[tuple[str, str, core.Expr | None]],
        effects: list[tuple[str, str, str]],
    ) -> None:
        """One field on one face: what was set last, then what was added and removed."""
        decl = member.node
        assert isinstance(decl, nodes.FieldDecl)
        type_ = self.names.type(decl.type)
        full = f"{member.owner}.{member.name}"
        setters = [each for each in given if each[2].op == "set"]
        for index, one in enumerate(setters):
            for other in setters[index + 1 :]:
                if one[0] == other[0] or not self.model.ordered(one[0], other[0]):
                    self.exprs.report.error(
                        "set-twice",
                        f"two places set `{member.name}` of `{card}`",
                        other[2].span,
                        label=f"set here by `{other[0]}`",
                        asides=[Aside(span=one[2].span, label=f"and here by `{one[0]}`")],
                        help="keep one, or let one pack follow the other in its manifest",
                    )
        chosen = setters[-1] if setters else None
        if chosen is None and decl.default is None:
            self.exprs.wrong(
                "missing-field",
                f"`{card}` has no `{member.name}`",
                node.span.word(card),
                f"every {node.kind} needs one",
                f"write `{member.name}: …`",
            )
            return
        if type_ == EFFECT:
            block = chosen[2].value if chosen else decl.default
            if isinstance(block, nodes.Block | nodes.Call) or (isinstance(block, nodes.Name) and block.name != "none"):
                self.effect(
                    card,
                    node,
                    face,
                    member,
                    block,
                    chosen[0] if chosen else member.pack,
                    chosen[1] if chosen else frozenset(),
                    effects,
                )
            elif not (isinstance(block, nodes.Name) and block.name == "none"):
                self.exprs.wrong(
                    "wrong-type",
                    "an effect is wanted here",
                    chosen[2].span if chosen else decl.span,
                    "nothing is done here",
                    "write what is done, such as `burn 1 clay`",
                )
            return
        scope = Scope(pack=chosen[0] if chosen else member.pack, also=chosen[1] if chosen else frozenset())
        made = self.constant(
            chosen[2].value if chosen else decl.default, type_, scope, chosen[2].span if chosen else decl.span
        )
        for pack, also, change in given:
            if change.op != "set":
                other_value = self.constant(change.value, type_, Scope(pack=pack, also=also), change.span)
                made = self.changed(made, other_value, change.op, change.span)
        self.check_edges(card, node.kind, member, made)
        values.append((full, face, made))

    def check_edges(self, card: str, kind: str, member: Member, made: core.Expr) -> None:
        """A card that may lie on a plane has as many edges as a hex."""
        planes = (plane.node for plane in self.names.planes_of(kind))
        is_edged = any(isinstance(plane, nodes.Place) and plane.edged == member.name for plane in planes)
        if is_edged and isinstance(made, core.Prim) and len(made.args) != EDGES:
            self.exprs.wrong(
                "wrong-edges",
                f"`{card}` has {len(made.args)} edges",
                made.span,
                "a hex has six",
                "list six of them, from the bottom clockwise",
            )

    def effect(
        self,
        card: str,
        node: nodes.Thing,
        face: str,
        member: Member,
        block: nodes.Value,
        pack: str,
        also: frozenset[str],
        effects: list[tuple[str, str, str]],
    ) -> None:
        """A printed effect as a rule that takes who acts and where."""
        rule = ".".join(part for part in (card, face, member.name) if part)
        scope = Scope(pack=pack, also=also, me=True, here=types.card(node.kind), rule=rule)
        if isinstance(block, nodes.Name):
            block = nodes.Call(name=block.name, args=(), span=block.span)
        if isinstance(block, nodes.Call):
            call = nodes.CallStmt(
                name=block.name, args=block.args, labels=("",) * len(block.args), by=None, at=None, span=block.span
            )
            block = nodes.Block(body=(call,), span=block.span)
        assert isinstance(block, nodes.Block)
        body = self.rules.stmts(pack).block(block, scope)
        self.rules.add(rule, pack, (("me", PLAYER), ("here", types.card(node.kind))), body, block.span)
        effects.append((f"{member.owner}.{member.name}", face, rule))

    def constant(self, value: nodes.Value | None, type_: Type, scope: Scope, span: Span) -> core.Expr:
        """A printed value, which depends on nothing."""
        if isinstance(value, tuple) or _is_single(value, type_):
            parts = value if isinstance(value, tuple) else (cast(nodes.Expr, value),)
            if type_.head not in ("list", "set") or type_.inner is None:
                help_ = "join them with `+`" if type_.head in ("want", "bundle") else "write one of them"
                return self.exprs.wrong(
                    "wrong-type", f"one {type_} is wanted here, not {len(parts)}", span, f"{type_}", help_
                )
            items = tuple(
                self.no_such_value(part, type_.inner) or self.exprs.expr(part, scope, type_.inner) for part in parts
            )
            return core.Prim(word="items" if type_.head == "list" else "set", args=items, type=type_, span=span)
        if isinstance(value, nodes.Block) or value is None:
            return self.exprs.wrong(
                "wrong-type",
                f"{type_} is wanted here, not something to do",
                span,
                f"{type_}",
                f"write a value of type {type_}",
            )
        made = self.no_such_value(value, type_) or self.exprs.expr(value, scope, None)
        if type_.head in ("want", "bundle") and isinstance(made, core.Const) and made.value is None:
            return core.Const(value=(), type=type_, span=made.span)
        made = self.exprs.want(made, type_)
        if not _constant(made):
            return self.exprs.wrong(
                "not-constant",
                "what is printed on a card is written out",
                made.span,
                "this depends on the game",
                "use a query for what changes",
            )
        return made

    def no_such_value(self, value: nodes.Expr, type_: Type) -> core.Expr | None:
        """A complaint that lists all values, where one of them is wanted and something unheard of stands."""
        words = [word for word, name in self.names.value_type.items() if types.value(name) in (type_, type_.inner)]
        if not words or not isinstance(value, nodes.Name):
            return None
        if value.name in self.exprs.model.declared or value.name in (*self.names.value_type, *_PLAIN):
            return None
        return self.exprs.wrong(
            "unknown-name",
            f"no {type_} is called `{value.name}`",
            value.span,
            "not one of them",
            nearest(value.name, words) or f"it is one of {', '.join(words)}",
        )

    def changed(self, made: core.Expr, other: core.Expr, op: str, span: Span) -> core.Expr:
        """A value with something added or removed."""
        if UNKNOWN in (made.type, other.type):
            return made
        if isinstance(made, core.Const) and isinstance(other, core.Const):
            sign = 1 if op == "add" else -1
            if isinstance(made.value, int) and isinstance(other.value, int):
                return core.Const(value=made.value + sign * other.value, type=made.type, span=span)
            if isinstance(made.value, tuple) and isinstance(other.value, tuple):
                counts = {(name, different): count for count, name, different in made.value}
                for count, name, different in other.value:
                    counts[name, different] = counts.get((name, different), 0) + sign * count
                if any(count < 0 for count in counts.values()):
                    return self.exprs.wrong(
                        "nothing-to-remove",
                        "this removes more than is there",
                        span,
                        "there are fewer",
                        "remove less, or set the field",
                    )
                entries = tuple((count, *rest) for rest, count in counts.items() if count)
                return core.Const(value=entries, type=made.type, span=span)
        if isinstance(made, core.Prim) and isinstance(other, core.Prim):
            kept = [item for item in made.args if op == "add" or item not in other.args]
            args = (*made.args, *other.args) if op == "add" else tuple(kept)
            return core.Prim(word=made.word, args=args, type=made.type, span=span)
        return self.exprs.wrong(
            "wrong-type",
            f"nothing can be {'added to' if op == 'add' else 'removed from'} {made.type}",
            span,
            "it is no amount",
            "set it instead",
        )


def _is_none(value: nodes.Expr) -> bool:
    return isinstance(value, nodes.Name) and value.name == "none"


def _constant(expr: core.Expr) -> bool:
    if isinstance(expr, core.Prim) and expr.word in ("set", "items", "tokens", "seat", "negative"):
        return all(_constant(arg) for arg in expr.args)
    return isinstance(expr, core.Const)


def _is_single(value: nodes.Value | None, type_: Type) -> bool:
    """Whether one item is written where several could stand."""
    if not isinstance(value, nodes.Expr) or _is_none(value):
        return False
    return type_.head == "list" or (type_.head == "set" and not isinstance(value, nodes.SetOf | nodes.Call))

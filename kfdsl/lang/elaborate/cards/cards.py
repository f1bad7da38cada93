"""Things as rows: every field of every face with its value, after all patches.

In:   things, patches and the fields of their kinds.      Out:  core.CardDef and core.FieldDef; effects become rules.
Adding and removing commute; setting twice conflicts unless one pack comes after the other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.cards.field_values import Given, add_value
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.indexes import index_types
from kfdsl.lang.elaborate.names import Member, Names
from kfdsl.lang.elaborate.rules.made_rules import MadeRules
from kfdsl.lang.elaborate.says import spoken
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.lang.link.model import Entry
from kfdsl.program import core, made_names
from kfdsl.program.types import EFFECT, TOKEN, UNKNOWN
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span

STEPS_A_FIELD = 4  # what a value takes, in steps of looking something up


def fields_of(names: Names) -> tuple[core.FieldDef, ...]:
    """All declared fields."""
    return tuple(
        core.FieldDef(
            name=made_names.member(owner, name),
            pack=member.pack,
            span=member.node.span,
            owner=owner,
            type=names.type(member.node.type),
            faced=member.faced,
        )
        for owner, table in names.members.items()
        for name, member in table.items()
        if isinstance(member.node, nodes.FieldDecl)
    )


def cards_of(rules: MadeRules) -> tuple[core.CardDef, ...]:
    """Every thing."""
    for name, kind in rules.context.model.entries(nodes.Kind):
        check_start(rules.context, name, kind)
    made = [(card_def(rules, name, thing), thing.node) for name, thing in rules.context.model.entries(nodes.Thing)]
    return tuple(one for card, thing in made if card is not None for one in each_copy(card, thing.copies))


def each_copy(card: core.CardDef, copies: int) -> tuple[core.CardDef, ...]:
    """A card as often as there is one of it; all of them do the same."""
    if not copies:
        return (card,)
    thing = card.name
    return tuple(
        dataclasses.replace(card, name=made_names.copy(thing, number), kind=thing, thing=thing)
        for number in range(1, copies + 1)
    )


def own_kinds(names: Names) -> tuple[core.KindDef, ...]:
    """The things of which there are copies, each a kind of its own; they lie where their kind says."""
    return tuple(
        kind_def(names, name, entry, entry.node.kind)
        for name, entry in names.model.entries(nodes.Thing)
        if entry.node.copies
    )


def kind_def(names: Names, name: str, entry: Entry[nodes.Kind] | Entry[nodes.Thing], kind: str) -> core.KindDef:
    """A kind; of a thing with copies, by the kind that it is of."""
    declared = names.model.declared[kind].node
    starts = declared.starts if isinstance(declared, nodes.Kind) else None
    return core.KindDef(
        name=name,
        pack=entry.pack,
        span=entry.span,
        traits=tuple(sorted(names.lineage[name])),
        faces=names.faces[name],
        start=starts.place if starts else "",
        start_at=start_at(names, kind, starts),
        thing_of=kind if kind != name else "",
    )


def check_start(context: Context, name: str, entry: Entry[nodes.Kind]) -> None:
    """Where the cards of a kind begin."""
    starts = entry.node.starts
    if starts is None:
        context.wrong(
            "no-start",
            f"nothing says where the cards of `{name}` begin",
            entry.span.word(name),
            "where do they lie at first?",
            f"write `kind {name} starts in place`",
        )
        return
    place = context.names.places.get(starts.place)
    context.model.used.add(starts.place)
    node, owned = place.node if place else None, bool(place and place.owner)
    if not isinstance(node, nodes.Place) or not node.content or owned or {"player", "corner"} & set(node.per):
        known = [
            each
            for each, member in context.names.places.items()
            if isinstance(member.node, nodes.Place) and member.node.content and not member.owner
        ]
        elsewhere = f"let them begin in a place of their own, `place box of {name}`, and move them when the game begins"
        context.wrong(
            "unknown-name",
            f"`{starts.place}` is not a place of cards of which there is one, or one per value",
            starts.span.word(starts.place),
            "cards cannot begin here",
            elsewhere
            if node
            else nearest(starts.place, known) or f"declare it: `place {starts.place} of {name}, in order`",
        )
    elif node.content not in context.names.lineage[name]:
        context.wrong(
            "wrong-place",
            f"`{starts.place}` takes only {node.content}",
            starts.span.word(starts.place),
            f"a {name} is none",
            f"name a place of {name}, or write `kind {name} is {node.content}` if that is a trait",
        )
    else:
        check_start_at(context, name, starts, node.per)


def check_start_at(context: Context, name: str, starts: nodes.Starts, per: Sequence[str]) -> None:
    """Which of several places it is: a field of the kind says it, or it is written out."""
    if len(starts.at) != len(per):
        words = ", ".join(each.lower() for each in per)
        form = f"`starts in {starts.place}({words})`, with a field of `{name}` for each"
        context.wrong(
            "wrong-arguments",
            f"`{starts.place}` takes {len(per)} argument{'s' * (len(per) != 1)}",
            starts.span.word(starts.place),
            f"{len(starts.at)} given",
            f"write {form}" if per else f"write `starts in {starts.place}`",
        )
        return
    for word, wanted in zip(starts.at, index_types(context.names, per), strict=True):
        if word in context.names.values.get(wanted.name, ()) or (
            wanted == TOKEN and word in context.names.token_traits
        ):
            continue
        found = context.names.member(name, word)
        type_ = context.names.type(found.node.type) if found and isinstance(found.node, nodes.FieldDecl) else None
        if found is None or found.faced or type_ not in (wanted, UNKNOWN):
            shared = " that all faces share" if found and found.faced else ""
            context.wrong(
                "unknown-field",
                f"`{name}` has no field `{word}` of type {wanted}{shared}",
                starts.span.word(word, last=True),
                "which of these places is it?",
                f"declare it in `{name}`: `{word}: {wanted}`",
            )


def start_at(names: Names, kind: str, starts: nodes.Starts | None) -> tuple[str, ...]:
    """The same, once it is known to be right: the names of fields, and what is written out."""
    found = ((word, names.member(kind, word)) for word in (starts.at if starts else ()))
    return tuple(made_names.member(member.owner, word) if member else word for word, member in found)


def card_def(rules: MadeRules, name: str, entry: Entry[nodes.Thing]) -> core.CardDef | None:
    """One thing."""
    node = entry.node
    if rules.context.names.sort(node.kind) is not nodes.Kind:
        kinds, after = rules.context.model.names_of(nodes.Kind), rules.context.model.after[entry.pack]
        rules.context.wrong(
            "unknown-name",
            f"no kind is called `{node.kind}`",
            node.span.word(node.kind),
            "not a kind",
            nearest(node.kind, kinds)
            or f"declare it: `kind {node.kind} starts in place {{ … }}`"
            + ("" if after else f", or name the pack that declares it in `requires` of {entry.pack}.pack.json"),
        )
        return None
    rules.context.seen(node.kind, Scope(pack=entry.pack, also=entry.also), node.span)
    fields = {
        each: member
        for holder in sorted(rules.context.names.lineage[node.kind])
        for each, member in rules.context.names.members.get(holder, {}).items()
        if isinstance(member.node, nodes.FieldDecl)
    }
    rules.context.report.spend(STEPS_A_FIELD * len(fields), node.span)
    given: dict[tuple[str, str], list[Given]] = {}
    for pack, also, value in written_values(rules.context, name, entry):
        file_value(rules.context, value, fields, node, given, pack, also)
    values: list[tuple[str, str, core.Expr | None]] = []
    effects: list[tuple[str, str, str]] = []
    for each, member in fields.items():
        for face in rules.context.names.faces[node.kind] if member.faced else ("",):
            add_value(rules, name, node, member, face, given.get((face, each), []), values, effects)
    return core.CardDef(
        name=name,
        pack=entry.pack,
        span=node.span,
        kind=node.kind,
        nouns=node.nouns,
        values=tuple(values),
        effects=tuple(effects),
        provisional=provisional_notes(rules.context, name, node),
        says=tuple(
            (each.face, card_says(rules.context, name, each, fields, rules.context.names.faces[node.kind]))
            for each in node.says
        ),
    )


def card_says(
    context: Context, card: str, node: nodes.Says, fields: dict[str, Member], faces: Sequence[str]
) -> core.Spoken:
    """What is said of a card, or of one face; what is printed there may stand in it."""
    if node.face and node.face not in faces:
        report_no_face(context, node.face, card, faces, node.span)
    known = [
        each
        for each, member in fields.items()
        if isinstance(member.node, nodes.FieldDecl)
        and context.names.type(member.node.type) != EFFECT
        and (node.face or not member.faced)
    ]
    return spoken(node.texts, card, "field", known, context.model.languages, context.report)


def report_no_face(context: Context, face: str, whose: str, faces: Sequence[str], span: Span) -> None:
    """Report a face that is not there."""
    context.wrong(
        "unknown-name",
        f"`{whose}` has no face `{face}`",
        span,
        "on which face?",
        nearest(face, list(faces))
        or (f"its faces are {', '.join(faces)}" if faces else "write it outside of any face"),
    )


def provisional_notes(context: Context, name: str, node: nodes.Thing) -> tuple[str, ...]:
    """What is not sure: of the thing itself, then of what patches say."""
    patches = (patch.node for patch in context.model.patches.get(name, []) if _is_meant(context, patch.node, node))
    return tuple(dict.fromkeys((*node.provisional, *(note for patch in patches for note in patch.provisional))))


def written_values(context: Context, name: str, entry: Entry[nodes.Thing]) -> list[Given]:
    """The thing's own fields, then those of patches in the order of packs."""
    found: list[Given] = [(entry.pack, entry.also, value) for value in entry.node.fields]
    for patch in context.model.patches.get(name, []):
        if not _is_meant(context, patch.node, entry.node):
            context.wrong(
                "unknown-name",
                f"`{name}` is a {entry.node.kind}, not a {' or '.join(patch.node.kinds)}",
                patch.span.word(patch.node.kinds[0]),
                "not its kind",
                _meant_kind(context, patch.node) or f"write `patch {entry.node.kind} {name}`",
            )
        found += [(patch.pack, patch.also, value) for value in patch.node.fields]
    return found


def _is_meant(context: Context, patch: nodes.Patch, thing: nodes.Thing) -> bool:
    """Whether a thing is of a kind, or has a trait, that a patch of it says."""
    return not context.names.lineage.get(thing.kind, frozenset()).isdisjoint(patch.kinds)


def _meant_kind(context: Context, patch: nodes.Patch) -> str:
    """What is meant by a name that no kind and no trait has."""
    known = [*context.names.lineage, *context.model.names_of(nodes.Trait)]
    return next((nearest(kind, known) for kind in patch.kinds if kind not in known), "")


def _face_span(field: Span, face: str) -> Span:
    """Where the name of a face stands, before its fields; so it is told once for all of them."""
    at = field.source.text.rfind(face, 0, field.start)
    return Span(field.source, at, at + len(face)) if at >= 0 else field


def file_value(
    context: Context,
    value: nodes.FieldValue,
    fields: dict[str, Member],
    node: nodes.Thing,
    given: dict[tuple[str, str], list[Given]],
    pack: str,
    also: frozenset[str],
) -> None:
    """Put a written value to its face and field."""
    face, _, name = value.path.rpartition(".")
    faces = context.names.faces[node.kind]
    if name not in fields:
        context.wrong(
            "unknown-field",
            f"`{node.kind}` has no field `{name}`",
            value.span,
            "nothing reads this",
            f"write `{node.kind} {node.name} … copies 2 {{ … }}`, before the brace"
            if name == "copies"
            else (f"{near} " if (near := nearest(name, list(fields))) else "") + f"its fields are {', '.join(fields)}",
        )
    elif face and face not in faces:
        report_no_face(context, face, node.kind, faces, _face_span(value.span, face))
    elif fields[name].faced and not face:
        context.wrong(
            "which-face",
            f"`{name}` belongs to a face",
            value.span,
            "on which one?",
            f"write `{faces[0]} {{ {name}: … }}`",
        )
    elif face and not fields[name].faced:
        context.wrong(
            "which-face",
            f"`{name}` is the same on every face",
            value.span,
            "not a matter of faces",
            "write it outside the faces",
        )
    else:
        given.setdefault((face, name), []).append((pack, also, value))

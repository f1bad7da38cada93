"""Something of the content, described: what stands where, who wrote it, what belongs to it.

In:   a definition of the merged program.      Out:  Shown: lines with their places, and notes.
One function a sort of definition.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kfdsl.inspect.rule_lines import (
    INDENT,
    Line,
    Listing,
    as_written,
    header,
    inside,
    is_whole,
    need_lines,
    query_lines,
    squeeze,
)
from kfdsl.lang import nodes
from kfdsl.lang.syntax.read import read
from kfdsl.loading import keep, recall
from kfdsl.packs.shipped import grammar_file
from kfdsl.program import core
from kfdsl.program.things import copies_of, things
from kfdsl.program.types import BUNDLE
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Source, Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Something of the content, ready to be printed."""

    sort: str
    name: str
    pack: str
    place: str
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()


def describe(program: core.Program, each: core.Named) -> Shown:
    """Whatever it is."""
    return _DESCRIBERS[type(each)](program, each)


def _shown(sort: str, each: core.Named, lines: Iterator[Line], *notes: str) -> Shown:
    return Shown(
        sort=sort,
        name=each.name,
        pack=each.pack,
        place=each.span.place,
        lines=tuple(lines),
        notes=tuple(note for note in notes if note),
    )


# ---- things


def _card(program: core.Program, card: core.CardDef) -> Shown:
    return _shown(
        card.kind,
        card,
        _card_lines(program, card),
        *(f"provisional: {note}" for note in card.provisional),
    )


def _card_lines(program: core.Program, card: core.CardDef) -> Iterator[Line]:
    rules = {rule.name: rule for rule in program.rules}
    titles = "".join(f' "{noun}"' for noun in card.nouns)
    copies = f" copies {copies_of(program, card.thing)}" if card.thing else ""
    yield Line(text=f"{card.kind} {card.name}{titles}{copies} {{", span=card.span)
    changes = lasting(card, is_said=True)
    for face in ("", *next(kind.faces for kind in program.kinds if kind.name == card.kind)):
        fields = [_value(field, value, face) for field, at, value in card.values if at == face and value is not None]
        fields += [_effect(field, rules[rule], face) for field, at, rule in card.effects if at == face]
        fields += [line for span in changes.get(face, ()) for line in as_written(span, 2 if face else 1)]
        if face and fields:
            yield Line(text=f"{INDENT}{face} {{", span=None)
        yield from fields
        if face and fields:
            yield Line(text=f"{INDENT}}}", span=None)
    yield Line(text="}", span=None)


def _value(field: str, value: core.Expr, face: str) -> Line:
    name = field.rpartition(".")[2]
    return Line(text=f"{INDENT * (2 if face else 1)}{name}: {printed(value)}", span=value.span)


def _effect(field: str, rule: core.RuleDef, face: str) -> Line:
    margin = INDENT * (2 if face else 1)
    return Line(text=f"{margin}{field.rpartition('.')[2]}: {' '.join(rule.span.words.split())}", span=rule.span)


def lasting(card: core.CardDef, is_said: bool = False) -> dict[str, list[Span]]:
    """What a card changes while it is owned, if wanted behind what it says, by face; the merged program no longer knows."""
    things = _things(card.span.source)
    thing = things.get(card.name)
    found: dict[str, list[Span]] = {}
    for said in thing.says if thing and is_said else ():
        found.setdefault(said.face, []).append(said.span)
    for face, block in thing.lasting if thing else ():
        found.setdefault(face, []).append(block.span)
    return found


@lru_cache(maxsize=8)
def _things(source: Source) -> dict[str, nodes.Thing]:
    """The things that stand in a text, those that replace others as well."""
    grammar = grammar_file().read_text(encoding="utf-8")
    recall((), grammar)
    file = read(source, grammar, Report())
    keep((), grammar)
    items = file.items if file is not None else ()
    while any(isinstance(item, nodes.WithPack) for item in items):
        items = tuple(each for item in items for each in (item.items if isinstance(item, nodes.WithPack) else (item,)))
    found = [item.by if isinstance(item, nodes.Replace) else item for item in items]
    return {item.name: item for item in found if isinstance(item, nodes.Thing)}


def printed(expr: core.Expr) -> str:
    """A printed value as an author writes it."""
    if isinstance(expr, core.Prim) and expr.word in ("items", "set"):
        inner = ", ".join(map(printed, expr.args))
        return inner if expr.word == "items" else f"{{{inner}}}"
    if not isinstance(expr, core.Const):
        return " ".join(expr.span.words.split())
    match expr.value:
        case None | ():
            return "none"
        case bool():
            return "true" if expr.value else "false"
        case tuple():
            return " + ".join(
                f"{count} {'different ' if different else ''}{name}" for count, name, different in expr.value
            )
        case _:
            return f'"{expr.value}"' if expr.type.head == "text" else str(expr.value)


# ---- rules


def _action(program: core.Program, action: core.ActionDef) -> Shown:
    rule = next(rule for rule in program.rules if rule.name == action.rule)
    return _shown(
        "action", action, _action_lines(program, action, rule), _changed_by(action), f"offered in {action.menu}"
    )


def _action_lines(program: core.Program, action: core.ActionDef, rule: core.RuleDef) -> Iterator[Line]:
    if is_whole(rule.body, action.span) and all(
        inside(need.span, action.span) and is_whole(need.test, action.span) for need in action.needs
    ):
        yield from as_written(action.span)
        return
    starts = [
        span.start for span in (rule.body.span, *(need.span for need in action.needs)) if inside(span, action.span)
    ]
    yield Line(text=f"{_without_do(header(action.span, min(starts)))} {{", span=action.span)
    for need in action.needs:
        yield from need_lines(need, 1)
    yield Line(text=f"{INDENT}do {{", span=rule.body.span)
    yield from Listing(program, rule.name).lines(rule.body, 2)
    yield Line(text=f"{INDENT}}}", span=None)
    yield Line(text="}", span=None)


def _without_do(words: str) -> str:
    return words.removesuffix("do").rstrip("{ ")


def _rule(program: core.Program, rule: core.RuleDef) -> Shown:
    return _shown(sort_of(rule), rule, _rule_lines(program, rule), _changed_by(rule), _ends(rule))


def _ends(rule: core.RuleDef) -> str:
    """The variables that a moment puts back."""
    parts = rule.body.body if isinstance(rule.body, core.Block) else ()
    ended = [name for part in parts if isinstance(part, core.Reset) for name in part.vars]
    return f"puts back {', '.join(ended)}" if ended else ""


def sort_of(rule: core.RuleDef) -> str:
    """What an author calls a rule: effect, flow or moment; an effect on a card is written without the word."""
    words = rule.span.words.split()
    return next((word for word in words[:2] if word in ("effect", "flow", "moment")), "effect")


def _rule_lines(program: core.Program, rule: core.RuleDef) -> Iterator[Line]:
    inner = Listing(program, rule.name)
    if is_whole(rule.body, rule.span) and not inner.calls_inner(rule.body):
        yield from as_written(rule.span)
        return
    if sort_of(rule) == "moment":
        yield from as_written(rule.span)
        yield from inner.lines(rule.body, 1)
        return
    brace = re.sub(r'"[^"\n]*"', lambda text: " " * len(text[0]), rule.span.words).find("{")  # not one inside a text
    yield Line(text=f"{header(rule.span, rule.span.start + brace)} {{", span=rule.span)
    yield from inner.lines(rule.body, 1)
    yield Line(text="}", span=None)


def _need(program: core.Program, need: core.NeedDef) -> Shown:
    return _shown("need", need, need_lines(need, 0))


def _query(program: core.Program, query: core.QueryDef) -> Shown:
    return _shown("query", query, query_lines(query), _changed_by(query))


def _changed_by(each: core.ActionDef | core.RuleDef | core.QueryDef) -> str:
    others = [pack for pack in each.packs if pack != each.pack]
    return f"changed by {', '.join(others)}" if others else ""


def _menu(program: core.Program, menu: core.MenuDef) -> Shown:
    offered = [f"{action.name} ({action.pack})" for action in program.actions if action.menu == menu.name]
    return _shown("menu", menu, as_written(menu.span), f"offers {', '.join(offered)}" if offered else "")


def _shape(program: core.Program, shape: core.ShapeDef) -> Shown:
    return _shown("shape", shape, _shape_lines(shape))


def _shape_lines(shape: core.ShapeDef) -> Iterator[Line]:
    yield from as_written(shape.span)
    for clause in shape.clauses:
        if not inside(clause.place.span, shape.span):
            source, number = clause.place.span.source, clause.place.span.source.position(clause.place.span.start)[0]
            yield Line(text=INDENT + source.line(number).strip(), span=clause.place.span)


# ---- pieces and places


def _kind(program: core.Program, kind: core.KindDef) -> Shown:
    of_kind = [card.name for card in things(program) if card.kind == kind.name]
    traits = [trait for trait in kind.traits if trait != kind.name]
    return _shown(
        "kind",
        kind,
        _members(program, kind),
        f"is {', '.join(traits)}" if traits else "",
        *_written_with(program, kind),
        f"{len(of_kind)} of them: {', '.join(of_kind)}" if of_kind else "",
    )


def _written_with(program: core.Program, kind: core.KindDef) -> Iterator[str]:
    """All fields that a thing of the kind has, those of its traits as well."""
    fields = [field for field in program.fields if field.owner in kind.traits]
    for faced, where in ((False, "fields"), (True, f"fields of {' and '.join(kind.faces)}")):
        words = [squeeze(field.span.words) for field in fields if field.faced is faced]
        if words:
            yield f"{where}: {'; '.join(words)}"


def _trait(program: core.Program, trait: core.TraitDef) -> Shown:
    tables = ((program.tokens, "tokens"), (program.kinds, "kinds"), (program.places, "places"))
    having = [
        f"{word}: {', '.join(found)}"
        for table, word in tables
        if (found := [each.name for each in table if trait.name in each.traits])
    ]
    return _shown("trait", trait, _members(program, trait), *having)


def _members(program: core.Program, owner: core.Named) -> Iterator[Line]:
    """The declaration, and what packs add to it."""
    yield from as_written(owner.span)
    for table in (program.fields, program.vars, program.places):
        for member in table:
            if member.owner == owner.name and not inside(member.span, owner.span):
                yield from as_written(member.span, 1)


def _token(program: core.Program, token: core.TokenDef) -> Shown:
    return _shown("token", token, as_written(token.span), f"is {', '.join(token.traits)}" if token.traits else "")


def _place(program: core.Program, place: core.PlaceDef) -> Shown:
    holds = (
        f"holds at first {printed(core.Const(value=place.holds, type=BUNDLE, span=place.span))}" if place.holds else ""
    )
    return _shown("place", place, as_written(place.span), _of(place.owner), holds)


def _member(sort: str) -> Callable[[core.Program, Any], Shown]:
    return lambda program, each: _shown(sort, each, as_written(each.span), _of(each.owner))


def _of(owner: str) -> str:
    return f"every {owner} has it" if owner else ""


def _position(program: core.Program, position: core.PositionDef) -> Shown:
    return _shown("position", position, as_written(position.span))


def _values(program: core.Program, values: core.ValuesDef) -> Shown:
    return _shown("values", values, as_written(values.span), f"in order: {', '.join(values.names)}")


_DESCRIBERS: Mapping[type[core.Named], Callable[[core.Program, Any], Shown]] = {
    core.NeedDef: _need,
    core.CardDef: _card,
    core.ActionDef: _action,
    core.QueryDef: _query,
    core.RuleDef: _rule,
    core.MenuDef: _menu,
    core.ShapeDef: _shape,
    core.KindDef: _kind,
    core.TraitDef: _trait,
    core.TokenDef: _token,
    core.PlaceDef: _place,
    core.VarDef: _member("var"),
    core.FieldDef: _member("field"),
    core.ValuesDef: _values,
    core.PositionDef: _position,
}

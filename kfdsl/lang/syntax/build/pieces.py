"""Declarations of what lies on the table, from tree to nodes.

In:   a Branch.      Out:  nodes of tokens, traits, places, kinds and of what stands for what.
"""

from __future__ import annotations

from collections.abc import Callable

from lark import Token

from kfdsl.lang import nodes
from kfdsl.lang.syntax.build.expr import expr, expr_in, guard, type_of
from kfdsl.lang.syntax.build.tree import Context, branches, child, names, strings, tokens, word_in
from kfdsl.lang.syntax.build.values import value
from kfdsl.lang.syntax.parse import Branch
from kfdsl.text.diagnostic import Aside

_PLACE_MARKS = ("place_is", "in_order", "seen_by", "counted_by", "holds", "unturned")


def token(context: Context, tree: Branch) -> nodes.Token:
    return nodes.Token(
        name=tokens(tree)[0],
        nouns=strings(child(tree, "nouns")),
        traits=names(child(tree, "is_list")),
        span=context.span(tree),
    )


def trait(context: Context, tree: Branch) -> nodes.Trait:
    return nodes.Trait(
        name=tokens(tree)[0],
        nouns=strings(child(tree, "nouns")),
        traits=names(child(tree, "is_list")),
        members=members(context, tree),
        span=context.span(tree),
    )


def values(context: Context, tree: Branch) -> nodes.Values:
    return nodes.Values(name=tokens(tree)[0], names=names(child(tree, "names")), span=context.span(tree))


def members(context: Context, tree: Branch) -> tuple[nodes.Decl, ...]:
    """What stands in the braces of a kind or trait."""
    return tuple(
        _MEMBERS[branches(each)[0].data](context, branches(each)[0]) for each in branches(tree) if each.data == "member"
    )


def place(context: Context, tree: Branch) -> nodes.Place:
    _say_marks_once(context, tree)
    return nodes.Place(
        name=tokens(tree)[0],
        per=_per(tree),
        content=word_in(tree, "of_cards"),
        traits=_place_traits(tree),
        ordered=child(tree, "in_order") is not None,
        seen=word_in(tree, "seen_by"),
        counted=word_in(tree, "counted_by"),
        holds=expr_in(context, tree, "holds"),
        unturned=child(tree, "unturned") is not None,
        span=context.span(tree),
    )


def plane(context: Context, tree: Branch) -> nodes.Place:
    _say_marks_once(context, tree)
    name, content = tokens(tree)
    return nodes.Place(
        name=name,
        per=_per(tree),
        content=content,
        traits=_place_traits(tree),
        ordered=True,
        seen=word_in(tree, "seen_by"),
        counted=word_in(tree, "counted_by"),
        holds=None,
        board=_board(context, tree),
        edged=word_in(tree, "edged"),
        unturned=child(tree, "unturned") is not None,
        span=context.span(tree),
    )


def _board(context: Context, tree: Branch) -> nodes.Board:
    """What a plane looks like; hexes without end, if nothing is said."""
    for each in branches(tree):
        if each.data in ("on_squares", "on_hexes", "on_spots"):
            size = child(each, "size")
            numbers = tuple(context.number(part) for part in size.children if isinstance(part, Token)) if size else ()
            return nodes.Board(
                grid=each.data.removeprefix("on_"),
                size=numbers,
                diagonals=child(each, "diagonals") is not None,
                rows=tuple(_spot_row(context, row) for row in branches(each) if row.data == "spot_row"),
                span=context.span(each),
            )
    return nodes.Board(grid="hexes", span=context.span(tree))


def _spot_row(context: Context, tree: Branch) -> nodes.SpotRow:
    return nodes.SpotRow(
        name=tokens(tree)[0],
        others=names(child(tree, "names")),
        label=word_in(tree, "by_label"),
        span=context.span(tree),
    )


def _per(tree: Branch) -> tuple[str, ...]:
    return tuple(tokens(each)[0] for each in branches(tree) if each.data == "per")


def _say_marks_once(context: Context, tree: Branch) -> None:
    found: dict[str, Branch] = {}
    for mark in branches(tree):
        if mark.data in _PLACE_MARKS and mark.data in found:
            context.report.error(
                "wrong-mark",
                "a place says each of its marks once",
                context.span(mark),
                label="this was said before",
                help="write `is one and other`" if mark.data == "place_is" else "remove one of them",
                asides=[Aside(span=context.span(found[mark.data]), label="here")],
            )
        found.setdefault(mark.data, mark)


def _place_traits(tree: Branch) -> tuple[str, ...]:
    found = child(tree, "place_is")
    return tuple(tokens(found)) if found else ()


def var(context: Context, tree: Branch) -> nodes.Var:
    type_, default, *_ = (each for each in branches(tree) if each.data != "per")
    return nodes.Var(
        name=tokens(tree)[0],
        type=type_of(context, type_),
        per=_per(tree),
        default=expr(context, default),
        until=word_in(tree, "life"),
        span=context.span(tree),
    )


def field(context: Context, tree: Branch) -> nodes.FieldDecl:
    type_, *default = branches(tree)
    return nodes.FieldDecl(
        name=tokens(tree)[0],
        type=type_of(context, type_),
        default=value(context, default[0]) if default else None,
        span=context.span(tree),
    )


def slot(context: Context, tree: Branch) -> nodes.Slot:
    name, kind = tokens(tree)
    return nodes.Slot(name=name, kind=kind, span=context.span(tree))


def faces(context: Context, tree: Branch) -> nodes.Faces:
    fields = tuple(field(context, each) for each in branches(tree) if each.data == "field_decl")
    return nodes.Faces(name="face", names=names(child(tree, "names")), fields=fields, span=context.span(tree))


def kind(context: Context, tree: Branch) -> nodes.Kind:
    starts = child(tree, "starts")
    return nodes.Kind(
        name=tokens(tree)[0],
        traits=names(child(tree, "is_list")),
        starts=_starts(context, starts) if starts else None,
        members=members(context, tree),
        span=context.span(tree),
    )


def _starts(context: Context, tree: Branch) -> nodes.Starts:
    return nodes.Starts(place=tokens(tree)[0], at=names(child(tree, "names")), span=context.span(tree))


def purpose(context: Context, tree: Branch) -> nodes.Purpose:
    return nodes.Purpose(name=tokens(tree)[0], span=context.span(tree))


def ledger(context: Context, tree: Branch) -> nodes.Ledger:
    return nodes.Ledger(name=tokens(tree)[0], span=context.span(tree))


def company(context: Context, tree: Branch) -> nodes.Company:
    host, purpose = tokens(tree)
    guests, counts_as = (names(each) for each in branches(tree))
    return nodes.Company(host=host, guests=guests, counts_as=counts_as, purpose=purpose, span=context.span(tree))


def role(context: Context, tree: Branch) -> nodes.Role:
    token, purpose = tokens(tree)
    return nodes.Role(token=token, roles=names(child(tree, "names")), purpose=purpose, span=context.span(tree))


def stands(context: Context, tree: Branch) -> nodes.Stands:
    token, purpose = tokens(tree)
    return nodes.Stands(
        token=token,
        holes=names(child(tree, "names")),
        purpose=purpose,
        where=guard(context, tree),
        span=context.span(tree),
    )


def ties(context: Context, tree: Branch) -> nodes.Ties:
    rankings = tuple((expr(context, branches(each)[0]), each.data == "least") for each in branches(tree))
    return nodes.Ties(name=tokens(tree)[0], rankings=rankings, span=context.span(tree))


def nouns(context: Context, tree: Branch) -> nodes.Nouns:
    entries = tuple(
        (words[0], tuple(word.strip('"') for word in words[1:])) for words in (tokens(each) for each in branches(tree))
    )
    return nodes.Nouns(language=tokens(tree)[0], entries=entries, span=context.span(tree))


_MEMBERS: dict[str, Callable[[Context, Branch], nodes.Decl]] = {
    "place_decl": place,
    "plane_decl": plane,
    "var_decl": var,
    "field_decl": field,
    "slot_decl": slot,
    "faces": faces,
}

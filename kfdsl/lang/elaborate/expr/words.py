"""Built-in words: the first row that fits says what they give.

In:   a call of a built-in word.      Out:  core.Prim.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.context import Context
from kfdsl.lang.elaborate.expr.names import card_sort, trait_name
from kfdsl.lang.elaborate.expr.places import is_plane
from kfdsl.lang.elaborate.names import Member
from kfdsl.lang.elaborate.scope import Scope
from kfdsl.program import core, types
from kfdsl.program.boards import board_of
from kfdsl.program.types import TOKEN, UNKNOWN, Type, fits, joint
from kfdsl.program.words import MOST_NUMBERS, PLANE_WORDS, SECOND_WAYS, WORDS, Row, Word
from kfdsl.text.diagnostic import nearest
from kfdsl.text.source import Span


def word_expr(context: Context, node: nodes.Call, scope: Scope) -> core.Expr:
    """A built-in function."""
    word = WORDS[node.name]
    first = word.rows[0].takes[0].head if word.rows[0].takes else ""
    if first == "trait" and len(node.args) == 1:
        trait = trait_name(context, node.args[0], scope)
        if trait is None:
            return context.wrong(
                "wrong-type",
                f"`{node.name}` takes the name of a trait or token",
                node.span,
                "",
                _meant(context, node.args[0].span.words) or f"write `{word.example}`",
            )
        return core.Prim(word="tokens", args=(), data=trait, type=types.set_of(TOKEN), span=node.span)
    if first == "kind" and len(node.args) == 1:
        kind = card_sort(context, node.args[0], scope)
        if kind is None:
            return context.wrong(
                "wrong-type",
                f"`{node.name}` takes the name of a kind or trait",
                node.span,
                "",
                _meant(context, node.args[0].span.words) or f"write `{word.example}`",
            )
        return core.Prim(word="cards", args=(), data=kind, type=types.list_of(types.card(kind)), span=node.span)
    if first == "values" and len(node.args) == 1:
        return values_expr(context, node, scope)
    args = tuple(context.expr(arg, scope) for arg in node.args)
    if node.name in ("least", "most") and len(args) > 2:
        return _of_many(context, node, args, word)
    if node.name in PLANE_WORDS:
        return plane_word_expr(context, node, args, word)
    made = apply_word(context, node.name, word.rows, args, node.span, word.example)
    for arg, taken in zip(args, word.rows[0].takes, strict=False):
        if taken.head == "place" and not isinstance(arg, core.PlaceAt) and made.type != UNKNOWN:
            return context.wrong(
                "not-a-place",
                f"`{node.name}` is about a place of tokens",
                arg.span,
                "this is none",
                f"it is used like `{word.example}`",
            )
    match made, args:
        case core.Prim(word="seat"), (core.Const(value=1),):
            return made  # somebody plays
        case core.Prim(word="seat"), _:
            return dataclasses.replace(made, type=types.maybe(made.type))
        case core.Prim(word="numbers"), (core.Const(value=int() as most),) if most > MOST_NUMBERS:
            return context.wrong(
                "number-too-large",
                f"`numbers` counts to {MOST_NUMBERS} at most",
                args[0].span,
                "this is more",
                f"write `numbers({MOST_NUMBERS})`, or count in two loops",
            )
    return made



def _meant(context: Context, word: str) -> str:
    """The kind, trait or token whose name was misspelt; nothing of what is declared, but as something else."""
    return "" if word in context.model.declared else nearest(word, list(context.names.lineage))


def _of_many(context: Context, node: nodes.Call, args: tuple[core.Expr, ...], word: Word) -> core.Expr:
    """`least(a, b, c)`: two of them, and the rest."""
    found = args[0]
    for arg in args[1:]:
        found = apply_word(context, node.name, word.rows, (found, arg), node.span, word.example)
    return found


def values_expr(context: Context, node: nodes.Call, scope: Scope) -> core.Expr:
    """`values(Sky)`: all of them, as if they were written out."""
    arg = context.simple(node.args[0], scope, "values")
    name = ""
    if isinstance(arg, nodes.Name):
        name = arg.name if arg.declared else context.named(arg.name, scope, arg.span, "values")
    if isinstance(arg, nodes.Name) and not arg.name:
        return context.unknown(arg.span)  # told already
    if name not in context.names.values:
        return context.wrong(
            "wrong-type",
            "`values` takes the name of a type of values",
            arg.span,
            "no such type",
            nearest(arg.span.words, list(context.names.values)) or "declare it: `values Sky clear, cloudy`",
        )
    context.model.used.add(name)
    type_ = types.value(name)
    words = tuple(core.Const(value=word, type=type_, span=node.span) for word in context.names.values[name])
    return core.Prim(word="items", args=words, type=types.list_of(type_), span=node.span)


def plane_word_expr(context: Context, node: nodes.Call, args: tuple[core.Expr, ...], word: Word) -> core.Expr:
    """A word about planes: the plane, or the card that lies on one, says which labels and cards it is about."""
    takes = _row(word, args).takes
    planes = _planes_of(context, takes, args)
    if not planes and any(arg.type.head == "unknown" for arg in args):
        return context.unknown(node.span)
    if not planes and args and args[0].type.head == "card" and context.names.planes_of(args[0].type.name):
        told = _no_plane(context, word, takes, args)
        assert told is not None
        return told
    if not planes:
        return context.wrong(
            "no-plane",
            f"`{node.name}` is about cards on a plane",
            node.span,
            "none of this lies on one",
            f"it is used like `{word.example}`",
        )
    for plane in planes:
        assert isinstance(plane.node, nodes.Place)
        field_ = context.names.member(plane.node.content, plane.node.edged) if plane.node.edged else None
        if field_ is not None:
            context.fields_read.add((field_.owner, plane.node.edged))
    wrong = _no_plane(context, word, takes, args) or _wrong_board(context, node, word, planes, args)
    if wrong is not None:
        return wrong
    first = planes[0].node
    assert isinstance(first, nodes.Place)
    made = apply_word(context, node.name, word.rows, args, node.span, word.example)
    label, laid = context.names.label_type(planes[0]), context.names.card(first.content)
    for arg, taken in zip(args, takes, strict=False):
        if (
            (taken.head == "anyvalue" or (taken.inner and taken.inner.head == "anyvalue"))
            and (arg.type.inner or arg.type) != label
            and "unknown" not in (arg.type.head, label.head)
        ):
            return context.wrong(
                "wrong-type",
                f"the edges of `{planes[0].name}` carry {label}, not {arg.type}",
                arg.span,
                f"{arg.type}",
            )
    if isinstance(made, core.Prim) and takes != word.rows[0].takes:
        made = dataclasses.replace(made, word=SECOND_WAYS.get(made.word, made.word))
    return dataclasses.replace(made, type=_on(made.type, label, laid))


def _row(word: Word, args: tuple[core.Expr, ...]) -> Row:
    """The way in which a word about planes is used: about a card, or about a plane; of a label, or of a list."""

    def suits(row: Row) -> bool:
        is_card = bool(args) and args[0].type.head == "card"
        is_list = bool(args) and args[-1].type.head == "list"
        wants_list = row.takes[-1].head in ("list", "plane")
        return (
            len(row.takes) == len(args) and (row.takes[0].head == "anycard") == is_card and wants_list == is_list
        )

    return next((row for row in word.rows if suits(row)), word.rows[0])


def _planes_of(context: Context, takes: tuple[Type, ...], args: tuple[core.Expr, ...]) -> list[Member]:
    """The planes that a word is about: the one that it names, or those on which its first card may lie."""
    named = [
        context.names.places[arg.place]
        for arg, taken in zip(args, takes, strict=False)
        if taken.head == "plane" and isinstance(arg, core.PlaceAt) and is_plane(context, arg.place)
    ]
    if named or "plane" in [taken.head for taken in takes]:
        return named
    lying = [plane for arg in args[:1] if arg.type.head == "card" for plane in context.names.planes_of(arg.type.name)]
    return sorted(lying, key=lambda plane: context.names.label_type(plane) == UNKNOWN)  # those with labels first


def _wrong_board(
    context: Context, node: nodes.Call, word: Word, planes: list[Member], args: tuple[core.Expr, ...]
) -> core.Expr | None:
    """Report a word about edges where there are none, one about lines between spots with names, and all spots of what has no end."""
    row = _row(word, args)
    plane = planes[0]
    board = context.names.boards.get(plane.name)
    if board is None:
        return None
    heads = {each.head for each in (*row.takes, row.gives, *(each.inner for each in (*row.takes, row.gives) if each.inner))}
    if heads & {"anyvalue", "label"} and context.names.label_type(plane).head == "unknown":
        assert isinstance(plane.node, nodes.Place)
        if plane.node.edged or (board.grid == "spots" and any(label for _, _, label in board.joins)):
            return None  # told already
        help_ = "write `by` and a value behind a join" if board.grid == "spots" else f"write `edged by` and a field in `plane {plane.name}`"
        return context.wrong(
            "no-edges", f"`{node.name}` is about labels, and `{plane.name}` has none", node.span, "no edge carries one", help_
        )
    if board.grid == "spots" and node.name in ("line", "past", "chain", "areas", "across"):
        what = "areas of edges and corners" if node.name in ("areas", "across") else "straight lines"
        return context.wrong(
            "wrong-board",
            f"`{node.name}` is about {what}, and between spots that have names there are none",
            node.span,
            f"`{plane.name}` is such a plane",
            "use `around`, `neighbours`, `reach` or `walk`",
        )
    if node.name == "spots" and len(args) == 1 and not board_of(board).is_bounded:
        return context.wrong(
            "wrong-board",
            f"`{plane.name}` has no end, so nobody can list all its spots",
            node.span,
            "without a card",
            f"name a card that may lie there, `spots(card, {plane.name})`, or give the plane a size",
        )
    return None


def _no_plane(context: Context, word: Word, takes: tuple[Type, ...], args: tuple[core.Expr, ...]) -> core.Expr | None:
    """Report what stands where a plane is wanted and is none, and a card that can never lie on the plane it is asked about."""
    planes = [arg for arg, taken in zip(args, takes, strict=False) if taken.head == "plane"]
    for arg in planes:
        if not isinstance(arg, core.PlaceAt) or not is_plane(context, arg.place):
            return context.wrong(
                "no-plane",
                f"`{word.name}` is about a plane",
                arg.span,
                "this is none",
                f"it is used like `{word.example}`",
            )
    for plane in planes:
        assert isinstance(plane, core.PlaceAt)
        for card in args:
            lying = (
                [each.name for each in context.names.planes_of(card.type.name)]
                if card.type.head == "card"
                else [plane.place]
            )
            if plane.place not in lying:
                return context.wrong(
                    "no-plane",
                    f"no {card.type} ever lies on `{plane.place}`",
                    card.span,
                    f"{card.type}",
                    f"name a card that `{plane.place}` takes",
                )
    return None


def apply_word(
    context: Context, name: str, rows: Sequence[Row], args: tuple[core.Expr, ...], span: Span, example: str
) -> core.Expr:
    """A word with its arguments, by the first row that they fit."""
    if any(arg.type.head == "unknown" for arg in args):
        return context.unknown(span)
    for row in rows:
        gives = row_gives(context, row, args)
        if gives is not None:
            return core.Prim(word=name, args=args, type=gives, span=span)
    shown = " and ".join(str(arg.type) for arg in args)
    hint = f"it is used like `{example}`"
    for arg in args:
        if arg.type.head == "maybe":
            hint = f"`{arg.span.words}` may be none: first ask `{arg.span.words} is there`"
    return context.wrong("wrong-type", f"`{name}` cannot be used with {shown}", span, shown, hint)


def row_gives(context: Context, row: Row, args: Sequence[core.Expr]) -> Type | None:
    """What a row gives for these arguments, or None."""
    if len(args) != len(row.takes):
        return None
    bound: dict[str, Type] = {}
    for arg, wanted in zip(args, row.takes, strict=True):
        if not unify(context, arg.type, wanted, bound):
            return None
    return _filled(row.gives, bound)


def unify(context: Context, given: Type, wanted: Type, bound: dict[str, Type]) -> bool:
    """Whether a type fits a row's, binding its T."""
    if wanted.head == "var":
        if given.head == "maybe":
            return False
        known = bound.get("T")
        wide = given if known is None else joint(known, given, context.names.lineage)
        if wide is None or wide.head == "maybe":
            return False
        bound["T"] = wide
        return True
    if wanted.head == "anycard":
        return given.head == "card"
    if wanted.head == "place":
        return given.head == "bundle"
    if wanted.head == "plane":
        return given.head == "list"
    if wanted.head == "anyvalue":
        if given.head == "value":
            bound["V"] = given
            return True
        return False
    if wanted.head == "maybe" and wanted.inner:
        if given.head == "none":
            return True
        return unify(context, given.inner if given.head == "maybe" and given.inner else given, wanted.inner, bound)
    if wanted.inner is not None:
        return (
            given.head == wanted.head
            and given.inner is not None
            and (given.inner.head == "none" or unify(context, given.inner, wanted.inner, bound))
        )
    return fits(given, wanted, context.names.lineage)


def _on(type_: Type, label: Type, laid: Type) -> Type:
    """A type with a plane's own labels and cards put in."""
    if type_.head == "label":
        return label
    if type_.head == "laid":
        return laid
    return Type(type_.head, type_.name, _on(type_.inner, label, laid)) if type_.inner else type_


def _filled(gives: Type, bound: dict[str, Type]) -> Type:
    if gives.head == "var":
        return bound.get("T", UNKNOWN)
    if gives.head == "anyvalue":
        return bound["V"]
    if gives.inner is not None:
        return Type(gives.head, gives.name, _filled(gives.inner, bound))
    return gives

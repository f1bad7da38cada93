"""A card as it lies on the table: each face in a box, edges as a hex or a square, in the languages that are wanted.

In:   a card of a program.      Out:  what is printed on each face, as values or as something rich can print.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kfdsl.cli.draw import hexmap, squaremap
from kfdsl.cli.draw.figure import Figure
from kfdsl.cli.draw.glyphs import Strokes, plain
from kfdsl.inspect.definition import lasting, printed
from kfdsl.inspect.rule_lines import squeeze
from kfdsl.program import core
from kfdsl.program.reading import Reader
from kfdsl.program.things import thing_of

Said = tuple[tuple[str, str], ...]  # a field, and what it says
FACE_WIDTH = 44  # of a box


def faces(program: core.Program, card: core.CardDef, language: str) -> list[tuple[str, Said]]:
    """What stands on each face, the part that all faces share first, under no name."""
    reader = Reader(program, language)
    edged = Strokes(program).fields(card)
    names = next(kind.faces for kind in program.kinds if kind.name == card.kind)
    is_told = any(not face for face, _ in card.says)
    changes = {} if is_told else lasting(card)  # rules as they were written, where nothing says what they mean
    found = []
    for face in ("", *names):
        said = [*_effects(card, face, reader), *_values(card, face, reader, edged)]
        told = reader.said(card, face)
        said += [("", told)] if told else [("", squeeze(span.words)) for span in changes.get(face, ())]
        found.append((face, tuple(said)))
    return found


def _effects(card: core.CardDef, face: str, reader: Reader) -> Iterator[tuple[str, str]]:
    for field, at, rule in card.effects:
        if at == face:
            yield plain(field), reader.sentence(rule) or squeeze(reader.rules[rule].span.words)


def _values(card: core.CardDef, face: str, reader: Reader, edged: Sequence[str]) -> Iterator[tuple[str, str]]:
    for field, at, value in card.values:
        if at == face and value is not None and field not in edged and not is_nothing(value):
            yield plain(field), in_words(value, reader)


def is_nothing(value: core.Expr) -> bool:
    """Whether a value is the sort that goes without saying."""
    return isinstance(value, core.Const) and value.value in (None, (), 0, False, "")


def in_words(value: core.Expr, reader: Reader) -> str:
    """A printed value with nouns for names."""
    if isinstance(value, core.Prim) and value.word in ("items", "set"):
        return ", ".join(in_words(each, reader) for each in value.args)
    if isinstance(value, core.Const) and (
        isinstance(value.value, tuple) or value.type.head in ("token", "card", "value")
    ):
        return reader.value(value) or printed(value)
    return printed(value)


def title(program: core.Program, card: core.CardDef, language: str) -> str:
    """What a card is called in a language."""
    words = {name: nouns for spoken, name, nouns in program.nouns if spoken == language}.get(thing_of(card), card.nouns)
    return words[0] if words else plain(thing_of(card))


# ---- as something to look at


def drawn_card(program: core.Program, card: core.CardDef, languages: Sequence[str], width: int) -> RenderableType:
    """The faces of a card beside its edges, once for each language."""
    shape = list(hex_of(program, card))
    room = max(30, width - (hexmap.SINGLE.width + 3 if shape else 0))
    boxes = [_in_one_language(program, card, language, room, len(languages) > 1) for language in languages]
    if not shape:
        return Group(*boxes)
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_row(Group(*shape), Group(*boxes))
    return table


def hex_of(program: core.Program, card: core.CardDef) -> Iterator[Text]:
    """The edges of a card as a small hex or square, with a legend; nothing for a card that is laid on no plane."""
    strokes = Strokes(program)
    for field in strokes.fields(card):
        sides = len(strokes.edges(card, field))
        shape = Figure(title="", below="", strokes=strokes.shown(card, field, 0, sides))
        draw = squaremap.beside_one_another if sides == 4 else hexmap.beside_one_another
        yield from draw([shape], hexmap.SINGLE.width)
        for label in dict.fromkeys(strokes.edges(card, field)):
            yield Text(f"{strokes.stroke(field, label).lying * 3} {plain(label)}", style="dim")


def _in_one_language(
    program: core.Program, card: core.CardDef, language: str, width: int, is_named: bool
) -> RenderableType:
    sides = faces(program, card, language)
    shared = [text for _, text in _lines(sides[0][1])]
    name = title(program, card, language) + (f" ({language})" if is_named else "")
    boxes = [
        Panel(
            Text("\n".join(line for _, line in _lines(said)) or " "),
            title=Text(plain(face)),
            title_align="left",
            box=box.SQUARE,
            width=min(FACE_WIDTH, width if len(sides) < 3 else max(24, (width - 1) // 2)),
        )
        for face, said in sides[1:]
    ]
    parts: list[RenderableType] = [Text(name, style="bold"), *(Text(line) for line in shared)]
    many = max(1, (width + 1) // (boxes[0].width + 1)) if boxes and boxes[0].width else 1
    for first in range(0, len(boxes), many):
        row = Table.grid(padding=(0, 1, 0, 0))
        row.add_row(*boxes[first : first + many])
        parts.append(row)
    return Group(*parts)


def _lines(said: Said) -> Iterator[tuple[str, str]]:
    """Sentences as they are, values behind their names."""
    for field, text in said:
        yield field, text if text.endswith(".") or not field else f"{field}: {text}"


def what_differs(card: dict[str, str], row: Collection[dict[str, str]]) -> str:
    """What a card of a row says that does not stand on all of them."""
    return " · ".join(text.removesuffix(".") for field, text in card.items() if not _is_alike(field, row))


def _is_alike(field: str, cards: Iterable[dict[str, str]]) -> bool:
    """Whether several cards of a row say the same, which tells nothing."""
    said = [printed[field] for printed in cards if field in printed]
    return len(said) > 1 and len(set(said)) == 1

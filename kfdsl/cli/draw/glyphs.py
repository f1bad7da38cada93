"""Edges, pieces and faces in few characters, and the legend that explains them.

In:   a program.      Out:  strokes for the labels of edges, short names of tokens, signs for faces.
All of it follows from the order of declaration: the first label of a list of values is drawn as a thin line, the others each with a
sign of their own; a token is called by the fewest letters that tell it from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kfdsl.cli.draw.figure import Figure, Stroke
from kfdsl.program import core

THIN = Stroke(lying="-", rising="/", falling="\\")
FREE = Stroke(lying=".", rising=".", falling=".", standing=".", style="dim")
NOTHING = Stroke(lying=" ", rising=" ", falling=" ", standing=" ")
_SIGNS = "=~#+ox%&@$"
_STYLES = tuple(f"color({number})" for number in (3, 6, 2, 5, 1, 4))  # of the terminal's own palette
_FACES = "*^!'\""  # behind a title; the first face has none


class Strokes:
    """How the edges of a program's cards are drawn."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.labels = {values.name: values.names for values in program.values}
        self.types = {field.name: field.type for field in program.fields}
        self.planes = [place for place in program.places if place.edged]
        self.traits = {kind.name: kind.traits for kind in program.kinds}

    def fields(self, card: core.CardDef) -> list[str]:
        """The fields of a card that carry labels of edges."""
        edged = [place.edged for place in self.planes if place.content in self.traits[card.kind]]
        return list(dict.fromkeys(edged))

    def edges(self, card: core.CardDef, field: str) -> tuple[str, ...]:
        """The labels of a card's edges, from the bottom clockwise in its own frame."""
        found = next((value for name, _, value in card.values if name == field), None)
        if isinstance(found, core.Prim):
            return tuple(str(arg.value) for arg in found.args if isinstance(arg, core.Const))
        return tuple(map(str, found.value)) if isinstance(found, core.Const) and isinstance(found.value, tuple) else ()

    def shown(self, card: core.CardDef, field: str, rotation: int, sides: int = 6) -> tuple[Stroke, ...]:
        """The strokes of a rotated card, by direction; a thin line where edges carry nothing."""
        if not field:
            return (THIN,) * sides
        edges = self.edges(card, field)
        if len(edges) != sides:
            return (NOTHING,) * sides
        return tuple(self.stroke(field, edges[(side - rotation) % sides]) for side in range(sides))

    def stroke(self, field: str, label: str) -> Stroke:
        """The stroke of a label."""
        at = self.names(field).index(label)
        if at == 0:
            return THIN
        sign = _SIGNS[at - 1] if at <= len(_SIGNS) else label[0]
        return Stroke(lying=sign, rising=sign, falling=sign, standing=sign, style=_STYLES[(at - 1) % len(_STYLES)])

    def names(self, field: str) -> Sequence[str]:
        """All labels that an edge may carry, in order."""
        inner = self.types[field].inner
        return self.labels[inner.name] if inner is not None else ()

    def legend(self, field: str) -> str:
        """What each stroke means."""
        return "  ".join(f"{self.stroke(field, label).lying * 3} {plain(label)}" for label in self.names(field))


class Shorthand:
    """Short names of tokens, as long as they have to be."""

    def __init__(self, program: core.Program) -> None:
        names = [token.name for token in program.tokens]
        self.names = {name: _shortest(name, names) for name in names}
        self.nouns = {token.name: token.nouns[0] if token.nouns else plain(token.name) for token in program.tokens}

    def things(self, counts: dict[str, int]) -> str:
        """`2cl 1s`"""
        return " ".join(f"{count}{self.names[name]}" for name, count in counts.items() if count)

    def legend(self, names: Iterable[str]) -> str:
        """What each short name means, in the order of declaration."""
        used = set(names)
        return ", ".join(f"{short} {self.nouns[name]}" for name, short in self.names.items() if name in used)


def face_sign(faces: Sequence[str], face: str) -> str:
    """A sign behind the title of a card that does not show its first face."""
    at = faces.index(face) if face in faces else 0
    return "" if at == 0 else _FACES[min(at, len(_FACES)) - 1]


def free_spot(number: str, sides: int) -> Figure:
    """A spot that something may be laid on."""
    return Figure(title=number, below="", strokes=(FREE,) * sides, style="bold")


def empty_spot(sides: int) -> Figure:
    """A spot where nobody lies; one without sides is told by its name alone."""
    return Figure(title="·" if sides else "", below="", strokes=(NOTHING,) * sides, style="dim")


def plain(name: str) -> str:
    """A name as words, without what it belongs to."""
    return name.rpartition(".")[2].replace("_", " ")


def _shortest(name: str, names: Sequence[str]) -> str:
    others = [other for other in names if other != name]
    lengths = range(1, len(name) + 1)
    return next((name[:n] for n in lengths if not any(other.startswith(name[:n]) for other in others)), name)

"""Who set what is printed on a card, from the default of its kind to the last patch.

In:   a model, a card of the program.      Out:  for each field, what was said about it, in the order in which it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kfdsl.inspect.as_written import items
from kfdsl.lang import nodes
from kfdsl.lang.link.model import Model
from kfdsl.program import core
from kfdsl.text.source import Span

DEFAULT, OWN, PATCH = "default", "own", "patch"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that was said about a field: by whom, where, how, and whether it still counts."""

    pack: str
    span: Span
    how: str
    holds: bool = True

    @property
    def text(self) -> str:
        """As it was written, in one line."""
        return " ".join(self.span.words.split())

    @property
    def place(self) -> str:
        """`file:line`"""
        return self.span.place.rpartition(":")[0]


def history(program: core.Program, model: Model, card: core.CardDef) -> dict[tuple[str, str], list[Said]]:
    """All that was said about the fields of a card, by face and name."""
    found: dict[tuple[str, str], list[Said]] = {}
    kind = next(kind for kind in program.kinds if kind.name == card.kind)
    fields = [field for field in program.fields if field.owner in kind.traits]
    for field in fields:
        for face in kind.faces if field.faced else ("",):
            name = field.name.rpartition(".")[2]
            written = list(_written(model, card.name, face, name))
            if "=" in field.span.words:  # without a default, a declaration says nothing about the value
                written.insert(0, (field.pack, field.span, DEFAULT, "set"))
            found[face, name] = _judged(written)
    return found


def _written(model: Model, card: str, face: str, field: str) -> Iterator[tuple[str, Span, str, str]]:
    path = f"{face}.{field}" if face else field
    entry = model.declared.get(card)
    if entry is not None and isinstance(entry.node, nodes.Thing):
        yield from ((entry.pack, value.span, OWN, value.op) for value in entry.node.fields if value.path == path)
    for patch in model.patches.get(card, ()):
        yield from ((patch.pack, value.span, PATCH, value.op) for value in patch.node.fields if value.path == path)


def _judged(written: list[tuple[str, Span, str, str]]) -> list[Said]:
    """What was set last counts, and all that was added or removed."""
    last = max((at for at, (_, _, _, op) in enumerate(written) if op == "set"), default=-1)
    return [
        Said(pack=pack, span=span, how=how, holds=op != "set" or at == last)
        for at, (pack, span, how, op) in enumerate(written)
    ]


def replaced_by(model: Model, card: str) -> Iterator[tuple[str, nodes.Replace]]:
    """Who put a card in the place of another, or another in the place of this one."""
    for pack, item in items(model):
        if isinstance(item, nodes.Replace) and card in (item.by.name, item.thing):
            yield pack, item


def patches(model: Model, card: str) -> Iterator[str]:
    """Who changed what of a card, a line each."""
    for patch in model.patches.get(card, ()):
        for value in patch.node.fields:
            words = " ".join(value.span.words.split())
            face, _, _ = value.path.rpartition(".")
            where = f" on {face}" if face and not words.startswith(f"{face}.") else ""
            yield f"patched by {patch.pack} at {value.span.place.rpartition(':')[0]}{where}: {words}"
    for pack, item in replaced_by(model, card):
        yield f"replaces {item.thing}, says {pack} at {item.span.place.rpartition(':')[0]}"

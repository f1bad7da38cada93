"""What stands in a row, put where its columns stand.

In:   a part of an example as written, and the row's values by column.      Out:  the same without columns.
A column is an expression of its own wherever it stands, so nothing around it is read anew. Types are judged by who calls.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kfdsl.lang import nodes
from kfdsl.lang.elaborate.says import check_hole, parts_of_text
from kfdsl.program import made_names
from kfdsl.text.diagnostic import Report
from kfdsl.text.source import Span

N = TypeVar("N", bound=nodes.Node)


@dataclass(frozen=True, slots=True)
class Filling:
    """A row of an example; which columns were met, and whether as values."""

    cells: Mapping[str, nodes.Expr]
    example: nodes.Example
    report: Report
    used: set[tuple[str, bool]] = field(default_factory=set)

    def value(self, column: str) -> nodes.Expr:
        """What a column holds."""
        self.used.add((column, True))
        return self.cells[column]

    def name(self, word: str, what: str, is_value: bool = False) -> str:
        """A word that may be a column, where only the name of something can stand."""
        if word not in self.cells:
            return word
        self.used.add((word, is_value))
        cell = self.cells[word]
        if isinstance(cell, nodes.Name):
            return cell.name
        self.report.error(
            "wrong-row",
            f"the column `{word}` stands for the name of {what}",
            cell.span,
            label="not a name",
            help=f"write the name of {what}",
        )
        return word


def fill(filling: Filling, node: N) -> N:
    """A node with all columns below it filled in; the node itself, if none can stand there."""
    words = node.span.words
    if not any(sign in words for sign in ("{", "}", *filling.cells)):  # a brace may be a hole that names no column
        return node
    return _node(filling, node)  # type: ignore[return-value]  # an expression stays one, and other nodes stay what they are


def _node(filling: Filling, node: nodes.Node) -> nodes.Node:
    match node:
        case nodes.Name() if node.name in filling.cells:
            return dataclasses.replace(filling.value(node.name), span=node.span)
        case nodes.Counted():
            node = dataclasses.replace(node, name=filling.name(node.name, "a token", is_value=True))
        case nodes.Amount():
            return dataclasses.replace(node, name=filling.name(node.name, "a token", is_value=True))
        case nodes.Given() if not (node.values or node.face or node.spot) and isinstance(node.target, nodes.Name):
            target = dataclasses.replace(node.target, name=filling.name(node.target.name, "a position"))
            return dataclasses.replace(node, target=target)
        case nodes.Given():
            face = filling.name(node.face, "a face")
            node = dataclasses.replace(node, face=face, values=_spread(filling, node.values))
        case nodes.Shows():
            node = dataclasses.replace(node, face=filling.name(node.face, "a face"))
        case nodes.Pick() | nodes.Fold() | nodes.LetIn() if node.name in filling.cells:
            filling.report.error(
                "hidden-name",
                f"`{node.name}` already means something here",
                node.span.word(node.name),
                label="this would hide the column",
                help="choose another name",
            )
        case nodes.Do():
            player = filling.name(node.player, "a player", is_value=True)
            node = dataclasses.replace(node, player=player, text=fill_text(filling, node.text, node))
        case nodes.Check():
            player = filling.name(node.player, "a player", is_value=True)
            text = fill_text(filling, node.text, node)
            node = dataclasses.replace(node, player=player, text=text, because=_need(filling, node.because))
    below: dict[str, Any] = {}
    for each in dataclasses.fields(node):
        before = getattr(node, each.name)
        after = _inside(filling, before)
        if after is not before:
            below[each.name] = after
    return dataclasses.replace(node, **below) if below else node


def _inside(filling: Filling, value: object) -> object:
    if isinstance(value, nodes.Node):
        return _node(filling, value)
    if isinstance(value, tuple):
        filled = tuple(_inside(filling, each) for each in value)
        return filled if any(after is not before for after, before in zip(filled, value, strict=True)) else value
    return value


def _spread(filling: Filling, values: tuple[nodes.Expr, ...]) -> tuple[nodes.Expr, ...]:
    """What is given to a place; where a row says `{one, other}`, all of these."""
    found: list[nodes.Expr] = []
    for value in values:
        cell = filling.cells.get(value.name) if isinstance(value, nodes.Name) else None
        if isinstance(cell, nodes.SetOf) and isinstance(value, nodes.Name):
            filling.value(value.name)
            found += cell.items
        else:
            found.append(value)
    return tuple(found) or tuple(nodes.Name(name="empty", span=value.span) for value in values[:1])


def _need(filling: Filling, because: tuple[str, ...]) -> tuple[str, ...]:
    """`because why`, where the row says `fire.heat`."""
    cell = filling.cells.get(because[0]) if len(because) == 1 else None
    path = _path(cell) if isinstance(cell, nodes.Dot) else ""
    if path:
        filling.used.add((because[0], False))
        return tuple(path.split("."))
    return tuple(filling.name(word, "a need") for word in because)


def fill_text(filling: Filling, text: str, node: nodes.Node, spoken: Callable[[str], str] = str) -> str:
    """A text with what stands in its holes; `spoken` says how a name is called there."""
    whose = f'"{filling.example.title}"'
    quoted = node.span.source.text.find(f'"{text}"', node.span.start) + 1
    made = []
    for part, start in parts_of_text(text):
        span = Span(node.span.source, quoted + start, quoted + start + len(part))
        column = part[1:-1]
        if check_hole(part, span, whose, "column", [*filling.cells], filling.report) and part[0] == "{":
            filling.used.add((column, False))
            made.append(_said(filling, column, spoken))
        else:
            made.append(part)
    return "".join(made)


def _said(filling: Filling, column: str, spoken: Callable[[str], str]) -> str:
    cell = filling.cells[column]
    said = _written(cell, spoken)
    if said is None:
        filling.report.error(
            "wrong-row",
            f"the column `{column}` stands in a text, so it holds a name, a number, an amount or a text",
            cell.span,
            label="none of these",
            help="write it out",
        )
    return said or column


def _path(cell: nodes.Expr) -> str:
    """`fire.heat`, `promos.fire.heat`; "" if it is not made of names alone."""
    if isinstance(cell, nodes.Dot):
        base = _path(cell.base)
        return f"{base}.{cell.name}" if base else ""
    return cell.name if isinstance(cell, nodes.Name) else ""


def _written(cell: nodes.Expr, spoken: Callable[[str], str]) -> str | None:
    match cell:
        case nodes.Name():
            return spoken(cell.name)
        case nodes.Dot():
            return _path(cell) or None
        case nodes.Copy():
            return made_names.copy(cell.thing, cell.number)
        case nodes.Text():
            return cell.value
        case nodes.Number():
            return str(cell.value)
        case nodes.Amount() if not cell.different:
            return f"{cell.count} {cell.name}"
        case nodes.Op(op="negative", args=(nodes.Number() as number,)):
            return f"-{number.value}"
        case nodes.Op(op="+"):
            said = [_written(arg, str) for arg in cell.args]
            return " + ".join(each for each in said if each) if all(said) else None
        case _:
            return None

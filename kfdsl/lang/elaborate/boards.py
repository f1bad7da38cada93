"""What planes look like: squares or hexes, as far as they go, or spots with names and what joins them.

In:   planes as declared, values and things.      Out:  by plane its core.BoardDef, by name each spot that has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kfdsl.lang import nodes
from kfdsl.program import core
from kfdsl.program.numbers import MOST_SPOTS
from kfdsl.text.diagnostic import Aside, nearest
from kfdsl.text.source import Span

if TYPE_CHECKING:
    from kfdsl.lang.elaborate.names import Member, Names

Join = tuple[int, int, str]


def lay_out_boards(names: Names) -> None:
    """Every plane, in order; spots with names are counted through all of them."""
    for member in names.places.values():
        node = member.node
        if isinstance(node, nodes.Place) and node.board is not None:
            names.boards[member.name] = _board(names, member, node, node.board)


def _board(names: Names, member: Member, node: nodes.Place, board: nodes.Board) -> core.BoardDef:
    if board.grid == "spots":
        return _named(names, member, board)
    size = board.size
    far = size[0] if len(size) == 1 else None
    wide, tall = size if len(size) == 2 else (0, 0)
    count = wide * tall if far is None else 3 * far * (far + 1) + 1
    if (size and count == 0) or count > MOST_SPOTS:
        names.report.error(
            "wrong-board",
            f"`{member.name}` would have {count} spots",
            board.span,
            label="this is its size",
            help=f"let it have from 1 to {MOST_SPOTS}, or say no size: then it has no end",
        )
        wide, tall, far = (1, 1, None) if size else (0, 0, None)
    turned = bool(node.edged) and not node.unturned
    return core.BoardDef(
        grid=board.grid, wide=wide, tall=tall, radius=far, diagonals=board.diagonals, turned=turned
    )


def _named(names: Names, member: Member, board: nodes.Board) -> core.BoardDef:
    first = len(names.spots)
    own: dict[str, nodes.SpotRow] = {}
    for row in board.rows:
        if row.name not in own:
            own[row.name] = row
            _declare(names, member, row)
    if first + len(own) > MOST_SPOTS or not own:
        names.report.error(
            "wrong-board",
            f"`{member.name}` has {len(own)} spots",
            board.span,
            label="so many are named" if own else "none is named",
            help=f"name one at least, and with those of all other planes {MOST_SPOTS} at most",
        )
    numbers = {name: at for at, name in enumerate(own)}
    joins: dict[Join, Span] = {}
    labels: dict[str, None] = {}
    for row in board.rows:
        label = _label(names, row, labels)
        for other in row.others:
            _join(names, row, other, label, numbers, joins)
    return core.BoardDef(
        grid="spots",
        turned=False,
        names=tuple(own),
        joins=tuple(sorted(joins)),
        first=first,
        labels=next(iter(labels), ""),
    )


def _declare(names: Names, member: Member, row: nodes.SpotRow) -> None:
    """A spot takes a name, unless it is that of a card which may lie on the plane."""
    taken = names.model.declared.get(row.name)
    assert isinstance(member.node, nodes.Place)
    is_own = taken is not None and isinstance(taken.node, nodes.Thing) and taken.node.kind in names.kinds_of(member.node.content)
    if row.name in names.spots or row.name in names.value_type or (taken is not None and not is_own):
        names.report.error(
            "declared-twice",
            f"`{row.name}` is declared twice",
            row.span.word(row.name),
            label="as a spot here",
            asides=[Aside(span=taken.span.word(row.name), label="and here")] if taken is not None else [],
            help="rename one of them",
        )
        return
    names.spots[row.name] = len(names.spots)


def _label(names: Names, row: nodes.SpotRow, labels: dict[str, None]) -> str:
    """What the joins of a row carry: one of the same values everywhere."""
    if not row.label:
        return ""
    type_ = names.value_type.get(row.label)
    if type_ is None:
        names.report.error(
            "unknown-name",
            f"no value is called `{row.label}`",
            row.span.word(row.label, last=True),
            label="not a value",
            help=nearest(row.label, [*names.value_type]) or f"declare it: `values Way {row.label}`",
        )
        return ""
    names.model.used.add(type_)
    labels.setdefault(type_)
    if next(iter(labels)) != type_:
        names.report.error(
            "wrong-type",
            f"joins of one plane carry values of one type, and others are of `{next(iter(labels))}`",
            row.span.word(row.label, last=True),
            label=f"this is a {type_}",
            help=f"write one of {', '.join(names.values[next(iter(labels))])}",
        )
        return ""
    return row.label


def _join(
    names: Names, row: nodes.SpotRow, other: str, label: str, numbers: dict[str, int], joins: dict[Join, Span]
) -> None:
    if other not in numbers:
        names.report.error(
            "unknown-name",
            f"no spot of this plane is called `{other}`",
            row.span.word(other),
            label="it has no row of its own",
            help=nearest(other, [*numbers]) or f"write a row for it, if only `{other}`",
        )
        return
    one, two = sorted((numbers[row.name], numbers[other]))
    join = (one, two, label)
    if one == two or join in joins:
        names.report.error(
            "wrong-board",
            f"`{row.name}` joins itself" if one == two else f"`{row.name}` and `{other}` are joined twice",
            row.span.word(other, last=True),
            label="again here" if one != two else "this is where it begins",
            asides=[] if one == two else [Aside(span=joins[join], label="first here")],
            help="a join holds both ways: state it once" if one != two else "name another spot",
        )
        return
    joins[join] = row.span

"""What a plane looks like: its spots, what lies beside what, how many edges a card has there.

In:   a BoardDef, as declared.      Out:  Board: steps by direction, edges, spots in order; it knows nothing of cards.
A spot is across, down and a rotation. Hexes have a flat top: (0, 1) lies below (0, 0), (1, 0) to its lower right. Squares: (1, 0) to the
right. Directions go clockwise from the bottom, those over an edge first, then those over a corner. A spot with a name lies in a
row of its own, `NAMED`, which nothing else reaches: there each spot has steps of its own, as many as the one that has most.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kfdsl.program import core
from kfdsl.program.numbers import FARTHEST

Cell = tuple[int, int]  # across, down

NAMED = -FARTHEST  # the row of spots with names: whatever has coordinates lies nearer
HEXES: tuple[Cell, ...] = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
SIDES: tuple[Cell, ...] = ((0, 1), (-1, 0), (0, -1), (1, 0))
CORNERS: tuple[Cell, ...] = ((-1, 1), (-1, -1), (1, -1), (1, 1))
OFF = -1


@dataclass(frozen=True, slots=True)
class Board:
    """A plane as it is for all that goes over it."""

    edges: int  # of a card; of a spot with a name, joins
    turns: int  # rotations
    steps: tuple[tuple[Cell, ...], ...]  # by direction: one row for all spots, or one for each that has a name
    back: tuple[tuple[int, ...], ...]  # the direction that looks back, in the same rows
    labels: tuple[tuple[str, ...], ...]  # of joins, in the same rows
    cells: tuple[Cell, ...]  # in order; none where there is no end

    @property
    def is_bounded(self) -> bool:
        return bool(self.cells)

    @property
    def has_lines(self) -> bool:
        """Whether something can lie in a straight line."""
        return len(self.steps) == 1

    def has(self, spot: tuple[int, int, int]) -> bool:
        """Whether a card may lie at a spot, as it is turned there."""
        is_spot = spot[:2] in self.cells if self.cells else spot[1] != NAMED
        return is_spot and spot[2] < self.turns

    def near(self, cell: Cell) -> tuple[Cell, ...]:
        """The spots beside one, in order."""
        if self.has_lines:
            found = {(cell[0] + dq, cell[1] + dr) for dq, dr in self.steps[0]}
            return tuple(sorted(found & set(self.cells) if self.cells else found))
        if cell not in self.cells:
            return ()
        return tuple(sorted({(cell[0] + dq, cell[1]) for dq, dr in self.steps[self.cells.index(cell)] if dr == 0}))


@lru_cache(maxsize=256)
def board_of(definition: core.BoardDef) -> Board:
    """A plane as declared."""
    if definition.grid == "spots":
        return _named(definition)
    is_hex = definition.grid == "hexes"
    sides = HEXES if is_hex else SIDES
    steps = (*sides, *(CORNERS if definition.diagonals else ()))
    back = tuple(steps.index((-dq, -dr)) for dq, dr in steps)
    cells = _hexes(definition) if is_hex else _squares(definition)
    return Board(len(sides), len(sides) if definition.turned else 1, (steps,), (back,), (), cells)


def _squares(definition: core.BoardDef) -> tuple[Cell, ...]:
    return tuple((q, r) for q in range(definition.wide) for r in range(definition.tall))


def _hexes(definition: core.BoardDef) -> tuple[Cell, ...]:
    """All within a distance of the middle, or columns of equal height, each second one half a hex lower."""
    far = definition.radius
    if far is not None:
        around = range(-far, far + 1)
        return tuple((q, r) for q in around for r in around if abs(q + r) <= far)
    return tuple((q, r - q // 2) for q in range(definition.wide) for r in range(definition.tall))


def _named(definition: core.BoardDef) -> Board:
    """Spots that are joined with one another: each has its joins in the order of those whom it is joined with."""
    ends: list[list[tuple[int, str]]] = [[] for _ in definition.names]
    for one, other, label in definition.joins:
        ends[one].append((other, label))
        ends[other].append((one, label))
    for each in ends:
        each.sort(key=lambda end: (end[0], not end[1], end[1]))  # of several between two, first those that carry a label
    most = max(map(len, ends), default=0) or 1
    nowhere = (0, 1)  # a row that has no spots
    return Board(
        edges=most,
        turns=1,
        steps=tuple(
            (*((other - one, 0) for other, _ in near), *[nowhere] * (most - len(near))) for one, near in enumerate(ends)
        ),
        back=tuple(
            (*(ends[other].index((one, label)) for other, label in near), *[0] * (most - len(near)))
            for one, near in enumerate(ends)
        ),
        labels=tuple((*(label for _, label in near), *[""] * (most - len(near))) for near in ends),
        cells=tuple((definition.first + at, NAMED) for at in range(len(definition.names))),
    )

"""Words about planes of any shape, worked out from where things lie on paper: middles, angles and corners, or a list of joins.

In:   a World: who lies where, and what is shown.      Out:  what each word answers.
Nothing is shared with the engine: two spots touch if their middles are near, and look at each other in the direction of an angle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, hypot, isclose, pi, sin, sqrt

from tests.oracles.planes.walk import longest_walk

Cell = tuple[int, int]
Spot = tuple[int, int, int]
Point = tuple[float, float]


@dataclass
class World:
    """Cards on one plane."""

    grid: str  # "hexes", "squares", "spots"
    cells: tuple[Cell, ...]  # all spots; none where there is no end
    diagonals: bool
    turned: bool
    lies: dict[int, Spot]
    edges: dict[int, tuple[int, ...]]  # of every card that may lie there, also of those that lie nowhere
    joins: dict[tuple[Cell, Cell], list[int]] = field(default_factory=dict)  # labels, in order; both ways

    # ---- on paper

    @property
    def sides(self) -> int:
        return 6 if self.grid == "hexes" else 4

    def middle(self, cell: Cell) -> Point:
        across, down = cell
        return (1.5 * across, sqrt(3) * (down + across / 2)) if self.grid == "hexes" else (across, down)

    def far(self, one: Cell, other: Cell) -> float:
        (a, b), (c, d) = self.middle(one), self.middle(other)
        return hypot(c - a, d - b)

    def shares_side(self, one: Cell, other: Cell) -> bool:
        return isclose(self.far(one, other), sqrt(3) if self.grid == "hexes" else 1)

    def touches(self, one: Cell, other: Cell) -> bool:
        if self.grid == "spots":
            return (one, other) in self.joins
        return self.shares_side(one, other) or (self.diagonals and isclose(self.far(one, other), sqrt(2)))

    def looks(self, one: Cell, other: Cell) -> int:
        """The side through which one looks at another, clockwise from the bottom."""
        (a, b), (c, d) = self.middle(one), self.middle(other)
        return round(atan2(a - c, d - b) % (2 * pi) / (2 * pi / self.sides)) % self.sides

    def corner(self, cell: Cell, number: int) -> Point:
        angle, radius = (number + 0.5) * 2 * pi / self.sides, 1 if self.grid == "hexes" else sqrt(0.5)
        x, y = self.middle(cell)
        return round(x - radius * sin(angle), 6), round(y + radius * cos(angle), 6)

    def is_spot(self, cell: Cell) -> bool:
        return not self.cells or cell in self.cells

    def at(self, cell: Cell) -> int | None:
        return next((card for card, spot in self.lies.items() if spot[:2] == cell), None)

    def nearby(self) -> Iterable[Cell]:
        """Every spot that there is, or that could matter."""
        far = range(-4, 5)
        return self.cells or [(q, r) for q in far for r in far]

    def labels(self, card: int, spot: Spot, other: Cell) -> list[int]:
        """What a card at a spot shows to what lies beside it."""
        if self.grid == "spots":
            return [label for label in self.joins.get((spot[:2], other), []) if label >= 0]
        if not self.shares_side(spot[:2], other):
            return []
        return [self.edges[card][(self.looks(spot[:2], other) - spot[2]) % self.sides]]

    # ---- words

    def spots(self, card: int) -> list[Spot]:
        if card not in self.edges:
            return []
        free = [cell for cell in self.nearby() if self.at(cell) is None]
        if not self.cells:
            lying = [spot[:2] for spot in self.lies.values()]
            free = [cell for cell in free if any(self.touches(cell, other) for other in lying)] if lying else [(0, 0)]
        turns: list[int] = []
        for turn in range(self.sides if self.turned else 1):
            seen = [self._turned(card, known) for known in turns]
            turns += [] if self._turned(card, turn) in seen else [turn]
        return sorted((*cell, turn) for cell in free for turn in turns)

    def _turned(self, card: int, turn: int) -> list[int]:
        return [self.edges[card][(side - turn) % self.sides] for side in range(self.sides)] if self.turned else []

    def beside(self, spot: Spot) -> list[int]:
        return sorted(card for card, there in self.lies.items() if self.touches(spot[:2], there[:2]))

    def neighbours(self, card: int) -> list[int]:
        return self.beside(self.lies[card]) if card in self.lies else []

    def edge_to(self, card: int, spot: Spot, other: int) -> int | None:
        return next(iter(self.labels(card, spot, self.lies[other][:2])), None) if other in self.lies else None

    def edge_from(self, card: int, spot: Spot) -> int | None:
        return next(iter(self.labels(card, self.lies[card], spot[:2])), None) if card in self.lies else None

    def laid(self, card: int) -> bool:
        return card in self.lies

    def spot_of(self, card: int) -> Spot | None:
        return self.lies.get(card)

    def card_at(self, spot: Spot) -> int | None:
        return self.at(spot[:2])

    def side(self, one: int, other: int) -> int | None:
        if one not in self.lies or other not in self.lies:
            return None
        return next(iter(self.labels(one, self.lies[one], self.lies[other][:2])), None)

    def joined(self, one: int, other: int, label: int) -> bool:
        if one not in self.lies or other not in self.lies:
            return False
        here, there = self.lies[one], self.lies[other]
        return label in self.labels(one, here, there[:2]) and label in self.labels(other, there, here[:2])

    def links(self, label: int) -> list[tuple[int, int]]:
        return [(one, other) for one in self.lies for other in self.lies if one < other and self.joined(one, other, label)]

    def reach(self, card: int, label: int) -> list[int]:
        return self._rings(card, self.links(label))

    def reach_among(self, card: int, among: Sequence[int]) -> list[int]:
        those = {card, *among}
        return self._rings(card, [(a, b) for a in self.lies for b in self.neighbours(a) if {a, b} <= those])

    def _rings(self, card: int, links: list[tuple[int, int]]) -> list[int]:
        found, ring = [card], {card}
        while ring:
            ring = {b for a, b in [*links, *((b, a) for a, b in links)] if a in ring} - set(found)
            found += sorted(ring)
        return found

    def chain(self, card: int, label: int) -> list[int]:
        if card not in self.lies:
            return []
        across, down, turn = self.lies[card]
        ways = sorted(
            (cell for cell in self._around((across, down)) if self.shares_side((across, down), cell)),
            key=lambda cell: (self.looks((across, down), cell) - turn) % self.sides,
        )
        lines = []
        for near in ways:
            found, at, here = [], card, near
            while (other := self.at(here)) is not None and self.joined(at, other, label):
                found.append(other)
                at, here = other, (here[0] + near[0] - across, here[1] + near[1] - down)
            lines.append(found)
        return max(lines, key=len, default=[])

    def _around(self, cell: Cell) -> list[Cell]:
        """Also beyond the end."""
        return [
            other
            for dq in (-1, 0, 1)
            for dr in (-1, 0, 1)
            if self.touches(cell, other := (cell[0] + dq, cell[1] + dr))
        ]

    def around(self, spot: Spot) -> list[Spot]:
        if not self.is_spot(spot[:2]):
            return []
        if self.grid == "spots":
            return sorted((*other, 0) for one, other in self.joins if one == spot[:2])
        return sorted((*cell, 0) for cell in self._around(spot[:2]) if self.is_spot(cell))

    def line(self, one: Spot, other: Spot) -> list[Spot]:
        for way in self._around(one[:2]):
            dq, dr = way[0] - one[0], way[1] - one[1]
            cells = [(one[0] + dq * i, one[1] + dr * i, 0) for i in range(1, 30)]
            if (*other[:2], 0) in cells and self.is_spot(one[:2]) and self.is_spot(other[:2]):
                return cells[: cells.index((*other[:2], 0)) + 1]
        return []

    def past(self, one: Spot, other: Spot) -> Spot | None:
        line = [one, *self.line(one, other)]
        if len(line) == 1:
            return None
        found = (2 * line[-1][0] - line[-2][0], 2 * line[-1][1] - line[-2][1], 0)
        return found if self.is_spot(found[:2]) else None

    def loop(self, label: int) -> list[int]:
        return list(longest_walk(self.links(label), closed=True))

    def loop_through(self, card: int, label: int) -> list[int]:
        return list(longest_walk(self.links(label), closed=True, through=card))

    def walk(self, label: int) -> list[int]:
        return list(longest_walk(self.links(label), closed=False))

    def walk_from(self, card: int, label: int) -> list[int]:
        links = self.links(label)
        if not any(card in pair for pair in links):
            return []
        return [each for each in longest_walk([*links, (card, 999)], closed=False, through=999) if each != 999]

    # ---- areas

    def areas(self, bounding: int) -> list[tuple[tuple[int, int], ...]]:
        corners = [(card, number) for card in sorted(self.lies) for number in range(self.sides)]
        found: list[tuple[tuple[int, int], ...]] = []
        for first in corners:
            if not any(first in area for area in found):
                area, queue = {first}, [first]
                for one in queue:
                    fresh = [other for other in corners if other not in area and self._hang(one, other, bounding)]
                    area.update(fresh)
                    queue += fresh
                found.append(tuple(sorted(area)))
        return found

    def _hang(self, one: tuple[int, int], other: tuple[int, int], bounding: int) -> bool:
        """Two corners of a card on one edge that does not part them; or the same point of two cards that share a side."""
        (card, a), (next_card, b) = one, other
        if card == next_card:
            edge = b if (a + 1) % self.sides == b else a if (b + 1) % self.sides == a else None
            return edge is not None and not bounding >> self.edges[card][edge] & 1
        here, there = self.lies[card], self.lies[next_card]
        same = self.corner(here[:2], a + here[2]) == self.corner(there[:2], b + there[2])
        return same and self.shares_side(here[:2], there[:2])

    def across(
        self, area: Sequence[tuple[int, int]], bounding: int, label: int
    ) -> list[tuple[tuple[int, int], ...]]:
        beyond = set()
        for card, number in area:
            for edge, other in ((number, number - 1), (number + 1, number + 1)):
                if self.edges[card][edge % self.sides] == label:
                    beyond.add((card, other % self.sides))
        return [each for each in self.areas(bounding) if set(each) & (beyond - set(area))]

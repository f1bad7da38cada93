"""Planes as maps: cards at their spots, as one player sees them.

In:   what a player sees, a plane, perhaps spots that are free and a card to try.      Out:  lines of a map and its legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from kfdsl.cli.draw import hexmap, squaremap, townmap
from kfdsl.cli.draw.figure import Figure
from kfdsl.cli.draw.glyphs import empty_spot, free_spot, plain
from kfdsl.cli.draw.visible import Visible
from kfdsl.engine.machine.layout import Cell
from kfdsl.program import core
from kfdsl.program.boards import Board, board_of

Place = tuple[int, int]  # a spot, however a card is turned there
Spot = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane of a position: where it is held, and what it looks like."""

    at: int
    cell: Cell
    definition: core.PlaceDef

    @property
    def edged(self) -> str:
        """The field that carries the labels of its cards, if they have any."""
        return self.definition.edged

    @property
    def grid(self) -> str:
        assert self.definition.board is not None
        return self.definition.board.grid

    @property
    def board(self) -> Board:
        assert self.definition.board is not None
        return board_of(self.definition.board)

    @property
    def sides(self) -> int:
        return self.board.edges if self.board.has_lines else 0


@dataclass(frozen=True, slots=True)
class Trying:
    """A card as it would lie."""

    card: int
    spot: Spot


class Maps:
    """Draws the planes of one position."""

    def __init__(self, visible: Visible, width: int, height: int) -> None:
        self.visible, self.width, self.height = visible, width, height

    def planes(self, seat: int | None) -> list[Plane]:
        """The planes of a player, or those of nobody."""
        return [plane for plane in self.all() if plane.cell.player == seat]

    def all(self) -> list[Plane]:
        """Every plane."""
        planes = self.visible.table.layout.planes
        return [Plane(at, cell, planes[at]) for at, cell in self.visible.lens.cells if at in planes and cell.card is None]

    def laid(self, plane: Plane) -> dict[int, Spot]:
        """The cards that the player sees on a plane, and where."""
        cards = [self.visible.numbering.cards[name] for name in self.visible.held(plane.at).get("cards", ())]
        spots = self.visible.seen["spots"]
        found = {card: spots.get(self.visible.definition(card).name) for card in cards}
        return {card: self.visible.numbering.spot_read(spot) for card, spot in found.items() if spot is not None}

    def figure(self, plane: Plane, card: int, rotation: int) -> Figure:
        """A card at its spot: what lies on it, and whose it is."""
        below = [self.visible.lens.shorthand.things(self.visible.lying(card)), *self.visible.owners(card)]
        if not plane.edged:  # where cards have edges there is no room for more
            below.append(", ".join(self.visible.guests(card)))
        definition = self.visible.definition(card)
        return Figure(
            title=self.visible.wording.title(card),
            sign=self.visible.sign(card),
            below=" ".join(word for word in below if word),
            strokes=self.visible.lens.strokes.shown(definition, plane.edged, rotation, plane.sides),
        )

    def map(
        self,
        plane: Plane,
        free: Mapping[Place, str] | None = None,
        trying: Trying | None = None,
        marks: Mapping[int, tuple[str, ...]] | None = None,
    ) -> list[Text]:
        """The plane with its legend; free spots by their number, marks by card and corner as it lies."""
        laid = self.laid(plane)
        figures = {cell: empty_spot(plane.sides) for cell in plane.board.cells}
        figures |= {spot[:2]: self.figure(plane, card, spot[2]) for card, spot in laid.items()}
        for card, corners in (marks or {}).items():
            if card in laid:
                figures[laid[card][:2]] = replace(figures[laid[card][:2]], marks=corners)
        figures |= {cell: free_spot(number, plane.sides) for cell, number in (free or {}).items()}
        if trying:
            shape = self.figure(plane, trying.card, trying.spot[2])
            figures[trying.spot[:2]] = replace(shape, below=shape.below or "(here)", style="bold reverse")
        cards = [*laid, *([trying.card] if trying else [])]
        return [*self._drawn(plane, figures), *(Text(line, style="dim") for line in self.legend(plane, cards))]

    def _drawn(self, plane: Plane, figures: Mapping[Place, Figure]) -> list[Text]:
        match plane.grid:
            case "hexes":
                return hexmap.drawn(figures, self.width, self.height)
            case "squares":
                return squaremap.drawn(figures, self.width, self.height)
        return townmap.drawn(self._towns(plane, figures), self.width)

    def _towns(self, plane: Plane, figures: Mapping[Place, Figure]) -> list[townmap.Town]:
        board, names = plane.board, [plain(name) for name in self.visible.numbering.spot_names]
        found = []
        for at, cell in enumerate(board.cells):
            joins: dict[str, list[str]] = {}
            for (far, off), label in zip(board.steps[at], board.labels[at], strict=True):
                if not off:
                    joins.setdefault(plain(label), []).append(names[cell[0] + far])
            by_label = tuple((label, tuple(others)) for label, others in sorted(joins.items()))
            found.append(townmap.Town(names[cell[0]], figures[cell], by_label))
        return found

    def beside_one_another(self, plane: Plane, figures: Sequence[Figure]) -> list[Text]:
        """Single spots in rows."""
        draw = hexmap.beside_one_another if plane.grid == "hexes" else squaremap.beside_one_another
        return draw(figures, self.width)

    def legend(self, plane: Plane, cards: Iterable[int]) -> Iterator[str]:
        """What strokes, signs and short names on a map mean."""
        shown = list(cards)
        if shown and plane.edged:
            yield f"edges: {self.visible.lens.strokes.legend(plane.edged)}"
        said = self.visible.signs(shown)
        if said:
            yield f"on {plane.grid}: {said}"

    def loose(self, plane: Plane) -> str:
        """Cards of a plane that lie nowhere yet."""
        laid = self.laid(plane)
        cards = self.visible.held(plane.at).get("cards", ())
        return self.visible.row([name for name in cards if self.visible.numbering.cards[name] not in laid])

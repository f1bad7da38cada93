"""Planes as maps: cards at their hexes, as one player sees them.

In:   what a player sees, a plane, perhaps hexes that are free and a card to try.      Out:  lines of a map and its legend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rich.text import Text

from kfdsl.cli.draw.glyphs import free_hex
from kfdsl.cli.draw.hexes import Hex
from kfdsl.cli.draw.hexmap import Hexagon, drawn
from kfdsl.cli.draw.visible import Visible
from kfdsl.engine.machine.layout import Cell

Spot = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane of a position: where it is held, and the field that carries the labels of its cards."""

    at: int
    cell: Cell
    edged: str


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
        edged = self.visible.table.layout.planes
        return [Plane(at, cell, edged[at].edged) for at, cell in self.visible.lens.cells if at in edged and cell.card is None]

    def laid(self, plane: Plane) -> dict[int, Spot]:
        """The cards that the player sees on a plane, and where."""
        cards = [self.visible.numbering.cards[name] for name in self.visible.held(plane.at).get("cards", ())]
        spots = self.visible.seen["spots"]
        found = {card: spots.get(self.visible.definition(card).name) for card in cards}
        return {card: self.visible.numbering.spot_read(spot) for card, spot in found.items() if spot is not None}

    def hexagon(self, plane: Plane, card: int, rotation: int) -> Hexagon:
        """A card at its hex."""
        return Hexagon(
            title=self.visible.wording.title(card),
            sign=self.visible.sign(card),
            below=self.visible.lens.shorthand.things(self.visible.lying(card)),
            strokes=self.visible.lens.strokes.shown(self.visible.definition(card), plane.edged, rotation),
        )

    def map(
        self,
        plane: Plane,
        free: Mapping[Hex, str] | None = None,
        trying: Trying | None = None,
        marks: Mapping[int, tuple[str, ...]] | None = None,
    ) -> list[Text]:
        """The plane with its legend; free hexes by their number, marks by card and corner as it lies."""
        laid = self.laid(plane)
        hexes = {spot[:2]: self.hexagon(plane, card, spot[2]) for card, spot in laid.items()}
        for card, corners in (marks or {}).items():
            if card in laid:
                hexes[laid[card][:2]] = replace(hexes[laid[card][:2]], marks=corners)
        hexes |= {hex_: free_hex(number) for hex_, number in (free or {}).items()}
        if trying:
            shape = self.hexagon(plane, trying.card, trying.spot[2])
            hexes[trying.spot[:2]] = replace(shape, below=shape.below or "(here)", style="bold reverse")
        cards = [*laid, *([trying.card] if trying else [])]
        return [
            *drawn(hexes, self.width, self.height),
            *(Text(line, style="dim") for line in self.legend(plane, cards)),
        ]

    def legend(self, plane: Plane, cards: Iterable[int]) -> Iterator[str]:
        """What strokes, signs and short names on a map mean."""
        shown = list(cards)
        if shown and plane.edged:
            yield f"edges: {self.visible.lens.strokes.legend(plane.edged)}"
        said = self.visible.signs(shown)
        if said:
            yield f"on hexes: {said}"

    def loose(self, plane: Plane) -> str:
        """Cards of a plane that lie nowhere yet."""
        laid = self.laid(plane)
        cards = self.visible.held(plane.at).get("cards", ())
        return self.visible.row([name for name in cards if self.visible.numbering.cards[name] not in laid])

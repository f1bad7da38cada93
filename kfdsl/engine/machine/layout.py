"""Where everything lies in a state, for a number of players.

In:   a Program and how many play.      Out:  Layout: numbers for names, tables for generated code, first cells.
A place is a cell, and so is a variable; one per player or per value is a row of cells; one of cards is a row for each card that has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from kfdsl.program import core, made_names
from kfdsl.program.numbering import Numbering


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell is: of which place, variable or face, of which card, player and whatever else there is one for, and who may look."""

    sort: str  # "tokens", "cards", "var", "face", "where"
    name: str
    card: int | None
    player: int | None
    seen: str = "all"
    counted: str = "all"
    corner: int | None = None
    at: tuple[tuple[str, int], ...] = ()  # what it is one of, each with which; players too

    def seen_by(self, player: int) -> bool:
        """Whether a player may see what lies there; who only watches is no player."""
        return self._is_open(self.seen, player)

    def counted_by(self, player: int) -> bool:
        """Whether a player may know how much lies there."""
        return self.seen_by(player) or self._is_open(self.counted, player)

    def _is_open(self, viewers: str, player: int) -> bool:
        others = player >= 0 and self.player != player
        return viewers in ("all", "others" if others else "owner" if self.player == player else "all")


class Layout:
    """The cells of a game for a number of players, and the tables that generated code reads."""

    def __init__(self, numbering: Numbering, players: int) -> None:
        self.numbering = numbering
        self.players = players
        self.cells: list[Cell] = []
        self.first: list[Any] = []
        self.tables: dict[str, Any] = {"PLAYERS": tuple(range(players)), "SEATS": players}
        program = numbering.program
        for place in program.places:
            self._place(place)
        for var in program.vars:
            self._var(var)
        self._faces()
        self._where()
        self._spots()
        self._traits()
        self.loose = [
            at
            for at, cell in enumerate(self.cells)
            if cell.sort == "cards" and cell.player is None and not numbering.places[cell.name].ordered
        ]  # cards lie here without an order
        self.tables["OWNER"] = tuple(cell.player if cell.sort == "cards" else None for cell in self.cells)

    def _add(self, cell: Cell, value: Any) -> int:
        self.cells.append(cell)
        self.first.append(value)
        return len(self.cells) - 1

    def sizes(self, per: tuple[str, ...]) -> tuple[int, ...]:
        """How many there are of each that something is one of."""
        return tuple(self.players if each == "player" else len(self.numbering.each_of(each)) for each in per)

    def width(self, per: tuple[str, ...]) -> int:
        """How many cells there are in a row."""
        return prod(self.sizes(per))

    def in_row(self, per: tuple[str, ...], numbers: Sequence[int]) -> int:
        """Which cell of a row it is."""
        at = 0
        for size, number in zip(self.sizes(per), numbers, strict=True):
            at = at * size + number
        return at

    def _cells(self, per: tuple[str, ...]) -> Iterator[tuple[int | None, tuple[tuple[str, int], ...]]]:
        """The cells of a row: whose each is, and what it is one of."""
        for numbers in product(*map(range, self.sizes(per))):
            yield dict(zip(per, numbers, strict=True)).get("player"), tuple(zip(per, numbers, strict=True))

    def _row(self, place: core.PlaceDef, card: int | None) -> int:
        numbering = self.numbering
        value: Any = () if place.content else numbering.bundle(place.holds)
        sort = "cards" if place.content else "tokens"
        if place.per_corner:
            return min(
                self._add(Cell(sort, place.name, card, None, place.seen, place.counted, corner), value)
                for corner in range(self.numbering.corners(card or 0))
            )
        return min(
            self._add(Cell(sort, place.name, card, seat, place.seen, place.counted, at=at), value)
            for seat, at in self._cells(place.per)
        )

    def _place(self, place: core.PlaceDef) -> None:
        cards = range(len(self.numbering.cards))
        if place.owner:
            table: Any = tuple(
                self._row(place, card) if self.numbering.is_a(card, place.owner) else -1 for card in cards
            )
        else:
            table = self._row(place, None)
        self.tables[made_names.place_cells(place.name)] = table

    def _var(self, var: core.VarDef) -> None:
        default = self.numbering.constant(var.default)

        def row(card: int | None) -> int:
            return min(
                self._add(Cell("var", var.name, card, seat, at=at), default) for seat, at in self._cells(var.per)
            )

        if var.owner:
            cards = range(len(self.numbering.cards))
            table: Any = tuple(row(card) if self.numbering.is_a(card, var.owner) else -1 for card in cards)
        else:
            table = row(None)
        self.tables[made_names.var_cells(var.name)] = table

    def _faces(self) -> None:
        self.tables["FACE"] = tuple(
            self._add(Cell("face", "face", card, None), 0) if self.numbering.faces(card) else -1
            for card in range(len(self.numbering.cards))
        )

    def _where(self) -> None:
        starts: dict[int, list[int]] = {}
        where = []
        for card in range(len(self.numbering.program.cards)):
            start = self.start_of(card)
            starts.setdefault(start, []).append(card)
            where.append(self._add(Cell("where", "where", card, None), start))
        for start, cards in starts.items():
            self.first[start] = tuple(cards)
        self.tables["WHERE"] = tuple(where)

    def start_of(self, card: int) -> int:
        """The cell in which a card lies at first."""
        kind = self.numbering.kinds[self.numbering.program.cards[card].kind]
        start: int = self.tables[made_names.place_cells(kind.start)]
        return start + self.in_row(self.numbering.places[kind.start].per, self.numbering.start_at(card))

    def _spots(self) -> None:
        self.tables["SPOT"] = tuple(
            self._add(Cell("spot", "spot", card, None), self.numbering.first_spot(card)) if card in self.numbering.spotted else -1
            for card in range(len(self.numbering.cards))
        )
        self.planes = {
            at: self.numbering.places[cell.name]
            for at, cell in enumerate(self.cells)
            if cell.sort == "cards" and self.numbering.places[cell.name].board
        }

    def _traits(self) -> None:
        upon: list[list[tuple[int, tuple[str, ...]]]] = [[] for _ in self.numbering.cards]  # cells of tokens by card
        for at, cell in enumerate(self.cells):
            if cell.card is not None and cell.sort == "tokens":
                upon[cell.card].append((at, self.numbering.places[cell.name].traits))
        for trait in self.numbering.program.traits:
            self.tables[made_names.trait_cells(trait.name)] = tuple(
                tuple(at for at, traits in cells if trait.name in traits) for cells in upon
            )

    def name(self, cell: int) -> str:
        """A stable name of a cell, for saves and texts: `crate(old_kiln, 2)`, `deck(low)`."""
        found = self.cells[cell]
        inner = [self.numbering.program.cards[found.card].name] if found.card is not None else []
        inner += [str(at + 1) if per == "player" else self.numbering.each_of(per)[at] for per, at in found.at]
        inner += [f"corner {found.corner + 1}"] if found.corner is not None else []
        return f"{found.name}({', '.join(inner)})" if inner else found.name

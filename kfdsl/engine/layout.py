"""Where everything lies in a state, for a number of players.

In:   a Program and how many play.      Out:  Layout: numbers for names, tables for generated code, first cells.
A place is a cell; a place per player is a row of cells; a place of cards is a row for each card that has it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kfdsl.program import core
from kfdsl.program.types import Type


@dataclass(frozen=True, slots=True)
class Cell:
    """What a cell is: of which place, variable or face, of which card and player, and who may look."""

    sort: str  # "tokens", "cards", "var", "face", "where"
    name: str
    card: int | None
    player: int | None
    seen: str = "all"
    counted: str = "all"
    corner: int | None = None

    def seen_by(self, player: int) -> bool:
        """Whether a player may see what lies there."""
        return self.seen == "all" or (self.seen == "owner" and self.player == player)

    def counted_by(self, player: int) -> bool:
        """Whether a player may know how much lies there."""
        return self.seen_by(player) or self.counted == "all" or (self.counted == "owner" and self.player == player)


class Numbering:
    """Numbers for the names of a program; the same for any number of players."""

    def __init__(self, program: core.Program) -> None:
        self.program = program
        self.tokens = {token.name: i for i, token in enumerate(program.tokens)}
        self.cards = {card.name: i for i, card in enumerate(program.cards)}
        self.kinds = {kind.name: kind for kind in program.kinds}
        self.values = {word: i for values in program.values for i, word in enumerate(values.names)}
        self.value_names = {values.name: values.names for values in program.values}
        self.queries = {query.name: query for query in program.queries}
        self.rules = {rule.name: rule for rule in program.rules}
        self.shapes = {shape.name: shape for shape in program.shapes}
        self.actions = {action.name: action for action in program.actions}
        self.menus = {menu.name: menu for menu in program.menus}
        self.places = {place.name: place for place in program.places}
        self.vars = {var.name: var for var in program.vars}
        self.fields = {field.name: field for field in program.fields}

    @cached_property
    def token_traits(self) -> dict[str, tuple[int, ...]]:
        """Token or trait → the numbers of its tokens."""
        found: dict[str, list[int]] = {}
        for token in self.program.tokens:
            for name in (token.name, *token.traits):
                found.setdefault(name, []).append(self.tokens[token.name])
        return {name: tuple(numbers) for name, numbers in found.items()}

    @cached_property
    def zero(self) -> tuple[int, ...]:
        """Nothing at all."""
        return (0,) * len(self.tokens)

    def mask(self, name: str) -> int:
        """The tokens of a trait as a set."""
        return sum(1 << number for number in self.token_traits.get(name, ()))

    def bundle(self, entries: tuple[tuple[int, str, bool], ...]) -> tuple[int, ...]:
        """Counts by token."""
        counts = [0] * len(self.tokens)
        for count, name, _ in entries:
            counts[self.tokens[name]] += count
        return tuple(counts)

    def want(self, entries: tuple[tuple[int, str, bool], ...]) -> tuple[tuple[int, int, bool], ...]:
        """Holes: how many, which tokens fit, and whether they must differ."""
        return tuple((count, self.mask(name), different) for count, name, different in entries)

    def is_a(self, card: int, name: str) -> bool:
        """Whether a card is of a kind or has a trait."""
        return name in self.kinds[self.program.cards[card].kind].traits

    @cached_property
    def spotted(self) -> frozenset[int]:
        """The cards that may lie at a spot of some plane."""
        planes = [place.content for place in self.program.places if place.edged]
        return frozenset(card for card in range(len(self.cards)) if any(self.is_a(card, kind) for kind in planes))

    def faces(self, card: int) -> tuple[str, ...]:
        """The faces of a card."""
        return self.kinds[self.program.cards[card].kind].faces

    def constant(self, expr: core.Expr, wanted: Type | None = None) -> Any:
        """The value of something that depends on nothing, as what is wanted."""
        if (
            isinstance(expr, core.Const)
            and wanted is not None
            and wanted.head == "want"
            and isinstance(expr.value, tuple)
        ):
            return self.want(expr.value)
        if isinstance(expr, core.Const):
            return self.literal(expr.value, expr.type)
        assert isinstance(expr, core.Prim)
        match expr.word:
            case "set":
                return sum(1 << number for number in {self.constant(arg) for arg in expr.args})
            case "tokens":
                return self.mask(expr.data)
            case "seat":
                return max(self.constant(expr.args[0]) - 1, 0)
            case "negative":
                return -self.constant(expr.args[0])
            case _:
                return tuple(self.constant(arg) for arg in expr.args)

    def literal(self, value: Any, type_: Type) -> Any:
        """A constant as the engine holds it."""
        match type_.head:
            case "token":
                return self.tokens[value]
            case "value":
                return self.values[value]
            case "card":
                return self.cards[value]
            case "bundle":
                return self.bundle(value)
            case "want":
                return self.want(value)
            case "maybe":
                assert type_.inner
                return None if value is None else self.literal(value, type_.inner)
            case _:
                return value


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

    def _row(self, place: core.PlaceDef, card: int | None) -> int:
        numbering = self.numbering
        value: Any = () if place.content else numbering.bundle(place.holds)
        sort = "cards" if place.content else "tokens"
        seats: tuple[int | None, ...] = tuple(range(self.players)) if place.per_player else (None,)
        if place.per_corner:
            return min(
                self._add(Cell(sort, place.name, card, None, place.seen, place.counted, corner), value)
                for corner in range(6)
            )
        return min(self._add(Cell(sort, place.name, card, seat, place.seen, place.counted), value) for seat in seats)

    def _place(self, place: core.PlaceDef) -> None:
        cards = range(len(self.numbering.cards))
        if place.owner:
            table: Any = tuple(
                self._row(place, card) if self.numbering.is_a(card, place.owner) else -1 for card in cards
            )
        else:
            table = self._row(place, None)
        self.tables[f"P_{place.name}"] = table

    def _var(self, var: core.VarDef) -> None:
        default = self.numbering.constant(var.default)
        if var.owner:
            table: Any = tuple(
                self._add(Cell("var", var.name, card, None), default) if self.numbering.is_a(card, var.owner) else -1
                for card in range(len(self.numbering.cards))
            )
        else:
            table = self._add(Cell("var", var.name, None, None), default)
        self.tables[f"V_{var.name.replace('.', '_')}"] = table

    def _faces(self) -> None:
        self.tables["FACE"] = tuple(
            self._add(Cell("face", "face", card, None), 0) if len(self.numbering.faces(card)) > 1 else -1
            for card in range(len(self.numbering.cards))
        )

    def _where(self) -> None:
        starts: dict[int, list[int]] = {}
        where = []
        for card, definition in enumerate(self.numbering.program.cards):
            start = self.tables[f"P_{self.numbering.kinds[definition.kind].start}"]
            starts.setdefault(start, []).append(card)
            where.append(self._add(Cell("where", "where", card, None), start))
        for start, cards in starts.items():
            self.first[start] = tuple(cards)
        self.tables["WHERE"] = tuple(where)

    def _spots(self) -> None:
        self.tables["SPOT"] = tuple(
            self._add(Cell("spot", "spot", card, None), None) if card in self.numbering.spotted else -1
            for card in range(len(self.numbering.cards))
        )
        self.planes = {
            at: self.numbering.places[cell.name].edged
            for at, cell in enumerate(self.cells)
            if cell.sort == "cards" and self.numbering.places[cell.name].edged
        }

    def _traits(self) -> None:
        for trait in self.numbering.program.traits:
            rows = []
            for card in range(len(self.numbering.cards)):
                rows.append(
                    tuple(
                        i
                        for i, cell in enumerate(self.cells)
                        if cell.card == card
                        and cell.sort == "tokens"
                        and trait.name in self.numbering.places[cell.name].traits
                    )
                )
            self.tables[f"T_{trait.name}"] = tuple(rows)

    def name(self, cell: int) -> str:
        """A stable name of a cell, for saves and texts: `crate(old_kiln, 2)`."""
        found = self.cells[cell]
        inner = [self.numbering.program.cards[found.card].name] if found.card is not None else []
        inner += [str(found.player + 1)] if found.player is not None else []
        inner += [f"corner {found.corner + 1}"] if found.corner is not None else []
        return f"{found.name}({', '.join(inner)})" if inner else found.name

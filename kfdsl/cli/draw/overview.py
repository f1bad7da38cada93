"""The position as a person wants to see it.

In:   a game and a player.      Out:  something rich can print.
The overview is what one decides by: what lies in the middle in full, the others in a few lines, what is one's own, with the own planes
as maps where the terminal has room for them. Everything else is there to be asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kfdsl.api import Game
from kfdsl.cli.draw.card import what_differs
from kfdsl.cli.draw.glyphs import plain
from kfdsl.cli.draw.plane import Maps, Plane
from kfdsl.cli.draw.visible import LONG_ROW, Lens, Visible, is_something
from kfdsl.engine.machine.layout import Cell

WIDTH, HEIGHT = 80, 40  # of a terminal that does not tell
MARGIN = 2
FEW = 4  # cards of a place that nobody chooses from; more are only counted
LONGEST = 18  # cells of a name


class Picture:
    """Draws positions of one game."""

    def __init__(self, game: Game) -> None:
        self.lens = Lens(game)

    def view(self, game: Game, player: str, width: int = WIDTH, height: int = HEIGHT) -> View:
        """What a player sees now, to be drawn on a terminal of a size."""
        return View(self.lens.visible(game, player), width, height)

    def of(self, game: Game, player: str, width: int = WIDTH, height: int = HEIGHT) -> RenderableType:
        """The overview."""
        return self.view(game, player, width, height).overview()


class View:
    """One position for one player."""

    def __init__(self, visible: Visible, width: int, height: int) -> None:
        self.visible, self.width, self.height = visible, width, height
        self.maps = Maps(visible, width - MARGIN, height)
        self.seat = visible.game.names.index(visible.player)

    # ---- the overview

    def overview(self) -> RenderableType:
        """What one decides by."""
        above = [*self.middle(), self.players(others(self.seat, len(self.visible.game.names)))]
        own, maps = self.players([self.seat]), self.own_maps()
        legend = self.legend()
        room = self.height - height_of(Group(*above, own, *legend), self.width)
        fits = sum(map(len, maps)) <= max(room, self.height // 3)
        return Group(*above, own, *(line for lines in maps if fits for line in lines), *legend)

    def middle(self, most: int = LONG_ROW) -> Iterator[RenderableType]:
        """What belongs to nobody; places of more cards than that are only counted."""
        variables = " · ".join(self.visible.variables(None, None))
        if variables:
            yield Text(variables, style="bold")
        planes = {plane.at: plane for plane in self.maps.planes(None)}
        lines: list[str] = []
        for at, cell in self.visible.places(card=None, player=None):
            held = self.visible.held(at)
            if at in planes and held.get("cards"):
                yield self.plane(planes[at])
            elif held.get("cards") and self.is_told(cell.name, len(held["cards"]), most):
                yield self.cards(self.visible.called(cell), held["cards"])
            elif is_something(held):
                many = len(held.get("cards", ()))
                lines.append(f"{self.visible.called(cell)}: {f'{many} cards' if many > FEW else self.visible.words(held)}")
        if lines:
            yield Text(" · ".join(lines), style="dim")

    def is_told(self, place: str, cards: int, most: int) -> bool:
        """Whether cards of a place are told one by one: those that the open menu is about, and few that any menu is about."""
        game, chosen_from = self.visible.game, self.visible.lens.facts.chosen_from
        menu = "" if game.over else game.question.info.menu
        return place in chosen_from.get(menu, ()) or (cards <= most and place in chosen_from[None])

    def players(self, seats: Sequence[int]) -> RenderableType:
        """Players, each in a few lines."""
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        names = [cell_len(self.name(seat)) for seat in range(len(self.visible.game.names))]
        table.add_column(no_wrap=True, width=min(max(names), LONGEST))
        table.add_column(overflow="fold")
        for seat in seats:
            lines = list(self.in_brief(seat))
            style = "bold" if seat == self.seat else ""
            table.add_row(Text(self.name(seat), style=style), Text("\n".join(lines)))
        return table

    def name(self, seat: int) -> str:
        """A player, with a mark for the one who looks and for those who are asked."""
        name = self.visible.game.names[seat]
        mark = "> " if name in self.visible.seen["to_act"] else "  "
        return mark + (f"{name} (you)" if name == self.visible.player and name != "you" else name)

    def in_brief(self, seat: int) -> Iterator[str]:
        """All that belongs to a player, a row of cards a line."""
        pieces, rows, hidden = [], [], []
        for at, cell in self.visible.places(card=None, player=seat):
            held = self.visible.held(at)
            if held.get("cards"):
                rows.append(f"{self.visible.called(cell)}: {self.visible.row(held['cards'])}")
            elif is_something(held):
                pieces.append(f"{self.visible.called(cell)}: {self.visible.words(held)}")
            elif held.get("hidden"):
                hidden.append(self.visible.called(cell))
        pieces += [f"hidden: {', '.join(hidden)}"] if hidden else []
        points = sum(
            line["points"] for line in self.visible.seen["sheet"] if line["player"] == self.visible.game.names[seat]
        )
        pieces += [f"points: {points}"] if points else []
        pieces += self.visible.variables(None, seat)
        if pieces:
            yield " · ".join(pieces)
        yield from rows

    def own_maps(self) -> list[list[RenderableType]]:
        """The maps of the own planes, if something lies on them."""
        return [
            [self.plane_title(plane), *self.padded(plane)]
            for plane in self.maps.planes(self.seat)
            if self.maps.laid(plane)
        ]

    def legend(self) -> list[RenderableType]:
        """What signs and short names in rows of cards mean."""
        cards = [
            self.visible.numbering.cards[card]
            for seat in range(len(self.visible.game.names))
            for at, _ in self.visible.places(card=None, player=seat)
            for card in self.visible.held(at).get("cards", ())
        ]
        said = self.visible.signs(cards)
        return [Text(f"behind titles: {said}", style="dim")] if said else []

    # ---- parts in full

    def everything(self) -> RenderableType:
        """All places, all players, all maps."""
        seats = [*others(self.seat, len(self.visible.game.names)), self.seat]
        return Group(*self.middle(sys.maxsize), *(part for seat in seats for part in self.one_player(seat)))

    def one_player(self, seat: int) -> Iterator[RenderableType]:
        """All that belongs to a player, in full."""
        yield Text(self.name(seat), style="bold")
        planes = {plane.at: plane for plane in self.maps.planes(seat)}
        hidden: list[str] = []
        for at, cell in self.visible.places(card=None, player=seat):
            held = self.visible.held(at)
            if held.get("hidden"):
                hidden.append(self.visible.called(cell))
            elif is_something(held):
                yield Padding(self.place(at, planes.get(at)), (0, 0, 0, MARGIN))
        if hidden:
            yield Text(f"  hidden: {', '.join(hidden)}", style="dim")

    def place(self, at: int, plane: Plane | None = None) -> RenderableType:
        """A place in full: cards as a table, planes as maps, pieces as a line."""
        cell, held = self.visible.lens.cells[at][1], self.visible.held(at)
        name = self.visible.place_name(cell)
        if not held.get("cards"):
            return Text(f"{name}: {self.visible.words(held)}")
        parts = [self.plane(plane)] if plane and self.maps.laid(plane) else []
        return Group(*parts, self.cards(name, held["cards"]))

    def plane(self, plane: Plane) -> RenderableType:
        """A map with its title, and what lies nowhere yet."""
        loose = self.maps.loose(plane)
        return Group(self.plane_title(plane), *self.padded(plane), *([Text(f"not laid yet: {loose}")] if loose else []))

    def plane_title(self, plane: Plane) -> Text:
        """Whose plane it is."""
        return Text(self.visible.place_name(plane.cell), style="italic")

    def padded(self, plane: Plane) -> list[RenderableType]:
        """A map with a margin."""
        return [Padding(line, (0, 0, 0, MARGIN), expand=False) for line in self.maps.map(plane)]

    def cards(self, title: str, ids: Sequence[str]) -> RenderableType:
        """A place of cards: name, what is printed, what lies there."""
        rows = [self.visible.numbering.cards[card] for card in ids]
        table = Table(
            title=title,
            title_justify="left",
            title_style="italic",
            box=None,
            show_header=False,
            pad_edge=False,
            padding=(0, 2, 0, 0),
        )
        table.add_column(max_width=24, overflow="fold")
        table.add_column(overflow="fold")
        printed = {card: dict(self.visible.printed(card)) for card in rows}
        for card in rows:
            words = what_differs(printed[card], printed.values())
            state = "; ".join(self.visible.state_of(card))
            parts = [Text(words, style="dim")] if words else []
            table.add_row(self.title(card), Group(*parts, *([Text(state)] if state else [])))
        return table

    def title(self, card: int) -> str:
        """A card with the face it shows, unless that is the first one."""
        return self.visible.wording.title(card) + (f" [{plain(self.visible.face(card))}]" if self.visible.sign(card) else "")

    def holds(self, plane: Plane) -> bool:
        """Whether the player sees something on a plane."""
        return bool(self.visible.held(plane.at).get("cards"))

    # ---- by name

    def named(self, words: str) -> RenderableType | None:
        """A player, a place or a card that the player can see something of."""
        seat = self.seat_of(words)
        if seat is not None:
            return Group(*self.one_player(seat))
        planes = {plane.at: plane for plane in self.maps.all()}
        places = [
            self.place(at, planes.get(at))
            for at, cell in self.visible.lens.cells
            if cell.sort in ("tokens", "cards") and words.casefold() in self.names_of(cell)
        ]
        if places:
            return Group(*places)
        card = self.card_of(words)
        return None if card is None else self.state(card)

    def names_of(self, cell: Cell) -> set[str]:
        """What a place may be called: by its name, or with whose it is."""
        name = self.visible.called(cell)
        return {name.casefold(), cell.name.casefold(), self.visible.place_name(cell).casefold()}

    def seat_of(self, words: str) -> int | None:
        """A player by name."""
        names = [name.casefold() for name in self.visible.game.names]
        return names.index(words.casefold()) if words.casefold() in names else None

    def card_of(self, words: str) -> int | None:
        """A card by id or title."""
        cards = self.visible.table.program.cards
        wanted = words.casefold()
        by_id = self.visible.numbering.cards.get(words)
        titles = [at for at in range(len(cards)) if self.visible.wording.title(at).casefold() == wanted]
        return by_id if by_id is not None else titles[0] if titles else None

    def state(self, card: int) -> RenderableType:
        """Where a card lies and what is known about it, if the player sees it."""
        where = self.visible.where(card)
        if not where:
            return Text(f"You do not see where {self.visible.wording.title(card)} is.")
        face = self.visible.face(card)
        lines = [f"{self.visible.wording.title(card)} lies in {where}" + (f", showing {plain(face)}" if face else "")]
        return Text("; ".join([*lines, *self.visible.state_of(card)]) + ".")


def others(seat: int, many: int) -> list[int]:
    """Everybody else, from the left-hand neighbour on."""
    return [*range(seat + 1, many), *range(seat)]


def height_of(part: RenderableType, width: int) -> int:
    """How many lines something takes."""
    console = Console(width=width, no_color=True)
    return len(console.render_lines(part, console.options.update(width=width), pad=False))

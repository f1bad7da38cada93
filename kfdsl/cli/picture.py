"""The position as a person wants to see it.

In:   a game and a player.      Out:  something rich can print.
What may be seen comes from the player's view alone. Which place belongs to which card and player comes from the layout; the rest is
laid out by form: places of cards as tables, places of pieces as lines, what belongs to a player in a box of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from kfdsl.api import Game
from kfdsl.cli.describe import printed
from kfdsl.cli.facts import Facts
from kfdsl.engine.layout import Cell
from kfdsl.program import core
from kfdsl.program.reading import Reader

LANGUAGE = "en"
LONG_ROW = 12  # cards of a place that nobody can choose from; more are only counted


class Picture:
    """Draws positions of one game."""

    def __init__(self, game: Game) -> None:
        self.table = game.table
        self.facts = Facts(game.table)
        self.reader = Reader(game.table.program, LANGUAGE)
        self.cells = list(enumerate(game.table.layout.cells))

    def of(self, game: Game, player: str) -> RenderableType:
        """Everything that a player may know."""
        return Group(*_View(self, game, player).parts())


class _View:
    def __init__(self, picture: Picture, game: Game, player: str) -> None:
        self.picture, self.game, self.player = picture, game, player
        self.seen = game.view(player)
        self.table = game.table
        self.wording = game.table.wording
        self.numbering = game.table.numbering

    def parts(self) -> Iterator[RenderableType]:
        """From what all share to what is one's own."""
        yield Text(" · ".join(self.variables(None)), style="bold")
        lines: list[str] = []
        for at, cell in self.places(card=None, player=None):
            held = self.held(at)
            if held.get("cards") and cell.name in self.picture.facts.chosen_from:
                yield self.cards(_plain(cell.name), held["cards"])
            elif _is_something(held):
                lines.append(f"{_plain(cell.name)}: {self.words(held)}")
        if lines:
            yield Text("   ".join(lines), style="dim")
        seat = self.game.names.index(self.player)
        for other in (*range(seat + 1, len(self.game.names)), *range(seat), seat):
            yield self.one_player(other)

    def one_player(self, seat: int) -> RenderableType:
        """The box of a player."""
        name = self.game.names[seat]
        parts: list[RenderableType] = []
        hidden: list[str] = []
        for at, cell in self.places(card=None, player=seat):
            held = self.held(at)
            if held.get("cards"):
                parts.append(self.cards(_plain(cell.name), held["cards"]))
            elif _is_something(held):
                parts.append(Text(f"{_plain(cell.name)}: {self.words(held)}"))
            elif held.get("hidden"):
                hidden.append(_plain(cell.name))
        if hidden:
            parts.append(Text(f"hidden: {', '.join(hidden)}", style="dim"))
        title = f"{name} (you)" if name == self.player and name != "you" else name
        return Panel(
            Group(*parts),
            title=Text(title, style="bold"),
            title_align="left",
            expand=True,
            border_style="bold" if name == self.player else "dim",
        )

    # ---- cards

    def cards(self, title: str, ids: Sequence[str]) -> RenderableType:
        """A place of cards: name, what is printed, what lies there."""
        rows = [self.numbering.cards[card] for card in ids]
        table = Table(
            title=title,
            title_justify="left",
            title_style="italic",
            box=None,
            show_header=False,
            pad_edge=False,
            padding=(0, 2, 0, 0),
        )
        table.add_column(ratio=3, overflow="fold")
        table.add_column(ratio=4, overflow="fold", style="dim")
        table.add_column(ratio=6, overflow="fold")
        printed = {card: dict(self.printed(card)) for card in rows}
        for card in rows:
            face = self.face(card)
            name = self.wording.title(card) + (f" [{_plain(face)}]" if face else "")
            told = [text for field, text in printed[card].items() if not _is_alike(field, printed.values())]
            table.add_row(name, " ".join(told), "; ".join(self.state_of(card)))
        return table

    def face(self, card: int) -> str:
        """The face that a card shows, if it has several."""
        return str(self.seen["faces"].get(self.definition(card).name, ""))

    def printed(self, card: int) -> Iterator[tuple[str, str]]:
        """What a card says on the face that shows, field by field: effects as they read, or as they were written."""
        definition, face = self.definition(card), self.face(card)
        for field, at, rule in definition.effects:
            if at in ("", face):
                yield (
                    field,
                    self.picture.reader.sentence(rule) or " ".join(self.numbering.rules[rule].span.words.split()),
                )
        for field, at, value in definition.values:
            if at in ("", face) and isinstance(value, core.Const) and value.value not in (None, 0, (), False):
                yield field, f"{_plain(field)} {printed(value)}"

    def state_of(self, card: int) -> Iterator[str]:
        """Where a card lies, what lies on it, and what is known about it."""
        spot = self.seen["spots"].get(self.definition(card).name)
        if spot:
            yield f"at {spot[0]},{spot[1]}" + (f" rotated {spot[2]}" if spot[2] else "")
        for at, cell in self.places(card=card, player=...):
            held = self.held(at)
            if _is_something(held):
                whose = f" {self.game.names[cell.player]}" if cell.player is not None else ""
                corner = f" corner {cell.corner + 1}" if cell.corner is not None else ""
                yield f"{_plain(cell.name)}{whose}{corner}: {self.words(held)}"
        yield from self.variables(card)
        yield from (f"{name}: {answer}" for name, answer in self.picture.facts.about(self.game, card))

    def definition(self, card: int) -> core.CardDef:
        """A card as it was declared."""
        return self.table.program.cards[card]

    # ---- places and variables

    def places(self, card: int | None, player: Any) -> Iterator[tuple[int, Cell]]:
        """The places of a card and a player, or of nobody."""
        return (
            (at, cell)
            for at, cell in self.picture.cells
            if cell.sort in ("tokens", "cards") and cell.card == card and (player is ... or cell.player == player)
        )

    def held(self, at: int) -> dict[str, Any]:
        """What a place holds, as far as the player may know."""
        found: dict[str, Any] = self.seen["places"][self.table.layout.name(at)]
        return found

    def words(self, held: dict[str, Any]) -> str:
        """The same in words."""
        if "tokens" in held:
            counts = tuple(held["tokens"].get(token.name, 0) for token in self.table.program.tokens)
            return self.wording.things(counts)
        if "cards" in held:
            titles = [self.wording.title(self.numbering.cards[card]) for card in held["cards"]]
            return ", ".join(titles) if 0 < len(titles) <= LONG_ROW else f"{len(titles)} cards" if titles else "nothing"
        return str(held["count"]) if "count" in held else "hidden"

    def variables(self, card: int | None) -> Iterator[str]:
        """Variables that are not at rest, of a card or of the game."""
        for at, cell in self.picture.cells:
            if cell.sort == "var" and cell.card == card:
                value = self.seen["variables"].get(self.table.layout.name(at))
                if value not in (None, 0, False, [], {}) and (card is None or value != self.table.layout.first[at]):
                    yield f"{_plain(cell.name)} {_value(value)}"


def _plain(name: str) -> str:
    return name.rpartition(".")[2].replace("_", " ")


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return " + ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return "yes" if value is True else str(value)


def _is_something(held: dict[str, Any]) -> bool:
    return bool(held.get("tokens") or held.get("cards") or held.get("count"))


def _is_alike(field: str, cards: Iterable[dict[str, str]]) -> bool:
    """Whether several cards of a row say the same, which tells nothing."""
    said = [printed[field] for printed in cards if field in printed]
    return len(said) > 1 and len(set(said)) == 1

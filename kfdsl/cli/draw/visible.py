"""What one player sees, in words.

In:   a game and a player.      Out:  titles, pieces, states of cards and places, as that player may know them.
What may be seen comes from the player's view alone. Which place belongs to which card and player comes from the layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from types import EllipsisType
from typing import Any

from kfdsl.api import Game
from kfdsl.cli.draw.card import in_words, is_nothing
from kfdsl.cli.draw.glyphs import Shorthand, Strokes, face_sign, plain
from kfdsl.cli.draw.open_facts import Facts
from kfdsl.engine.machine.layout import Cell
from kfdsl.program import core, made_names
from kfdsl.program.reading import Reader
from kfdsl.program.types import PLAYER, Type

LANGUAGE = "en"
LONG_ROW = 12  # cards of a place that the overview tells about one by one


def _names_player(type_: Type) -> bool:
    return PLAYER in (type_, type_.inner if type_.head == "maybe" else None)


class Lens:
    """What is the same for all positions of one game."""

    def __init__(self, game: Game) -> None:
        program = game.table.program
        self.facts = Facts(game.table)
        self.reader = Reader(program, LANGUAGE)
        self.strokes = Strokes(program)
        self.shorthand = Shorthand(program)
        self.cells = list(enumerate(game.table.layout.cells))
        self.owners: dict[int, list[int]] = {}  # by card, variables that say whose it is
        for at, cell in self.cells:
            if cell.sort == "var" and cell.card is not None and _names_player(game.table.numbering.vars[cell.name].type):
                self.owners.setdefault(cell.card, []).append(at)

    def visible(self, game: Game, player: str) -> Visible:
        """What a player sees now."""
        return Visible(self, game, player)


class Visible:
    """One position as one player sees it."""

    def __init__(self, lens: Lens, game: Game, player: str) -> None:
        self.lens, self.game, self.player = lens, game, player
        self.seen = game.view(player)
        self.table = game.table
        self.wording = game.table.wording
        self.numbering = game.table.numbering

    # ---- cards

    def definition(self, card: int) -> core.CardDef:
        """A card as it was declared."""
        return self.table.program.cards[card]

    def face(self, card: int) -> str:
        """The face that a card shows, if it has several."""
        return str(self.seen["faces"].get(self.definition(card).name, ""))

    def sign(self, card: int) -> str:
        """A sign for a face that is not the first one."""
        return face_sign(self.numbering.faces(card), self.face(card))

    def short(self, card: int) -> str:
        """A card in a row of many: its title, and what lies on it."""
        lying = self.lens.shorthand.things(self.lying(card))
        return self.wording.title(card) + self.sign(card) + (f" ({lying})" if lying else "")

    def lying(self, card: int) -> dict[str, int]:
        """All tokens on a card that the player sees."""
        found: dict[str, int] = {}
        for at, _ in self.places(card=card, player=...):
            for name, count in self.held(at).get("tokens", {}).items():
                found[name] = found.get(name, 0) + count
        return {token.name: found[token.name] for token in self.table.program.tokens if token.name in found}

    def guests(self, card: int) -> list[str]:
        """The cards that lie on a card, with whose they are; those that look alike are counted."""
        names = [name for at, _ in self.places(card=card, player=...) for name in self.held(at).get("cards", ())]
        cards = [self.numbering.cards[name] for name in names]
        told = Counter(" ".join((self.wording.title(each), *self.owners(each))) for each in cards)
        return [f"{count} {words}" if count > 1 else words for words, count in told.items()]

    def owners(self, card: int) -> list[str]:
        """Whose a card is, as far as something of it says so: the players that its variables name."""
        told = self.seen["variables"]
        names = (self.table.layout.name(at) for at in self.lens.owners.get(card, ()))
        return [str(told[name]) for name in names if told.get(name) is not None]

    def signs(self, cards: Iterable[int]) -> str:
        """What the signs and short names behind the titles of some cards mean."""
        seen = list(cards)
        faces: dict[str, dict[str, None]] = {}
        for card in seen:
            if self.sign(card):
                faces.setdefault(self.sign(card), {})[plain(self.face(card))] = None
        lying = self.lens.shorthand.legend(name for card in seen for name in self.lying(card))
        return ", ".join(
            [*(f"{sign} {' or '.join(names)}" for sign, names in faces.items()), *([lying] if lying else [])]
        )

    def printed(self, card: int) -> Iterator[tuple[str, str]]:
        """What a card says on the face that shows, field by field: effects as they read, or as they were written."""
        definition, face = self.definition(card), self.face(card)
        for field, at, rule in definition.effects:
            if at in ("", face):
                yield (
                    field,
                    self.lens.reader.sentence(rule) or " ".join(self.numbering.rules[rule].span.words.split()),
                )
        for at in dict.fromkeys(("", face)):
            told = self.lens.reader.said(definition, at)
            if told:
                yield f"says {at}", told
        for field, at, value in definition.values:
            if at in ("", face) and isinstance(value, core.Const) and not is_nothing(value):
                yield (
                    field,
                    plain(field) if value.value is True else f"{plain(field)} {in_words(value, self.lens.reader)}",
                )

    def state_of(self, card: int) -> Iterator[str]:
        """What lies on a card and what is known about it."""
        for at, cell in self.places(card=card, player=...):
            held = self.held(at)
            if is_something(held):
                whose = f" {self.game.names[cell.player]}" if cell.player is not None else ""
                corner = f" corner {cell.corner + 1}" if cell.corner is not None else ""
                yield f"{self.called(cell)}{whose}{corner}: {self.words(held)}"
        yield from self.variables(card, ...)
        yield from (f"{name}: {answer}" for name, answer in self.lens.facts.about(self.game, card))

    def where(self, card: int) -> str:
        """The place in which the player sees a card; nothing if it is out of visible."""
        name = self.definition(card).name
        for at, cell in self.lens.cells:
            if cell.sort == "cards" and name in self.held(at).get("cards", ()):
                return self.place_name(cell)
        return ""

    # ---- places and variables

    def places(self, card: int | None, player: int | EllipsisType | None) -> Iterator[tuple[int, Cell]]:
        """The places of a card and a player, or of nobody."""
        return (
            (at, cell)
            for at, cell in self.lens.cells
            if cell.sort in ("tokens", "cards") and cell.card == card and (player is ... or cell.player == player)
        )

    def called(self, cell: Cell) -> str:
        """`low fire`"""
        return f"{self.wording.index(cell)} {plain(cell.name)}".lstrip()

    def place_name(self, cell: Cell) -> str:
        """`fire of Old kiln, ben`"""
        words = self.called(cell)
        words += f" of {self.wording.title(cell.card)}" if cell.card is not None else ""
        return words + (f", {self.game.names[cell.player]}" if cell.player is not None else "")

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
            return ", ".join(titles) or "nothing"
        return str(held["count"]) if "count" in held else "hidden"

    def row(self, ids: Sequence[str]) -> str:
        """Several cards in a row, each short."""
        return ", ".join(self.short(self.numbering.cards[card]) for card in ids)

    def variables(self, card: int | None, player: int | EllipsisType | None) -> Iterator[str]:
        """Variables that are not at rest, of a card and a player, or of nobody."""
        for at, cell in self.lens.cells:
            if cell.sort == "var" and cell.card == card and (player is ... or cell.player == player) and made_names.option_of(cell.name) is None:
                value = self.seen["variables"].get(self.table.layout.name(at))
                if value not in (None, 0, False, [], {}) and (card is None or value != self.table.layout.first[at]):
                    whose = f" {self.game.names[cell.player]}" if player is ... and cell.player is not None else ""
                    yield f"{self.called(cell)}{whose} {_value(value)}"


def is_something(held: dict[str, Any]) -> bool:
    """Whether there is anything to tell about a place."""
    return bool(held.get("tokens") or held.get("cards") or held.get("count"))


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return " + ".join(f"{count} {name}" for name, count in value.items())
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return "yes" if value is True else str(value)

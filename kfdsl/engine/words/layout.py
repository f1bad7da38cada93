"""Where in the words of a state everything lies, for whoever reads or changes it in Python.

In:   words of a state.      Out:  what a cell holds, points, scorers; and back.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from kfdsl.engine.library.looking.facts import HIDDEN_TRAYS
from kfdsl.engine.library.machine import NOWHERE, Card, Line, State, Tally, Tray
from kfdsl.engine.library.machine import Part as PartWords
from kfdsl.engine.library.planes.spots import packed, unpacked
from kfdsl.engine.library.whereabouts import IN_ONE
from kfdsl.engine.lower.lowered import Lowered
from kfdsl.engine.words.stack import Stacks, Stretch
from kfdsl.engine.words.values import Values

_CARD = {name: field.at for name, field in Card.record_fields().items()}
_TRAY = {name: field.at for name, field in Tray.record_fields().items()}
_PART = {name: field.at for name, field in PartWords.record_fields().items()}
_LINE = {name: field.at for name, field in Line.record_fields().items()}
_TALLY = {name: field.at for name, field in Tally.record_fields().items()}
_CARD_SIZE, _TRAY_SIZE, _PART_SIZE = Card.record_size(), Tray.record_size(), PartWords.record_size()
_LINE_SIZE = Line.record_size()
EIGHT = 8


class StateLayout:
    """Reads and changes the words of states of one program for a number of players."""

    def __init__(self, lowered: Lowered) -> None:
        self.flat = flat = lowered.layout
        self.cells = flat.layout.cells
        numbering = flat.layout.numbering
        self.values = Values(flat, lowered.texts)
        self.stacks = Stacks(self.values, lowered.blocks, lowered.asks, [rule.name for rule in numbering.program.rules])
        self.header = {name: field.at for name, field in State.record_fields().items()}
        self.tray_cells = {tray: cell for cell, tray in flat.trays.items()}
        self.size = EIGHT << flat.stretch  # of a stretch, in bytes
        self.end = flat.sheet_at * EIGHT
        self._vars = {cell: numbering.vars[self.cells[cell].name].type for cell in flat.vars}

    @cached_property
    def _by_stretch(self) -> list[list[int]]:
        """By stretch the cells that lie there; a card may be part of what any place holds."""
        flat, found = self.flat, [[] for _ in range(-(-self.end // self.size))]  # type: ignore[var-annotated]
        cards = range(flat.cards_at * 4 // self.size, (flat.counts_at * 4 - 1) // self.size + 1)
        for cell, about in enumerate(self.cells):
            match about.sort:
                case "tokens":
                    at = flat.places[cell] * 4
                    where = range(at // self.size, (at + 4 * flat.tokens - 1) // self.size + 1)
                case "var":
                    where = range(flat.vars[cell] * EIGHT // self.size, flat.vars[cell] * EIGHT // self.size + 1)
                case _:
                    where = cards
            for stretch in where:
                found[stretch].append(cell)
        return found

    def cells_in(self, stretches: Collection[int]) -> list[int]:
        """The cells of which something lies in some stretches, in order."""
        return sorted({cell for stretch in stretches for cell in self._by_stretch[stretch]})

    def parted(self, words: bytes | bytearray | memoryview) -> tuple[bytes, ...]:
        """Words in stretches."""
        return tuple(bytes(words[at : at + self.size]) for at in range(0, self.end, self.size))

    # ---- cells

    def read(self, head: memoryview, cell: int) -> Any:
        """What a cell holds."""
        flat, about = self.flat, self.cells[cell]
        match about.sort:
            case "tokens":
                at = flat.places[cell] * 4
                return tuple(head[at : at + 4 * flat.tokens].cast("i").tolist())
            case "cards":
                return self._cards(head.cast("i"), flat.trays[cell])
            case "var":
                return self.values.alone(head.cast("q")[flat.vars[cell]], self._vars[cell])
        assert about.card is not None
        found: int = head.cast("i")[self._card(about.card) + _CARD[_FIELDS[about.sort]]]
        if about.sort == "spot":
            return None if found == NOWHERE else unpacked(found)
        return self.tray_cells[found] if about.sort == "where" else found

    def write(self, head: memoryview, cell: int, value: Any) -> None:
        """Let a cell hold something else."""
        flat, about = self.flat, self.cells[cell]
        words = head.cast("i")
        match about.sort:
            case "tokens":
                at = flat.places[cell]
                words[at : at + flat.tokens] = memoryview(array("i", value))
                return
            case "cards":
                self._put_cards(words, flat.trays[cell], value)
                return
            case "var":
                head.cast("q")[flat.vars[cell]] = self.values.number(value, self._vars[cell])
                return
        assert about.card is not None
        if about.sort == "spot":
            value = NOWHERE if value is None else packed(*value)
        elif about.sort == "where":
            value = flat.trays[value]
        words[self._card(about.card) + _CARD[_FIELDS[about.sort]]] = value

    def _card(self, card: int) -> int:
        return self.flat.cards_at + card * _CARD_SIZE

    def _cards(self, words: memoryview, tray: int) -> tuple[int, ...]:
        found = []
        card = words[self.flat.trays_at + tray * _TRAY_SIZE + _TRAY["first"]]
        while card != NOWHERE:
            found.append(card)
            card = words[self._card(card) + _CARD["next"]]
        return tuple(found)

    def _put_cards(self, words: memoryview, tray: int, cards: Sequence[int]) -> None:
        at = self.flat.trays_at + tray * _TRAY_SIZE
        words[at + _TRAY["first"]] = cards[0] if cards else NOWHERE
        words[at + _TRAY["last"]] = cards[-1] if cards else NOWHERE
        words[at + _TRAY["count"]] = len(cards)
        self._let_be_anywhere(words, cards)
        for before, card, after in zip((NOWHERE, *cards), cards, (*cards[1:], NOWHERE), strict=False):
            lies = self._card(card)
            words[lies + _CARD["tray"]] = tray
            words[lies + _CARD["next"]] = after
            words[lies + _CARD["before"]] = before

    def _let_be_anywhere(self, words: memoryview, cards: Sequence[int]) -> None:
        """Nobody who does not see a card knows where it lies that was put somewhere from outside."""
        if self.flat.whereabouts_at:
            sets = self._sets_of_cards(words)
            for card in cards:
                for at in range(card // IN_ONE, len(sets), -(-self.flat.cards // IN_ONE)):
                    sets[at] |= 1 << card % IN_ONE

    def know_where_cards_lie(self, head: memoryview) -> None:
        """Let everybody know in which place each card lies that they do not see, as at the start of a game."""
        flat = self.flat
        if not flat.whereabouts_at:
            return
        sets, width = self._sets_of_cards(head.cast("i")), -(-flat.cards // IN_ONE)
        sets[:] = memoryview(bytes(len(sets) * EIGHT)).cast("q")
        for seat, hidden in enumerate(flat.hidden):
            for cell, number in hidden.items():
                for card in self.read(head, cell):
                    sets[(seat * HIDDEN_TRAYS + number) * width + card // IN_ONE] |= 1 << card % IN_ONE

    def _sets_of_cards(self, words: memoryview) -> memoryview:
        start = self.flat.whereabouts_at
        count = self.flat.layout.players * HIDDEN_TRAYS * -(-self.flat.cards // IN_ONE)
        return words.cast("B").cast("q")[start : start + count]

    # ---- who acts at once

    def acting(self, head: memoryview) -> list[Stretch]:
        """Everybody who does, the one whose rules are on top last."""
        numbers = head.cast("q")
        found = []
        for which in range(numbers[self.header["parts"]]):
            at = self.header["part"] + which * _PART_SIZE
            found.append(Stretch(numbers[at + _PART["seat"]], numbers[at + _PART["ask"]], numbers[at + _PART["size"]]))
        if found:  # what is on top is written down only when somebody else is faced
            top = numbers[self.header["top"]] - numbers[self.header["bottom"]]
            found[-1] = Stretch(found[-1].seat, numbers[self.header["ask"]], top)
        return found

    def write_acting(self, head: memoryview, acting: Sequence[Stretch], frames: int) -> None:
        """Say who acts at once, and how much room all frames take."""
        numbers = head.cast("q")
        numbers[self.header["parts"]] = len(acting)
        for which, each in enumerate(acting):
            at = self.header["part"] + which * _PART_SIZE
            numbers[at + _PART["seat"]], numbers[at + _PART["ask"]], numbers[at + _PART["size"]] = each
        top = self.flat.frames_at + frames
        numbers[self.header["top"]] = top
        numbers[self.header["bottom"]] = top - acting[-1].size if acting else self.flat.frames_at

    # ---- points

    def read_sheet(self, lines: bytes) -> tuple[tuple[int, int, tuple[str, Any], int, str], ...]:
        """Points: player, how many, what for, the line of content, and what was allocated."""
        numbers, texts = memoryview(lines).cast("q").tolist(), self.values.texts
        found = []
        for at in range(0, len(numbers), _LINE_SIZE):
            player, points, is_card, reason, line, allocated = (
                numbers[at + _LINE[name]] for name in ("player", "points", "is_card", "reason", "line", "allocated")
            )
            what = ("card", reason) if is_card else ("text", texts[reason])
            found.append((player, points, what, line, texts[allocated] if allocated != NOWHERE else ""))
        return tuple(found)

    def write_sheet(self, sheet: Sequence[tuple[int, int, tuple[str, Any], int, str]]) -> bytes:
        """The same back."""
        found = array("q", bytes(EIGHT * _LINE_SIZE * len(sheet)))
        for at, (player, points, (sort, what), line, allocated) in enumerate(sheet):
            row = {
                "player": player,
                "points": points,
                "is_card": int(sort == "card"),
                "reason": what if sort == "card" else self.values.text(what),
                "line": line,
                "allocated": self.values.text(allocated) if allocated else NOWHERE,
            }
            for name, number in row.items():
                found[at * _LINE_SIZE + _LINE[name]] = number
        return found.tobytes()

    def read_tallies(self, numbers: array[int]) -> tuple[tuple[int, ...], ...]:
        """Scorers in force, each as its row."""
        found, at = [], 0
        while at < len(numbers):
            size = numbers[at + _TALLY["size"]]
            found.append(tuple(numbers[at : at + size]))
            at += size
        return tuple(found)


_FIELDS = {"face": "face", "where": "tray", "spot": "spot"}  # of a card, by the sort of a cell

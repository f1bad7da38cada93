"""Planes made at random, as cells and as words, and the words about them in every way in which they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from inspect import signature
from random import Random
from types import SimpleNamespace
from typing import Any

from kfdsl.engine.flat.form import Module
from kfdsl.engine.flat.memory import Fault, Memory, Numbers, Record, Words, using
from kfdsl.engine.flat.print_python import bind
from kfdsl.engine.flat.read.module import read
from kfdsl.engine.flat.read.sources import flat_name
from kfdsl.engine.flat.wasm.module import PAGE, wasm_bytes
from kfdsl.engine.flat.wasm.native import Native, compiled
from kfdsl.engine.library.machine import MACHINE, NOWHERE, Card, Machine, State, Tray
from kfdsl.engine.library.planes.spots import packed, unpacked
from kfdsl.engine.lower.expr.on_plane import CHARGED, PLANE_WORDS
from kfdsl.engine.lower.for_library.boards import put_board
from kfdsl.engine.machine.meter import UNLIMITED, Meter
from kfdsl.program import core
from kfdsl.program.boards import Board as Shape
from kfdsl.program.boards import board_of
from tests.oracles.planes import words
from tests.oracles.planes.grid import STEPS

SEARCHES = ("loop", "loop_through", "walk", "walk_from")
HEXES = core.BoardDef(grid="hexes")
LINE = 77
PAGES = 160
Spot = tuple[int, int, int]


@dataclass
class Board:
    """Places of cards, some of which are planes."""

    trays: list[list[int]]
    spots: list[Spot | None]  # by card
    labels: dict[int, list[tuple[int, ...] | None]]  # by plane, by card
    made: dict[int, tuple[Shape, list[int], list[int]]] = field(default_factory=dict)  # planes that are no hexes without end

    @property
    def cells(self) -> list[Any]:
        return [*map(tuple, self.trays), *self.spots]

    @property
    def at(self) -> tuple[int, ...]:
        return tuple(len(self.trays) + card for card in range(len(self.spots)))

    @property
    def names(self) -> int:
        """How many labels there are."""
        return 1 + max((label for table in self.labels.values() for row in table for label in row or ()), default=0)

    def tray_of(self, card: int) -> int:
        return next(tray for tray, cards in enumerate(self.trays) if card in cards)


@dataclass(frozen=True)
class Asked:
    """A word, the plane it is about, and what it is asked with."""

    word: str
    tray: int
    args: tuple[Any, ...]


def as_today(board: Board, asked: Asked, steps: int = UNLIMITED) -> tuple[Any, int]:
    """What a word answers over cells, and what it costs."""
    meter = Meter(steps)
    state: Any = SimpleNamespace(cells=board.cells, meter=meter)
    start = (state, None) if asked.word in SEARCHES else (board.cells,)
    return getattr(words, asked.word)(*start, board.at, board.labels, asked.tray, *asked.args), steps - meter.left


# ---- boards


def a_board(random: Random, cards: int, names: int) -> Board:
    """Cards that mostly hang together, some of them with labels that do not match, and some that lie elsewhere."""
    numbers = random.sample(range(names), min(names, cards + 6))
    spots: list[Spot | None] = [None] * names
    tables: dict[int, list[tuple[int, ...] | None]] = {plane: [None] * names for plane in (0, 1)}
    trays = [
        numbers[:cards],
        numbers[cards : cards + 3],
        [card for card in range(names) if card not in numbers[: cards + 3]],
    ]
    weights = random.choice([(1, 1, 1), (6, 2, 1), (3, 3, 0)])
    for plane, table in tables.items():
        sides: dict[tuple[int, int], int] = {}
        hexes = _hexes(random, len(trays[plane]))
        for card, (q, r) in zip(trays[plane], hexes, strict=True):
            edges = [random.choices(range(3), weights)[0] for _ in STEPS]
            turn = random.randrange(6)
            for towards, (dq, dr) in enumerate(STEPS):
                side = (2 * q + dq, 2 * r + dr)  # the same number from both hexes
                if side in sides and random.random() < 0.85:
                    edges[(towards - turn) % 6] = sides[side]
                sides.setdefault(side, edges[(towards - turn) % 6])
            table[card] = tuple(edges)
            spots[card] = (q, r, turn) if random.random() < 0.95 else None
        for card in trays[2]:  # some of them lay on a plane before
            spots[card] = random.choice([None, (random.randrange(-3, 4), random.randrange(-3, 4), 0)])
            table[card] = random.choice([None, (0, 1) * 3, (2,) * 6, (0, 1, 1) * 2, (0, 1, 2, 0, 0, 1)])
    return Board(trays, spots, tables)


def _hexes(random: Random, count: int) -> list[tuple[int, int]]:
    found = [(random.randrange(-3, 4), random.randrange(-3, 4))]
    while len(found) < count:
        near, (dq, dr) = random.choice(found[-random.choice([2, 99]) :]), random.choice(STEPS)
        far = random.choice([1, 1, 1, 1, 1, 1, 1, 1, 1, 2])
        hex_ = near[0] + far * dq, near[1] + far * dr
        if hex_ not in found:
            found.append(hex_)
    return found[:count]


def a_rhomb(random: Random, width: int, height: int, linked: float) -> Board:
    """A full plane in the form of a rhomb, on which some neighbours are joined over label 1."""
    hexes = [(q, r) for q in range(width) for r in range(height)]
    cards = random.sample(range(len(hexes) + 3), len(hexes))
    rest = [card for card in range(len(hexes) + 3) if card not in cards]
    spots: list[Spot | None] = [None] * len(cards + rest)
    table: list[tuple[int, ...] | None] = [None] * len(cards + rest)
    sides: dict[tuple[int, int], int] = {}
    for card, (q, r) in zip(cards, hexes, strict=True):
        turn, edges = random.randrange(6), [0] * 6
        for towards, (dq, dr) in enumerate(STEPS):
            edges[(towards - turn) % 6] = sides.setdefault((2 * q + dq, 2 * r + dr), int(random.random() < linked))
        spots[card], table[card] = (q, r, turn), tuple(edges)
    return Board([cards, [], rest], spots, {0: table, 1: [None] * len(spots)})


def asked_of(random: Random, board: Board, many: int) -> Iterator[Asked]:
    """Every word, with some of all that it may be asked with."""
    cards = range(len(board.spots))
    here = [spot for spot in board.spots if spot is not None]

    def spot() -> Spot:
        q, r, turn = random.choice([*here, (0, 0, 0)])
        dq, dr = random.choice([*STEPS, (0, 0), (1, 1)])
        return q + dq, r + dr, (turn + random.randrange(2)) % 6

    for plane in board.labels:
        for _ in range(many):
            label, bounding = random.randrange(board.names), random.randrange(1 << board.names)
            yield Asked("spots", plane, (random.choice(cards),))
            yield Asked("beside", plane, (spot(),))
            yield Asked("areas", plane, (bounding,))
            other = random.choice([plane, plane, *board.labels])
            for area in as_today(board, Asked("areas", other, (random.choice([bounding, 3]),)))[0][:3]:
                yield Asked("across", plane, (area, bounding, label))
        for label in range(board.names):
            yield Asked("loop", plane, (label,))
            yield Asked("walk", plane, (label,))
    for card in cards:
        tray, label = board.tray_of(card), random.randrange(board.names)
        near = words.neighbours(board.cells, board.at, board.labels, tray, card)  # type: ignore[arg-type]  # None: never there
        others = [*near, random.choice(cards)]
        yield Asked("laid", tray, (card,))
        yield Asked("neighbours", tray, (card,))
        for other in others if tray in board.labels else others[-1:]:
            yield Asked("side", tray, (card, other))
            yield Asked("joined", tray, (card, other, label))
        if tray not in board.labels and random.random() < 0.8:
            continue
        yield Asked("reach", tray, (card, label))
        yield Asked("chain", tray, (card, label))
        yield Asked("loop_through", tray, (card, label))
        yield Asked("walk_from", tray, (card, label))
        for where in [spot() for _ in range(3)]:
            yield Asked("edge_from", tray, (card, where))
            yield Asked("edge_to", tray, (random.choice(cards), where, card))


# ---- in memory


@cache
def words_in_flat_form() -> Module:
    return read(PLANE_WORDS.values())


@cache
def native() -> Native:
    module = words_in_flat_form()
    names = [flat_name(word) for word in PLANE_WORDS.values()]
    return Native(compiled(wasm_bytes(module, names, PAGES)), [(name, len(module[name].params)) for name in names])


@dataclass
class InMemory:
    """A memory with a board in it, and how words are called there."""

    memory: Memory
    call: Callable[[str, tuple[int, ...]], int]
    labels: dict[int, int] = field(default_factory=dict)
    state: int = 0
    free: int = 0

    def put(self, board: Board) -> None:
        """Write a board where nothing else is."""
        cards = len(board.spots)
        self.state = MACHINE + Machine.record_size()
        cards_at = State.record_size() * 2
        trays_at = cards_at + cards * Card.record_size()
        seen = self.memory.seen[4]
        with using(self.memory):
            machine = Machine(MACHINE)
            machine.cards, machine.cards_at, machine.trays_at = cards, cards_at, trays_at
            for number, tray in enumerate(board.trays):
                _put_tray(self.state * 2, board, number, tray, (cards_at, trays_at))
            end = self.state * 2 + trays_at + len(board.trays) * Tray.record_size()
            self.labels = dict.fromkeys(range(len(board.trays)), 0)


            def put(row: Sequence[int]) -> int:
                nonlocal end
                start = end
                for number in row:
                    seen[end] = number
                    end += 1
                end += end % 2
                return start

            for plane, table in board.labels.items():
                edges = [label for row in table for label in (row or (NOWHERE,) * 6)]
                takes = [int(row is not None) for row in table]
                made = board.made.get(plane, (board_of(HEXES), takes, edges))
                self.labels[plane] = put_board(put, *made)
            machine.growing.top = -(-end // 2)
            machine.growing.end = self.free = machine.growing.top + 3000
            machine.scratch.end = len(self.memory.bytes) // 8

    def ask(self, asked: Asked, steps: int = UNLIMITED) -> tuple[Any, int]:
        """What a word answers, and what it costs."""
        with using(self.memory):
            machine = Machine(MACHINE)
            machine.scratch.top, machine.steps = self.free, steps
            growing = machine.growing.top
            args = [self._held(arg) for arg in asked.args] + [LINE] * (asked.word in CHARGED)
        found = self.call(asked.word, (self.state, asked.tray, self.labels[asked.tray], *args))
        with using(self.memory):
            assert machine.growing.top == growing, asked
            return self._read(asked.word, found), steps - machine.steps

    def _held(self, arg: Any) -> int:
        if isinstance(arg, int):
            return arg
        if isinstance(arg, list):
            return self._cards(arg)
        if len(arg) == 3 and isinstance(arg[0], int):
            return packed(*arg)
        place = Machine(MACHINE).scratch.numbers(1 + len(arg))
        place[0] = len(arg)
        for i, (card, corner) in enumerate(arg):
            place[1 + i] = card * 6 + corner
        return place.at

    def _cards(self, cards: list[int]) -> int:
        place = Machine(MACHINE).scratch.numbers(1 + len(cards))
        for i, number in enumerate([len(cards), *cards]):
            place[i] = number
        return place.at

    def _read(self, word: str, found: int) -> Any:
        match word:
            case "laid" | "joined":
                return bool(found)
            case "spot_of" | "past":
                return None if found == NOWHERE else unpacked(found)
            case "side" | "edge_to" | "edge_from" | "card_at":
                return None if found == NOWHERE else found
            case "areas" | "across":
                return tuple(tuple((each // 6, each % 6) for each in _listed(area)) for area in _listed(found))
            case "spots" | "around" | "line":
                return tuple(unpacked(each) for each in _listed(found))
        return tuple(_listed(found))


def _listed(at: int) -> list[int]:
    numbers = Numbers(at)
    return [numbers[1 + i] for i in range(numbers[0])]


def _put_tray(state: int, board: Board, number: int, cards: list[int], parts: tuple[int, int]) -> None:
    cards_at, trays_at = parts
    tray = Tray(state + trays_at + number * Tray.record_size())
    tray.first, tray.last, tray.count = (cards[0], cards[-1], len(cards)) if cards else (NOWHERE, NOWHERE, 0)
    for rank, name in enumerate(cards):
        card = Card(state + cards_at + name * Card.record_size())
        card.tray = number
        card.next = cards[rank + 1] if rank + 1 < len(cards) else NOWHERE
        spot = board.spots[name]
        card.spot = NOWHERE if spot is None else packed(*spot)


def directly(memory: Memory) -> InMemory:
    """Words as they stand in their files."""

    def call(word: str, args: tuple[int, ...]) -> int:
        function = PLANE_WORDS[word]
        views: Iterable[Any] = [
            _view(param.annotation, arg)
            for param, arg in zip(signature(function, eval_str=True).parameters.values(), args, strict=True)
        ]
        with using(memory):
            found: Any = function(*views)
            return found if isinstance(found, int) else found.at

    return InMemory(memory, call)


def _view(sort: Any, number: int) -> Any:
    return sort(number) if issubclass(sort, Record | Words) else number


def in_every_way() -> dict[str, InMemory]:
    """As they stand, printed as Python, printed as WebAssembly."""
    room = Memory(bytearray(PAGE * PAGES))
    quick = bind(words_in_flat_form(), room)
    there = native()
    return {
        "direct": directly(Memory(bytearray(PAGE * PAGES))),
        "printed": InMemory(room, lambda word, args: quick[flat_name(PLANE_WORDS[word])](*args)),
        "native": InMemory(there.memory, lambda word, args: there.functions[flat_name(PLANE_WORDS[word])](*args)),
    }


@contextmanager
def told(what: int) -> Iterator[None]:
    """What is done here ends in a fault, with the line that it was called with."""
    try:
        yield
    except Fault as fault:
        assert (fault.what, fault.where) == (what, LINE)
    else:
        raise AssertionError("it does not end in a fault")

"""Words about planes, and queries that use them, are the same in flat form in games of the packs that come with kfdsl."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

from kfdsl.engine.machine.runtime import move_card

import kfdsl
from kfdsl.engine.flat.form import Call, Module, inside
from kfdsl.engine.flat.memory import Memory, using
from kfdsl.engine.flat.print_python import bind
from kfdsl.engine.flat.wasm.module import PAGE, wasm_bytes
from kfdsl.engine.flat.wasm.native import Native, compiled
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.lower.expr.on_plane import labels_of_trays
from kfdsl.engine.lower.layout import FlatLayout
from kfdsl.engine.lower.program import Lowered, lowered
from kfdsl.engine.lower.writer import Book
from kfdsl.engine.machine.meter import UNLIMITED
from kfdsl.program import core, made_names
from kfdsl.program.core.walk import through_queries
from kfdsl.program.numbering import Numbering
from kfdsl.program.types import Type
from kfdsl.program.words import PLANE_WORDS
from tests import shipped_packs
from tests.engine.lower.planes import Asked, Board, as_today, asked_of, in_every_way
from tests.engine.lower.words_of_state import Values, write_state

PAGES = 64
GROWING = 4096


@cache
def positions() -> list[kfdsl.Game]:
    """Games of all packs at several moments, the last ones with all that was built."""
    found: list[kfdsl.Game] = []
    random = Random(5)
    game = shipped_packs.together().new_game(["ann", "ben", "cas", "dee"], seed=5)
    game.tells = False
    played = 0
    while not game.over:
        game.play(random.choice(game.choices()))
        played += 1
        if played % 80 == 0:
            found.append(game.clone())
    return [*found, game, *(crowded(each, random) for each in (found[0], game))]


def crowded(game: kfdsl.Game, random: Random) -> kfdsl.Game:
    """The same, as if players had laid all cards there are, without regard to what fits."""
    game = game.clone()
    cells, layout = game.state.cells, game.table.layout
    cards = [card for card in sorted(layout.numbering.spotted) if cells[layout.tables["SPOT"][card]] is None]
    random.shuffle(cards)
    for cell in layout.planes:
        taken = {cells[layout.tables["SPOT"][card]][:2] for card in cells[cell]}
        free = [(q, r) for q in range(-2, 2) for r in range(-2, 2) if (q, r) not in taken]
        for (q, r), card in zip(free, [cards.pop() for _ in free[: len(cards)]], strict=False):
            move_card(cells, layout.tables["WHERE"][card], card, cell)
            cells[layout.tables["SPOT"][card]] = (q, r, random.randrange(6))
    for card in cards:  # as if they had lain on a plane before
        cells[layout.tables["SPOT"][card]] = (0, 0, 0)
    return game


def board_of(game: kfdsl.Game) -> Board:
    """The planes of a game, and all other cards together."""
    cells, bound = game.state.cells, game.table.quiet
    planes = list(bound.layout.planes)
    laid = [list(cells[cell]) for cell in planes]
    names = range(len(bound.layout.numbering.cards))
    rest = [card for card in names if not any(card in cards for cards in laid)]
    spots = [cells[at] if at >= 0 else None for at in bound.layout.tables["SPOT"]]
    labels = {at: list(bound.names["LABELS"][cell]) for at, cell in enumerate(planes)}
    return Board([*laid, rest], spots, labels)


def test_words_about_planes_answer_and_cost_the_same_in_games_of_all_packs() -> None:
    ways = in_every_way()
    del ways["direct"]
    largest = 0
    for number, game in enumerate(positions()):
        board, random = board_of(game), Random(number)
        largest = max(largest, *map(len, board.trays[:-1]))
        for way in ways.values():
            way.put(board)
        for asked in asked_of(random, board, 1):
            expected = as_today(board, asked)
            assert {name: way.ask(asked) for name, way in ways.items()} == dict.fromkeys(ways, expected), asked
    assert largest >= 14


# ---- queries


def needed(module: Module, names: list[str]) -> Module:
    """Some functions, and all that they call."""
    found: Module = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = module[name]
            waiting += [node.function for node in inside(found[name].body) if isinstance(node, Call)]
    return found


class Way:
    """Queries in one way in which they run, over a memory of its own."""

    def __init__(self, low: Lowered, memory: Memory, functions: dict[str, Callable[..., int]]) -> None:
        self.memory, self.functions, self.low = memory, functions, low
        self.at = low.prepare(memory, GROWING)
        self.values = Values(low, memory, self.at + low.layout.size)

    def put(self, game: kfdsl.Game) -> None:
        self.values.clear()
        write_state(self.low, self.memory, self.at, game.state, self.values)
        self.values.start = self.values.room

    def ask(self, query: core.QueryDef, args: list[Any]) -> Any:
        self.values.clear()
        held = [self.values.held(arg, type_) for arg, (_, type_) in zip(args, query.params, strict=True)]
        with using(self.memory):
            machine = Machine(MACHINE)
            machine.steps = UNLIMITED
            machine.scratch.top, machine.scratch.end = self.values.room, len(self.memory.bytes) // 8
        return self.values.read(self.functions[made_names.query(query.name)](self.at, *held), query.result)


def ways_of(low: Lowered, module: Module) -> Iterator[Way]:
    names = [(name, len(function.params)) for name, function in module.items()]
    there = Native(compiled(wasm_bytes(module, list(module), PAGES)), names)
    yield Way(low, there.memory, there.functions)
    room = Memory(bytearray(PAGE * PAGES))
    yield Way(low, room, bind(module, room))


def corner_of(random: Random, board: Board) -> tuple[int, list[int]]:
    """A player, for whom planes are in order, and a laid card with its neighbours."""
    plane = random.randrange(len(board.labels))
    laid = [card for card in board.trays[plane] if board.spots[card] is not None]
    card = random.choice(laid or board.trays[-1])
    return plane, [card, *as_today(board, Asked("neighbours", board.tray_of(card), (card,)))[0]]


def argument(random: Random, numbering: Numbering, type_: Type, near: tuple[int, list[int]]) -> Any:
    """Something that a query may be asked with, mostly from one corner of a plane."""
    match type_.head:
        case "player":
            return near[0]
        case "card":
            cards = [card for card in range(len(numbering.cards)) if numbering.is_a(card, type_.name)]
            return random.choice(random.choice([cards, near[1], near[1]]))
        case "token":
            return random.randrange(len(numbering.tokens))
        case "spot":
            return random.randrange(-2, 3), random.randrange(-2, 3), random.randrange(6)
    raise AssertionError(type_)


def uses_planes(query: core.QueryDef, queries: dict[str, core.QueryDef]) -> bool:
    return any(
        isinstance(node, core.Prim) and node.word in PLANE_WORDS for node in through_queries(query.body, queries)
    )


def test_queries_that_use_planes_answer_the_same_in_games_of_all_packs() -> None:
    code, layout = shipped_packs.together().code, positions()[0].table.layout
    queries = {query.name: query for query in code.program.queries}
    asked = [query for query in queries.values() if uses_planes(query, queries)]
    low = lowered(code.facts, layout)
    assert {made_names.query(name) for name in queries} <= set(low.module)
    ways = list(ways_of(low, needed(low.module, [made_names.query(query.name) for query in asked])))
    seen: dict[str, set[str]] = {}
    for number, game in enumerate(positions()):
        random, board = Random(number), board_of(game)
        for way in ways:
            way.put(game)
        for query in asked * 12:
            near = corner_of(random, board)
            args = [argument(random, layout.numbering, type_, near) for _, type_ in query.params]
            expected = game.table.quiet.names[made_names.query(query.name)](game.state, *args)
            for way in ways:
                assert way.ask(query, args) == expected, (query.name, args)
            seen.setdefault(query.name, set()).add(repr(expected))
    assert len(asked) >= 12
    assert sum(len(answers) > 1 for answers in seen.values()) >= 10, "games show too little"


def test_labels_are_found_by_tray_and_what_is_no_plane_has_none() -> None:
    game = positions()[0]
    layout = game.table.layout
    book = Book(layout.numbering, shipped_packs.together().code.facts, FlatLayout(layout))
    places = labels_of_trays(book)
    memory = Memory(bytearray(PAGE))
    book.tables.write(memory)
    for cell, tray in book.layout.trays.items():
        if cell not in layout.planes:
            assert places[tray] == 0
            continue
        for card, labels in enumerate(game.table.quiet.names["LABELS"][cell]):
            at = places[tray] + 6 * card
            assert tuple(memory.seen[4][at : at + 6]) == (labels or (-1,) * 6)

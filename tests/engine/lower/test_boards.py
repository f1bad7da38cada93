"""Words about planes of every shape answer what paper and compasses would, in every way in which they run."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kfdsl.engine.lower.expr.on_plane import PLANE_WORDS
from kfdsl.program import core
from kfdsl.program.boards import NAMED, board_of
from tests.engine.lower.planes import Asked, Board, InMemory, in_every_way
from tests.oracles.planes.boards import World

CARDS, LABELS = 14, 3
SHAPES = {
    "squares": core.BoardDef(grid="squares"),
    "squares_with_diagonals": core.BoardDef(grid="squares", diagonals=True),
    "squares_4_by_3": core.BoardDef(grid="squares", wide=4, tall=3),
    "squares_3_by_4_with_diagonals": core.BoardDef(grid="squares", wide=3, tall=4, diagonals=True, turned=False),
    "hexes": core.BoardDef(grid="hexes"),
    "hexes_unturned": core.BoardDef(grid="hexes", turned=False),
    "hexes_radius_2": core.BoardDef(grid="hexes", radius=2),
    "hexes_5_by_3": core.BoardDef(grid="hexes", wide=5, tall=3, turned=False),
    "spots": core.BoardDef(grid="spots", turned=False),
}
FULL = bool(os.environ.get("KFDSL_FULL"))
NOT_THERE = {"spots": {"chain", "areas", "across", "line", "past"}}
Made = tuple[World, Board]


@pytest.fixture(scope="module")
def ways() -> dict[str, InMemory]:
    return in_every_way()


def made(random: Random, definition: core.BoardDef) -> Made:
    """Cards at random on a plane, in memory and on paper."""
    if definition.grid == "spots":
        definition = _joined(random)
    board = board_of(definition)
    sides = board.edges if definition.grid == "spots" else {"hexes": 6, "squares": 4}[definition.grid]
    cards = random.sample(range(CARDS), random.randrange(CARDS - 3))
    cells = _cells(random, board.cells, len(cards))
    turns = range(sides) if definition.turned else [0]
    lies = {card: (*cell, random.choice(turns)) for card, cell in zip(cards, cells, strict=False)}
    weights = random.choice([(5, 2, 2), (2, 9, 1), (0, 1, 0)])
    edges = {card: tuple(random.choices(range(LABELS), weights, k=sides)) for card in range(CARDS - 2)}
    for card in set(cards) - edges.keys():
        edges[card] = (0, 1) * (sides // 2) + (1,) * (sides % 2)
    joins: dict[tuple[tuple[int, int], tuple[int, int]], list[int]] = {}
    for one, other, label in definition.joins:
        for pair in ((one, other), (other, one)):
            joins.setdefault((board.cells[pair[0]], board.cells[pair[1]]), []).append("abc".find(label or "?"))
    world = World(definition.grid, board.cells, definition.diagonals, definition.turned, lies, edges, joins)
    if definition.grid == "spots":
        labels = [-1] * sides + ["abc".find(label or "?") for row in board.labels for label in row]
    else:
        labels = [label for card in range(CARDS) for label in edges.get(card, (-1,) * sides)]
    takes = [int(card in edges) for card in range(CARDS)]
    trays = [cards, [card for card in range(CARDS) if card not in cards]]
    spots = [lies.get(card) for card in range(CARDS)]
    return world, Board(trays, spots, {0: []}, made={0: (board, takes, labels)})


def _joined(random: Random) -> core.BoardDef:
    count = random.randrange(1, 12)
    pairs = [(one, other) for one in range(count) for other in range(one + 1, count)]
    joins = [(*pair, label) for pair in pairs for label in ("", "a", "b", "c") if random.random() < 0.13]
    names = tuple(f"s{number}" for number in range(count))
    return core.BoardDef(grid="spots", turned=False, names=names, joins=tuple(joins), first=random.randrange(30))


def _cells(random: Random, within: tuple[tuple[int, int], ...], count: int) -> list[tuple[int, int]]:
    if within:
        return random.sample(within, min(count, len(within)))
    return random.sample([(q, r) for q in range(-2, 3) for r in range(-2, 3)], count)


def asked_of(random: Random, world: World) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every word, with some of all that it may be asked with."""
    cells = [*world.cells, *(spot[:2] for spot in world.lies.values()), (0, 0), (3, -1), (5, 2)]

    def spot() -> tuple[int, int, int]:
        return (*random.choice(cells), random.randrange(world.sides) if world.turned else 0)

    def laid() -> int:
        return random.choice([*world.lies] or [0])

    def label() -> int:
        return random.randrange(LABELS)

    for _ in range(12):
        card, bounding = laid(), random.randrange(1 << LABELS)
        near = random.choice(world.neighbours(card) or [laid()])
        yield "spots", (random.choice(range(CARDS)),)
        yield "beside", (spot(),)
        yield "card_at", (spot(),)
        yield "around", (spot(),)
        line = random.choice([spot(), *(world.around(world.lies[card]) if card in world.lies else [])])
        yield "line", (world.lies.get(card, spot()), line)
        yield "past", (world.lies.get(card, spot()), line)
        for word in ("loop", "walk"):
            yield word, (label(),)
        if not world.lies:
            continue
        yield "edge_to", (laid(), spot(), laid())
        yield "edge_to", (laid(), random.choice(world.around(world.lies[card]) or [spot()]), card)
        yield "edge_from", (card, random.choice(world.around(world.lies[card]) or [spot()]))
        yield "edge_from", (card, spot())
        for word in ("laid", "spot_of", "neighbours"):
            yield word, (card,)
        for word in ("reach", "chain", "loop_through", "walk_from"):
            yield word, (card, label())
        yield "reach_among", (card, random.sample(range(CARDS), 9))
        yield "side", (card, near)
        yield "joined", (card, near, label())
        yield "areas", (bounding,)
        if world.grid != "spots":
            yield "across", (random.choice(world.areas(bounding)), bounding, label())


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("names", "boards"), [(["direct", "printed", "native"], 2), (["native"], 40 if FULL else 10)])
def test_words_about_planes_of_every_shape_answer_as_on_paper(
    ways: dict[str, InMemory], shape: str, names: list[str], boards: int
) -> None:
    seen: Counter[tuple[str, bool]] = Counter()
    without = NOT_THERE.get(shape, set())
    for seed in range(boards):
        random = Random(seed)
        world, board = made(random, SHAPES[shape])
        for name in names:
            ways[name].put(board)
        for word, args in asked_of(random, world):
            if word not in without:
                expected = _plain(getattr(world, word)(*args))
                found = {name: ways[name].ask(Asked(word, 0, args))[0] for name in names}
                assert found == dict.fromkeys(names, expected), (seed, word, args)
                seen[word, is_some(expected)] += 1
    if boards > 20:
        wanted = {(word, some) for word in set(PLANE_WORDS) - without for some in (True, False)}
        never = {(word, False) for word in ("laid", "spot_of", "reach", "reach_among", "areas", "around")}
        assert wanted - never <= set(seen), wanted - never - set(seen)


def is_some(answer: Any) -> bool:
    """Whether something is there; the first label is a number like others."""
    return answer is True or (answer is not None and answer is not False and answer != ())


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def test_spots_with_names_lie_where_nothing_else_does() -> None:
    board = board_of(core.BoardDef(grid="spots", names=("here", "there"), joins=((0, 1, ""),), first=7))
    assert board.cells == ((7, NAMED), (8, NAMED)) and board.near((7, NAMED)) == ((8, NAMED),)

"""Many random games: they end, nobody is stuck, everything is conserved, villages are legal, logs and saves lead to the same end.

A hundred games of the base pack and a few of other subsets; KFDSL_FULL=1 plays 2,000 of the base pack, 8,000 with expansions
over all subsets, and says what never happened in them.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

import kfdsl
from kfdsl.engine import hexes, planes
from kfdsl.record.replay import replay
from tests.engine.games_for_laws import NAMES, closed, rules_of

TOP = Path(__file__).resolve().parent.parent.parent
FULL = bool(os.environ.get("KFDSL_FULL"))
BASE = ("keyflower",)
LONGEST_LIST = 500
A_CHUNK = 5
FREE_SIDE = ("boat_2", "a")  # whose owner lays tiles without matching edges


def every_subset() -> list[tuple[str, ...]]:
    names = sorted(path.name.removesuffix(".pack.json") for path in (TOP / "content").glob("*.pack.json"))
    return sorted({closed((*BASE, *some)) for size in range(len(names)) for some in combinations(names, size)})


def games() -> list[tuple[tuple[str, ...], int]]:
    """Which packs, and which seed."""
    subsets = every_subset()
    base = [(BASE, seed) for seed in range(2000 if FULL else 100)]
    largest = max(subsets, key=len)
    some = [(subsets[seed % len(subsets)], 10_000 + seed) for seed in range(8000)] if FULL else []
    return base + (some or [(largest, 10_000 + seed) for seed in range(10)])


CHUNKS = [games()[at : at + A_CHUNK] for at in range(0, len(games()), A_CHUNK)]


@pytest.mark.parametrize("chunk", CHUNKS, ids=lambda chunk: f"{len(chunk[0][0])}_packs_from_{chunk[0][1]}")
def test_random_games_end_well(chunk: list[tuple[tuple[str, ...], int]]) -> None:
    for packs, seed in chunk:
        game = rules_of(*packs).new_game(NAMES[: 2 + seed % 5], seed=seed)
        game.tells = False
        saved = play(game, seed)
        conserved(game)
        replayed(game, saved)


def play(game: kfdsl.Game, seed: int) -> tuple[int, str]:
    """Play to the end; gives a save from somewhere in the middle, and how long the log was then."""
    dice = random.Random(seed)
    keep_at, saved = dice.randint(5, 200), (0, "")
    for step in range(20_000):
        if game.over:
            return saved
        choices = game.choices()
        assert choices, "nothing can be answered"
        assert len(choices) <= LONGEST_LIST
        game.play(dice.choice(choices))
        if not step % 40:
            conserved(game)
        if step >= keep_at and not saved[1] and not game.over and not game.atoms and len(game.to_act) == 1:
            saved = len(game.log), json.dumps(game.save())
    raise AssertionError("the game does not end")


def conserved(game: kfdsl.Game) -> None:
    """Every token and card is somewhere, once; villages hold together and their edges match."""
    layout, cells = game.table.layout, game.state.cells
    tokens = [at for at, cell in enumerate(layout.cells) if cell.sort == "tokens"]
    zero = game.table.numbering.zero
    there = [cells[at] for at in tokens if cells[at] != zero]
    first = [layout.first[at] for at in tokens if layout.first[at] != zero]
    assert [sum(column) for column in zip(*there, strict=True)] == [sum(column) for column in zip(*first, strict=True)]
    assert all(min(row) >= 0 for row in there)
    cards = [at for at, cell in enumerate(layout.cells) if cell.sort == "cards"]
    lying = Counter((card, at) for at in cards for card in cells[at])
    assert lying == Counter((card, cells[where]) for card, where in enumerate(layout.tables["WHERE"]))
    for seat in range(len(game.names)):
        legal(game, int(layout.tables["P_village"]) + seat)


def legal(game: kfdsl.Game, village: int) -> None:
    """Tiles of a village hang together and agree on every side that they share, unless their owner need not care."""
    layout, cells = game.table.layout, game.state.cells
    labels, spots = game.table.quiet.names["LABELS"], layout.tables["SPOT"]
    plane = planes.plane(cells, spots, village)
    if not plane:
        return
    reached, new = {plane[0][2]}, [plane[0][2]]
    for card in new:
        more = [other for other in hexes.neighbours(plane, card) if other not in reached]
        reached.update(more)
        new += more
    assert len(reached) == len(plane), "a village in two parts"
    names = [card.name for card in game.table.program.cards]
    name, side = FREE_SIDE
    boat = names.index(name)
    if boat in cells[village] and game.table.numbering.faces(boat)[cells[layout.tables["FACE"][boat]]] == side:
        return
    for one, edge, other, facing in hexes.sides(plane):
        assert labels[village][one][edge] == labels[village][other][facing], (names[one], names[other])


def replayed(game: kfdsl.Game, saved: tuple[int, str]) -> None:
    """The log, and what was saved in the middle together with the rest of the log, lead to the same score."""
    length, text = saved
    if text:
        other = game.rules.resume(json.loads(text))
        other.tells = False
        assert len(other.log) == length
        follow(other, game)
    again = game.rules.new_game(game.names, seed=game.seed, options=game.options)
    again.tells = False
    follow(again, game)


def follow(other: kfdsl.Game, game: kfdsl.Game) -> None:
    replay(other, [(line.player, line.notation) for line in game.log])
    assert [line.notation for line in other.log] == [line.notation for line in game.log]
    assert other.scores() == game.scores()

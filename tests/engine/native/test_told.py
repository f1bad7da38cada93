"""What is told while a game goes on in words is what the telling form of rules leaves behind, event by event."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from kfdsl.engine.native.instance import Instance
from kfdsl.engine.native.told import Listener, Told

from kfdsl.engine.flat.memory import using
from kfdsl.engine.library.machine import MACHINE, Machine
from kfdsl.engine.native.batch import Batch
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.play.game import Game, first_cells
from kfdsl.text.source import Span
from tests.laws.games_for_laws import CONSTRUCTS, FULL, TOP, rules_of, subsets

STRANGERS = sorted(str(path) for path in (TOP / "tests" / "strangers").iterdir() if path.is_dir())
PACKS = [*subsets(), (CONSTRUCTS,), *((path,) for path in STRANGERS)]
SETS = [(packs, seats) for at, packs in enumerate(PACKS) for seats in ((2, 3, 4) if FULL else (2 + at % 3,))]


def named(each: object) -> str:
    return "+".join(Path(pack).name for pack in each) if isinstance(each, tuple) else str(each)


def begun(packs: tuple[str, ...], seats: int, seed: int, native: bool | None) -> tuple[Listener, Batch, Told]:
    """A game of words that was listened to from its beginning."""
    rules = rules_of(*packs)
    few, many = rules.seats
    table, settled = rules.table(min(max(seats, few), many)), rules.settled({})
    player = Player(Instance(table, native))
    listener = Listener(player.instance)
    listener.listen()
    batch = Batch(player, first_cells(table, settled), settled, [seed])
    return listener, batch, listener.hear()


def in_step(packs: tuple[str, ...], seats: int, seed: int) -> Iterator[tuple[Told, Game, Listener]]:
    """A random game of words and the same one of cells: behind each part what was told, and the other game."""
    listener, batch, told = begun(packs, seats, seed, None)
    names = [f"p{seat + 1}" for seat in range(listener.instance.table.layout.players)]
    game = rules_of(*packs).new_game(names, seed)
    rnd = random.Random(seed)
    yield told, game, listener
    while not batch.over:
        choices = game.choices()
        pick = rnd.randrange(len(choices))
        listener.listen()
        batch.step([pick])
        game.play(choices[pick])
        yield listener.hear(), game, listener


def at_lines(events: Sequence[Event], lines: Sequence[Span]) -> list[Event]:
    """Events with the lines of content themselves, in place of their numbers."""
    return [(*event[:-2], lines[event[-2]], event[-1]) for event in events]


@pytest.mark.parametrize(("packs", "seats"), SETS, ids=named)
def test_the_same_events_are_told_behind_every_answer(packs: tuple[str, ...], seats: int) -> None:
    many = 0
    for told, game, listener in in_step(packs, seats, seed=seats):
        lines = game.table.telling.form.lines
        assert at_lines(told.events, listener.instance.lowered.spans) == at_lines(game.events, lines)
        assert not told.obstacles and not told.is_cut
        many += len(told.events)
    assert many


def test_all_sorts_of_deeds_are_told() -> None:
    found = {event[0] for packs in PACKS for told, _, _ in in_step(packs, 2, seed=1) for event in told.events}
    assert found >= {"move", "draw", "card", "set", "show", "toss", "shuffle"}


@pytest.mark.parametrize("packs", [(CONSTRUCTS,), (STRANGERS[0],)], ids=named)
def test_python_tells_the_same_where_there_is_nothing_quicker(packs: tuple[str, ...]) -> None:
    found = []
    for native in (True, False):
        listener, batch, told = begun(packs, 2, 6, native)
        rnd, heard = random.Random(2), [told]
        while not batch.over:
            listener.listen()
            batch.step([rnd.randrange(batch.counts[0])])
            heard.append(listener.hear())
        found.append(heard)
    assert found[0] == found[1]


def test_nothing_is_told_where_nobody_listens() -> None:
    listener, batch, _ = begun(subsets()[0], 2, 3, None)
    for _ in range(20):
        batch.step([0])
    assert listener.hear() == Told((), (), is_cut=False)


def test_what_there_is_no_room_for_is_left_out_and_the_game_goes_on() -> None:
    listener, batch, whole = begun(subsets()[0], 2, 3, None)
    memory = listener.instance.memory
    with using(memory):
        room = Machine(MACHINE).told.end
    words = batch.games[0].words
    for left in (0, 6, 7, 30, 200):
        listener.listen()
        with using(memory):
            Machine(MACHINE).told.top = room - left
        again = Batch(batch.player, batch.player.cells, batch.options, [3])
        assert again.games[0].words == words
        with using(memory):
            assert Machine(MACHINE).is_cut
            assert Machine(MACHINE).told.top <= room
            kept = memory.seen[8][room - left : Machine(MACHINE).told.top].tolist()
        told = listener.reads.told(kept, is_cut=True)
        assert told.events == whole.events[: len(told.events)]

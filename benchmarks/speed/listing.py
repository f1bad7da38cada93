"""Listing what may be chosen, random games, and how both grow, compared.

In:   Sides.      Out:  Lines.
By hand there is but one way of listing, all whole answers at once, knowing that a group has one colour; all others are compared with it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.convert import to_hand
from benchmarks.speed.compared import NATIVE, Line, Ready, Sides, compared
from benchmarks.speed.positions import crowded, new_game, positions
from kfdsl.engine.choices.question import Question
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.native.playouts import Player
from kfdsl.engine.rules.table import Table
from kfdsl.engine.words.state import State


def first_list(table: Table, g: State) -> None:
    """What is offered first: the actions."""
    Question(table, g).options(())


def all_wholes(table: Table, g: State) -> None:
    """Every whole answer."""
    for _ in Question(table, g).wholes():
        pass


def one_whole(table: Table, g: State) -> None:
    """One whole answer, chosen part by part."""
    dice, question = random.Random(1), Question(table, g)
    atoms: tuple[Any, ...] = ()
    while question.answer(atoms) is None:
        atoms = (*atoms, dice.choice(question.options(atoms)))


WAYS: dict[str, Callable[[Table, State], None]] = {
    "the actions offered": first_list,
    "one whole answer, part by part": one_whole,
    "all whole answers": all_wholes,
}


def listing(sides: Sides, states: Mapping[str, Sequence[State]], rounds: int) -> list[Line]:
    """Ways to list what may be chosen at a turn."""
    return [line(name, sides, states, act, rounds) for name, act in WAYS.items()]


def line(
    name: str,
    sides: Sides,
    states: Mapping[str, Sequence[State]],
    act: Callable[[Table, State], None],
    rounds: int,
) -> Line:
    """One way on some states."""
    printer, first = next(iter(sides.tables.items()))
    others = [to_hand(first, g, sides.hand) for g in states[printer]]
    offered = [sum(1 for _ in Question(first, g).wholes()) for g in states[printer]]
    assert offered == [len(sides.hand.wholes(g)) for g in others], "not the same is offered"

    def listed(table: Table, given: Sequence[State]) -> Ready:
        def work() -> int:
            for g in given:
                table.engine.fill()
                act(table, g)
            return len(given)

        return lambda: work

    def wholes() -> int:
        for g in others:
            sides.hand.wholes(g)
        return len(others)

    ready = {each: listed(table, states[each]) for each, table in sides.tables.items()}
    return compared(name, ready, lambda: wholes, rounds)


# ---- playing


def playouts(sides: Sides, games: int, rounds: int) -> list[Line]:
    """Random games through `Game` and at once, and the same per decision: by hand other ones are chosen, so games differ in length."""
    players = {printer: Player(table, printer == NATIVE) for printer, table in sides.tables.items()}
    at_once = {printer: _out(player) for printer, player in players.items()}
    through = {printer: _through(table) for printer, table in sides.tables.items()}

    def by_hand(seed: int) -> int:
        g = sides.hand.new_game(stream(seed))
        dice = random.Random(seed)
        count = 0
        while not g.over:
            sides.hand.play(g, dice.choice(sides.hand.wholes(g)))
            count += 1
        return count

    def of(play: Callable[[int], int], is_per_game: bool) -> Ready:
        def work() -> int:
            decisions = sum(play(seed) for seed in range(games))
            return games if is_per_game else decisions

        return lambda: work

    return [
        compared(
            f"{unit} {way}",
            {printer: of(play, is_per_game) for printer, play in plays.items()},
            of(by_hand, is_per_game),
            rounds,
        )
        for way, plays in (("through Game", through), ("at once", at_once))
        for unit, is_per_game in (("a random game", True), ("a decision of a random game", False))
    ]


def _through(table: Table) -> Callable[[int], int]:
    """A random game in parts; how many whole answers it had."""

    def play(seed: int) -> int:
        game = new_game(table, seed)
        dice = random.Random(seed)
        count = 0
        while not game.over:
            count += not game.atoms
            game.play(dice.choice(game.choices()))
        return count

    return play


def _out(player: Player) -> Callable[[int], int]:
    def play(seed: int) -> int:
        player.begin_with(player.table.layout.first)
        player.play(seed, is_watched=True)
        way = player.way()
        assert way is not None
        return way.wholes

    return play


# ---- how it grows


def growth(sides: Mapping[int, Sides], rounds: int, is_quick: bool) -> list[tuple[str, list[Line]]]:
    """One whole answer part by part, and all of them, with more of everything."""

    def crowd(tiles: int, losing: int, pieces: int = 20) -> dict[str, list[State]]:
        here = sides[3]
        return {printer: [crowded(table, here.hand, tiles, losing, pieces)] for printer, table in here.tables.items()}

    by_players = [
        line(
            f"{players} players",
            each,
            {printer: positions(table, 1 if is_quick else 3)[:60] for printer, table in each.tables.items()},
            one_whole,
            rounds,
        )
        for players, each in sides.items()
    ]
    found = [("players, one whole answer part by part", by_players)]
    for way, act in (("one whole answer part by part", one_whole), ("all whole answers", all_wholes)):
        found += [
            (
                f"cards in the auction, 20 pieces, {way}",
                [line(f"{n} tiles, nothing outbid", sides[3], crowd(n, 0), act, rounds) for n in (2, 4, 8, 16)],
            ),
            (
                f"outbid groups, 8 tiles, 20 pieces, {way}",
                [line(f"{n} groups outbid", sides[3], crowd(8, n), act, rounds) for n in range(6)],
            ),
            (
                f"pieces, 8 tiles, 3 groups outbid, {way}",
                [line(f"{n} pieces", sides[3], crowd(8, 3, n), act, rounds) for n in (10, 20, 40)],
            ),
        ]
    return found

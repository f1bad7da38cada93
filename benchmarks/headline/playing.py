"""Whole random games by our rules: through `Game`, in batch, and in batch by the Python printer.

In:   packs and how many players.      Out:  Runners that play the very same games, those of `kfdsl sim --bots random`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from kfdsl.engine.native.instance import Instance

from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import SIMULATED, Rules
from kfdsl.bots.dice import dice_for
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.native.playouts import Player

SEED = 1
Outcome = tuple[tuple[int, ...], int]  # points, and how many choices there were
Play = Callable[[range], list[Outcome]]  # the games with these numbers


def through_game(rules: Rules, players: int) -> Play:
    """As whoever uses the library would: all that is offered is listed, with its notation and its text."""
    names = [f"p{seat}" for seat in range(players)]

    def play_one(number: int) -> Outcome:
        game = rules.new_game(names, seed=stream(SEED, SIMULATED + number))
        count = 0
        while not game.over:
            choices = game.choices()
            for choice in choices:
                assert choice.notation and choice.text is not None  # made by now, whoever makes them late
            game.play(dice_for(game).one(choices))
            count += 1
        return tuple(game.totals()), count

    return lambda numbers: [play_one(number) for number in numbers]


def in_batch(rules: Rules, players: int) -> Play:
    """By `rules.playouts`."""

    def play(numbers: range) -> list[Outcome]:
        return [
            (each.points, each.choices) for each in rules.playouts(len(numbers), SEED, players, first=numbers.start)
        ]

    return play


def in_python(rules: Rules, players: int) -> Play:
    """The same flat form, printed as Python."""
    player = Player(Instance(rules.table(players), native=False))

    def play(numbers: range) -> list[Outcome]:
        played = (player.play(stream(SEED, SIMULATED + number)) for number in numbers)
        return [(each.points, each.choices) for each in played]

    return play


def runners(label: str, plays: dict[str, Play], share: float) -> list[Runner]:
    """All play the same games in a round, as many as the first has time for; the others as often as they can."""
    first = next(iter(plays.values()))
    games = times_for(lambda _: _played(first, range(1)), share)
    found = []
    for way, play in plays.items():

        def work(number: int, play: Play = play) -> Pass:
            return _played(play, range(number * games, (number + 1) * games))

        found.append(Runner(f"{way}, {label}", work, times_for(work, share), label))
    return found


def _played(play: Play, numbers: range) -> Pass:
    begin = process_time()
    outcomes = play(numbers)
    seconds = process_time() - begin
    return Pass(seconds, {"games": len(outcomes), "choices": sum(count for _, count in outcomes)}, outcomes)

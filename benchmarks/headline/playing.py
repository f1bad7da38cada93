"""Whole games by our rules: through `Game`, by bots, in batch and by numbers, each by both printers.

In:   packs and how many players.      Out:  Runners; those that choose in the same way play the very same games, those of `kfdsl sim`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import SIMULATED, Rules
from kfdsl.bots import BOTS
from kfdsl.bots.dice import dice_for
from kfdsl.engine.machine.chance import stream
from kfdsl.engine.native.playouts import Player

SEED = 1
SIDE_BY_SIDE = 16  # games that go on by numbers
APART = 10_000  # numbers of games between two rounds
Outcome = tuple[tuple[int, ...], int]  # points, and how many choices there were
Play = Callable[[range], Pass]  # the games with these numbers


def seeds_of(numbers: range) -> list[int]:
    """The seeds of games."""
    return [stream(SEED, SIMULATED + number) for number in numbers]


def through_game(rules: Rules, players: int) -> Play:
    """As whoever uses the library would: all that is offered is listed, with its notation and its text."""
    names = [f"p{seat}" for seat in range(players)]

    def play_one(seed: int) -> Outcome:
        game = rules.new_game(names, seed=seed)
        count = 0
        while not game.over:
            choices = game.choices()
            for choice in choices:
                assert choice.notation and choice.text is not None  # made by now, whoever makes them late
            game.play(dice_for(game).one(choices))
            count += 1
        return tuple(game.totals()), count

    return timed(lambda numbers: [play_one(seed) for seed in seeds_of(numbers)])


def by_bots(rules: Rules, players: int, policy: str) -> Play:
    """Through `Game` by bots; nothing is shown or told."""
    names, bot = [f"p{seat}" for seat in range(players)], BOTS[policy]

    def play_one(seed: int) -> Outcome:
        game = rules.new_game(names, seed=seed)
        game.tells = False
        count = 0
        while not game.over:
            game.play(bot(game))
            count += 1
        return tuple(game.totals()), count

    return timed(lambda numbers: [play_one(seed) for seed in seeds_of(numbers)])


def in_batch(rules: Rules, players: int, policy: str) -> Play:
    """By `rules.playouts`."""

    def play(numbers: range) -> list[Outcome]:
        found = rules.playouts(len(numbers), SEED, players, policy, first=numbers.start)
        return [(each.points, each.choices) for each in found]

    return timed(play)


def in_python(rules: Rules, players: int, policy: str) -> Play:
    """The same, printed as Python."""
    player = Player(rules.table(players), is_native=False)

    def play(numbers: range) -> list[Outcome]:
        played = (player.play(seed, [policy] * players) for seed in seeds_of(numbers))
        return [(each.points, each.choices) for each in played]

    return timed(play)


def runners(label: str, plays: dict[str, Play], share: float, alike: str, many: str, free: frozenset[str]) -> list[Runner]:
    """All play the same games in a round, as many as the first has time for, which is the slowest; the others as often as they can.

    Who plays many at once plays others behind them instead of the same again: what a call costs besides games is shared by all.
    """
    first = next(iter(plays.values()))
    games = times_for(lambda _: first(range(1)), share)
    found = []
    for way, play in plays.items():
        times = 1 if play is first else times_for(lambda _, play=play: play(range(games)), share)  # type: ignore[misc]
        count = games * times if way == many else games

        def work(number: int, play: Play = play, count: int = count) -> Pass:
            done = play(range(number * APART, number * APART + count))
            assert isinstance(done.outcome, list)
            return Pass(done.seconds, done.done, done.outcome[:games])

        found.append(
            Runner(f"{way}, {label}", work, 1 if way == many else times, f"{alike}, {label}", is_free=way in free)
        )
    return found


def timed(play: Callable[[range], list[Outcome]]) -> Play:
    """With how long it took here."""

    def work(numbers: range) -> Pass:
        begin = process_time()
        outcomes = play(numbers)
        return passed(process_time() - begin, outcomes)

    return work


def passed(seconds: float, outcomes: list[Outcome]) -> Pass:
    """What was done."""
    return Pass(seconds, {"games": len(outcomes), "choices": sum(count for _, count in outcomes)}, outcomes)


def by_numbers(label: str, rules: Rules, players: int, share: float) -> Runner:
    """By `rules.batch`, for those who choose by numbers: each at random."""

    def work(number: int) -> Pass:
        begin = process_time()
        games = rules.batch(SIDE_BY_SIDE, SEED, players, first=SIDE_BY_SIDE * number)
        dice, made = random.Random(number), 0
        while not games.over:
            counts = games.counts
            made += sum(count > 0 for count in counts)
            games.step([dice.randrange(count) if count else 0 for count in counts])
        return Pass(process_time() - begin, {"games": SIDE_BY_SIDE, "choices": made})

    return Runner(f"batch by numbers, {label}", work, times_for(work, share))

"""How costs grow: with workers, outbid groups and tiles at a turn, with packs, with scorers.

In:   rules.      Out:  Runners, and what is compared with what.
At a turn every whole answer is found, by the engine's own search without an object for any, and through `Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import process_time

from benchmarks.allocation import CHOSEN, RESOURCES, SETS, SKILLS, WORKERS, Village
from benchmarks.headline import crowd, playing
from benchmarks.headline.extended import with_functions
from benchmarks.headline.rounds import Pass, Runner, times_for
from kfdsl.api import Rules
from kfdsl.engine.flat.memory import copy_record
from kfdsl.engine.library.choices.choosing import Choosing, is_whole, new_choosing, options_of, take
from kfdsl.engine.library.machine import State, machine
from kfdsl.engine.score.allocate.allocate import best_total
from kfdsl.engine.score.allocate.problem import Problem

USUAL = (20, 5, 8)  # workers, outbid groups, tiles
CROWDS: dict[str, Sequence[tuple[int, int, int]]] = {
    "workers, 5 groups outbid, 8 tiles": tuple((workers, 5, 8) for workers in (10, 20, 40)),
    "outbid groups, 20 workers, 8 tiles": tuple((20, groups, 8) for groups in range(6)),
    "tiles, 20 workers, 2 groups outbid": tuple((20, 2, tiles) for tiles in (2, 4, 8, 16)),
}
SCORERS = (3, 6, 9, 12)
PRINTERS = {"WebAssembly": True, "Python": False}


def every(g: State) -> int:
    """How many whole answers there are, in the engine's own language."""
    with machine().scratch.held():
        return wholes_behind(new_choosing(g))


def wholes_behind(choosing: Choosing) -> int:
    """How many begin so."""
    if is_whole(choosing):
        return 1
    options = options_of(choosing, -1)
    found = 0
    for i in range(options[0]):
        with machine().scratch.held():
            other = machine().scratch.one(Choosing)
            copy_record(other, choosing)
            if choosing.counts.at != 0:
                other.counts = machine().scratch.numbers(choosing.domain.count)
                for j in range(choosing.fixed):
                    other.counts[j] = choosing.counts[j]
            take(other, options[1 + i])
            found += wholes_behind(other)
    return found


def crowd_name(way: str, at: tuple[int, int, int]) -> str:
    """What is listed."""
    workers, groups, tiles = at
    return f"{way}, {workers} workers, {groups} groups outbid, {tiles} tiles"


def crowds(rules: Rules, share: float, native: bool) -> Iterator[Runner]:
    """Whole answers at crowded turns."""
    for printer, is_native in PRINTERS.items():
        if is_native and not native:
            continue
        engine = with_functions(rules.table(4), (every,), is_native)
        for at in dict.fromkeys(each for row in CROWDS.values() for each in row):
            game = crowd.crowded(rules, *at)
            state = game.state.copy()
            assert engine.call(every, state) == crowd.all_answers(game), "not the same is found"

            def once(state: object = state, engine: object = engine) -> object:
                engine.fill()  # type: ignore[attr-defined]
                return engine.call(every, state)  # type: ignore[attr-defined]

            yield _listing(crowd_name(f"all answers by {printer}", at), once, share)


def through_game(rules: Rules, share: float) -> Iterator[Runner]:
    """The same of one crowded turn through `Game`."""
    game = crowd.crowded(rules, *USUAL)
    yield _listing(crowd_name("Game, first options", USUAL), lambda: crowd.first_options(game), share)
    yield _listing(crowd_name("Game, all answers", USUAL), lambda: crowd.all_answers(game), share)


def _listing(name: str, once: Callable[[], object], share: float) -> Runner:
    def work(_: int) -> Pass:
        begin = process_time()
        found = once()
        return Pass(process_time() - begin, {"lists": 1}, found)

    return Runner(name, work, times_for(work, share))


def packs(loaded: Sequence[Rules], share: float) -> Iterator[Runner]:
    """Choices of games in batch with more and more packs."""
    for rules in loaded:
        play = playing.in_batch(rules, 4, "random")

        def work(number: int, play: playing.Play = play) -> Pass:
            return play(range(8 * number, 8 * number + 8))

        yield Runner(f"{len(rules.packs)} packs, batch", work, times_for(work, share))


def scorers(share: float) -> Iterator[Runner]:
    """What allocations of the same pieces are worth, to more and more scorers."""
    for count in SCORERS:
        problem = _scored(count)
        best_total(problem)  # makes the search ready, once
        yield _listing(f"{count} scorers", lambda problem=problem: best_total(problem), share)  # type: ignore[misc]


def _scored(count: int) -> Problem:
    village = Village()
    for number, token in enumerate((*WORKERS, *SKILLS, *RESOURCES)):
        village.put(token, 3 + number % 4)
    wanted = [(value, (want,)) for value, want in SETS.values()]
    wanted += [(value, tuple(f"1 {token}" for token in tokens)) for value, tokens in CHOSEN.values()]
    for value, wants in wanted[:count]:
        village.score(value, *wants)
    return village.problem()
